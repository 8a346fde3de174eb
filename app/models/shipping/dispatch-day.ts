import type { Day } from "#app/models/shared/local-date.ts";

import { addWorkingDays, type DeliveryCalendar, startDay } from "./delivery-estimate.ts";
import type { DeliveryMethod } from "./shipping.ts";

type PromisedOrder = Readonly<{
  /** ISO 8601, UTC. */
  placedAt: string;
  promises: ReadonlyArray<Readonly<{ from?: Day | null; day?: Day | null; sendBy?: Day }>>;
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
  const here = { calendar, divisions: [calendar.division] };
  const start = startDay({ now: new Date(placedAt), releaseAt: null, cutoff: method.cutoff }, calendar);
  const handled = addWorkingDays(start, method.handling.max, here);
  const [arrival] = promises.flatMap(({ from }) => from ?? []).sort();
  if (arrival === undefined) return handled;
  // The first day of arrival, less the way: later than the handling only for a pre-order.
  const leaves = addWorkingDays(arrival, -method.transit.max, here);
  return leaves > handled ? leaves : handled;
}
