import type { CouponCode, EvaluatedCoupon } from "#app/models/coupon/coupon.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { type Money, money, multiplyMoney, subtractMoney, sumMoney } from "#app/models/shared/money.ts";
import type { CartLineId } from "#app/models/shared/ids.ts";
import type { Result } from "#app/models/shared/result.ts";
import {
  chooseOption,
  deliveryDays,
  deliveryOptions,
  type DeliveryOption,
  type DeliveryRules,
  type FullDay,
  amountToFreeShipping,
} from "#app/models/shipping/shipping.ts";
import { isBritish, type PostcodeName, postcodeName } from "#app/models/shared/postcode.ts";
import { countryInSentence, countryName } from "#app/models/store/country.ts";
import type { TaxRates } from "#app/models/store/store.ts";
import { zoneOf } from "#app/models/shipping/zone.ts";

import { type CartLine, linesForSale } from "./cart.ts";
import { type GiftRules, type LineGift, standingGift, wrapFee, wrapPrices } from "./gift.ts";
import { cartTotals, type CartTotals } from "./totals.ts";

export type DeliveryChoice = Readonly<{
  method?: string | null;
  /** Null: estimated for the default zone. */
  postcode?: string | null;
  /** ISO 3166-1 alpha-2, the shop's own unless given. */
  countryCode?: string;
  now: Date;
  day?: Day | null;
  fullDays?: ReadonlyArray<FullDay>;
  /** The discount for items for sale, or why there is none; null without a coupon. */
  coupon?: Result<EvaluatedCoupon, CouponCode> | null;
}>;

/** Without `gift` nothing is wrapped; a total below `smallestCharge` (minor units) is let go. */
export type PricingRules = DeliveryRules & Readonly<{ gift?: GiftRules; smallestCharge?: number }>;

/** "mainland", "Ireland"; and the same in a sentence. */
type EstimatePlace = Readonly<{ name: string; inSentence: string }>;

function estimatePlace(country: string): EstimatePlace {
  if (isBritish(country)) return { name: "mainland", inSentence: "the mainland" };
  return { name: countryName(country), inSentence: countryInSentence(country) };
}

export type CartPricing = Readonly<{
  lineIds: ReadonlyArray<CartLineId>;
  totals: CartTotals;
  gifts: ReadonlyArray<LineGift | null>;
  wrapFee: Money | null;
  options: ReadonlyArray<DeliveryOption>;
  days: ReadonlyArray<Day>;
  chosen: DeliveryOption | null;
  /** Null: no delivery there. */
  zone: Readonly<{ name: string; note: string | null; isEstimate: boolean; place: EstimatePlace }> | null;
  postcode: PostcodeName;
  /** Amount missing for free parcel delivery; zero: reached; null: not offered or no parcels. */
  amountToFreeShipping: Money | null;
  locale: string;
  coupon: Result<EvaluatedCoupon, CouponCode> | null;
}>;

export function cartPricing(
  lines: ReadonlyArray<CartLine>,
  choice: DeliveryChoice,
  rules: PricingRules,
): CartPricing {
  const { method = null, postcode = null, countryCode, coupon = null } = choice;
  const { now, day, fullDays } = choice;
  const sold = linesForSale(lines).map((line) => ({
    ...line,
    taxRateBasisPoints: rateIn(rules.taxRates, countryCode, line.taxRateBasisPoints),
  }));
  const { discounts, freeMethods, code } = coupon?.ok ? coupon.value : NO_COUPON;
  const items = itemsAfter(discounts, sold, rules.currency);
  const { wraps, ...gifts } = wrapping(sold, discounts, giftsIn(rules, countryCode));
  const destination = { postcode, countryCode };
  const question = { lines: sold, items, freeMethods, destination, now, day, fullDays };
  const options = deliveryOptions(question, rules);
  const chosen = chooseOption(options, method);
  const zone = zoneOf(rules, destination);
  const hasShipments = sold.some((line) => line.deliveryClass !== "two_person");
  return {
    lineIds: sold.map(({ id }) => id),
    totals: cartTotals({
      lines: sold.map((line) => ({ ...line, unitPrice: line.price.now })),
      discounts,
      wraps,
      coupon: code,
      delivery: chosen?.price ?? null,
      currency: rules.currency,
      smallestCharge: rules.smallestCharge,
    }),
    ...gifts,
    options,
    days: deliveryDays(question, rules),
    chosen,
    locale: rules.locale,
    zone: zone && {
      name: zone.name,
      note: zone.note,
      isEstimate: postcode === null,
      place: estimatePlace(rules.country),
    },
    postcode: postcodeName(rules.country),
    amountToFreeShipping: hasShipments ? amountToFreeShipping(items, rules) : null,
    coupon,
  };
}

function rateIn(rates: TaxRates, country: string | undefined, atHome: number): number {
  return (country === undefined ? undefined : rates[country]?.[atHome]) ?? atHome;
}

function giftsIn({ gift, taxRates }: PricingRules, country: string | undefined): GiftRules | undefined {
  return gift && { ...gift, taxRateBasisPoints: rateIn(taxRates, country, gift.taxRateBasisPoints) };
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
    paid: subtractMoney(multiplyMoney(price.now, quantity), discounts[index] ?? money(0, rules.fee.currency)),
  }));
  return { gifts, wraps: wrapPrices(lines, rules), wrapFee: wrapFee(lines, rules) };
}

function itemsAfter(
  discounts: ReadonlyArray<Money>,
  sold: ReadonlyArray<CartLine>,
  currency: Currency,
): Money {
  const items = sold.map((line) => multiplyMoney(line.price.now, line.quantity));
  return subtractMoney(sumMoney(items, currency), sumMoney(discounts, currency));
}

export function estimateDelivery(option: DeliveryOption | null, variantId: number): string | null {
  return option?.consignments.find(({ variantIds }) => variantIds.includes(variantId))?.when ?? null;
}
