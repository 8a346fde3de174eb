import type { Address } from "#app/models/customer/address.ts";
import { type Day, weekdayOf } from "#app/models/shared/local-date.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import {
  type DeliveryLine,
  type DeliveryOption,
  deliveryOptions,
  type DeliveryRules,
} from "#app/models/shipping/shipping.ts";
import { zoneOf } from "#app/models/shipping/zone.ts";
import { countryName } from "#app/models/store/country.ts";

export type MovedDelivery = Readonly<{
  /** By the rules of today, with VAT, in minor units of the shop's currency; negative: cheaper. */
  dearerMinor: number;
  isLater: boolean;
}>;

export type MoveRefusal = "address-undeliverable" | "address-tax" | "address-day";

type Place = Pick<Address, "country_code" | "postal_code">;

export type MoveQuestion = Readonly<{
  from: Place;
  to: Place;
  lines: ReadonlyArray<DeliveryLine & Readonly<{ taxRateBasisPoints: number }>>;
  method: string;
  day: Day | null;
  now: Date;
}>;

/** By its own method and with its own VAT. */
export function movedDelivery(
  question: MoveQuestion,
  rules: DeliveryRules,
): Result<MovedDelivery, MoveRefusal> {
  const { from, to, lines } = question;
  if (lines.some(({ taxRateBasisPoints: rate }) => taxAt(from, rate, rules) !== taxAt(to, rate, rules)))
    return refused("address-tax", { country: countryName(to.country_code) });
  const there = optionTo(to, question, rules);
  if (there?.unavailableReason) return refused("address-undeliverable", { reason: there.unavailableReason });
  const dayRefusal = bookedDayRefusal(question, there, rules);
  if (dayRefusal) return dayRefusal;
  const here = optionTo(from, question, rules);
  if (!here || !there) return ok({ dearerMinor: 0, isLater: false });
  return ok({ dearerMinor: there.price.minor - here.price.minor, isLater: isLater(here, there) });
}

function taxAt({ country_code: country }: Place, atHome: number, { taxRates }: DeliveryRules): number {
  return taxRates[country]?.[atHome] ?? atHome;
}

/** As if every method were free: two places differ by their surcharges; null: the method is gone. */
function optionTo(
  place: Place,
  { lines, method, day, now }: MoveQuestion,
  rules: DeliveryRules,
): DeliveryOption | null {
  const destination = { postcode: place.postal_code || null, countryCode: place.country_code };
  const items = money(0, rules.currency);
  const options = deliveryOptions({ lines, items, freeMethods: "all", destination, now, day }, rules);
  return options.find((option) => option.method === method) ?? null;
}

/** The day that the buyer has booked stays, so the parcel must be able to arrive on it. */
function bookedDayRefusal(
  { day, to }: MoveQuestion,
  there: DeliveryOption | null,
  rules: DeliveryRules,
): Refusal<"address-day"> | null {
  const method = there?.bookedMethod ?? null;
  const zone = zoneOf(rules, { postcode: to.postal_code || null, countryCode: to.country_code });
  if (day === null || method === null || !zone) return null;
  const weekdays = zone.methods[method]?.weekdays;
  const goes = weekdays === undefined || weekdays.includes(weekdayOf(day));
  return goes ? null : refused("address-day", { zone: zone.name });
}

function isLater(here: DeliveryOption, there: DeliveryOption): boolean {
  return there.consignments.some(({ to }, index) => {
    const before = here.consignments[index]?.to;
    return to !== null && Boolean(before) && to > (before ?? "");
  });
}
