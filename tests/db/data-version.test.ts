import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";

import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { dataVersion, dataVersionForGuest } from "#app/db/data-version.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const folder = newFolder();
let another: SqliteDatabase;

beforeAll(async () => {
  connectTo(sqliteDialect(join(folder, "shop.db")));
  await db().schema.createTable("marks").addColumn("name", "text").execute();
  another = new SqliteDatabase(join(folder, "shop.db"));
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  another.close();
  await closeDatabase();
});

test("all readers in one iteration of the event loop share one query", async () => {
  await nextTick();
  const reported: Array<string> = [];

  const requested = await listQueries(async () => {
    const [one, other] = await Promise.all([dataVersionForGuest(), dataVersionForGuest()]);
    reported.push(one, other, await dataVersionForGuest());
  });

  expect(new Set(reported).size).toBe(1);
  expect(requested).toHaveLength(1);
});

test("another process's commit is seen at once, also by readers of a later iteration", async () => {
  const before = await dataVersionForGuest();

  another.exec("INSERT INTO marks (name) VALUES ('theirs')");
  const after = await dataVersion();
  await nextTick();

  expect(after).not.toBe(before);
  expect(await dataVersionForGuest()).toBe(after);
});

test("this process's own change is seen at once", async () => {
  const before = await dataVersionForGuest();

  await sql`INSERT INTO marks (name) VALUES ('ours')`.execute(db());

  expect(await dataVersionForGuest()).not.toBe(before);
});

test("on PostgreSQL one second's query serves its own database, and no other that is opened later", async () => {
  const queriesOnFreshDatabase = async () => {
    await closeDatabase();
    connectTo(new PGliteDialect(new PGlite()));
    return [await listQueries(dataVersion), await listQueries(dataVersion)].map(({ length }) => length);
  };

  vi.spyOn(performance, "now").mockReturnValue(60_000);
  expect(await queriesOnFreshDatabase()).toEqual([1, 0]);

  vi.spyOn(performance, "now").mockReturnValue(0);
  expect(await queriesOnFreshDatabase()).toEqual([1, 0]);
});
