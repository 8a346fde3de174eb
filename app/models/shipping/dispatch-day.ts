import { addDays, type Day } from "#app/models/shared/local-date.ts";

import { addWorkingDays, type DeliveryCalendar, shopDays, startDay } from "./delivery-estimate.ts";
import type { DeliveryMethod } from "./shipping.ts";

type PromisedOrder = Readonly<{
  /** ISO 8601, UTC. */
  placedAt: string;
  promises: ReadonlyArray<Readonly<{ from?: Day | null; to?: Day | null; day?: Day | null; sendBy?: Day }>>;
  method: Pick<DeliveryMethod, "cutoff" | "handling" | "transit">;
}>;

/**
 * The last day that holds the promise: the booked day, else what the buyers of pre-orders alone were told, else the end of
 * the handling time, or later where an older promise waits for a release.
 */
export function sendByDay({ placedAt, promises, method }: PromisedOrder, calendar: DeliveryCalendar): Day {
  const booked = promises.flatMap(({ day }) => day ?? []).sort();
  if (booked[0] !== undefined) return booked[0];
  const promised = promises.flatMap(({ sendBy }) => sendBy ?? []).sort();
  if (promised[0] !== undefined && promised.length === promises.length) return promised[0];
  const here = shopDays(calendar);
  const start = startDay({ now: new Date(placedAt), releaseAt: null, cutoff: method.cutoff }, calendar);
  const handled = addWorkingDays(start, method.handling.max, here);
  // The last day of the shop's own work from which it arrives on `day`.
  const leaving = (day: Day): Day => {
    const leaves = addWorkingDays(day, -method.transit.max, { ...here, isUnderWay: true });
    return addWorkingDays(addDays(leaves, 1), -1, here);
  };
  const [arrival] = promises.flatMap(({ from }) => from ?? []).sort();
  const [last] = promises.flatMap(({ to }) => to ?? []).sort();
  // Earlier than the handling where the shop has closed days since.
  const due = last !== undefined && leaving(last) < handled ? leaving(last) : handled;
  // Later only for a pre-order.
  return arrival !== undefined && leaving(arrival) > due ? leaving(arrival) : due;
}
