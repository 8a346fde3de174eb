/** The order must not promise a later day than the shopper saw. */
import type { Day } from "#app/models/shared/local-date.ts";

type Promised = Readonly<{ to?: Day | null; day?: Day | null }>;

const SHAPE = /^(\w+) (\d{4}-\d{2}-\d{2})$/;

export function confirmedDelivery(method: string | null, promises: ReadonlyArray<Promised>): string {
  const last = lastDay(promises);
  return method === null || last === null ? "" : `${method} ${last}`;
}

export function isLaterThanConfirmed(
  agreed: string,
  { method, promises }: Readonly<{ method: string; promises: ReadonlyArray<Promised> }>,
): boolean {
  const [, agreedMethod, agreedDay] = SHAPE.exec(agreed) ?? [];
  const last = lastDay(promises);
  return agreedDay !== undefined && agreedMethod === method && last !== null && last > agreedDay;
}

function lastDay(promises: ReadonlyArray<Promised>): Day | null {
  const days = promises.flatMap(({ to, day }) => (to && !day ? [to] : [])).sort();
  return days.at(-1) ?? null;
}
