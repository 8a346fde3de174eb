/** The catalogue's version, by which cached data expires. */
import { CompiledQuery, sql } from "kysely";
import { LRUCache } from "lru-cache";

import { db, primaryDb } from "#app/db/db.server.ts";
import { catalogueRead, isReadingReplica } from "#app/db/replica.server.ts";

/** Compiled once, because building the query costs several times what running it does. */
const VERSION = CompiledQuery.raw('select "version" from "catalogue_version"');

export async function catalogueVersion(): Promise<number> {
  const { rows } = await db().executeQuery<{ version: number }>(VERSION);
  if (!rows[0]) throw new Error("The catalogue has no version");
  return rows[0].version;
}

/** Versions whose changes are stored; who is further behind reads everything. */
const VERSIONS_KEPT = 5_000;
/** Versions between two deletions of old changes. */
const CLEARED_EVERY = 500;
/** Stands for "no product": something else in the catalogue changed. */
const NO_PRODUCT = 0;

/**
 * Raises the version, in the transaction of the change. `productIds` are the products whose price, stock or rating
 * changed; empty if the change concerns no product. Without it everything is read again.
 */
export async function bumpCatalogueVersion(productIds?: ReadonlyArray<number>): Promise<void> {
  const { version } = await db()
    .updateTable("catalogue_version")
    .set({ version: sql<number>`version + 1` })
    .returning("version")
    .executeTakeFirstOrThrow();
  if (!productIds) return;
  const ids = productIds.length > 0 ? [...new Set(productIds)] : [NO_PRODUCT];
  await db()
    .insertInto("catalogue_changes")
    .values(ids.map((product_id) => ({ version, product_id })))
    .execute();
  if (version % CLEARED_EVERY === 0) {
    await db()
      .deleteFrom("catalogue_changes")
      .where("version", "<=", version - VERSIONS_KEPT)
      .execute();
  }
}

/** The products that changed after version `from`, up to `to`; null if unknown, or more than `most`. */
export async function changedProducts(
  from: number,
  to: number,
  most: number,
): Promise<ReadonlyArray<number> | null> {
  const rows = await db()
    .selectFrom("catalogue_changes")
    .select(["version", "product_id"])
    .where("version", ">", from)
    .where("version", "<=", to)
    .limit(most + 1)
    .execute();
  const versions = new Set(rows.map(({ version }) => version));
  if (rows.length > most || versions.size !== to - from) return null;
  return [...new Set(rows.map(({ product_id }) => product_id))].filter((id) => id !== NO_PRODUCT);
}

/**
 * `read` with its result cached until the catalogue changes. Calls at the same time share one read; failures are not
 * cached. Inside a transaction nothing is cached, because it may be rolled back. Version and rows come from the same
 * database, so old rows never get a new version.
 */
export function keptPerVersion<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Readonly<{ source: unknown; version: number; value: Promise<Value> }> | null = null;
  return catalogueRead(async () => {
    if (db().isTransaction) return read();
    const source = primaryDb();
    const version = await catalogueVersion();
    // A replica may be older than the cached rows.
    const isKnown = kept?.version === version || (isReadingReplica() && (kept?.version ?? -1) > version);
    if (kept?.source === source && isKnown) return kept.value;
    const value = read();
    kept = { source, version, value };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return value;
  });
}

/**
 * `read`, which answers by product id, with results cached until the catalogue changes, for at most `most` products.
 * `scope` is what they depend on beside the id. Only missing products are read.
 */
export function keptPerProduct<Value extends object>(
  read: (ids: ReadonlyArray<number>, scope: string) => Promise<ReadonlyMap<number, Value>>,
  most: number,
): (ids: ReadonlyArray<number>, scope: string) => Promise<ReadonlyMap<number, Value>> {
  const fresh = (source: unknown, version: number) => ({
    source,
    version,
    values: new LRUCache<string, Value>({ max: most }),
  });
  let kept = fresh(null, 0);
  return catalogueRead(async (ids: ReadonlyArray<number>, scope: string) => {
    if (db().isTransaction) return read(ids, scope);
    const source = primaryDb();
    const version = await catalogueVersion();
    const isBehind = isReadingReplica() && kept.source === source && kept.version > version;
    if (isBehind) return read(ids, scope);
    if (kept.source !== source || kept.version !== version) kept = fresh(source, version);
    const { values } = kept;
    const missing = ids.filter((id) => !values.has(`${scope} ${id}`));
    const found: ReadonlyMap<number, Value> = missing.length > 0 ? await read(missing, scope) : new Map();
    for (const [id, value] of found) values.set(`${scope} ${id}`, value);
    return new Map(
      ids.flatMap((id) => {
        const value = found.get(id) ?? values.get(`${scope} ${id}`);
        return value ? [[id, value] as const] : [];
      }),
    );
  });
}

/** True if the database answers. Never rejects. */
export async function isDatabaseThere(): Promise<boolean> {
  try {
    await catalogueVersion();
    return true;
  } catch {
    return false;
  }
}
