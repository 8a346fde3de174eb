import type { Day } from "#app/models/shared/local-date.ts";
import { addMoney, formatMoney, type Money, money } from "#app/models/shared/money.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import { DELIVERY_CLASSES, type DeliveryClass } from "#app/models/store/delivery-class.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import type { TaxRates } from "#app/models/store/store.ts";
import type { BookingRules, DeliveryCalendar } from "./delivery-estimate.ts";
import { type Consignment, consignments, daysFor } from "./shipment-groups.ts";
import { isCollection } from "./store-pickup.ts";
import { type DeliveryZone, type Destination, zoneOf } from "./zone.ts";

export type DeliveryMethod = Readonly<{
  key: string;
  name: string;
  description: string;
  /** Items of this value after discounts are free, zone surcharges apart; null: never. */
  freeOver: Money | null;
  /** A missing class is not carried. */
  price: Readonly<Partial<Record<DeliveryClass, Money>>>;
  /** Working days. */
  handling: Readonly<{ min: number; max: number }>;
  transit: Readonly<{ min: number; max: number }>;
  /** Local time, "14:00". */
  cutoff: string;
  booking: BookingRules | null;
}>;

export type DeliveryRules = Readonly<{
  methods: ReadonlyArray<DeliveryMethod>;
  zones: ReadonlyArray<DeliveryZone>;
  calendar: DeliveryCalendar;
  /** The shop's own, ISO 3166-1 alpha-2. */
  country: string;
  taxRates: TaxRates;
  currency: Currency;
  locale: string;
  classNames: Readonly<Partial<Record<DeliveryClass, string>>>;
}>;

export type DeliveryLine = Readonly<{
  variantId: number;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  /** ISO 8601; null if it can be sent at once. */
  preorderReleaseAt: string | null;
  personalisation?: Readonly<{ workingDays: number }> | null;
}>;

/** Charged once, for its dearest item. */
export type DeliveryCharge = Readonly<{
  method: string;
  /** Zone surcharges included. */
  price: Money;
  /** The items that make it so dear; empty where each item of the order would cost as much alone, or where it is free. */
  dueTo: ReadonlyArray<number>;
}>;

export type DeliveryOption = Readonly<{
  method: string;
  name: string;
  description: string;
  /** All charges, VAT included. */
  price: Money;
  isFree: boolean;
  charges: ReadonlyArray<DeliveryCharge>;
  surcharge: string | null;
  bookedMethod: string | null;
  consignments: ReadonlyArray<Consignment>;
  unavailableReason: string | null;
}>;

/** By key; zone surcharges stay. */
export type FreeMethods = ReadonlyArray<string> | "all";

type DeliveryQuestion = Readonly<{
  lines: ReadonlyArray<DeliveryLine>;
  /** After discounts. */
  items: Money;
  freeMethods?: FreeMethods;
  destination: Destination;
  now: Date;
  day?: Day | null;
  fullDays?: ReadonlyArray<FullDay>;
}>;

export type FullDay = Readonly<{ method: string; day: Day }>;

export function deliveryOptions(
  question: DeliveryQuestion,
  rules: DeliveryRules,
): ReadonlyArray<DeliveryOption> {
  const present = classesIn(question.lines);
  const [first] = present;
  if (!first) return [];
  const zone = zoneOf(rules, question.destination);
  return rules.methods
    .filter((method) => method.price[first] !== undefined)
    .map((lead) => option(legs(lead, present, rules.methods), { ...question, zone, rules }));
}

export function deliveryDays(question: DeliveryQuestion, rules: DeliveryRules): ReadonlyArray<Day> {
  const classes = classesIn(question.lines);
  const zone = zoneOf(rules, question.destination);
  const leg = rules.methods
    .filter((method) => method.booking)
    .map((method) => ({ method, classes: classes.filter((each) => method.price[each] !== undefined) }))
    .find((each) => each.classes.length > 0);
  if (!leg || obstacle(leg, zone, rules) !== null) return [];
  return daysFor(leg, { ...question, zone, rules });
}

function classesIn(lines: ReadonlyArray<DeliveryLine>): ReadonlyArray<DeliveryClass> {
  return DELIVERY_CLASSES.filter((each) => lines.some((line) => line.deliveryClass === each));
}

/** `method` if it is available, else the first available one, else null. */
export function chooseOption(
  options: ReadonlyArray<DeliveryOption>,
  method: string | null,
): DeliveryOption | null {
  const open = options.filter((each) => each.unavailableReason === null);
  return open.find((each) => each.method === method) ?? open[0] ?? null;
}

/** The key of the method that texts and the setting of free delivery are about. */
export const STANDARD = "standard";

/** Until standard delivery is free: zero if it is; null if it never becomes free by value. */
export function amountToFreeShipping(items: Money, { methods }: DeliveryRules): Money | null {
  const freeOver = methods.find(({ key }) => key === STANDARD)?.freeOver?.minor ?? 0;
  return freeOver === 0 ? null : money(Math.max(0, freeOver - items.minor), items.currency);
}

export type Leg = Readonly<{ method: DeliveryMethod; classes: ReadonlyArray<DeliveryClass> }>;
export type Case = DeliveryQuestion & Readonly<{ zone: DeliveryZone | null; rules: DeliveryRules }>;

