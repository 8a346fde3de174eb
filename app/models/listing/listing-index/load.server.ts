import { setImmediate as eventLoopTurn } from "node:timers/promises";

import { Wording } from "#app/models/listing/facet-labels.ts";
import { readNames } from "#app/models/listing/facet-values.server.ts";
import { readBands, readFacts } from "#app/models/listing/facet-values.server.ts";
import type { ProductFacts } from "#app/models/listing/facet-values.ts";

import { ListingBuilder } from "./build.ts";
import { ListingIndex } from "./listing-index.server.ts";
import { nameOrder } from "./sort.ts";

const PRODUCTS_AT_ONCE = 1_000;
const ID_MAX = 2_147_483_647;
/** Up to this many products names are sorted at once, else when they are first needed. */
export const SMALL_CATALOGUE = 20_000;

const pause = async (): Promise<void> => {
  await eventLoopTurn();
};

/** Everything as it is now. Changes during the read may or may not be in it. */
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
    names: onlyOnce(async () => order ?? nameOrder(await namesOf(product.id), pause)),
  });
}

/** Names in lower case. A product that was deleted meanwhile has none. */
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

export async function readChanged(
  ids: ReadonlyArray<number>,
  index: ListingIndex,
): Promise<ReadonlyArray<ProductFacts>> {
  if (ids.length === 0) return [];
  const some = await readFacts({ which: { ids }, limit: ids.length, bands: index.bands });
  return some?.facts ?? [];
}
