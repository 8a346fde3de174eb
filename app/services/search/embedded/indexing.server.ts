/**
 * Keeps the index equal to the catalogue. Triggers of the database mark each product of which something changed that a
 * search reads; an edit writes its own products before its commit, and a job writes all others in small pieces.
 */
import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";

import { sql } from "kysely";

import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
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
import { countWords } from "./vocabulary.server.ts";

/** Of a change of more products the others are left to the job. */
const AT_ONCE = 100;
/** Changes when terms or fields are made in another way. A migration then marks all products. */
const FORMAT = 1;

/** In the transaction of a change: takes in those products, whatever else waits. */
export async function indexChange({
  productIds,
}: Readonly<{ productIds: ReadonlyArray<number> }>): Promise<void> {
  if ((await indexMarked(AT_ONCE, productIds)) > 0) noteChange();
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

/** False if there is more to do when the time is over. Several processes may do it at once. */
export async function indexChanges({ chunk, budgetMs, onProgress }: IndexOptions): Promise<boolean> {
  const from = performance.now();
  await reslice();
  let done = chunk;
  while (done === chunk && performance.now() - from < budgetMs) {
    done = await indexMarked(chunk);
    onProgress?.(done);
    await breath();
  }
  // Not after each chunk: pages would be made anew all the while.
  noteChange();
  if (done === chunk) return false;
  await fulltext().tidy();
  return true;
}

/** How many were marked, at most `max`, of all products or of `among`. */
async function indexMarked(max: number, among?: ReadonlyArray<number>): Promise<number> {
  const { value } = await transact(async () => {
    const marked = await takeMarks(max, among);
    if (marked.length > 0) await write(marked);
    return { ok: true as const, value: marked.length };
  });
  return value;
}

/** Products that are no longer marked. What another process is at is left to it. */
async function takeMarks(max: number, among?: ReadonlyArray<number>): Promise<ReadonlyArray<number>> {
  const all = db().selectFrom("search_marks").select("product_id").orderBy("product_id").limit(max);
  const some = among ? all.where("product_id", "in", among) : all;
  const taken = await db()
    .deleteFrom("search_marks")
    .where("product_id", "in", isSqlite(db()) ? some : some.forUpdate().skipLocked())
    .returning("product_id")
    .execute();
  return taken.map(({ product_id }) => product_id);
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

/** Until all products are taken in again, a search finds fewer. */
export async function emptyIndex(): Promise<void> {
  await inTransaction(async () => {
    if (isSqlite(db()))
      await sql`insert into search_terms (search_terms) values ('delete-all')`.execute(db());
    await db().deleteFrom("search_documents").execute();
    await db().deleteFrom("search_vocabulary").execute();
    await markAll();
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
