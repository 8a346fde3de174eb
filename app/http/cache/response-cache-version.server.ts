/** The version that decides how long the response cache may send an answer again. */
import {
  isSameVersion,
  shownToNewcomer,
  shownVersion,
  type ShownVersion,
} from "#app/models/platform/content-version.server.ts";

/** Estimates, periods and opening hours change at whole minutes, so no answer outlives its minute. */
const MINUTE_MS = 60_000;

export type Moment = Readonly<{ version: ShownVersion; minute: number }>;

export async function findMoment(): Promise<Moment> {
  return { version: await shownVersion(), minute: presentMinute() };
}

/** The present version for a request that was just read, at less cost. Rejects as `findMoment` does. */
export async function findMomentOfNewcomer(): Promise<Moment> {
  return { version: await shownToNewcomer(), minute: presentMinute() };
}

function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

export function isSameMoment(one: Moment, other: Moment): boolean {
  return one.minute === other.minute && isSameVersion(one.version, other.version);
}
