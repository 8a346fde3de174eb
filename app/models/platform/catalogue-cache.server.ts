import { LRUCache } from "lru-cache";

import { db, primaryDb } from "#app/db/db.server.ts";
import { catalogueRead, isReadingReplica } from "#app/db/replica.server.ts";

import { catalogueVersion } from "./catalogue-version.server.ts";
import { marketKey } from "./market.server.ts";

/**
 * For each market; calls at the same time share one read, failures are not cached, and inside a transaction nothing is,
 * because it may be rolled back. Version and rows come from the same database, so old rows never get a new version.
 */
export function cachedPerVersion<Value>(read: () => Promise<Value>): () => Promise<Value> {
  const markets = new Map<string, Readonly<{ source: unknown; version: number; value: Promise<Value> }>>();
  return catalogueRead(async () => {
    if (db().isTransaction) return read();
    const source = primaryDb();
    const version = await catalogueVersion();
    const market = marketKey();
    const stored = markets.get(market);
    const isKnown = stored?.version === version || (isReadingReplica() && (stored?.version ?? -1) > version);
    if (stored?.source === source && isKnown) return stored.value;
    const value = read();
    markets.set(market, { source, version, value });
    value.catch(() => {
      if (markets.get(market)?.value === value) markets.delete(market);
    });
    return value;
  });
}

/** `scope` is what the results depend on beside the id and the market; only missing products are read. */
export function cachedPerProduct<Value extends object>(
  read: (ids: ReadonlyArray<number>, scope: string) => Promise<ReadonlyMap<number, Value>>,
  most: number,
): (ids: ReadonlyArray<number>, scope: string) => Promise<ReadonlyMap<number, Value>> {
  const fresh = (source: unknown, version: number) => ({
    source,
    version,
    values: new LRUCache<string, Value>({ max: most }),
  });
  let stored = fresh(null, 0);
  return catalogueRead(async (ids: ReadonlyArray<number>, scope: string) => {
    if (db().isTransaction) return read(ids, scope);
    const source = primaryDb();
    const version = await catalogueVersion();
    const isBehind = isReadingReplica() && stored.source === source && stored.version > version;
    if (isBehind) return read(ids, scope);
    if (stored.source !== source || stored.version !== version) stored = fresh(source, version);
    const { values } = stored;
    const keyOf = (id: number) => `${marketKey()} ${scope} ${id}`;
    const missing = ids.filter((id) => !values.has(keyOf(id)));
    const found: ReadonlyMap<number, Value> = missing.length > 0 ? await read(missing, scope) : new Map();
    for (const [id, value] of found) values.set(keyOf(id), value);
    return new Map(
      ids.flatMap((id) => {
        const value = found.get(id) ?? values.get(keyOf(id));
        return value ? [[id, value] as const] : [];
      }),
    );
  });
}
