import { type Day, isDay, longDay } from "#app/models/shared/local-date.ts";
import { type DeliveryOption, isCollection } from "#app/models/shipping/shipping.ts";

import type { CheckoutValues } from "./checkout.ts";
import type { CheckoutOption } from "./view.ts";

export const NEEDED_BY_MESSAGE = "Enter the day as year, month and day, such as 2026-12-24";

/** Null if the field is empty or holds no day. */
export function neededByIn(values: CheckoutValues): Day | null {
  const text = (values["needed_by"] ?? "").trim();
  return isDay(text) ? text : null;
}

export function neededByProblem(values: CheckoutValues): string | null {
  return (values["needed_by"] ?? "").trim() === "" || neededByIn(values) ? null : NEEDED_BY_MESSAGE;
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
  const days = option.consignments.flatMap(({ from, to }) => to ?? from ?? []).sort();
  const last = days.at(-1);
  if (last === undefined) return null;
  const isLate = last > day;
  const late = isCollection(option.method) ? "Ready after" : "Arrives after";
  return { isLate, text: `${isLate ? late : "In time for"} ${shortDay(day, locale)}` };
}

function shortDay(day: Day, locale: string): string {
  return longDay(day, locale).replace(/ \d{4}$/, "");
}
