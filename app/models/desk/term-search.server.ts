/** Only so many orders are looked at, because a shop on SQLite answers nobody else meanwhile. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

export type ReadLimits = Readonly<{
  /** Orders of the rarest word that are read without a second thought. */
  few: number;
  /** Orders of each of several frequent words, of which those with all of them are looked for. */
  many: number;
  /** When too many orders have all words, so many of the newest orders are looked through. */
  newest: number;
}>;

const READ_LIMITS: ReadLimits = { few: 2_000, many: 20_000, newest: 10_000 };
const BATCH = 1_000;
/** Sorts behind every other character. */
export const LAST_CHARACTER = "\u{10FFFF}";

/** Each term has to begin with one of the spellings of each word. */
export type TermSearch = Readonly<{ words: ReadonlyArray<ReadonlyArray<string>>; kinds: TermKinds }>;

export type TermKinds = ReturnType<typeof sql>;

export type FoundByTerms = Readonly<{
  orders: ReadonlyArray<PlacedOrder>;
  /** True: only the newest orders were looked through. */
  isCut: boolean;
}>;

type PlacedOrder = Readonly<{ id: string; number: number; placed_at: string }>;

export async function findByTerms(
  search: TermSearch,
  limit: number,
  limits = READ_LIMITS,
): Promise<FoundByTerms> {
  const { words } = search;
  if (words.length === 0) return { orders: [], isCut: false };
  const few = await idsOfWords(search, limits.few);
  const lists = few.some(Boolean) || words.length === 1 ? few : await idsOfWords(search, limits.many);
  const common = intersectionOf(lists);
  const rows = common
    ? await withOtherWords(common, search, lists)
    : await amongNewest(search, { limit, newest: limits.newest });
  return { orders: newestOf(rows, limit), isCut: common === null };
}

export function newestOf(orders: ReadonlyArray<PlacedOrder>, limit: number): ReadonlyArray<PlacedOrder> {
  const unique = new Map(orders.map((order) => [order.id, order]));
  return [...unique.values()].sort(newestFirst).slice(0, limit);
}

function newestFirst(one: PlacedOrder, other: PlacedOrder): number {
  if (one.placed_at !== other.placed_at) return one.placed_at < other.placed_at ? 1 : -1;
  return other.number - one.number;
}

/** The orders of each word; null for a word that more than `max` terms begin with. */
async function idsOfWords({ words, kinds }: TermSearch, max: number) {
  const lists: Array<ReadonlySet<string> | null> = [];
  for (const spellings of words) {
    const rows = await db()
      .selectFrom("order_search_terms")
      .select("order_id")
      .where(beginsWith(spellings))
      .where(sql<boolean>`${kinds}`)
      .limit(max + 1)
      .execute();
    lists.push(rows.length > max ? null : new Set(rows.map(({ order_id }) => order_id)));
  }
  return lists;
}

/** Null if every word is a frequent one. */
function intersectionOf(lists: ReadonlyArray<ReadonlySet<string> | null>): ReadonlyArray<string> | null {
  const [first, ...others] = lists
    .filter((list) => list !== null)
    .sort((one, other) => one.size - other.size);
  return first ? [...first].filter((id) => others.every((list) => list.has(id))) : null;
}

async function withOtherWords(
  ids: ReadonlyArray<string>,
  { words, kinds }: TermSearch,
  lists: ReadonlyArray<ReadonlySet<string> | null>,
): Promise<ReadonlyArray<PlacedOrder>> {
  const frequent = words.filter((_, index) => lists[index] === null);
  const found: Array<PlacedOrder> = [];
  for (let start = 0; start < ids.length; start += BATCH)
    found.push(
      ...(await db()
        .selectFrom("orders")
        .select(["id", "number", "placed_at"])
        .where("id", "in", ids.slice(start, start + BATCH))
        .where((row) => row.and(frequent.map((spellings) => hasTerm(spellings, kinds))))
        .execute()),
    );
  return found;
}

function amongNewest(
  { words, kinds }: TermSearch,
  { limit, newest }: Readonly<{ limit: number; newest: number }>,
): Promise<ReadonlyArray<PlacedOrder>> {
  const newestOrders = db()
    .selectFrom("orders")
    .select(["id", "number", "placed_at"])
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(newest);
  return db()
    .selectFrom(newestOrders.as("orders"))
    .selectAll()
    .where((row) => row.and(words.map((spellings) => hasTerm(spellings, kinds))))
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
}

function hasTerm(spellings: ReadonlyArray<string>, kinds: TermKinds) {
  return sql<boolean>`EXISTS (SELECT 1 FROM order_search_terms
    WHERE order_id = orders.id AND ${beginsWith(spellings)} AND ${kinds})`;
}

export function beginsWith(spellings: ReadonlyArray<string>) {
  const ranges = spellings.map((word) => sql`(term >= ${word} AND term < ${word + LAST_CHARACTER})`);
  return sql<boolean>`(${sql.join(ranges, sql` OR `)})`;
}
