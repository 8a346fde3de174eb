import { join } from "node:path";

import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { sqliteDialect } from "#app/db/dialect.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { ticksOfEnds } from "#tests/support/checks/event-loop-ticks.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

type Tables = { marks: { name: string } };

const folder = newFolder();
let database: Kysely<Tables>;

beforeAll(async () => {
  database = new Kysely<Tables>({ dialect: sqliteDialect(join(folder, "marks.db")) });
  await database.schema
    .createTable("marks")
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
});

afterAll(async () => {
  await database.destroy();
});

const mark = (name: string) => database.insertInto("marks").values({ name });

test("concurrent transactions commit in separate event-loop iterations, so that none waits for the disk twice", async () => {
  const works = ["a", "b", "c"].map(
    (name) => () =>
      database.transaction().execute((open) => open.insertInto("marks").values({ name }).execute()),
  );
  const ends = await ticksOfEnds(works);

  expect(new Set(ends).size).toBe(3);
});

test("concurrent single statements commit in separate event-loop iterations", async () => {
  const ends = await ticksOfEnds(["d", "e", "f"].map((name) => () => mark(name).execute()));

  expect(new Set(ends).size).toBe(3);
});

test("concurrent reads run in one event-loop iteration", async () => {
  await mark("read").execute();
  const read = () => database.selectFrom("marks").select("name").where("name", "=", "read").execute();
  const ends = await ticksOfEnds([read, read, read]);

  expect(ends).toEqual([0, 0, 0]);
  expect(await read()).toEqual([{ name: "read" }]);
});

test("what a connection keeps has a limit: pages by their size, compiled statements by their number", async () => {
  const { rows } = await sql<{ cache_size: number }>`pragma cache_size`.execute(database);
  expect(rows[0]?.cache_size, "in KiB, as a negative number").toBe(-8_000);

  const prepare = vi.spyOn(SqliteDatabase.prototype, "prepare");
  const isCompiled = async (number: number) => {
    prepare.mockClear();
    await sql`select ${sql.lit(number)} as number`.execute(database);
    return prepare.mock.calls.length > 0;
  };
  expect([await isCompiled(0), await isCompiled(0)]).toEqual([true, false]);
  for (let number = 1; number <= 500; number += 1) await isCompiled(number);
  expect(await isCompiled(0), "forgotten by now").toBe(true);
  prepare.mockRestore();
});
