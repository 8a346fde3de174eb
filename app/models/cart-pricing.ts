/** What a cart costs and how it can travel: lines, delivery options and totals joined. */
import { type CartLine, linesForSale } from "./cart.ts";
import { cartTotals, type CartTotals } from "./cart-totals.ts";
import { zoneOf } from "./delivery-zone.ts";
import { addMoney, type Money, money, multiplyMoney } from "./money.ts";
import {
  chooseOption,
  deliveryOptions,
  type DeliveryOption,
  type DeliveryRules,
  missingForFreeDelivery,
} from "./shipping.ts";

export type DeliveryChoice = Readonly<{
  /** Key of an option, or null for the first that can be had. */
  method?: string | null;
  /** Null: estimated for the default zone. */
  postcode?: string | null;
  /** ISO 3166-1 alpha-2, GB unless given. */
  countryCode?: string;
  now: Date;
}>;

export type CartPricing = Readonly<{
  totals: CartTotals;
  options: ReadonlyArray<DeliveryOption>;
  /** The option that the totals hold, or null when none can be had. */
  chosen: DeliveryOption | null;
  /** Where it goes; an estimate while there is no postcode. Null: the shop sends nothing there. */
  zone: Readonly<{ name: string; note: string | null; isEstimate: boolean }> | null;
  /** What is missing for free delivery of parcels; zero: nothing; null: not offered, or nothing goes by parcel. */
  missingForFreeDelivery: Money | null;
}>;

/** Prices `lines` with the delivery that `choice` asks for. Lines off sale are left out. */
export function cartPricing(
  lines: ReadonlyArray<CartLine>,
  choice: DeliveryChoice,
  rules: DeliveryRules,
): CartPricing {
  const { method = null, postcode = null, countryCode, now } = choice;
  const sold = linesForSale(lines);
  const goods = addMoney(money(0), ...sold.map((line) => multiplyMoney(line.price.now, line.quantity)));
  const destination = { postcode, countryCode };
  const options = deliveryOptions({ lines: sold, goods, destination, now }, rules);
  const chosen = chooseOption(options, method);
  const zone = zoneOf(rules.zones, destination);
  const hasParcels = sold.some((line) => line.deliveryClass !== "two_person");
  return {
    totals: cartTotals({
      lines: sold.map((line) => ({ ...line, unitPrice: line.price.now })),
      delivery: chosen?.price ?? null,
    }),
    options,
    chosen,
    zone: zone && { name: zone.name, note: zone.note, isEstimate: postcode === null },
    missingForFreeDelivery: hasParcels ? missingForFreeDelivery(goods, rules) : null,
  };
}

/** When the goods of `variantId` arrive by `option`, in the words used everywhere, or null. */
export function promiseFor(option: DeliveryOption | null, variantId: number): string | null {
  return option?.consignments.find(({ variantIds }) => variantIds.includes(variantId))?.when ?? null;
}
