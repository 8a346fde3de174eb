import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { enqueue, enqueueAgain } from "#app/models/jobs/outbox.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { readSearchDocuments, readSynonyms } from "#app/services/search/embedded/documents.server.ts";
import { indexChanges, markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { statusOf } from "#app/services/outgoing/outgoing-error.ts";
import type { SearchDocument, SearchIndexPort } from "#app/services/search/search-port.ts";
import { searchIndex } from "#app/services/search/search.server.ts";
import { inTurns } from "#app/event-loop-fairness.server.ts";

import { REFUSED_MARK } from "./index-state.server.ts";

const POLITE_CHUNK = 50;
const SLICE_MS = 5_000;
const PAUSE_MS = 1_000;

/** An edit of a product in the chunk waits until the chunk is committed. */
const GREEDY_CHUNK = 200;

/** For what an edit of one product does not write itself: changes of many products, of brands and categories. */
export async function planSearchRefresh(): Promise<void> {
  if ((await markedCount()) === 0) return;
  await enqueueAgain({ key: "search-refresh", kind: "search-refresh", payload: {} });
}

/** Throws Postponed until the index is current. */
export async function refreshSearch(): Promise<void> {
  if (!(await indexChanges({ chunk: POLITE_CHUNK, budgetMs: SLICE_MS })))
    throw new Postponed(PAUSE_MS, "there are more products");
}

/** For commands; `onProgress` gets the number of products so far and in all. */
export async function refreshSearchNow(onProgress: (done: number, total: number) => void): Promise<void> {
  const total = await markedCount();
  let done = 0;
  await indexChanges({
    chunk: GREEDY_CHUNK,
    budgetMs: Infinity,
    onProgress: (more) => onProgress((done += more), Math.max(done, total)),
  });
}

const BATCH = 500;
const SETTINGS_ID = 0;
/** Statuses by which an engine says that something in the batch is wrong, not the service. */
const BATCH_REFUSALS: ReadonlyArray<number> = [400, 413, 422];
const REFUSED_MAX = 20;
/** In bytes of UTF-8; 7,700 together. */
const TEXT_MAX = {
  name: 200,
  description: 2_000,
  keywords: 1_000,
  categories: 1_000,
  options: 1_500,
  skus: 2_000,
} as const;

/** If there is a hosted engine. */
export async function planSearchIndex(): Promise<void> {
  const index = searchIndex();
  if (!index) return;
  const version = await catalogueVersion();
  await enqueue({ key: `search-index:${index.name}:${version}`, kind: "search-index", payload: {} });
}

/**
 * Each batch is noted once the engine has it, so that the next try goes on from there. What is noted as refused is not
 * sent again until it changes. Synonyms that are refused hold up no product; then it throws at the end.
 */
export async function updateSearchIndex(): Promise<void> {
  const index = searchIndex();
  if (!index) return;
  const [documents, synonyms] = await Promise.all([readSearchDocuments(), readSynonyms()]);
  const sent = await sentTo(index);
  const settings = fingerprintOf(synonyms);
  const refusal = sent.get(SETTINGS_ID) === settings ? null : await configure(index, synonyms, settings);
  const requested = documents.map(shortened).map((document) => ({
    id: document.productId,
    fingerprint: fingerprintOf(document),
    document,
  }));
  const changed = requested.filter(
    ({ id, fingerprint }) => ![fingerprint, REFUSED_MARK + fingerprint].includes(sent.get(id) ?? ""),
  );
  const run: Run = {
    index,
    refused: [],
    taken: requested.find(({ id, fingerprint }) => sent.get(id) === fingerprint),
  };
  for await (const batch of inTurns(changed, BATCH)) await save(run, batch);
  const marked = run.refused.map((each) => ({ ...each, fingerprint: REFUSED_MARK + each.fingerprint }));
  if (marked.length > 0) await note(index, marked);
  const sold = new Set(requested.map(({ id }) => id));
  const gone = [...sent.keys()].filter((id) => id !== SETTINGS_ID && !sold.has(id));
  for await (const batch of inTurns(gone, BATCH)) {
    await index.remove(batch);
    await forget(index, batch);
  }
  if (refusal) throw refusal;
}

/** Returns the engine's refusal of the synonyms, which says nothing against the products. */
async function configure(
  index: SearchIndexPort,
  synonyms: Parameters<SearchIndexPort["configure"]>[0],
  fingerprint: string,
): Promise<Error | null> {
  try {
    await index.configure(synonyms);
  } catch (error) {
    if (!BATCH_REFUSALS.includes(statusOf(error) ?? 0)) throw error;
    return new Error(`The service refuses the synonyms: ${(error as Error).message}`, { cause: error });
  }
  await note(index, [{ id: SETTINGS_ID, fingerprint }]);
  return null;
}

type Entry = Readonly<{ id: number; fingerprint: string; document: SearchDocument }>;

type Run = {
  readonly index: SearchIndexPort;
  readonly refused: Array<Entry>;
  /** One that the engine has taken as it is. */
  taken: Entry | undefined;
};

/** Halves a batch that is refused until the products that are at fault are alone: those are `refused`. */
async function save(run: Run, batch: ReadonlyArray<Entry>): Promise<void> {
  const { index, refused } = run;
  try {
    await index.save(batch.map(({ document }) => document));
    await note(index, batch);
    run.taken ??= batch[0];
  } catch (error) {
    if (!BATCH_REFUSALS.includes(statusOf(error) ?? 0)) throw error;
    const [only] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await save(run, batch.slice(0, half));
      await save(run, batch.slice(half));
    } else if (only) {
      refused.push(only);
      // So many may be no fault of theirs: then one that it has taken is refused too, and all of them are sent again.
      if (refused.length % REFUSED_MAX !== 0) return;
      if (!run.taken) throw error;
      await index.save([run.taken.document]);
    }
  }
}

/** Engines limit a record (Algolia: 10 KB), and the first words of a text are enough to find a product by. */
function shortened(document: SearchDocument): SearchDocument {
  const cut = (field: keyof typeof TEXT_MAX) =>
    // As of a stream: a character that is cut in two at the end is left out.
    new TextDecoder().decode(Buffer.from(document[field]).subarray(0, TEXT_MAX[field]), { stream: true });
  const fields = Object.keys(TEXT_MAX) as Array<keyof typeof TEXT_MAX>;
  return { ...document, ...Object.fromEntries(fields.map((field) => [field, cut(field)])) };
}

async function sentTo({ name }: SearchIndexPort): Promise<ReadonlyMap<number, string>> {
  const rows = await db()
    .selectFrom("search_index_entries")
    .select(["product_id", "fingerprint"])
    .where("index_name", "=", name)
    .execute();
  return new Map(rows.map(({ product_id, fingerprint }) => [product_id, fingerprint]));
}

async function note(
  { name }: SearchIndexPort,
  entries: ReadonlyArray<Readonly<{ id: number; fingerprint: string }>>,
): Promise<void> {
  await db()
    .insertInto("search_index_entries")
    .values(entries.map(({ id, fingerprint }) => ({ index_name: name, product_id: id, fingerprint })))
    .onConflict((conflict) =>
      conflict
        .columns(["index_name", "product_id"])
        .doUpdateSet((row) => ({ fingerprint: row.ref("excluded.fingerprint") })),
    )
    .execute();
}

async function forget({ name }: SearchIndexPort, productIds: ReadonlyArray<number>): Promise<void> {
  await db()
    .deleteFrom("search_index_entries")
    .where("index_name", "=", name)
    .where("product_id", "in", productIds)
    .execute();
}

function fingerprintOf(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
