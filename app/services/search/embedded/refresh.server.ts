/** Only products that differ are written. A pass that is cut short goes on where it was. */
import { createHash } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";

import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { SearchProgressTable } from "#app/db/schema.ts";
import {
  isOutgrown,
  popularityStep,
  placeOf,
  type Slicing,
  sliceOf,
  slicingOf,
} from "#app/models/search/popularity-rank.ts";
import { indexedTexts } from "#app/models/search/query-terms.ts";
import { packFields } from "#app/models/search/rank.ts";

import { documentReader, type RankedDocument } from "./documents.server.ts";
import { fulltext } from "./fulltext.server.ts";
import { aloneAtWork, noteProgress, readProgress } from "./progress.server.ts";
import { countWords } from "./vocabulary.server.ts";

/** Changes when terms or fields are made in another way: everything is written anew. */
const FORMAT = 1;
/** Largest id that a column holds (PostgreSQL's integer). */
const ID_MAX = 2_147_483_647;
/** After a pass none begins for this many times as long as it took: at most a twentieth of one core. */
const REST_FACTOR = 19;

type RefreshOptions = Readonly<{
  chunk: number;
  budgetMs: number;
  onProgress?: (more: number, total: number) => void;
}>;

/** "done": the index holds the catalogue as it stood when the pass began; "busy": another process is at work. */
export type Refreshed = "done" | "more" | "busy";

export async function refreshFulltext(options: RefreshOptions): Promise<Refreshed> {
  return (await aloneAtWork(() => refresh(options))) ?? "busy";
}

/** Null unless a pass is under way, or `version` is new and the rest after the last pass is over. */
export async function dueRefresh(version: number, now: Date): Promise<string | null> {
  const { crawl_version, indexed_version, backoff_until } = await readProgress();
  const isDue = crawl_version !== null || (indexed_version !== version && backoff_until <= now.toISOString());
  return isDue ? `${indexed_version}-${version}` : null;
}

async function refresh({ chunk, budgetMs, onProgress }: RefreshOptions): Promise<Refreshed> {
  const from = performance.now();
  const progress = await begun(await readProgress());
  const slicing = JSON.parse(progress.slicing ?? "") as Slicing;
  const read = await documentReader();
  let [after, written] = [progress.crawl_cursor, 0];
  do {
    const documents = await read(after, chunk);
    const last = documents.length < chunk ? undefined : documents.at(-1);
    const upTo = last?.document.productId ?? ID_MAX;
    written += await takeIn({ documents, slicing, after, upTo });
    after = upTo;
    onProgress?.(documents.length, slicing.total);
    await breath();
  } while (after < ID_MAX && performance.now() - from < budgetMs);
  if (written > 0) await fulltext().tidy();
  const workMs = progress.crawl_work_ms + Math.round(performance.now() - from);
  const revision = progress.revision + Math.sign(written);
  if (after === ID_MAX) return finish(progress, workMs);
  await noteProgress({ crawl_cursor: after, crawl_work_ms: workMs, revision });
  return "more";
}

async function begun(progress: SearchProgressTable): Promise<SearchProgressTable> {
  if (progress.crawl_version !== null) return progress;
  const { version } = await db().selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const values = {
    crawl_version: version,
    crawl_cursor: 0,
    crawl_work_ms: 0,
    slicing: JSON.stringify(await currentSlicing(progress.slicing)),
  };
  await noteProgress(values);
  return { ...progress, ...values };
}

async function currentSlicing(cached: string | null): Promise<Slicing> {
  const rows = await db()
    .selectFrom("products")
    .select(["is_featured", "rating_average_hundredths", "rating_count"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(sql<boolean>`is_visible = 1`)
    .groupBy(["is_featured", "rating_average_hundredths", "rating_count"])
    .execute();
  const now = slicingOf(
    rows.map(({ is_featured, rating_average_hundredths, rating_count, count }) => ({
      isFeatured: is_featured === 1,
      ratingHundredths: rating_average_hundredths,
      ratingCount: rating_count,
      count,
    })),
  );
  const before = cached === null ? null : (JSON.parse(cached) as Slicing);
  return before === null || isOutgrown(before, now.total) ? now : before;
}

async function finish(progress: SearchProgressTable, workMs: number): Promise<Refreshed> {
  await db().deleteFrom("search_vocabulary").where("count", "<=", 0).execute();
  await noteProgress({
    is_ready: 1,
    revision: progress.revision + 1,
    crawl_version: null,
    crawl_cursor: 0,
    indexed_version: progress.crawl_version ?? 0,
    backoff_until: new Date(Date.now() + workMs * REST_FACTOR).toISOString(),
  });
  return "done";
}

/** The visible products behind the id `after` up to `upTo`; others that the index has there are gone. */
type Part = Readonly<{
  documents: ReadonlyArray<RankedDocument>;
  slicing: Slicing;
  after: number;
  upTo: number;
}>;

async function takeIn({ documents, slicing, after, upTo }: Part): Promise<number> {
  const known = await db()
    .selectFrom("search_documents")
    .select(["place", "product_id", "fingerprint"])
    .where("product_id", ">", after)
    .where("product_id", "<=", upTo)
    .execute();
  const before = new Map(known.map((row) => [row.product_id, row]));
  const requested = documents.map((one) => located(one, slicing));
  const changed = requested.filter((one) => before.get(one.productId)?.fingerprint !== one.fingerprint);
  const cached = new Set(requested.map(({ productId }) => productId));
  const gone = known.filter(({ product_id }) => !cached.has(product_id));
  if (changed.length + gone.length === 0) return 0;
  const replaced = changed.flatMap(({ productId }) => before.get(productId) ?? []);
  await write(
    changed,
    [...gone, ...replaced].map(({ place }) => place),
  );
  return changed.length + gone.length;
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

async function write(changed: ReadonlyArray<Located>, oldPlaces: ReadonlyArray<number>): Promise<void> {
  const made = changed.map(({ document, ...row }) => ({ row, ...indexedTexts(document) }));
  const rows = made.map(({ row, fields, terms }) => ({ ...row, terms, fields: packFields(fields) }));
  await transact(async () => {
    const old = oldPlaces.length > 0 ? await fulltext().readFields(oldPlaces) : [];
    if (old.length > 0) await fulltext().remove(oldPlaces);
    if (rows.length > 0) await fulltext().add(rows);
    await countWords(
      made.map(({ fields }) => fields),
      old.map(({ fields }) => fields),
    );
    return { ok: true };
  });
}
