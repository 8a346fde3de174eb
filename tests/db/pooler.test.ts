/** The shop's database layer through PgBouncer in transaction mode: what a session would keep must not be relied on. */
import { join } from "node:path";

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { dumpPostgres, restoreTargetState } from "#app/db/backup-postgres.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { migrationNames } from "#app/db/database-state.server.ts";
import { closeDatabase, connectTo, currentDb, db, transact } from "#app/db/db.server.ts";
import { postgresDialect } from "#app/db/dialect.server.ts";
import { endLease, takeLease } from "#app/db/leases.server.ts";
import { migrate, migrationState } from "#app/db/migrate.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import {
  ask,
  NO_BINARIES,
  type OwnPostgres,
  postgresBinaries,
  startOwnPostgres,
} from "#tests/support/shops/ephemeral-postgres.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { missingForPooler, type Pooler, startPooler } from "#tests/support/shops/postgres-pair.ts";

const missing = postgresBinaries() ? missingForPooler() : NO_BINARIES;
const NOW = new Date("2026-03-02T10:00:00Z");

const newCartQuery = (columns: ReadonlyArray<"id"> | null) =>
  compiledQuery((database, { id }: Readonly<{ id: string }>) => {
    const query = database.selectFrom("carts").where("id", "=", id);
    return columns ? query.select(columns) : query.selectAll();
  });

describe.skipIf(missing)(missing ?? "a pooler in transaction mode", () => {
  let server: OwnPostgres;
  let pooler: Pooler;

  beforeAll(async () => {
    server = await startOwnPostgres();
    pooler = await startPooler(server.port);
  });
  afterAll(async () => {
    await closeDatabase();
    await pooler.stop();
    await server.stop();
  });

  const pooled = (name: string) => `postgres://postgres@127.0.0.1:${pooler.port}/${name}`;
  const direct = (name: string) => `postgres://postgres@127.0.0.1:${server.port}/${name}`;
  const open = async (name: string) => {
    await ask(server.url, `CREATE DATABASE ${name}`);
    connectTo(postgresDialect(pooled(name)));
  };
  const openMigrated = async (name: string) => {
    await open(name);
    await migrate();
  };

  test("three processes that migrate at once, each statement pooled, migrate once", async () => {
    await open("migrated");

    const done = await Promise.all([migrate(), migrate(), migrate()]);

    expect(done.flat()).toEqual(migrationNames());
    expect((await migrationState()).pending).toEqual([]);
    expect(await ask(server.url, "SELECT * FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
  });

  test("a migration, after its end, leaves no setting of its own behind", async () => {
    await openMigrated("unchanged");

    const { rows } = await sql`SELECT current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('jit') AS jit`.execute(db());

    expect(rows).toEqual([{ statement: "5s", lock: "2s", idle: "10s", jit: "off" }]);
  });

  test("a migration that fails leaves the database as it was and open to the next", async () => {
    await open("failing");
    await ask(direct("failing"), "CREATE TABLE products (id int)");

    await expect(migrate()).rejects.toThrow('relation "products" already exists');

    expect(
      await ask(direct("failing"), "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"),
    ).toEqual([{ tablename: "products" }]);
    await ask(direct("failing"), "DROP TABLE products");
    expect(await migrate()).toEqual(migrationNames());
  });

  test("transactions that overlap are each whole or nothing", async () => {
    await openMigrated("transactions");
    const place = (key: string, isRefused: boolean) =>
      transact(async () => {
        await currentDb().insertInto("settings").values({ key, value: "1" }).execute();
        await sql`SELECT pg_sleep(0.05)`.execute(currentDb());
        return isRefused ? refused("unexpected-error") : ok(null);
      });
    const keys = Array.from({ length: 20 }, (_, index) => `pooled-${String(index).padStart(2, "0")}`);

    await Promise.all(keys.map((key, index) => place(key, index % 2 === 1)));

    const rows = await db().selectFrom("settings").select("key").where("key", "like", "pooled-%").execute();
    expect(rows.map(({ key }) => key).sort()).toEqual(keys.filter((_, index) => index % 2 === 0));
  });

  test("a query that is compiled once is planned once on a connection of its own, and each time through a pooler", async () => {
    await openMigrated("planned");
    const [named, everything] = [newCartQuery(["id"]), newCartQuery(null)];
    const statements = async () => {
      const { rows } = await sql<{ name: string; statement: string }>`SELECT name, statement
        FROM pg_prepared_statements WHERE name LIKE 'shop%'`.execute(db());
      return rows.map(({ statement }) => statement).filter((text) => text.includes('"carts"'));
    };
    const runAtOnce = () =>
      Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? named : everything)({ id: "none" })));

    await runAtOnce();
    const throughPooler = await statements();
    await closeDatabase();
    connectTo(postgresDialect(direct("planned")));
    await runAtOnce();
    // One after another, so that the connection that answers is one that has run them.
    for (let runs = 0; runs < 3; runs += 1) await named({ id: "none" });

    expect(throughPooler).toEqual([]);
    expect(await statements()).toEqual(['select "id" from "carts" where "id" = $1']);
    // What is planned again after a change of the table is not refused.
    await ask(direct("planned"), "ALTER TABLE carts ADD COLUMN later text");
    await runAtOnce();
  });

  test("a lease that several ask for at once is given to one", async () => {
    await openMigrated("leases");

    const taken = await Promise.all(Array.from({ length: 8 }, () => takeLease("work", 60, NOW)));

    expect(taken.filter(Boolean)).toHaveLength(1);
    await endLease("work");
    expect(await takeLease("work", 60, NOW)).toBe(true);
  });

  test("backup and restore through a pooler are refused in one sentence, and not by the server itself", async () => {
    await openMigrated("refused");
    await closeDatabase();
    const folder = newFolder();
    const dump = { url: pooled("refused"), environment: process.env };
    const sentence = "DATABASE_URL leads to a pooler, such as PgBouncer. For this command give the address";

    await expect(dumpPostgres(dump, join(folder, "shop.dump"))).rejects.toThrow(sentence);
    await expect(restoreTargetState(dump.url)).rejects.toThrow(sentence);
    expect(
      (await dumpPostgres({ ...dump, url: direct("refused") }, join(folder, "shop.dump"))).migrations,
    ).toEqual(migrationNames());
  });
});
