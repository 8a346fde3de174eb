import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { readSearchDocuments, readSynonyms } from "#app/services/search/embedded/documents.server.ts";
import { dueRefresh, refreshFulltext } from "#app/services/search/embedded/refresh.server.ts";
import { isAtSize } from "#app/services/search/embedded/size.server.ts";
import type { SearchIndexPort } from "#app/services/search/search-port.ts";
import { searchIndex } from "#app/services/search/search.server.ts";

const POLITE_CHUNK = 50;
const SLICE_MS = 5_000;
const PAUSE_MS = 1_000;
const BUSY_PAUSE_MS = 30_000;

const GREEDY_CHUNK = 2_000;
const LONG_SLICE_MS = 20_000;

export async function planSearchRefresh(now: Date): Promise<void> {
  if (!(await isAtSize())) return;
  const work = await dueRefresh(await catalogueVersion(), now);
  if (work === null) return;
  await enqueue({ key: `search-refresh:${work}`, kind: "search-refresh", payload: {} });
  wakeWorker();
}

/** Throws Postponed until the index is current. */
export async function refreshSearch(): Promise<void> {
  const outcome = await refreshFulltext({ chunk: POLITE_CHUNK, budgetMs: SLICE_MS });
  if (outcome === "busy") throw new Postponed(BUSY_PAUSE_MS, "another process is at it");
  if (outcome === "more") throw new Postponed(PAUSE_MS, "there are more products");
}

/**
 * For commands, if the catalogue is large enough for an index; `onProgress` gets the number of products so far and in
 * all. False if a process of the shop is working on it.
 */
export async function refreshSearchNow(onProgress: (done: number, total: number) => void): Promise<boolean> {
  if (!(await isAtSize())) return true;
  let done = 0;
  const options = {
    chunk: GREEDY_CHUNK,
    budgetMs: LONG_SLICE_MS,
    onProgress: (more: number, total: number) => onProgress((done += more), total),
  };
  for (;;) {
    const outcome = await refreshFulltext(options);
    if (outcome !== "more") return outcome === "done";
  }
}

const BATCH = 500;
const SETTINGS_ID = 0;

/** If there is a hosted engine. */
export async function planSearchIndex(): Promise<void> {
  const index = searchIndex();
  if (!index) return;
  const version = await catalogueVersion();
  await enqueue({ key: `search-index:${index.name}:${version}`, kind: "search-index", payload: {} });
  wakeWorker();
}

/**
 * Each batch is noted once the engine has it, so that the next try goes on from there; throws if the engine refuses.
 */
export async function updateSearchIndex(): Promise<void> {
  const index = searchIndex();
  if (!index) return;
  const [documents, synonyms] = await Promise.all([readSearchDocuments(), readSynonyms()]);
  const sent = await sentTo(index);
  const settings = cartHash(synonyms);
  if (sent.get(SETTINGS_ID) !== settings) {
    await index.configure(synonyms);
    await note(index, [{ id: SETTINGS_ID, fingerprint: settings }]);
  }
  const requested = documents.map((document) => ({
    id: document.productId,
    fingerprint: cartHash(document),
    document,
  }));
  const changed = requested.filter(({ id, fingerprint }) => sent.get(id) !== fingerprint);
  for (const batch of batches(changed)) {
    await index.save(batch.map(({ document }) => document));
    await note(index, batch);
  }
  const sold = new Set(requested.map(({ id }) => id));
  const gone = [...sent.keys()].filter((id) => id !== SETTINGS_ID && !sold.has(id));
  for (const batch of batches(gone)) {
    await index.remove(batch);
    await forget(index, batch);
  }
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

function* batches<Item>(items: ReadonlyArray<Item>): Generator<ReadonlyArray<Item>> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}

function cartHash(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
