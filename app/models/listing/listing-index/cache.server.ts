/**
 * A change that names its products is applied at once, and after any other everything is read again; until then a large
 * catalogue shows the state before (decision 0011).
 */
import { setImmediate as eventLoopTurn } from "node:timers/promises";

import { db } from "#app/db/db.server.ts";
import { onPrimary } from "#app/db/replica.server.ts";
import { Wording } from "#app/models/listing/facet-labels.ts";
import { readBands, readFacts, readNames } from "#app/models/listing/facet-values.server.ts";
import type { ProductFacts } from "#app/models/listing/facet-values.ts";
import { currentMarket } from "#app/models/platform/market.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";

import { ListingBuilder } from "./build.ts";
import { ListingIndex } from "./listing-index.server.ts";
import { nameOrder } from "./sort.ts";

/** With more changed products everything is read. */
const CHANGED_MAX = 500;

type CachedEntry = { readonly source: unknown; readonly index: ListingIndex; version: number };

type Lists = {
  cached: CachedEntry | null;
  reading: Readonly<{ source: unknown; done: Promise<CachedEntry> }> | null;
  patching: Promise<boolean>;
};

const byCurrency = new Map<Currency | null, Lists>();

function currentLists(): Lists {
  const { currency } = currentMarket();
  const lists = byCurrency.get(currency) ?? {
    cached: null,
    reading: null,
    patching: Promise.resolve(true),
  };
  byCurrency.set(currency, lists);
  return lists;
}

/**
 * One for all readers, so it is read from the primary also inside a catalogue read. Inside a transaction nothing is
 * cached, because it may be rolled back.
 */
export function findListing(): Promise<ListingIndex> {
  return onPrimary(() => (db().isTransaction ? readListing() : findCached()));
}

async function findCached(): Promise<ListingIndex> {
  const source = db();
  const version = await catalogueVersion();
  const { cached } = currentLists();
  const before = cached?.source === source ? cached : null;
  if (before && (before.version >= version || (await isPatched(before, version)))) return before.index;
  const done = readAll(source, version);
  if (before && before.index.columns.count > SMALL_CATALOGUE) {
    done.catch(() => undefined);
    return before.index;
  }
  // The read may have begun before the requested version.
  return (await done).version >= version ? (await done).index : findCached();
}

/** False if everything must be read. */
function isPatched(before: CachedEntry, version: number): Promise<boolean> {
  const lists = currentLists();
  lists.patching = lists.patching.then(
    () => patch(before, version),
    () => patch(before, version),
  );
  return lists.patching;
}

async function patch(before: CachedEntry, version: number): Promise<boolean> {
  if (before.version >= version) return true;
  const ids = await changedProducts(before.version, version, CHANGED_MAX);
  if (!ids) return false;
  const isDone = before.index.patch(ids, await readChanged(ids, before.index));
  if (isDone) before.version = version;
  return isDone;
}

/** Once for all who ask meanwhile. */
function readAll(source: unknown, version: number): Promise<CachedEntry> {
  const lists = currentLists();
  if (lists.reading && lists.reading.source === source) return lists.reading.done;
  const done = readListing().then((index) => {
    const now: CachedEntry = { source, index, version };
    lists.cached = now;
    return now;
  });
  const mine = { source, done };
  lists.reading = mine;
  const end = () => {
    if (lists.reading === mine) lists.reading = null;
  };
  done.then(end, end);
  return done;
}

const PRODUCTS_AT_ONCE = 1_000;
const ID_MAX = 2_147_483_647;
/** Up to this many names are sorted at once, else when they are first needed. */
const SMALL_CATALOGUE = 20_000;

const pause = async (): Promise<void> => {
  await eventLoopTurn();
};

/** Changes during the read may or may not be in it. */
export async function readListing(atOnce = PRODUCTS_AT_ONCE): Promise<ListingIndex> {
  const bands = await readBands();
  const builder = new ListingBuilder();
  const wording = new Wording();
  const names: Array<string> = [];
  for (let after = 0; ;) {
    await pause();
    const some = await readFacts({ which: { after, to: ID_MAX }, limit: atOnce, bands });
    if (!some) break;
    for (const fact of some.facts) {
      builder.add(fact);
      if (names.length <= SMALL_CATALOGUE) names.push(fact.name.toLowerCase());
    }
    wording.add(some.words);
    after = some.lastId;
  }
  const columns = builder.done();
  const isSmall = columns.count <= SMALL_CATALOGUE;
  const order = isSmall ? await nameOrder(names, pause) : null;
  const { product } = columns;
  return new ListingIndex({
    columns,
    bands,
    vocabulary: wording.vocabulary(bands),
    names: onlyOnce(async () => order ?? nameOrder(await onPrimary(() => namesOf(product.id)), pause)),
  });
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

function onlyOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    made.catch(() => (made = null));
    return made;
  };
}

async function readChanged(
  ids: ReadonlyArray<number>,
  index: ListingIndex,
): Promise<ReadonlyArray<ProductFacts>> {
  if (ids.length === 0) return [];
  const some = await readFacts({ which: { ids }, limit: ids.length, bands: index.bands });
  return some?.facts ?? [];
}
