/** The family's address is read here and given to nobody. */
import type { Unpaid } from "#app/components/checkout/unpaid-notice.tsx";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { type Cart, linesForSale } from "#app/models/cart/cart.ts";
import { couponState } from "#app/models/cart/coupon.server.ts";
import type { CheckoutErrors, CheckoutValues } from "#app/models/checkout/checkout.ts";
import { type EarlierTry, guaranteesOf, viewCheckout } from "#app/models/checkout/view.server.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { listAddressName } from "#app/models/gift-list/gift-list.ts";
import { findGiverCart, type GiverCart } from "#app/models/gift-list/giver-cart.server.ts";
import { orderedValues, withoutListAddress } from "#app/models/gift-list/list-checkout.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { type AttemptId, type GiftListId, isGiftListId } from "#app/models/shared/ids.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";

type Giver = Readonly<{ deviceHash: string; visitor: Customer | null }>;
export type Giving = GiverCart & Giver;

/** The gifts of this browser for the list. Throws a redirect to the basket where there are none. */
export async function requireGiverCart(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<Giving> {
  if (!isGiftListId(listId)) throw notFound(request);
  const [deviceHash, visitor] = await Promise.all([readGiftDeviceHash(request), findVisitor(request)]);
  const found = deviceHash === null ? null : await findGiving(listId, { deviceHash, visitor }, now);
  if (!found) throw seeOther(paths.cart());
  return found;
}

/** A giver's cart belongs to nobody; a discount code is checked against who is logged in. */
export async function findGiving(
  listId: GiftListId,
  { deviceHash, visitor }: Giver,
  now: Date,
): Promise<Giving | null> {
  const found = await findGiverCart(listId, deviceHash, now);
  if (!found) return null;
  const customerId = visitor?.id ?? found.cart.customerId;
  return { ...found, cart: { ...found.cart, customerId }, deviceHash, visitor };
}

export type Shown = Readonly<{
  errors?: CheckoutErrors;
  problem?: string;
  conflict?: Readonly<{ name: string; isGone: boolean }>;
  attemptId?: AttemptId;
  unpaid?: Unpaid | null;
  hasTriedToPay?: boolean;
}>;

/** Nothing in it depends on the address but prices and dates. */
export async function listCheckoutPage(
  request: Request,
  { list, cart }: Pick<GiverCart, "list" | "cart">,
  { values, ...shown }: Shown & Readonly<{ values: CheckoutValues }>,
) {
  const ownOrderIds = (await readSession(request)).orderIds();
  const { attemptId, hasTriedToPay } = shown;
  const now = new Date();
  const typed = {
    values: orderedValues(values, list),
    attemptId,
    ownOrderIds,
    hasTriedToPay,
    isForFamily: true,
  };
  const priced = await viewCheckout(cart, typed, now);
  const isSentToFamily = list.address !== null;
  return {
    list: {
      id: list.id,
      name: list.name,
      family: list.family,
      isSentToFamily,
      addressName: listAddressName(list),
    },
    view: isSentToFamily
      ? {
          ...withoutListAddress(priced, values),
          legalGuarantee: await guaranteesOf(
            legalGuaranteeTexts(await findStore(), null),
            linesForSale(cart.lines),
          ),
        }
      : priced,
    coupon: await couponOf(cart, priced, now),
    errors: shown.errors ?? {},
    problem: shown.problem ?? null,
    conflict: shown.conflict ?? null,
    unpaid: shown.unpaid ?? null,
    warnings: [...new Set(linesForSale(cart.lines).flatMap(({ warnings }) => warnings))],
    honeypotName: honeypotFieldName(),
    isTestPayment: payments().isTest,
  };
}

async function couponOf(cart: Cart, { couponProblem }: CheckoutView, now: Date): Promise<CouponState | null> {
  if (cart.couponCode === null) return null;
  if (couponProblem !== null) return { code: cart.couponCode, works: false, text: `${couponProblem}.` };
  return couponState(cart, await priceCart(cart, { now }));
}

/**
 * What the giver typed before a payment that failed or was cancelled. The order holds a delivery address only if the
 * gifts went to the giver, and it is shown only while they do.
 */
export function valuesBefore(
  earlier: EarlierTry | null,
  { address }: Pick<GiverCart["list"], "address">,
): CheckoutValues {
  const values = earlier?.values ?? {};
  const isOwnPlace = address === null && Boolean(values["delivery_address1"]);
  const typed = isOwnPlace ? /^(?:billing_|delivery_|method$)/ : /^(?:billing_|delivery_day$|method$)/;
  return Object.fromEntries(Object.entries(values).filter(([name]) => typed.test(name)));
}
