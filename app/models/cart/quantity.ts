import { LINE_QUANTITY_MAX } from "#app/models/shared/line-quantity.ts";
import { refused, type Refusal } from "#app/models/shared/result.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { CART_LINES_MAX, type CartLine } from "./cart.ts";

export type QuantityCode =
  "quantity-invalid" | "quantity-too-small" | "quantity-too-large" | "insufficient-stock";

export type QuantityLimits = Readonly<{
  name: string;
  available: number;
  minimum: number;
  maximum: number;
}>;

/** NaN for what is no number. How many may be bought is another question. */
export function readQuantity(text: string): number {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN;
}

export function quantityMaximum({
  available,
  maximum,
}: Pick<QuantityLimits, "available" | "maximum">): number {
  return Math.max(0, Math.min(LINE_QUANTITY_MAX, maximum, available));
}

export function quantityRefusal(
  { requested, inCart = 0 }: Readonly<{ requested: number; inCart?: number }>,
  limits: QuantityLimits,
): Refusal<QuantityCode> | null {
  const { name, available, minimum } = limits;
  if (!Number.isSafeInteger(requested) || requested < 1) return refused("quantity-invalid", { name });
  const total = requested + inCart;
  const maximum = Math.min(LINE_QUANTITY_MAX, limits.maximum);
  if (total > maximum && maximum <= available)
    return refused("quantity-too-large", { name, maximum, inCart });
  if (total > available) return refused("insufficient-stock", { name, requested, available, inCart });
  return total < minimum ? refused("quantity-too-small", { name, minimum }) : null;
}

export function cartRefusal(
  lines: ReadonlyArray<CartLine>,
  { cartValueMax }: Pick<SaleTerms, "cartValueMax">,
): Refusal<"cart-full" | "cart-value-too-large"> | null {
  if (lines.length > CART_LINES_MAX) return refused("cart-full", { maximum: CART_LINES_MAX });
  const value = lines.reduce((sum, line) => sum + line.price.now.minor * line.quantity, 0);
  return value > cartValueMax.minor ? refused("cart-value-too-large") : null;
}

export function refusalExplanation({ code, detail }: Refusal<string>): string | null {
  const name = String(detail["name"] ?? "");
  const already = Number(detail["inCart"] ?? 0);
  const held = already > 0 ? `You already have ${already} in your basket.` : "";
  const stock = code === "insufficient-stock" ? stockExplanation(name, detail) : "";
  const others = "isOneOfSeveral" in detail ? "We have not added any of these items to your basket." : "";
  return [stock, held, others].filter(Boolean).join(" ") || null;
}

function stockExplanation(name: string, detail: Refusal<string>["detail"]): string {
  const available = Number(detail["available"] ?? 0);
  if (available <= 0) return `${name} is sold out.`;
  const verb = available === 1 ? "is" : "are";
  return `You asked for ${Number(detail["requested"])} of ${name}, but only ${available} ${verb} left.`;
}
