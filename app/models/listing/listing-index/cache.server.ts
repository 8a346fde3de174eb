/**
 * A change that names its products is applied at once, and after any other everything is read again; until then a large
 * catalogue shows the state before (decision 0011). A start begins with what is stored (decision 0062).
 */
import { setImmediate as eventLoopTurn } from "node:timers/promises";

import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { db, inBackground, isDatabaseClosing } from "#app/db/db.server.ts";
import { onPrimary } from "#app/db/replica.server.ts";
import { Wording } from "#app/models/listing/filter-labels.ts";
import { readBands, readFacts, readNames } from "#app/models/listing/filter-values.server.ts";
import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import { currentMarket } from "#app/models/platform/market.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";

import { ListingBuilder } from "./build.ts";
import { type ListingContents, ListingIndex } from "./listing-index.server.ts";
import { nameOrder } from "./sort.ts";
import { findStoredListing, storeListing } from "./stored.server.ts";

/** With more changed products everything is read. */
const CHANGED_MAX = 500;
/** Up to this many products requests wait until all are read, a tenth of a second. */
const SMALL_CATALOGUE = 2_000;

type Entry = {
  readonly index: ListingIndex;
  readonly isOfThisBuild: boolean;
  version: number;
  /** Changed products since it was stored; what is further back than CHANGED_MAX cannot be patched. */
  unstored: number;
};

type Lists = {
  readonly source: unknown;
  entry: Promise<Entry | null>;
  reading: Promise<Entry> | null;
  patching: Promise<boolean>;
};

const byCurrency = new Map<Currency | null, Lists>();

function currentLists(): Lists {
  const { currency } = currentMarket();
  const source = db();
  const known = byCurrency.get(currency);
  if (known?.source === source) return known;
  const entry = firstEntry().catch(() => null);
  const lists = { source, entry, reading: null, patching: Promise.resolve(true) };
  byCurrency.set(currency, lists);
  return lists;
}

/** A start shows no state before: what is stored counts if it can be brought up to date. */
async function firstEntry(): Promise<Entry | null> {
  const stored = await findStoredListing();
  const now = await catalogueVersion();
  if (!stored || stored.version > now) return null;
  const { contents, ...rest } = stored;
  const entry = { index: newIndex(contents), unstored: 0, ...rest };
  return (await patch(entry, now)) ? entry : null;
}

/**
 * One for all readers, so it is read from the primary also inside a catalogue read. Inside a transaction nothing is
 * cached, because it may be rolled back.
 */
export function findListing(): Promise<ListingIndex> {
  return onPrimary(() => (db().isTransaction ? readListing() : findCached()));
}

async function findCached(): Promise<ListingIndex> {
  const lists = currentLists();
  const version = await catalogueVersion();
  const before = await lists.entry;
  const isCurrent = before && (before.version >= version || (await isPatched(lists, before, version)));
  if (isCurrent && before.isOfThisBuild) return before.index;
  const done = readAll(lists, version);
  if (before && (isCurrent || before.index.columns.count > SMALL_CATALOGUE)) {
    // Pages that are drawn meanwhile show the state before.
    done.then(noteChange, () => undefined);
    return before.index;
  }
  // The read may have begun before the requested version.
  return (await done).version >= version ? (await done).index : findCached();
}

/** False if everything must be read. */
function isPatched(lists: Lists, before: Entry, version: number): Promise<boolean> {
  const next = () => patch(before, version);
  lists.patching = lists.patching.then(next, next);
  return lists.patching;
}

async function patch(before: Entry, version: number): Promise<boolean> {
  if (before.version >= version) return true;
  const ids = await changedProducts(before.version, version, CHANGED_MAX);
  if (!ids || !before.index.patch(ids, await readChanged(ids, before.index))) return false;
  before.unstored += Math.max(ids.length, version - before.version);
  before.version = version;
  if (before.isOfThisBuild && before.unstored > CHANGED_MAX / 2) store(before);
  return true;
}

function store(entry: Entry): void {
  entry.unstored = 0;
  inBackground(storeListing(entry.index, entry.version));
}

/** Once for all who ask meanwhile. */
function readAll(lists: Lists, version: number): Promise<Entry> {
  lists.reading ??= readListing()
    .then((index) => {
      const now = { index, isOfThisBuild: true, version, unstored: 0 };
      lists.entry = Promise.resolve(now);
      store(now);
      return now;
    })
    .finally(() => (lists.reading = null));
  inBackground(lists.reading);
  return lists.reading;
}

/** About 15 ms of processor time, in which nobody is answered. */
const PRODUCTS_AT_ONCE = 250;
const ID_MAX = 2_147_483_647;

/** Throws once the database is being closed: nobody waits for the rest. */
async function pause(): Promise<void> {
  await eventLoopTurn();
  if (isDatabaseClosing()) throw new Error("The database is being closed");
}

/** Changes during the read may or may not be in it. */
export async function readListing(atOnce = PRODUCTS_AT_ONCE): Promise<ListingIndex> {
  const bands = await readBands();
  const builder = new ListingBuilder();
  const wording = new Wording();
  for (let after = 0; ;) {
    await pause();
    const some = await readFacts({ which: { after, to: ID_MAX }, limit: atOnce, bands });
    if (!some) break;
    for (const fact of some.facts) builder.add(fact);
    wording.add(some.words);
    after = some.lastId;
  }
  return newIndex({ columns: builder.done(), bands, vocabulary: wording.vocabulary(bands) });
}

function newIndex(contents: Omit<ListingContents, "readNames">): ListingIndex {
  const { id: ids } = contents.columns.product;
  const readNames = async () => nameOrder(await onPrimary(() => namesOf(ids)), pause);
  return new ListingIndex({ ...contents, readNames });
}

async function namesOf(ids: ArrayLike<number>): Promise<ReadonlyArray<string>> {
  const names: Array<string> = [];
  for (let after = 0; names.length < ids.length;) {
    await pause();
    const rows = await readNames(after, PRODUCTS_AT_ONCE);
    const last = rows.at(-1);
    const known = new Map(rows.map(({ id, name }) => [id, name.toLowerCase()]));
    const end = last ? last.id : ID_MAX;
    while (names.length < ids.length && (ids[names.length] ?? 0) <= end)
      names.push(known.get(ids[names.length] ?? 0) ?? "");
    after = end;
  }
  return names;
}

async function readChanged(
  ids: ReadonlyArray<number>,
  index: ListingIndex,
): Promise<ReadonlyArray<ProductFacts>> {
  if (ids.length === 0) return [];
  const some = await readFacts({ which: { ids }, limit: ids.length, bands: index.bands });
  return some?.facts ?? [];
}
