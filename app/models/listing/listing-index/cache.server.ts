/**
 * Caches the columns of lists and keeps them current (decision 0011). A change that names its products is applied at
 * once. After any other change everything is read again; until then a large catalogue shows the state before.
 */
import { db } from "#app/db/db.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";

import type { ListingIndex } from "./listing-index.server.ts";
import { readChanged, readListing, SMALL_CATALOGUE } from "./load.server.ts";

/** With more changed products everything is read. */
const CHANGED_MAX = 500;

type CachedEntry = { readonly source: unknown; readonly index: ListingIndex; version: number };

let cached: CachedEntry | null = null;
let reading: Readonly<{ source: unknown; done: Promise<CachedEntry> }> | null = null;
let patching: Promise<boolean> = Promise.resolve(true);

/** The present columns. Inside a transaction nothing is cached, because it may be rolled back. */
export async function findListing(): Promise<ListingIndex> {
  const source = db();
  if (source.isTransaction) return readListing();
  const version = await catalogueVersion();
  const before = cached?.source === source ? cached : null;
  if (before && (before.version >= version || (await isPatched(before, version)))) return before.index;
  const done = readAll(source, version);
  if (before && before.index.columns.count > SMALL_CATALOGUE) {
    // A failed read is repeated by the next request.
    done.catch(() => undefined);
    return before.index;
  }
  // The read may have begun before the requested version.
  return (await done).version >= version ? (await done).index : findListing();
}

/** Applies the changes since `before`; false if everything must be read. */
function isPatched(before: CachedEntry, version: number): Promise<boolean> {
  patching = patching.then(
    () => patch(before, version),
    () => patch(before, version),
  );
  return patching;
}

async function patch(before: CachedEntry, version: number): Promise<boolean> {
  if (before.version >= version) return true;
  const ids = await changedProducts(before.version, version, CHANGED_MAX);
  if (!ids) return false;
  const isDone = before.index.patch(ids, await readChanged(ids, before.index));
  if (isDone) before.version = version;
  return isDone;
}

/** Reads everything, once for all who ask meanwhile. */
function readAll(source: unknown, version: number): Promise<CachedEntry> {
  if (reading && reading.source === source) return reading.done;
  const done = readListing().then((index) => {
    const now: CachedEntry = { source, index, version };
    cached = now;
    return now;
  });
  const mine = { source, done };
  reading = mine;
  const end = () => {
    if (reading === mine) reading = null;
  };
  done.then(end, end);
  return done;
}
