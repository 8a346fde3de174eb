import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { dataVersion } from "#app/db/data-version.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { listQueries } from "#tests/support/count-queries.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-version-"));
let another: SqliteDatabase.Database;

beforeAll(async () => {
  connectTo(sqliteDialect(join(folder, "shop.db")));
  await db().schema.createTable("marks").addColumn("name", "text").execute();
  another = new SqliteDatabase(join(folder, "shop.db"));
});

afterAll(async () => {
  another.close();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

test("all who ask in one turn of the event loop are told by one question", async () => {
  await nextTurn();
  const told: Array<string> = [];

  const asked = await listQueries(async () => {
    told.push(...(await Promise.all([dataVersion(), dataVersion()])), await dataVersion());
  });

  expect(new Set(told).size).toBe(1);
  expect(asked).toHaveLength(1);
});

test("what another process commits is known from the next turn on", async () => {
  const before = await dataVersion();

  another.exec("INSERT INTO marks (name) VALUES ('theirs')");
  await nextTurn();

  expect(await dataVersion()).not.toBe(before);
});

test("what this process changes is known at once", async () => {
  const before = await dataVersion();

  await sql`INSERT INTO marks (name) VALUES ('ours')`.execute(db());

  expect(await dataVersion()).not.toBe(before);
});
