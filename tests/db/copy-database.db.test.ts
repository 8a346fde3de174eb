/** The shop from one engine to the other. On PostgreSQL: a server where one answers, else PGlite. */
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { PGliteDialect } from "kysely-pglite-dialect";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { type PostgresHandle, postgresSource, postgresTarget } from "#app/db/copy-postgres.server.ts";
import { copyRows } from "#app/db/copy-rows.server.ts";
import { type CopySource, type CopyTarget, inDependencyOrder, RowsHash } from "#app/db/copy-adapter.ts";
import { sqliteReferences, sqliteSource, sqliteTarget } from "#app/db/copy-sqlite.server.ts";
import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { connectionSettings } from "#app/db/postgres-pool.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { connectToFreshPostgres } from "#tests/support/shops/database-postgres.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { insertPasskeyRow } from "#tests/support/shops/passkey-row.ts";
import { copySeededDatabase, templateName } from "#tests/support/shops/seeded-database.ts";

const isPostgres = process.env["TEST_ENGINE"] === "postgres";

test("tables are ordered after those they refer to, and a cycle is reported", () => {
  const tables = ["lines", "categories", "orders"].map((name) => ({ name, columns: [] }));
  const order = (references: Record<string, ReadonlyArray<string>>) =>
    inDependencyOrder(tables, new Map(Object.entries(references))).map(({ name }) => name);

  expect(order({ lines: ["orders", "gone"], categories: ["categories"] })).toEqual([
    "categories",
    "orders",
    "lines",
  ]);
  expect(() => order({ lines: ["orders"], orders: ["lines"] })).toThrow(/refer to each other/);
});

test("a fingerprint depends on the rows, not on their order", () => {
  const table = { name: "rows", columns: ["a", "b"] };
  const of = (...rows: ReadonlyArray<Record<string, string | number | null>>) => {
    const hash = new RowsHash(table);
    for (const row of rows) hash.add([row]);
    return hash.digest;
  };

  expect(of({ a: 1, b: "x" }, { b: "y", a: 2 })).toBe(of({ a: 2, b: "y" }, { a: 1, b: "x" }));
  const rows = [
    { a: 1, b: "x" },
    { a: "1", b: "x" },
    { a: 1, b: null },
    { a: 1, b: "" },
  ];
  const others = [...rows.map((row) => of(row)), of()];
  expect(new Set(others).size).toBe(others.length);
  expect(of({ a: 1, b: "x" }, { a: 1, b: "x" })).not.toBe(of());
});

