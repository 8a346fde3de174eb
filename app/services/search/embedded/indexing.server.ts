/**
 * Keeps the index equal to the catalogue. Triggers of the database mark each product of which something changed that a
 * search reads; an edit writes its own products before its commit, and a job writes all others in small pieces.
 */
import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";

import { sql } from "kysely";

import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { isConflict } from "#app/db/dialect.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { SEARCH_IN_SQLITE } from "#app/db/migrations/schema/search.ts";
import {
  isOutgrown,
  NO_SLICING,
  placeOf,
  popularityStep,
  type Slicing,
  sliceOf,
  slicingOf,
} from "#app/models/search/popularity-rank.ts";
import { indexedTexts } from "#app/models/search/query-terms.ts";
import { packFields } from "#app/models/search/rank.ts";

import { documentsOf, type RankedDocument } from "./documents.server.ts";
import { fulltext } from "./fulltext.server.ts";
import { countWords, nextRevision } from "./vocabulary.server.ts";

/** Of a change of more products the others are left to the job. */
const AT_ONCE = 100;
/** Changes when terms or fields are made in another way. A migration then marks all products. */
const FORMAT = 1;
const FAILED_MAX = 20;

/**
 * In the transaction of a change: takes in those products, whatever else waits. An index that is damaged does not stop the
 * change: its mark stays, and the job says what is wrong.
 */
export async function indexChange({
  productIds,
}: Readonly<{ productIds: ReadonlyArray<number> }>): Promise<void> {
  await inTransaction(async () => {
    await sql`savepoint search_index`.execute(db());
    try {
      if ((await indexMarked(productIds.slice(0, AT_ONCE))) > 0) noteChange();
    } catch (error) {
      if (isConflict(error)) throw error;
      await sql`rollback to savepoint search_index`.execute(db());
    }
    await sql`release savepoint search_index`.execute(db());
  });
}

