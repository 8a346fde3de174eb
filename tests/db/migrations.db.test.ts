/** Databases of other versions of the shop, opened by this one, and migrations that were merged in another order. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

import { type Migration, sql } from "kysely";
import { expect, test } from "vitest";

import { BEFORE_FIRST, databaseState, FIRST, migrationNames } from "#app/db/database-state.server.ts";
import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { migrate, migrationState } from "#app/db/migrate.server.ts";
import { up as priceReturns } from "#app/db/migrations/20261129-1022-return-prices.ts";
import { type Migrating, run } from "#app/db/migrations/ddl.ts";
import { readStoreSettings } from "#app/models/store/settings.ts";
import { placedOrder, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const execute = (...statements: ReadonlyArray<string>) => run(db() as unknown as Migrating, statements);

/** As if `names` had run, and nothing else. */
async function noteMigrations(names: ReadonlyArray<string>): Promise<void> {
  await execute("DELETE FROM kysely_migration");
  for (const [index, name] of names.entries())
    await sql`INSERT INTO kysely_migration VALUES (${name}, ${`2026-11-24T10:00:${index + 10}.000Z`})`.execute(
      db(),
    );
}

test.each([
  [
    "a newer version",
    [...migrationNames(), "99991231-2359-later"],
    /^the database belongs to a newer version of the shop: this one does not know 99991231-2359-later\. .*newer version.*backup/,
  ],
  [
    "a state before version 1",
    BEFORE_FIRST.filter((name) => name !== "0040-page-images"),
    /^the database is older than version 1 of the shop: it lacks 0040-page-images\. Commit ([0-9a-f]{40}) brings it up: git checkout \1, npm ci, /,
  ],
  [
    "the tables of before 24 November 2026",
    ["0001-catalogue", "0002-checkout"],
    /^the database was made before 24 November 2026, .* Start with an empty one: .*DATA_DIR.*DATABASE_URL/,
  ],
])("a database of %s is refused with what to do, and stays as it is", async (_, names, words) => {
  await noteMigrations(names);

  await expect(migrate()).rejects.toThrow(words);

  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db());
  expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  await noteMigrations(migrationNames());
  expect(await migrate()).toEqual([]);
});

test("the commit that brings an older database up is in this history", () => {
  const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { encoding: "utf8" });
  const [commit = ""] = /[0-9a-f]{40}/.exec(databaseState(["0001-schema"]).mismatch?.remedy ?? "") ?? [];
  // Neither in an unpacked archive nor in the shallow checkout of a build is there a history to look into.
  if (git("rev-parse", "--is-shallow-repository").stdout.trim() !== "false") return;

  expect(git("merge-base", "--is-ancestor", commit, "HEAD")).toMatchObject({ status: 0, stderr: "" });
  const files = git("ls-tree", "--name-only", commit, "app/db/migrations/").stdout;
  expect(files.match(/\d{4}-[a-z-]+(?=\.ts)/g)).toEqual(BEFORE_FIRST);
});

const SENT = "'partially-dispatched', 'dispatched'";

/** How a database of 24 November 2026 that ran all migrations of before version 1 differs from a new one. */
const OLD_TABLES = [
  "DROP INDEX orders_one_payment",
  `CREATE UNIQUE INDEX orders_one_payment ON orders (cart_id, purchase)
   WHERE status IN ('awaiting-payment', 'paid', 'packed', ${SENT}, 'delivered', 'disputed')`,
];
const OLD_NAMES_ON_POSTGRES = [
  ...[
    ["file_import_lines", "outcome_check", "next_outcome_check"],
    ["file_import_lines", "pkey", "next_pkey"],
    ["file_import_lines", "import_id_fkey", "next_import_id_fkey"],
    ["gift_list_devices", "pkey", "by_address_pkey"],
    ["gift_list_devices", "list_id_fkey", "by_address_list_id_fkey"],
    ["price_history", "pkey", "pkey1"],
  ].map(([table, now, old]) => `ALTER TABLE ${table} RENAME CONSTRAINT ${table}_${now} TO ${table}_${old}`),
  "ALTER SEQUENCE price_history_id_seq RENAME TO price_history_id_seq1",
];