describe.runIf(isPostgres)("between SQLite and PostgreSQL", () => {
  let folder: string;
  let postgres: PostgresHandle & Readonly<{ end: () => Promise<void> }>;
  let source: SqliteDatabase;

  beforeAll(async () => {
    folder = newFolder();
    const file = join(folder, "shop.db");
    await copySeededDatabase("demo", file);
    source = new SqliteDatabase(file);
    // What an engine might take for something else.
    source.exec(`INSERT INTO carts (id, currency, created_at, updated_at) VALUES
      ('cart_ß', 'GBP', '2026-11-22T01:02:03.004Z', '2026-11-22T01:02:03.004Z')`);
    source
      .prepare(
        "INSERT INTO audit_log (id, event, detail, address_hash, created_at) VALUES (4711, 'x', ?, '', '2026')",
      )
      .run('{"text":"null, \\\\N, \'quotes\' and \\n lines, 👶🏽 and \\u0001"}');
    insertPasskeyRow(source);
    postgres = await freshPostgres();
  });
  afterEach(() => {
    if (source.inTransaction) source.exec("ROLLBACK");
  });
  afterAll(async () => {
    source.close();
    await postgres.end();
  });

  const copy = (
    from: CopySource,
    to: CopyTarget,
    onProgress: (done: number, total: number) => void = () => undefined,
  ) => copyRows(from, to, { references: sqliteReferences(source), onProgress });
  const count = async (table: string) => {
    const { rows } = await postgres.query(`SELECT count(*) AS count FROM ${table}`);
    return Number((rows[0] as { count: unknown }).count);
  };

  test("a copy that breaks off leaves the target empty", async () => {
    const target = await postgresTarget(postgres);
    let writes = 0;
    const breaking: CopyTarget = {
      ...target,
      write: (table, rows) => {
        writes += 1;
        return writes > 20 ? Promise.reject(new Error("the line went dead")) : target.write(table, rows);
      },
    };

    await expect(copy(sqliteSource(source), breaking)).rejects.toThrow(
      /cannot be copied: the line went dead/,
    );

    expect(await count("products")).toBe(0);
    expect(await count("kysely_migration")).toBeGreaterThan(0);
  });

  test("a value that arrives changed is reported, and the target stays empty", async () => {
    const target = await postgresTarget(postgres);
    const lying: CopyTarget = {
      ...target,
      write: (table, rows) =>
        target.write(
          table,
          rows.map((row) =>
            table.name === "brands" && row["id"] === 1 ? { ...row, name: "Somebody" } : row,
          ),
        ),
    };

    await expect(copy(sqliteSource(source), lying)).rejects.toThrow(/brands has other values after the copy/);

    expect(await count("brands")).toBe(0);
  });

  test("every row of every table is copied there and back, with sequences and migration times", async () => {
    const before = tablesOf(source);
    const reported: Array<readonly [number, number]> = [];

    const there = await copy(sqliteSource(source), await postgresTarget(postgres), (done, total) => {
      reported.push([done, total]);
    });
    source.exec("ROLLBACK");

    expect(Object.fromEntries(there.tables.map(({ name, rows }) => [name, rows]))).toEqual(before);
    const sum = Object.values(before).reduce((total, rows) => total + rows, 0);
    expect(reported.at(-1)).toEqual([2 * sum, 2 * sum]);
    const added = await postgres.query(
      "INSERT INTO audit_log (event, detail, address_hash, created_at) VALUES ('y', '{}', '', '2026') RETURNING id",
    );
    expect(added.rows).toEqual([{ id: 4712 }]);
    await expect(postgres.query("INSERT INTO categories SELECT * FROM categories")).rejects.toThrow();
    await expect(postgres.query("DELETE FROM audit_log")).rejects.toThrow(/append-only/);

    const file = join(folder, "back.db");
    connectTo(sqliteDialect(file));
    await migrate();
    await closeDatabase();
    const target = new SqliteDatabase(file);
    const back = await copy(await postgresSource(postgres), sqliteTarget(target));
    await postgres.query("ROLLBACK");

    expect(tablesOf(target)).toEqual({ ...before, audit_log: 2 });
    target.exec("DROP TRIGGER audit_log_no_delete; DELETE FROM audit_log WHERE id = 4712");
    for (const { name } of there.tables) expect(rowsOf(target, name), name).toEqual(rowsOf(source, name));
    expect(back.own).toEqual([]);
    target.close();
  }, 120_000);

  test("a database of another schema version is refused", async () => {
    const copyNow = async () => copy(reading(source), await postgresTarget(postgres));

    source.exec("BEGIN; DELETE FROM kysely_migration WHERE name NOT LIKE '%-schema'");
    await expect(copyNow()).rejects.toThrow(/is of an older version of the shop/);
    source.exec("ROLLBACK; BEGIN; INSERT INTO kysely_migration VALUES ('99991231-2359-later', '2027')");
    await expect(copyNow()).rejects.toThrow(/newer version of the shop.*99991231-2359-later/);
  });
});

/** The source in a transaction that is open already. */
function reading(database: SqliteDatabase): CopySource {
  const handle = new Proxy(database, {
    get: (target, name) => {
      if (name === "exec") return () => target;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return sqliteSource(handle);
}

/** Made anew by each database for itself. */
const OWN = /^(?:sqlite_|kysely_migration_lock$|search_(?!index_entries))/;

function tablesOf(database: SqliteDatabase): Record<string, number> {
  const all = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const names = (all as Array<string>).filter((name) => !OWN.test(name));
  return Object.fromEntries(
    names.map((name) => [name, database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]),
  );
}

function rowsOf(database: SqliteDatabase, table: string): ReadonlyArray<string> {
  const rows = database.prepare(`SELECT * FROM "${table}"`).all() as ReadonlyArray<Record<string, unknown>>;
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

/** A database with tables and without rows, and one connection to it. */
async function freshPostgres() {
  const { url, close } = await connectToFreshPostgres(`${templateName("none")}_bare`, async () => {
    await migrate();
  });
  await closeDatabase();
  if (url) {
    const client = new pg.Client(connectionSettings(url));
    await client.connect();
    return {
      query: (text: string, values?: Array<unknown>) => client.query<Record<string, unknown>>(text, values),
      end: async () => {
        await client.end();
        await close();
      },
    };
  }
  const database = await PGlite.create();
  connectTo(new PGliteDialect(database));
  await migrate();
  return {
    query: (text: string, values?: Array<unknown>) => database.query<Record<string, unknown>>(text, values),
    end: closeDatabase,
  };
}
