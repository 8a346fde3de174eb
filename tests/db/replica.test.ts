/** Catalogue reads on a replica: fresh or not at all, and never older than what the shopper did. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { logPosition, ReplicaLag } from "#app/db/replica.server.ts";
import { QueueWait } from "#app/db/request-context.server.ts";
import {
  ask,
  NO_BINARIES,
  type OwnPostgres,
  postgresBinaries,
  startCopyOf,
  startOwnPostgres,
} from "#tests/support/shops/ephemeral-postgres.ts";

test("a WAL position is parsed as a number", () => {
  expect(logPosition("16/B374D848") > logPosition("16/B374D847")).toBe(true);
  expect(logPosition("17/0") > logPosition("16/FFFFFFFF")).toBe(true);
  expect(logPosition("0/0")).toBe(0n);
});

test("a replica's age is the time since the last check whose position it has reached", () => {
  const lag = new ReplicaLag();
  expect(lag.ageAt(0)).toBe(Number.POSITIVE_INFINITY);

  lag.note({ at: 1_000, primary: 10n }, 5n);
  expect(lag.ageAt(1_000)).toBe(Number.POSITIVE_INFINITY);
  lag.note({ at: 1_500, primary: 20n }, 10n);
  expect(lag.ageAt(1_600)).toBe(600);
  // Nothing is written: it stays as fresh as the last look.
  lag.note({ at: 2_000, primary: 20n }, 20n);
  expect(lag.ageAt(2_000)).toBe(0);
  lag.note({ at: 3_000, primary: 30n }, 20n);
  expect(lag.ageAt(3_000)).toBe(1_000);

  lag.forget();
  expect(lag.ageAt(3_000)).toBe(Number.POSITIVE_INFINITY);
});

test("concurrent waits are counted once", () => {
  const waiting = new QueueWait();
  waiting.begin(100);
  waiting.begin(150);
  waiting.end(200);
  expect(waiting.at(250)).toBe(150);
  waiting.end(300);
  expect(waiting.at(900)).toBe(200);
  waiting.begin(1_000);
  expect(waiting.at(1_050)).toBe(250);
});

describe.skipIf(!postgresBinaries())(postgresBinaries() ? "a primary and its replica" : NO_BINARIES, () => {
  let primary: OwnPostgres;
  let copy: OwnPostgres | null = null;

  beforeAll(async () => {
    primary = await startOwnPostgres({ max_connections: "40" });
    copy = await startCopyOf(primary);
    vi.stubEnv("DATABASE_URL", primary.url);
    vi.stubEnv("DATABASE_REPLICA_URL", copy.url);
    // Longer than a busy machine takes from the moment when the replica stops to the last look at what it knows.
    vi.stubEnv("DATABASE_REPLICA_LAG_SECONDS", "4");
    vi.resetModules();
    const { migrate } = await import("#app/db/migrate.server.ts");
    await migrate();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await copy?.stop();
    await primary.stop();
  });

  test("is read while fresh, and not while it lags, after a write, or when it is gone", async () => {
    // Read anew, under the settings of this test.
    const { closeDatabase, db, transact } = await import("#app/db/db.server.ts");
    const { answering, catalogueRead, watchReplica } = await import("#app/db/replica.server.ts");
    const { bumpCatalogueVersion, catalogueVersion } =
      await import("#app/models/platform/catalogue-version.server.ts");
    const { cachedPerProduct, cachedPerVersion } =
      await import("#app/models/platform/catalogue-cache.server.ts");
    const { registerListeners } = await import("#app/listeners.server.ts");
    registerListeners();
    const { sql } = await import("kysely");
    const reported: Array<string | null> = [];
    watchReplica((problem) => reported.push(problem));
    const isReplica = async () => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db());
      return rows[0]?.is;
    };
    const where = catalogueRead(isReplica);
    const version = catalogueRead(catalogueVersion);
    const stored = cachedPerVersion(async () => ({
      version: await catalogueVersion(),
      isReplica: await isReplica(),
    }));
    const perProduct = cachedPerProduct(async (ids) => {
      const read = await catalogueVersion();
      return new Map(ids.map((id) => [id, { id, read }] as const));
    }, 10);
    const productsOf = async (...ids: ReadonlyArray<number>) => [...(await perProduct(ids, "")).values()];
    const afterMyWrite = <Value>(work: () => Promise<Value>) => answering({ readsOwnWrites: true }, work);

    const replay = (what: "pause" | "resume") => ask(copy?.url ?? "", `SELECT pg_wal_replay_${what}()`);
    const isRead = (whether: boolean) => expect.poll(where, { timeout: 60_000 }).toBe(whether);

    // Fresh: catalogue reads go there, and nothing else does.
    await isRead(true);
    expect(reported.at(-1)).toBeNull();
    expect(await isReplica()).toBe(false);
    expect(await transact(async () => ({ ok: true, is: await where() }))).toMatchObject({ is: false });
    expect(await afterMyWrite(where)).toBe(false);
    expect(await stored()).toEqual({ version: 1, isReplica: true });

    // It stops following: who wrote sees it, others see what was, until it is too far behind.
    await replay("pause");
    await bumpCatalogueVersion();
    expect(await afterMyWrite(version)).toBe(2);
    expect(await version()).toBe(1);
    expect(await stored()).toEqual({ version: 1, isReplica: true });
    expect(await afterMyWrite(stored)).toEqual({ version: 2, isReplica: false });
    // What is known already is not forgotten for what the replica knows.
    expect(await stored()).toEqual({ version: 2, isReplica: false });
    // Nor are its rows kept as if they were of today.
    expect(await afterMyWrite(() => productsOf(1))).toEqual([{ id: 1, read: 2 }]);
    const readAt = (read: number) => [1, 2].map((id) => ({ id, read }));
    expect(await productsOf(1, 2)).toEqual(readAt(1));
    expect(await afterMyWrite(() => productsOf(1, 2))).toEqual(readAt(2));
    await isRead(false);
    await expect.poll(() => reported.at(-1)).toMatch(/behind/);
    expect(await version()).toBe(2);

    // It catches up.
    await replay("resume");
    await isRead(true);
    expect(await version()).toBe(2);
    await bumpCatalogueVersion();
    await expect.poll(version, { timeout: 60_000 }).toBe(3);
    expect(await stored()).toEqual({ version: 3, isReplica: true });

    // The index of lists is there once for all readers, of the newest version.
    const { findListing } = await import("#app/models/listing/listing-index/cache.server.ts");
    const listing = catalogueRead(findListing);
    const first = await findListing();
    expect(await listing()).toBe(first);
    expect(await findListing()).toBe(first);
    await replay("pause");
    await bumpCatalogueVersion();
    const second = await listing();
    expect(second).not.toBe(first);
    expect(await findListing()).toBe(second);
    await replay("resume");
    await isRead(true);
    await expect.poll(version, { timeout: 60_000 }).toBe(4);

    // It is gone: nobody notices but the log, once.
    expect(await stored()).toEqual({ version: 4, isReplica: true });
    const before = reported.length;
    await copy?.stop();
    expect(await Promise.all([where(), where(), version(), stored()])).toEqual([
      false,
      false,
      4,
      { version: 4, isReplica: true },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await where()).toBe(false);
    expect(reported.slice(before)).toHaveLength(1);

    await closeDatabase();
  });
});
