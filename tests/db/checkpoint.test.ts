import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { checkpoint } from "#app/db/checkpoint.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

test("after a checkpoint the database file alone, without its WAL, holds every commit", async () => {
  const folder = newFolder();
  connectTo(sqliteDialect(join(folder, "shop.db")));
  await sql`create table things (name text)`.execute(db());
  await checkpoint();
  await sql`insert into things values ('kept')`.execute(db());

  const before = namesInCopy(folder);
  await checkpoint();
  const after = namesInCopy(folder);
  await closeDatabase();

  expect(before).toEqual([]);
  expect(after).toEqual(["kept"]);
});

/** What the file holds when its log is lost. */
function namesInCopy(folder: string): Array<unknown> {
  const copy = join(folder, "copy.db");
  copyFileSync(join(folder, "shop.db"), copy);
  const database = new SqliteDatabase(copy);
  const names = database.prepare("SELECT name FROM things").pluck().all();
  database.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${copy}${end}`, { force: true });
  return names;
}
