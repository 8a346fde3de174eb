/** Delivery prices, zones and the free-delivery line: the ways a basket can travel and what each costs. */
import type { DeliveryClass } from "./cart.ts";
import type { FreeMethods } from "./coupon.ts";
import { type Consignment, consignments, DELIVERY_CLASSES } from "./consignment.ts";
import type { DeliveryCalendar } from "./delivery-promise.ts";
import { type Destination, type DeliveryZone, zoneOf } from "./delivery-zone.ts";
import { addMoney, type Money, money } from "./money.ts";

/** Ways of sending that a product marked with free delivery has free; faster ones are always paid for. */
const METHODS_FREE_FOR_MARKED_PRODUCTS = ["standard", "two_person"];
export type DeliveryMethod = Readonly<{
  key: string;
  name: string;
  description: string;
  /** Goods after discounts of this value or more travel free, zone surcharges apart; null: never. */
  freeOver: Money | null;
  /** By delivery class; a missing class is not carried. */
  price: Readonly<Partial<Record<DeliveryClass, Money>>>;
  /** Working days. */
  handling: Readonly<{ min: number; max: number }>;
  transit: Readonly<{ min: number; max: number }>;
  /** Local time, "14:00". */
  cutoff: string;
}>;

/** All the settings that delivery is worked out from. */
export type DeliveryRules = Readonly<{
  methods: ReadonlyArray<DeliveryMethod>;
  zones: ReadonlyArray<DeliveryZone>;
  calendar: DeliveryCalendar;
  /** What people call each class, "Parcel". */
  classNames: Readonly<Partial<Record<DeliveryClass, string>>>;
}>;

/** What delivery needs to know of a line. */
export type DeliveryLine = Readonly<{
  variantId: number;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  /** ISO 8601, or null when it can go at once. */
  preorderReleaseAt: string | null;
}>;

/** One way in which the whole order can travel. */
export type DeliveryOption = Readonly<{
  /** Key of the leading method: "standard", "express", "two_person", "collection". */
  method: string;
  name: string;
  description: string;
  /** All charges together, VAT inside. */
  price: Money;
  isFree: boolean;
  consignments: ReadonlyArray<Consignment>;
  /** Why it cannot be chosen, or null. */
  unavailableReason: string | null;
}>;

export type DeliveryQuestion = Readonly<{
  lines: ReadonlyArray<DeliveryLine>;
  /** Value of the goods after discounts. */
  goods: Money;
  /** Methods that a coupon makes free, zone surcharges apart. */
  freeMethods?: FreeMethods;
  destination: Destination;
  now: Date;
}>;

/** Every option for these lines, in the order of the methods; those that cannot be chosen say why. */
export function deliveryOptions(
  question: DeliveryQuestion,
  rules: DeliveryRules,
): ReadonlyArray<DeliveryOption> {
  const present = DELIVERY_CLASSES.filter((each) =>
    question.lines.some((line) => line.deliveryClass === each),
  );
  const [first] = present;
  if (!first) return [];
  const zone = zoneOf(rules.zones, question.destination);
  return rules.methods
    .filter((method) => method.price[first] !== undefined)
    .map((lead) => option(legs(lead, present, rules.methods), { ...question, zone, rules }));
}

/** The option that `method` names if it can be chosen, else the first that can, else null. */
export function chooseOption(
  options: ReadonlyArray<DeliveryOption>,
  method: string | null,
): DeliveryOption | null {
  const open = options.filter((each) => each.unavailableReason === null);
  return open.find((each) => each.method === method) ?? open[0] ?? null;
}

/** How far `goods` are from free delivery, or null when no method becomes free by value. Zero: free already. */
export function missingForFreeDelivery(goods: Money, rules: DeliveryRules): Money | null {
  const lines = rules.methods.map((each) => each.freeOver?.minor ?? 0).filter((minor) => minor > 0);
  if (lines.length === 0) return null;
  return money(Math.max(0, Math.min(...lines) - goods.minor), goods.currency);
}

/** One method and the classes it carries in an order. */
export type Leg = Readonly<{ method: DeliveryMethod; classes: ReadonlyArray<DeliveryClass> }>;
export type Case = DeliveryQuestion & Readonly<{ zone: DeliveryZone | null; rules: DeliveryRules }>;

/** `lead` takes what it carries; the first other method that carries a class takes what is left. */
function legs(
  lead: DeliveryMethod,
  present: ReadonlyArray<DeliveryClass>,
  methods: ReadonlyArray<DeliveryMethod>,
) {
  const found: Array<Leg> = [];
  for (const each of present) {
    const method = [lead, ...methods].find((candidate) => candidate.price[each] !== undefined);
    if (!method) continue;
    const leg = found.findIndex((known) => known.method === method);
    if (leg < 0) found.push({ method, classes: [each] });
    else found[leg] = { method, classes: [...(found[leg]?.classes ?? []), each] };
  }
  return found;
}

function option(parts: ReadonlyArray<Leg>, question: Case): DeliveryOption {
  const price = addMoney(money(0, question.goods.currency), ...parts.map((leg) => charge(leg, question)));
  const names = parts.map(({ method }, index) =>
    index === 0 ? method.name : method.name.slice(0, 1).toLowerCase() + method.name.slice(1),
  );
  return {
    method: parts[0]?.method.key ?? "",
    name: names.join(" and "),
    description: parts.map(({ method }) => method.description).join(" "),
    price,
    isFree: price.minor === 0,
    consignments: parts.flatMap((leg) => consignments(leg, question)),
    unavailableReason:
      parts.map((leg) => obstacle(leg, question.zone)).find((reason) => reason !== null) ?? null,
  };
}

/** Why `leg` cannot go to `zone`, or null. */
function obstacle({ method, classes }: Leg, zone: DeliveryZone | null): string | null {
  if (!zone) return `${method.name} does not reach this address.`;
  const there = zone.methods[method.key];
  if (there && classes.every((each) => there.surcharge[each] !== undefined)) return null;
  if (zone.isExcluded && zone.note) return zone.note;
  return `${method.name} does not reach this postcode (${zone.name}).`;
}

/** One charge for the leg, whatever the number of items: that of its dearest class, zone surcharge included. */
function charge({ method, classes }: Leg, { lines, goods, freeMethods = [], zone }: Case): Money {
  const isFreeForAll =
    freeMethods === "all" ||
    freeMethods.includes(method.key) ||
    (method.freeOver !== null && goods.minor >= method.freeOver.minor);
  const charges = lines
    .filter((line) => classes.includes(line.deliveryClass))
    .map((line) => {
      const isFree =
        isFreeForAll || (line.isFreeShipping && METHODS_FREE_FOR_MARKED_PRODUCTS.includes(method.key));
      const surcharge = zone?.methods[method.key]?.surcharge[line.deliveryClass]?.minor ?? 0;
      return (isFree ? 0 : (method.price[line.deliveryClass]?.minor ?? 0)) + surcharge;
    });
  return money(Math.max(0, ...charges), goods.currency);
}
