import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

export type CheckoutProblem = Readonly<{
  code: string;
  message: string;
  detail: string | null;
  link: Readonly<{ to: string; label: string }> | null;
}>;

/** `orderId` is the earlier order, or null. */
export function problemOf(refusal: Refusal<ShopErrorCode>, orderId: OrderId | null): CheckoutProblem {
  const { code } = refusal;
  return {
    code,
    message: shopError(refusal).message,
    detail: detailOf(refusal),
    link: linkOf(code, orderId),
  };
}

function detailOf({ code, detail }: Refusal<string>): string | null {
  if (code !== "insufficient-stock") return null;
  const available = Number(detail["available"] ?? 0);
  const left = available > 0 ? `only ${available} left` : "sold out";
  return `${String(detail["name"] ?? "One of the items")}: ${left}`;
}

function linkOf(code: string, orderId: OrderId | null): CheckoutProblem["link"] {
  if (code === "insufficient-stock" || code === "coupon-emails")
    return { to: paths.cart(), label: "Change your basket" };
  if (code === "payment-under-way" && orderId) {
    return { to: paths.orderProcessing({ order: orderId }), label: "Check your payment" };
  }
  return null;
}
