import { CompiledQuery, sql } from "kysely";

import { uncommittedChanges } from "#app/db/cache-invalidation.server.ts";
import { beforeCommit, db } from "#app/db/db.server.ts";
import { prepareStatement } from "#app/db/prepared-statements.server.ts";
import { currentRank, newestRank } from "#app/db/request-context.server.ts";

import { productsChanged } from "./events.server.ts";

/** Compiled once, because building the query costs several times what running it does. */
const VERSION = CompiledQuery.raw('select "version" from "catalogue_version"');
prepareStatement(VERSION.sql);

/** Against work that a request has begun and that goes on after its answer. */
const REREAD_AFTER_MS = 100;

let latest: Readonly<{
  source: unknown;
  changes: number;
  /** Requests up to this one had begun before it was read. */
  rank: number;
  at: number;
  version: Promise<number>;
}> | null = null;

/** Never older than the request, nor than what this process wrote: a page asks a dozen times and reads it once. */
export async function catalogueVersion(): Promise<number> {
  const source = db();
  const changes = uncommittedChanges();
  const now = performance.now();
  const isKnown =
    latest?.source === source && latest.changes === changes && now - latest.at < REREAD_AFTER_MS;
  if (latest && isKnown && (currentRank() ?? Infinity) <= latest.rank) return latest.version;
  const version = readVersion();
  if (!source.isTransaction) latest = { source, changes, rank: newestRank(), at: now, version };
  return version;
}

async function readVersion(): Promise<number> {
  const { rows } = await db().executeQuery<{ version: number }>(VERSION);
  if (!rows[0]) throw new Error("The catalogue has no version");
  return rows[0].version;
}

/** Whoever is further behind reads everything. */
const VERSIONS_RETAINED = 5_000;
const CLEARED_EVERY = 500;
const NO_PRODUCT = 0;

/**
 * In the transaction of the change; `productIds`: those whose price, stock or rating changed, empty if none. Without it
 * everything is read again.
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
      .where("version", "<=", version - VERSIONS_RETAINED)
      .execute();
  }
}

/** In the transaction of the change, at whose end the search takes in what it reads of these products. */
export async function announceProducts(productIds: ReadonlyArray<number>): Promise<void> {
  await beforeCommit(() => productsChanged.publish({ productIds }));
}

/** After `from`, up to `to`; null if unknown, or more than `most`. */
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

export async function isDatabaseThere(): Promise<boolean> {
  try {
    await catalogueVersion();
    return true;
  } catch {
    return false;
  }
}