/** `lead` takes what it carries; each other class goes to the first other method that brings it. */
function legs(
  lead: DeliveryMethod,
  present: ReadonlyArray<DeliveryClass>,
  methods: ReadonlyArray<DeliveryMethod>,
) {
  const found: Array<Leg> = [];
  for (const each of present) {
    const others = methods.filter(({ key }) => !isCollection(key));
    // What nobody brings stays with the lead, which says that it does not carry it.
    const method = [lead, ...others].find((candidate) => candidate.price[each] !== undefined) ?? lead;
    const leg = found.findIndex((known) => known.method === method);
    if (leg < 0) found.push({ method, classes: [each] });
    else found[leg] = { method, classes: [...(found[leg]?.classes ?? []), each] };
  }
  return found;
}

function option(parts: ReadonlyArray<Leg>, question: Case): DeliveryOption {
  const none = money(0, question.items.currency);
  const charges = parts.map((leg) => ({ method: leg.method.name, ...chargeFor(leg, question) }));
  const price = addMoney(none, ...charges.map((charge) => charge.price));
  const names = parts.map(({ method }, index) => (index === 0 ? method.name : lowerFirst(method.name)));
  return {
    method: parts[0]?.method.key ?? "",
    name: names.join(" and "),
    description: parts.map(({ method }) => method.description).join(" "),
    price,
    isFree: price.minor === 0,
    charges: charges.map((charge) => ({ method: charge.method, price: charge.price, dueTo: charge.dearest })),
    surcharge: surchargeText(addMoney(none, ...charges.map((charge) => charge.surcharge)), question),
    bookedMethod: parts.find(({ method }) => method.booking)?.method.key ?? null,
    consignments: parts.flatMap((leg) => consignments(leg, question)),
    unavailableReason: parts.map((leg) => whyNot(leg, question)).find((reason) => reason !== null) ?? null,
  };
}

function whyNot(leg: Leg, question: Case): string | null {
  const reason = obstacle(leg, question.zone, question.rules);
  const { booking, name } = leg.method;
  if (reason !== null || !booking || daysFor(leg, question).length > 0) return reason;
  return `${name} has no days available in the next ${booking.untilDays} days. Please contact us.`;
}

/** For products marked with free delivery; faster methods are always paid. */
const METHODS_FREE_FOR_MARKED_PRODUCTS = [STANDARD, "two_person"];

type Charge = Readonly<{ price: Money; surcharge: Money }>;

function chargeFor(leg: Leg, question: Case): Charge & Readonly<{ dearest: ReadonlyArray<number> }> {
  const isFreeForAll = isFreeMethod(leg.method, question);
  const none = money(0, question.items.currency);
  const carried = question.lines
    .filter((line) => leg.classes.includes(line.deliveryClass))
    .map((line) => ({ line, ...lineCharge(line, leg.method, { ...question, isFreeForAll }) }));
  const { price, surcharge } = carried.reduce<Charge>(
    (dearest, each) => (each.price.minor > dearest.price.minor ? each : dearest),
    { price: none, surcharge: none },
  );
  const dearest = carried.filter((each) => each.price.minor === price.minor);
  const isDearForAll = dearest.length === question.lines.length;
  return {
    price,
    surcharge,
    dearest: price.minor === 0 || isDearForAll ? [] : dearest.map(({ line }) => line.variantId),
  };
}

function isFreeMethod({ key, freeOver }: DeliveryMethod, { items, freeMethods = [] }: Case): boolean {
  if (freeMethods === "all" || freeMethods.includes(key)) return true;
  return freeOver !== null && items.minor >= freeOver.minor;
}

function lineCharge(
  { deliveryClass, isFreeShipping }: DeliveryLine,
  { key, price }: DeliveryMethod,
  { zone, items: { currency }, isFreeForAll }: Case & Readonly<{ isFreeForAll: boolean }>,
): Charge {
  const isFree = isFreeForAll || (isFreeShipping && METHODS_FREE_FOR_MARKED_PRODUCTS.includes(key));
  const surcharge = zone?.methods[key]?.surcharge[deliveryClass]?.minor ?? 0;
  const own = isFree ? 0 : (price[deliveryClass]?.minor ?? 0);
  return { price: money(own + surcharge, currency), surcharge: money(surcharge, currency) };
}

function surchargeText(surcharge: Money, { zone, rules }: Case): string | null {
  if (!zone || surcharge.minor === 0) return null;
  return `Includes ${formatMoney(surcharge, rules.locale)} extra for ${zone.name}.`;
}

function obstacle(
  { method, classes }: Leg,
  zone: DeliveryZone | null,
  { country }: Pick<DeliveryRules, "country">,
): string | null {
  if (!zone) return `${method.name} is not available for this address.`;
  if (classes.some((each) => method.price[each] === undefined))
    return `${method.name} does not carry all of these items, and nothing else does.`;
  const there = zone.methods[method.key];
  if (there && classes.every((each) => there.surcharge[each] !== undefined)) return null;
  if (zone.isExcluded && zone.note) return zone.note;
  return `${method.name} is not available for this ${postcodeName(country).inSentence} (${zone.name}).`;
}
