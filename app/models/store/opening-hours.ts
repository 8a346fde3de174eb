import { clockText } from "#app/models/shared/local-date.ts";

import type { OpeningHours } from "./store.ts";

/** "Monday to Friday, 9 am to 5.30 pm". Null if the shop is never open. */
export function openingHoursText(hours: ReadonlyArray<OpeningHours>): string | null {
  return openingHoursLines(hours)[0] ?? null;
}

/** One line for each period: "Saturday, 10 am to 4 pm". Closed days are left out. */
export function openingHoursLines(hours: ReadonlyArray<OpeningHours>): ReadonlyArray<string> {
  return hours.flatMap(({ days, opens, closes }) => {
    const [first] = days;
    if (opens === null || closes === null || first === undefined) return [];
    const last = days.at(-1) ?? first;
    return [`${first === last ? first : `${first} to ${last}`}, ${clockText(opens)} to ${clockText(closes)}`];
  });
}
