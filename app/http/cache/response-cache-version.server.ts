/** For how long the fast lane may send an answer again. */
import {
  isSameVersion,
  shownToNewcomer,
  shownVersion,
  type ShownVersion,
} from "#app/models/platform/content-version.server.ts";

/** Promises, windows and opening hours change at whole minutes: no answer outlives its own. */
const MINUTE_MS = 60_000;

/** All that decides about a page for everybody beside who asks for which: the shop's data and words, and the minute. */
export type Moment = Readonly<{ version: ShownVersion; minute: number }>;

/** The present one. Rejects when the database cannot say. */
export async function findMoment(): Promise<Moment> {
  return { version: await shownVersion(), minute: presentMinute() };
}

/** The present one for a request that has just been read, which costs less. Rejects as `findMoment` does. */
export async function findMomentOfNewcomer(): Promise<Moment> {
  return { version: await shownToNewcomer(), minute: presentMinute() };
}

function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

export function isSameMoment(one: Moment, other: Moment): boolean {
  return one.minute === other.minute && isSameVersion(one.version, other.version);
}
