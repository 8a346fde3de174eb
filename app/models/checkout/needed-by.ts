import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import { typedDay, TYPED_DAY_MESSAGE } from "#app/models/shared/typed-day.ts";
import { latenessOf, latenessText } from "#app/models/shipping/needed-day.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import type { CheckoutValues } from "./checkout.ts";
import type { CheckoutOption } from "./view.ts";

/** Null if the field is empty or holds no day. */
export function neededByIn(values: CheckoutValues): Day | null {
  return typedDay(values["needed_by"] ?? "");
}

export function neededByProblem(values: CheckoutValues): string | null {
  return (values["needed_by"] ?? "").trim() === "" || neededByIn(values) ? null : TYPED_DAY_MESSAGE;
}

/** Late ones come last, before those that are not available; without a day the order stays as it is. */
export function optionsByNeed(
  options: ReadonlyArray<DeliveryOption>,
  day: Day | null,
  locale: string,
): ReadonlyArray<CheckoutOption> {
  if (day === null) return options.map((option) => ({ ...option, need: null }));
  const rank = ({ need }: CheckoutOption) => (need === null ? 2 : Number(need.isLate));
  return options
    .map((option) => ({ ...option, need: needOf(option, day, locale) }))
    .sort((a, b) => rank(a) - rank(b));
}

function needOf(option: DeliveryOption, day: Day, locale: string): CheckoutOption["need"] {
  if (option.unavailableReason !== null) return null;
  const lateness = latenessOf(option.consignments, day);
  if (lateness === null) return null;
  const text = latenessText(lateness, day, { method: option.method, locale });
  return { isLate: lateness !== "in-time", text };
}

/** The hidden field with the day whose effect the shopper has seen: from then on the shopper's own choice counts. */
export const NEED_SEEN = "needed_by_seen";

/** Null where the shopper has seen what it means, or typed none. */
export function unseenNeed(values: CheckoutValues): Day | null {
  const day = neededByIn(values);
  return day !== null && values[NEED_SEEN] !== day ? day : null;
}

/** A new day ends the choice of a booked day after it. */
export function withoutLateDay(values: CheckoutValues): CheckoutValues {
  const day = unseenNeed(values);
  return day !== null && (values["delivery_day"] ?? "") > day ? { ...values, delivery_day: "" } : values;
}

/** The cheapest delivery that is in time; a collection that is in time and chosen stays. Null: none is in time. */
export function cheapestInTime(
  options: ReadonlyArray<CheckoutOption>,
  chosen: string | null,
): CheckoutOption | null {
  const inTime = options.filter(({ need }) => need !== null && !need.isLate);
  const collected = inTime.find(({ method }) => isCollection(method) && method === chosen);
  const delivered = inTime.filter(({ method }) => !isCollection(method));
  return collected ?? delivered.toSorted((a, b) => a.price.minor - b.price.minor)[0] ?? null;
}

type Need = Readonly<{
  chosen: string | null;
  day: Day | null;
  /** The shopper has named the day only now, so the shop has chosen. */
  isNew: boolean;
  locale: string;
}>;

/** What the page says of the day and the option that is chosen; null without a day. */
export function needText(
  options: ReadonlyArray<CheckoutOption>,
  { chosen, day, isNew, locale }: Need,
): string | null {
  const own = options.find(({ method }) => method === chosen);
  if (day === null || !own?.need) return null;
  const best = cheapestInTime(options, chosen);
  const by = dayText(day, new Date(day));
  if (!best)
    return `No delivery is sure to arrive by ${by}. ${own.name}: ${lowerFirst(own.need.text)}. You can order all the same.`;
  const price = best.isFree ? "free" : formatMoney(best.price, locale);
  if (own.need.isLate)
    return `${own.name}: ${lowerFirst(own.need.text)}. Choose ${best.name}, ${price}, to be sure of ${by}.`;
  if (isCollection(own.method)) return `${own.name}: ready in time for ${by}.`;
  if (best.method !== own.method) return `${own.name} arrives by ${by}.`;
  const cheapest = `the cheapest option that arrives by ${by}.`;
  return isNew ? `We have chosen ${own.name} for you. It is ${cheapest}` : `${own.name} is ${cheapest}`;
}

/** The booked days until the day; all of them where none is early enough. */
export function daysInTime(days: ReadonlyArray<Day>, day: Day | null): ReadonlyArray<Day> {
  const inTime = day === null ? days : days.filter((one) => one <= day);
  return inTime.length > 0 ? inTime : days;
}
