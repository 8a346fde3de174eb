/** Delivery prices, zones and the free-delivery line: the ways a basket can travel and what each costs. */
import type { DeliveryClass } from "./cart.ts";
import { type DeliveryCalendar, deliveryRange, deliveryRangeText } from "./delivery-promise.ts";
import { type Destination, type DeliveryZone, zoneOf } from "./delivery-zone.ts";
import { addMoney, type Money, money } from "./money.ts";

/** Ways of sending that a product marked with free delivery has free; faster ones are always paid for. */
const METHODS_FREE_FOR_MARKED_PRODUCTS = ["standard", "two_person"];
/** From the lightest to the heaviest: the heaviest in a consignment gives it its name. */
const CLASSES: ReadonlyArray<DeliveryClass> = ["small", "large", "two_person"];

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

export type Consignment = Readonly<{
  /** "Parcel", "Large parcel", "Two-person delivery". */
  what: string;
  /** "Tuesday 24 to Wednesday 25 November". */
  when: string;
  class: DeliveryClass;
  variantIds: ReadonlyArray<number>;
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
  destination: Destination;
  now: Date;
}>;

/** Every option for these lines, in the order of the methods; those that cannot be chosen say why. */
export function deliveryOptions(
  question: DeliveryQuestion,
  rules: DeliveryRules,
): ReadonlyArray<DeliveryOption> {
  const present = CLASSES.filter((each) => question.lines.some((line) => line.deliveryClass === each));
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
type Leg = Readonly<{ method: DeliveryMethod; classes: ReadonlyArray<DeliveryClass> }>;
type Case = DeliveryQuestion & Readonly<{ zone: DeliveryZone | null; rules: DeliveryRules }>;

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
function charge({ method, classes }: Leg, { lines, goods, zone }: Case): Money {
  const isFreeByValue = method.freeOver !== null && goods.minor >= method.freeOver.minor;
  const charges = lines
    .filter((line) => classes.includes(line.deliveryClass))
    .map((line) => {
      const isFree =
        isFreeByValue || (line.isFreeShipping && METHODS_FREE_FOR_MARKED_PRODUCTS.includes(method.key));
      const surcharge = zone?.methods[method.key]?.surcharge[line.deliveryClass]?.minor ?? 0;
      return (isFree ? 0 : (method.price[line.deliveryClass]?.minor ?? 0)) + surcharge;
    });
  return money(Math.max(0, ...charges), goods.currency);
}

/** What is ready goes at once; each pre-order follows when it comes in, at no extra charge. */
function consignments(
  { method, classes }: Leg,
  { lines, zone, rules, now }: Case,
): ReadonlyArray<Consignment> {
  const carried = lines.filter((line) => classes.includes(line.deliveryClass));
  const releases = [...new Set(carried.map((line) => line.preorderReleaseAt))].sort((a, b) =>
    (a ?? "").localeCompare(b ?? ""),
  );
  return releases.map((releaseAt) => {
    const together = carried.filter((line) => line.preorderReleaseAt === releaseAt);
    const heaviest =
      CLASSES.findLast((each) => together.some((line) => line.deliveryClass === each)) ?? "small";
    // What takes everything, such as collection, is called by its own name.
    const takesAll = CLASSES.every((each) => method.price[each] !== undefined);
    const name = (takesAll ? null : rules.classNames[heaviest]) ?? method.name;
    return {
      what: releaseAt === null ? name : `${name}, pre-order`,
      when: promise(method, { zone, rules, now, releaseAt }),
      class: heaviest,
      variantIds: together.map((line) => line.variantId),
    };
  });
}

type PromiseCase = Pick<Case, "zone" | "rules" | "now"> & Readonly<{ releaseAt: string | null }>;

function promise(method: DeliveryMethod, { zone, rules, now, releaseAt }: PromiseCase): string {
  if (zone?.isExcluded && zone.note) return zone.note;
  const extra = zone?.methods[method.key]?.extraDays ?? 0;
  const transit = { min: method.transit.min + extra, max: method.transit.max + extra };
  const { handling, cutoff } = method;
  return deliveryRangeText(deliveryRange({ now, releaseAt, cutoff, handling, transit }, rules.calendar), now);
}