/** Every column, constraint, index, trigger and sequence. */
async function schema(): Promise<ReadonlyArray<string>> {
  const query = isSqlite(db())
    ? sql<{ text: string }>`SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') AS text
        FROM sqlite_master`
    : sql<{ text: string }>`
        SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default,
          is_identity, collation_name) AS text FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
          FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;
  const { rows } = await query.execute(db());
  return rows.map(({ text }) => text.replaceAll(/\s+/g, " ")).sort();
}

test("a database that ran all migrations of before version 1 is taken over, and is then as a new one", async () => {
  const fresh = await schema();
  const { orderId } = await placedOrder({ [await parcelVariant(1)]: 1 });
  // Those after version 1 have run here already; that later ones run is the subject of the next test.
  const later = migrationNames().filter((name) => name !== FIRST);
  await noteMigrations([...BEFORE_FIRST, ...later]);
  await execute(...OLD_TABLES, ...(isSqlite(db()) ? [] : OLD_NAMES_ON_POSTGRES));
  await execute(
    "UPDATE orders SET status = 'dispatched'",
    "UPDATE order_history SET to_status = 'dispatched'",
  );
  const old = await schema();

  expect(await migrationState()).toEqual({ pending: [FIRST], mismatch: null, isEmpty: false });
  expect(await migrate()).toEqual([]);

  expect(old).not.toEqual(fresh);
  expect(await schema()).toEqual(fresh);
  expect((await migrationState()).pending).toEqual([]);
  // The demo's days are counted from the first of them.
  expect(
    (await sql`SELECT timestamp FROM kysely_migration WHERE name = ${FIRST}`.execute(db())).rows,
  ).toEqual([{ timestamp: "2026-11-24T10:00:10.000Z" }]);
  const order = db().selectFrom("orders").select("status").where("id", "=", orderId);
  expect(await order.executeTakeFirst()).toEqual({ status: "shipped" });
  expect(await db().selectFrom("order_history").select("to_status").distinct().execute()).toEqual([
    { to_status: "shipped" },
  ]);
});

test("a migration that was begun before others that have run runs too", async () => {
  const noted: Array<string> = [];
  const noting = (name: string): Record<string, Migration> => ({
    [name]: { up: async () => void noted.push(name) },
  });
  const ran = Object.fromEntries(migrationNames().map((name) => [name, { up: async () => undefined }]));
  const later = { ...ran, ...noting("20990302-1000-merged-first") };
  await migrate(later);

  expect(await migrate({ ...later, ...noting("20990301-0900-merged-later") })).toEqual([
    "20990301-0900-merged-later",
  ]);
  expect(await migrate({ ...later, ...noting("20990301-0900-merged-later") })).toEqual([]);
  expect(noted).toEqual(["20990302-1000-merged-first", "20990301-0900-merged-later"]);
  await noteMigrations(migrationNames());
});

const returnCostText = (large: string, both: string) =>
  `Free for small parcels with a drop-off label. We deduct ${large} for large parcels and ${both} for two-person collection from your refund, unless the items are faulty or not what you ordered.`;

test.each([
  [
    "in the words that shops came with, by currency",
    {
      return_cost: returnCostText("£9.95", "£39"),
      prices: { EUR: { return_cost: returnCostText("€11.95", "€45") } },
    },
    { small: 0, large: 9.95, two_person: 39 },
    { EUR: { price: { small: 0, large: 11.95, two_person: 45 } } },
  ],
  ["in other words", { return_cost: "Free, always." }, { small: 0, large: 0, two_person: 0 }, undefined],
  ["not at all", {}, { small: 0, large: 0, two_person: 0 }, undefined],
  ["by some sums", { price: { large: 12 } }, { small: null, large: 12, two_person: 0 }, undefined],
])("a shop that said what a return costs %s takes no more than it said", async (_, stored, price, prices) => {
  const settings = db().selectFrom("settings").select("value").where("key", "=", "returns");
  const { value } = await settings.executeTakeFirstOrThrow();
  const write = (text: string) =>
    db().updateTable("settings").set({ value: text }).where("key", "=", "returns").execute();
  const older = { ...(JSON.parse(value) as object), price: undefined, prices: undefined };
  await write(JSON.stringify({ ...older, ...stored }));

  await priceReturns(db() as unknown as Migrating);
  await priceReturns(db() as unknown as Migrating);

  const now = JSON.parse((await settings.executeTakeFirstOrThrow()).value) as Record<string, unknown>;
  expect(now).toMatchObject({ our_returns_days: 30, price });
  expect(now["prices"]).toEqual(prices && { EUR: expect.objectContaining(prices.EUR) });
  await write(value);
});

test("settings without what a return costs are refused", async () => {
  const rows = await db().selectFrom("settings").select(["key", "value"]).execute();
  const settings = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as object]));
  const returns = { ...settings["returns"], price: undefined };

  expect(() => readStoreSettings({ ...settings, returns })).toThrow(/"price"/);
});

test("every file of the folder is a migration named by its time, or one of those that they share", () => {
  const shared = ["README.md", "before-version-1.ts", "ddl.ts", "schema"];
  const files = readdirSync("app/db/migrations").filter((file) => !shared.includes(file));

  expect(files).toEqual(migrationNames().map((name) => `${name}.ts`));
  expect(migrationNames()[0]).toBe(FIRST);
});
