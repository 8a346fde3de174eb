import { clockText } from "#app/models/shared/local-date.ts";

import type { OpeningHours } from "./store.ts";

export function openingHoursText(hours: ReadonlyArray<OpeningHours>): string | null {
  return openingHoursLines(hours)[0] ?? null;
}

export function openingHoursLines(hours: ReadonlyArray<OpeningHours>): ReadonlyArray<string> {
  return hours.flatMap(({ days, opens, closes }) => {
    const [first] = days;
    if (opens === null || closes === null || first === undefined) return [];
    const last = days.at(-1) ?? first;
    return [`${first === last ? first : `${first} to ${last}`}, ${clockText(opens)} to ${clockText(closes)}`];
  });
}
