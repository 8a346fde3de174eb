/** The version that decides how long the response cache may send an answer again. */
import {
  isSameVersion,
  shownToGuest,
  shownVersion,
  type ShownVersion,
} from "#app/models/platform/content-version.server.ts";

/** Estimates, periods and opening hours change at whole minutes, so no answer outlives its minute. */
const MINUTE_MS = 60_000;

export type CacheVersion = Readonly<{ version: ShownVersion; minute: number }>;

export async function findCacheVersion(): Promise<CacheVersion> {
  return { version: await shownVersion(), minute: presentMinute() };
}

/** The present version for a request that was just read, at less cost. Rejects as `findCacheVersion` does. */
export async function findAnonymousCacheVersion(): Promise<CacheVersion> {
  return { version: await shownToGuest(), minute: presentMinute() };
}

function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

export function isSameCacheVersion(one: CacheVersion, other: CacheVersion): boolean {
  return one.minute === other.minute && isSameVersion(one.version, other.version);
}
