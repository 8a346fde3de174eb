import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { dataVersion, dataVersionForNewcomer } from "#app/db/data-version.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";

const folder = mkdtempSync(join(tmpdir(), "shop-version-"));
let another: SqliteDatabase;

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

test("all who are read in one turn of the event loop are told by one question", async () => {
  await nextTurn();
  const told: Array<string> = [];

  const asked = await listQueries(async () => {
    const [one, other] = await Promise.all([dataVersionForNewcomer(), dataVersionForNewcomer()]);
    told.push(one, other, await dataVersionForNewcomer());
  });

  expect(new Set(told).size).toBe(1);
  expect(asked).toHaveLength(1);
});

test("what another process commits is known at once, and to those who are read in a later turn", async () => {
  const before = await dataVersionForNewcomer();

  another.exec("INSERT INTO marks (name) VALUES ('theirs')");
  const after = await dataVersion();
  await nextTurn();

  expect(after).not.toBe(before);
  expect(await dataVersionForNewcomer()).toBe(after);
});

test("what this process changes is known at once", async () => {
  const before = await dataVersionForNewcomer();

  await sql`INSERT INTO marks (name) VALUES ('ours')`.execute(db());

  expect(await dataVersionForNewcomer()).not.toBe(before);
});
