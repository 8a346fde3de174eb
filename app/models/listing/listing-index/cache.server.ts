/**
 * Keeps what lists know of the catalogue, and keeps it fresh. A change that names its products is taken in at once. For
 * any other all is read anew: a small catalogue is waited for, of a large one lists show the state before meanwhile.
 */
import { db } from "#app/db/db.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";

import type { ListingIndex } from "./listing-index.server.ts";
import { readChanged, readListing, SMALL_CATALOGUE } from "./load.server.ts";

/** With more products changed, everything is read. */
const CHANGED_MAX = 500;

type Kept = { readonly source: unknown; readonly index: ListingIndex; version: number };

let kept: Kept | null = null;
/** The reading of everything that is under way. */
let reading: Readonly<{ source: unknown; done: Promise<Kept> }> | null = null;
/** The taking in of changes that is under way. */
let patching: Promise<boolean> = Promise.resolve(true);

/** What lists know of the catalogue. Inside a transaction nothing is kept: it may still be undone. */
export async function findListing(): Promise<ListingIndex> {
  const source = db();
  if (source.isTransaction) return readListing();
  const version = await catalogueVersion();
  const before = kept?.source === source ? kept : null;
  if (before && (before.version >= version || (await isPatched(before, version)))) return before.index;
  const done = readAll(source, version);
  if (before && before.index.columns.count > SMALL_CATALOGUE) {
    // Failing is no request's business: the next one begins anew.
    done.catch(() => undefined);
    return before.index;
  }
  // The reading may have begun before the version that is asked for.
  return (await done).version >= version ? (await done).index : findListing();
}

/** Takes in what changed since `before`, one after the other; false when everything must be read. */
function isPatched(before: Kept, version: number): Promise<boolean> {
  patching = patching.then(
    () => patch(before, version),
    () => patch(before, version),
  );
  return patching;
}

async function patch(before: Kept, version: number): Promise<boolean> {
  if (before.version >= version) return true;
  const ids = await changedProducts(before.version, version, CHANGED_MAX);
  if (!ids) return false;
  const isDone = before.index.patch(ids, await readChanged(ids, before.index));
  if (isDone) before.version = version;
  return isDone;
}

/** Reads everything, once for all who ask for it meanwhile. */
function readAll(source: unknown, version: number): Promise<Kept> {
  if (reading && reading.source === source) return reading.done;
  const done = readListing().then((index) => {
    const now: Kept = { source, index, version };
    kept = now;
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
