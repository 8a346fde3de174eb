import { formatMoney, type Money, money } from "#app/models/shared/money.ts";

import type { Case, DeliveryLine, DeliveryMethod, Leg } from "./shipping.ts";
import type { DeliveryZone } from "./zone.ts";

/** Methods that are free for products marked with free delivery; faster ones are always paid. */
const METHODS_FREE_FOR_MARKED_PRODUCTS = ["standard", "two_person"];

/** The price, and how much of it is the zone's surcharge. */
export type Charge = Readonly<{ price: Money; surcharge: Money }>;

/** The charge of the dearest class in the leg, zone surcharge included. */
export function chargeFor(leg: Leg, question: Case): Charge {
  const isFreeForAll = isFreeMethod(leg.method, question);
  const none = money(0, question.goods.currency);
  return question.lines
    .filter((line) => leg.classes.includes(line.deliveryClass))
    .map((line) => lineCharge(line, leg.method, { ...question, isFreeForAll }))
    .reduce((dearest, each) => (each.price.minor > dearest.price.minor ? each : dearest), {
      price: none,
      surcharge: none,
    });
}

function isFreeMethod({ key, freeOver }: DeliveryMethod, { goods, freeMethods = [] }: Case): boolean {
  if (freeMethods === "all" || freeMethods.includes(key)) return true;
  return freeOver !== null && goods.minor >= freeOver.minor;
}

/** The charge of the line alone. */
function lineCharge(
  { deliveryClass, isFreeShipping }: DeliveryLine,
  { key, price }: DeliveryMethod,
  { zone, goods: { currency }, isFreeForAll }: Case & Readonly<{ isFreeForAll: boolean }>,
): Charge {
  const isFree = isFreeForAll || (isFreeShipping && METHODS_FREE_FOR_MARKED_PRODUCTS.includes(key));
  const surcharge = zone?.methods[key]?.surcharge[deliveryClass]?.minor ?? 0;
  const own = isFree ? 0 : (price[deliveryClass]?.minor ?? 0);
  return { price: money(own + surcharge, currency), surcharge: money(surcharge, currency) };
}

/** "Includes £12.00 for this area (Northern Ireland)."; null without a surcharge. */
export function surchargeText(surcharge: Money, zone: DeliveryZone | null): string | null {
  if (!zone || surcharge.minor === 0) return null;
  return `Includes ${formatMoney(surcharge)} extra for ${zone.name}.`;
}

/** Why `leg` cannot go to `zone`, or null. */
export function obstacle({ method, classes }: Leg, zone: DeliveryZone | null): string | null {
  if (!zone) return `${method.name} is not available for this address.`;
  const there = zone.methods[method.key];
  if (there && classes.every((each) => there.surcharge[each] !== undefined)) return null;
  if (zone.isExcluded && zone.note) return zone.note;
  return `${method.name} is not available for this postcode (${zone.name}).`;
}
