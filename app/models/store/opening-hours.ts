import { clockText } from "#app/models/shared/local-date.ts";

import type { OpeningHours } from "./store.ts";

/** When the first of them is open, without what is open then; null if nothing ever is. */
export function openingHoursText(hours: ReadonlyArray<OpeningHours>): string | null {
  return hours.flatMap(openTimes)[0] ?? null;
}

/** "Saturday, 10 am to 4 pm: Shop and collection", for what is ever open. */
export function openingHoursLines(hours: ReadonlyArray<OpeningHours>): ReadonlyArray<string> {
  return hours.flatMap((row) => openTimes(row).map((times) => `${times}: ${row.what}`));
}

function openTimes({ days, opens, closes }: OpeningHours): ReadonlyArray<string> {
  const [first] = days;
  if (opens === null || closes === null || first === undefined) return [];
  const last = days.at(-1) ?? first;
  return [`${first === last ? first : `${first} to ${last}`}, ${clockText(opens)} to ${clockText(closes)}`];
}
