/** What a cart costs and how it can travel: lines, delivery options and totals joined. */
import type { CouponCode, WeighedCoupon } from "#app/models/promotion/coupon.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { addMoney, type Money, money, multiplyMoney, subtractMoney } from "#app/models/shared/money.ts";
import type { Result } from "#app/models/shared/result.ts";
import {
  chooseOption,
  deliveryDays,
  deliveryOptions,
  type DeliveryOption,
  type DeliveryRules,
  type FullDay,
  missingForFreeDelivery,
} from "#app/models/shipping/shipping.ts";
import { zoneOf } from "#app/models/shipping/zone.ts";

import { type CartLine, linesForSale } from "./cart.ts";
import { type GiftRules, type LineGift, standingGift, wrapFee, wrapPrices } from "./gift.ts";
import { cartTotals, type CartTotals } from "./totals.ts";

export type DeliveryChoice = Readonly<{
  /** Key of an option, or null for the first that can be had. */
  method?: string | null;
  /** Null: estimated for the default zone. */
  postcode?: string | null;
  /** ISO 3166-1 alpha-2, GB unless given. */
  countryCode?: string;
  now: Date;
  /** The day that was booked, or null. */
  day?: Day | null;
  /** Days that cannot be booked any more. */
  fullDays?: ReadonlyArray<FullDay>;
  /** What the basket's coupon does to the lines that are for sale, or why nothing; null without one. */
  coupon?: Result<WeighedCoupon, CouponCode> | null;
}>;

/** Delivery rules, and those of gifts; without them nothing is wrapped. */
export type PricingRules = DeliveryRules & Readonly<{ gift?: GiftRules }>;

export type CartPricing = Readonly<{
  totals: CartTotals;
  /** One for each line that is for sale, in their order: what stands of its wish, or null. */
  gifts: ReadonlyArray<LineGift | null>;
  /** What wrapping one more unit would cost, or null where nothing is wrapped. */
  wrapFee: Money | null;
  options: ReadonlyArray<DeliveryOption>;
  /** The days that can be booked for what comes on a booked day, in order; none when nothing does. */
  days: ReadonlyArray<Day>;
  /** The option that the totals hold, or null when none can be had. */
  chosen: DeliveryOption | null;
  /** Where it goes; an estimate while there is no postcode. Null: the shop sends nothing there. */
  zone: Readonly<{ name: string; note: string | null; isEstimate: boolean }> | null;
  /** What is missing for free delivery of parcels; zero: nothing; null: not offered, or nothing goes by parcel. */
  missingForFreeDelivery: Money | null;
  /** As it was given: what the coupon does, or why it does nothing; null without one. */
  coupon: Result<WeighedCoupon, CouponCode> | null;
}>;

/** Prices `lines` with the delivery that `choice` asks for. Lines off sale are left out. */
export function cartPricing(
  lines: ReadonlyArray<CartLine>,
  choice: DeliveryChoice,
  rules: PricingRules,
): CartPricing {
  const { method = null, postcode = null, countryCode, coupon = null } = choice;
  const { now, day, fullDays } = choice;
  const sold = linesForSale(lines);
  const { discounts, freeMethods, code } = coupon?.ok ? coupon.value : NO_COUPON;
  const goods = goodsAfter(discounts, sold);
  const { wraps, ...gifts } = wrapping(sold, discounts, rules.gift);
  const destination = { postcode, countryCode };
  const question = { lines: sold, goods, freeMethods, destination, now, day, fullDays };
  const options = deliveryOptions(question, rules);
  const chosen = chooseOption(options, method);
  const zone = zoneOf(rules.zones, destination);
  const hasParcels = sold.some((line) => line.deliveryClass !== "two_person");
  return {
    totals: cartTotals({
      lines: sold.map((line) => ({ ...line, unitPrice: line.price.now })),
      discounts,
      wraps,
      coupon: code,
      delivery: chosen?.price ?? null,
    }),
    ...gifts,
    options,
    days: deliveryDays(question, rules),
    chosen,
    zone: zone && { name: zone.name, note: zone.note, isEstimate: postcode === null },
    missingForFreeDelivery: hasParcels ? missingForFreeDelivery(goods, rules) : null,
    coupon,
  };
}

const NO_COUPON = { discounts: [], freeMethods: [], code: null } as const;

function wrapping(
  sold: ReadonlyArray<CartLine>,
  discounts: ReadonlyArray<Money>,
  rules: GiftRules | undefined,
) {
  if (!rules) return { gifts: sold.map(() => null), wraps: [], wrapFee: null };
  const gifts = sold.map((line) => standingGift(line, rules));
  const lines = sold.map(({ price, quantity, isToy }, index) => ({
    gift: gifts[index] ?? null,
    quantity,
    isToy,
    paid: subtractMoney(multiplyMoney(price.now, quantity), discounts[index] ?? money(0)),
  }));
  return { gifts, wraps: wrapPrices(lines, rules), wrapFee: wrapFee(lines, rules) };
}

/** What the goods cost once `discounts` are taken off. */
function goodsAfter(discounts: ReadonlyArray<Money>, sold: ReadonlyArray<CartLine>): Money {
  const goods = addMoney(money(0), ...sold.map((line) => multiplyMoney(line.price.now, line.quantity)));
  return subtractMoney(goods, addMoney(money(0), ...discounts));
}

/** When the goods of `variantId` arrive by `option`, in the words used everywhere, or null. */
export function promiseFor(option: DeliveryOption | null, variantId: number): string | null {
  return option?.consignments.find(({ variantIds }) => variantIds.includes(variantId))?.when ?? null;
}
