/** The day by which a shopper needs an order, against the days that were promised. */
import { type Day, longDay } from "#app/models/shared/local-date.ts";

import { isCollection } from "./store-pickup.ts";

type Promised = Readonly<{ from?: Day | null; to?: Day | null }>;

/** "may": it can arrive before or after the day; null: no day is promised. */
export type Lateness = "in-time" | "may" | "late" | null;

/** By the last parcel. */
export function latenessOf(promises: ReadonlyArray<Promised>, day: Day): Lateness {
  const last = promises
    .flatMap(({ from, to }) => to ?? from ?? [])
    .sort()
    .at(-1);
  if (last === undefined) return null;
  if (last <= day) return "in-time";
  const first = promises
    .flatMap(({ from, to }) => from ?? to ?? [])
    .sort()
    .at(-1);
  return first !== undefined && first <= day ? "may" : "late";
}

/** "Arrives after 4 December". */
export function latenessText(lateness: Exclude<Lateness, null>, day: Day, at: At): string {
  const arrives = isCollection(at.method) ? "be ready" : "arrive";
  const text = {
    "in-time": "In time for",
    may: `May ${arrives} after`,
    late: isCollection(at.method) ? "Ready after" : "Arrives after",
  }[lateness];
  return `${text} ${shortDay(day, at.locale)}`;
}

type At = Readonly<{ method: string; locale: string }>;

/** "Needed by 4 December. It may arrive after that."; null where no day was named. */
export function neededText(
  {
    neededBy,
    method,
    promises,
  }: Readonly<{ neededBy?: Day; method: string; promises: ReadonlyArray<Promised> }>,
  locale: string,
): string | null {
  if (neededBy === undefined) return null;
  const isCollected = isCollection(method);
  const lateness = latenessOf(promises, neededBy);
  const what = {
    "in-time": isCollected ? " It is ready in time." : " It arrives in time.",
    may: isCollected ? " It may be ready after that." : " It may arrive after that.",
    late: isCollected ? " It is ready after that." : " It arrives after that.",
  };
  return `Needed by ${shortDay(neededBy, locale)}.${lateness === null ? "" : what[lateness]}`;
}

/** "4 December". */
function shortDay(day: Day, locale: string): string {
  return longDay(day, locale).replace(/ \d{4}$/, "");
}
