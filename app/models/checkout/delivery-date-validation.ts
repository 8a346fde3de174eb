import { isDay } from "#app/models/shared/local-date.ts";
import { isCollection } from "#app/models/shipping/shipping.ts";

import type { CheckoutValues } from "./checkout.ts";
import type { CheckoutView } from "./view.ts";

type DayCode = "delivery-day-needed" | "delivery-day-gone";

/** The problem with the day: no longer available, or missing when the shopper pays. Null if there is none. */
export function dayProblem({ days }: Pick<CheckoutView, "days">, values: CheckoutValues): DayCode | null {
  const { delivery_day: day = "", method = null, intent } = values;
  if (!days || days.length === 0 || isCollection(method)) return null;
  if (!isDay(day)) return intent === "update" ? null : "delivery-day-needed";
  return days.some(({ value }) => value === day) ? null : "delivery-day-gone";
}
