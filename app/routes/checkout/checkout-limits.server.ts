/** Rate limits of payment attempts and of typed email addresses. */
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { checkOut, type CheckoutCommand } from "#app/models/checkout/checkout.server.ts";
import { type Customer } from "#app/models/customer/customer.ts";
import { emailKey } from "#app/models/email/address.ts";
import { limitCouponEmail } from "#app/models/platform/rate-limits.server.ts";
import { isPersonalCode } from "#app/models/promotion/coupon.server.ts";
import { ok } from "#app/models/shared/result.ts";

type Paying = Readonly<{ command: CheckoutCommand; cart: Cart | null; visitor: Customer | null }>;

/** Ten attempts in ten minutes for each address and each cart, against card testing (P-11). */
export async function checkOutWithin(request: Request, paying: Paying, now: Date) {
  const keys = [`address ${clientAddress(request)}`, `cart ${paying.command.cartId ?? "none"}`];
  for (const key of keys) {
    const allowed = await limit("checkout", key);
    if (!allowed.ok) return allowed;
  }
  const allowed = await limitTypedEmail(request, paying, now);
  return allowed.ok ? checkOut(paying.command, now) : allowed;
}

/** A once-per-customer coupon reveals who has used it, so few unconfirmed email addresses may try. */
async function limitTypedEmail(request: Request, { command, cart, visitor }: Paying, now: Date) {
  const key = emailKey(command.details.email);
  const isOwn = visitor?.isVerified === true && emailKey(visitor.email) === key;
  const code = cart?.couponCode ?? null;
  if (isOwn || code === null || !(await isPersonalCode(code))) return ok(null);
  return limitCouponEmail({ address: clientAddress(request), emailKey: key }, now);
}
