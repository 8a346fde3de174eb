import { join } from "node:path";

import { CompiledQuery, Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sqliteDialect } from "#app/db/dialect.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

type Tables = { marks: { name: string } };

const folder = newFolder();
let database: Kysely<Tables>;

function connect(): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(join(folder, "marks.db")) });
}

beforeAll(async () => {
  database = connect();
  await database.schema
    .createTable("marks")
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
});

afterAll(async () => {
  await database.destroy();
});

/** Counts so far that it takes a while. */
const longWalk = () => sql<{ last: number }>`select ${WALK} max(i) as last from (
  with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 2000000) select i from numbers)`;

/** How often the event loop turns until `work` is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const turning = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  })();
  await work();
  isDone = true;
  await turning;
  return turns;
}

test("the event loop turns while a whole table is read", async () => {
  const turns = await turnsDuring(async () => {
    expect((await longWalk().execute(database)).rows).toEqual([{ last: 2_000_000 }]);
  });

  expect(turns).toBeGreaterThan(100);
});

test("it sees what was committed, and inside a transaction what the transaction has written", async () => {
  const names = (open: Kysely<Tables>) => open.selectFrom("marks").modifyFront(WALK).select("name").execute();
  await database.insertInto("marks").values({ name: "committed" }).execute();
  const seen = await database.transaction().execute(async (open) => {
    await open.insertInto("marks").values({ name: "open" }).execute();
    return { inside: await names(open), outside: await names(database) };
  });

  expect(seen.inside).toEqual([{ name: "committed" }, { name: "open" }]);
  expect(seen.outside).toEqual([{ name: "committed" }]);
});

test("what the database refuses is thrown, and the next walk is answered", async () => {
  const refused = sql`select ${WALK} json('{') as broken`.execute(database);

  await expect(refused).rejects.toThrow("malformed JSON");
  expect((await sql`select ${WALK} 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test("a walk that cannot be sent is refused, and the others get their own rows", async () => {
  const { sql: text } = sql`select ${WALK} ${0} as value`.compile(database);
  const walk = async (value: unknown) => (await database.executeQuery(CompiledQuery.raw(text, [value]))).rows;
  const answers = await Promise.allSettled([walk(1), walk(() => 2), walk(3)]);

  expect(answers).toMatchObject([
    { status: "fulfilled", value: [{ value: 1 }] },
    { status: "rejected" },
    { status: "fulfilled", value: [{ value: 3 }] },
  ]);
  expect(await walk(4)).toEqual([{ value: 4 }]);
});

test("with many walks under way the next is refused as by a busy database", async () => {
  const walks = Array.from({ length: 101 }, (_, value) => sql`select ${WALK} ${value}`.execute(database));
  const answers = await Promise.allSettled(walks);

  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "SQLITE_BUSY" } }]);
});

test("closing ends a walk that is under way", async () => {
  const other = connect();
  const walk = longWalk().execute(other);
  const refused = expect(walk).rejects.toThrow("The database is closed");
  await new Promise((resolve) => setImmediate(resolve));
  await other.destroy();

  await refused;
});