/** How many products the index has yet to take in. */
export async function markedCount(): Promise<number> {
  const { count } = await db()
    .selectFrom("search_marks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

type IndexOptions = Readonly<{
  /** Products written before others get their turn. */
  chunk: number;
  budgetMs: number;
  onProgress?: (more: number) => void;
}>;

/** False if there is more to do when the time is over. Throws at the end if products cannot be taken in. */
export async function indexChanges({ chunk, budgetMs, onProgress }: IndexOptions): Promise<boolean> {
  const from = performance.now();
  await reslice();
  const failed = new Map<number, unknown>();
  let ids = await nextMarked(chunk, failed);
  try {
    while (ids.length > 0 && performance.now() - from < budgetMs) {
      await indexEach(ids, failed);
      onProgress?.(ids.length);
      await breath();
      ids = await nextMarked(chunk, failed);
    }
  } finally {
    // Not after each chunk: pages would be made anew all the while.
    noteChange();
  }
  if (ids.length > 0) return false;
  const [cause] = failed.values();
  if (failed.size > 0)
    throw new Error(`Products ${[...failed.keys()].join(", ")} cannot be taken in: ${String(cause)}`, {
      cause,
    });
  await fulltext().tidy();
  return true;
}

/** What fails is halved until the products at fault are alone. So many that all may be are no fault of theirs. */
async function indexEach(ids: ReadonlyArray<number>, failed: Map<number, unknown>): Promise<void> {
  try {
    await indexMarked(ids);
  } catch (error) {
    const half = Math.ceil(ids.length / 2);
    if (ids.length === 1) failed.set(ids[0] ?? 0, error);
    else for (const some of [ids.slice(0, half), ids.slice(half)]) await indexEach(some, failed);
    if (failed.size > FAILED_MAX) throw error;
  }
}

/** What another process is at is left to it. */
function marks() {
  const all = db().selectFrom("search_marks").select("product_id").orderBy("product_id");
  return isSqlite(db()) ? all : all.forUpdate().skipLocked();
}

async function nextMarked(max: number, failed: ReadonlyMap<number, unknown>): Promise<ReadonlyArray<number>> {
  const rows = await marks()
    .$if(failed.size > 0, (others) => others.where("product_id", "not in", [...failed.keys()]))
    .limit(max)
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** How many of them were marked. */
async function indexMarked(ids: ReadonlyArray<number>): Promise<number> {
  const { value } = await transact(async () => {
    const taken = await db()
      .deleteFrom("search_marks")
      .where("product_id", "in", marks().where("product_id", "in", ids))
      .returning("product_id")
      .execute();
    if (taken.length > 0) await write(taken.map(({ product_id }) => product_id));
    return { ok: true as const, value: taken.length };
  });
  return value;
}

async function write(productIds: ReadonlyArray<number>): Promise<void> {
  const slicing = await readSlicing();
  const documents = (await documentsOf(productIds)).map((one) => located(one, slicing));
  const known = await db()
    .selectFrom("search_documents")
    .select(["place", "product_id", "fields", "fingerprint"])
    .where("product_id", "in", productIds)
    .execute();
  const before = new Map(known.map((row) => [row.product_id, row.fingerprint]));
  const isSame = ({ productId, fingerprint }: Located) => before.get(productId) === fingerprint;
  const same = new Set(documents.filter(isSame).map(({ productId }) => productId));
  const changed = documents.filter(({ productId }) => !same.has(productId));
  const old = known.filter(({ product_id }) => !same.has(product_id));
  if (changed.length + old.length === 0) return;
  const made = changed.map(({ document, ...row }) => ({ row, ...indexedTexts(document) }));
  if (old.length > 0) await fulltext().remove(old.map(({ place }) => place));
  if (made.length > 0)
    await fulltext().add(
      made.map(({ row, fields, terms }) => ({ ...row, terms, fields: packFields(fields) })),
    );
  await countWords(
    made.map(({ fields }) => fields),
    old.map(({ fields }) => fields),
  );
}

type Located = ReturnType<typeof located>;

function located({ document, popularity }: RankedDocument, slicing: Slicing) {
  const { productId } = document;
  const step = popularityStep(popularity);
  const place = placeOf(productId, step);
  const slice = sliceOf(productId, step, slicing);
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([FORMAT, place, slice, document]))
    .digest("base64");
  return { document, productId, place, slice, fingerprint };
}

/** Where the engine needs slices and the catalogue has outgrown them, all products are written anew. */
async function reslice(): Promise<void> {
  if (!fulltext().hasSlices) return;
  const visible = () =>
    db()
      .selectFrom("products")
      .where(sql<boolean>`is_visible = 1`);
  const { total } = await visible()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (!isOutgrown(await readSlicing(), total)) return;
  const rows = await visible()
    .select(["is_featured", "rating_average_hundredths", "rating_count"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(["is_featured", "rating_average_hundredths", "rating_count"])
    .execute();
  const slicing = slicingOf(
    rows.map(({ is_featured, rating_average_hundredths, rating_count, count }) => ({
      isFeatured: is_featured === 1,
      ratingHundredths: rating_average_hundredths,
      ratingCount: rating_count,
      count,
    })),
  );
  await inTransaction(async () => {
    await markAll();
    await db()
      .updateTable("search_progress")
      .set({ slicing: JSON.stringify(slicing) })
      .execute();
  });
}

/** Until all products are taken in again, a search finds fewer. Works on a damaged index too. */
export async function emptyIndex(): Promise<void> {
  await inTransaction(async () => {
    // Waits for every change that has marked a product, and keeps others from it until the end.
    if (!isSqlite(db())) await sql`lock table search_marks in share row exclusive mode`.execute(db());
    await markAll();
    await db().deleteFrom("search_documents").execute();
    // SQLite has the terms in a table of its own kind, which may be too damaged to be emptied.
    if (isSqlite(db())) await sql`drop table if exists search_terms`.execute(db());
    for (const create of isSqlite(db()) ? (SEARCH_IN_SQLITE.indexes ?? []) : [])
      await sql.raw(create).execute(db());
    const revision = await nextRevision();
    await db().updateTable("search_vocabulary").set({ count: 0, revision }).where("count", "<>", 0).execute();
  });
}

/** As a change of each product does: a mark that a job is about to take is made again. */
async function markAll(): Promise<void> {
  await sql`insert into search_marks (product_id) select id from products where true order by id
    on conflict (product_id) do update set product_id = excluded.product_id`.execute(db());
}

async function readSlicing(): Promise<Slicing> {
  const { slicing } = await db().selectFrom("search_progress").select("slicing").executeTakeFirstOrThrow();
  return slicing === null ? NO_SLICING : (JSON.parse(slicing) as Slicing);
}
