/**
 * How both engines find the rows of each statement that the tests with a database execute on SQLite: none may read a
 * whole table that grows with the shop, but for those that are named here. Runs after these, in one run with them:
 * `npx vitest run --project sqlite --project statements`.
 *
 * SQLite plans without knowing how many rows there are, because the shop never has it count them (ANALYZE), so empty
 * tables show what it does with a million.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { isWalk } from "#app/db/sqlite-walks.server.ts";
import { type RecordedStatement, recordedStatements } from "#tests/support/shops/recorded-statements.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

/** Tables whose rows people enter one by one, or that have a row for each thing that the shop is built with. */
const SHORT: ReadonlySet<string> = new Set([
  ...["brands", "categories", "settings", "delivery_methods", "delivery_zones", "compatibility"],
  ...["compatibility_parts", "coupons", "coupon_drafts", "redirects", "saved_replies", "setting_plans"],
  ...["staff", "staff_factors", "staff_invites", "staff_sessions", "bulk_changes", "order_batches"],
  ...["page_drafts", "page_images", "page_order", "page_versions", "published_pages", "product_drafts"],
  ...["catalogue_version", "content_version", "search_progress", "service_refusals", "uploaded_images"],
  ...["kysely_migration", "sqlite_master", "embedded_marketing"],
  // What the search has yet to take in.
  "search_marks",
]);

/** Indexes with a condition that holds for what is not done yet alone. */
const SHORT_INDEXES: ReadonlySet<string> = new Set([
  "jobs_dead",
  "jobs_due",
  "analytics_events_to_send",
  "products_preorder",
  "products_folding",
]);

type Allowed = readonly [file: string, tables: ReadonlyArray<string>, why: string];

/** Without tables: any. */
const ALLOWED: ReadonlyArray<Allowed> = [
  ["app/db/seed/", [], "an import compares the whole catalogue with its file"],
  [
    "app/models/desk/files/",
    ["products", "variants", "product_options"],
    "so does an import at the desk, in the transaction in which it writes",
  ],
  ["app/models/catalogue/redirects/", ["products"], "old addresses and new ones, around an import"],
  ["app/models/order/invariants/", [], "the shop's books are read as one, by the doctor"],
  ["app/models/desk/term-search.server.ts", ["orders"], "the newest orders alone, in a query within it"],
  ["app/models/staff/log.server.ts", ["desk_log"], "from the newest on, of which it asks for the newest"],
  ["app/models/gift-list/email-queue.server.ts", ["jobs"], "jobs of three months, when a list is deleted"],
  [
    "app/models/privacy/customer-removal.server.ts",
    ["jobs"],
    "jobs of three months, when a person is removed",
  ],
  ["app/models/gift-list/alert.server.ts", ["gift_list_alerts", "gift_lists"], "once a day"],
  ["app/models/content/message-periods.server.ts", ["desk_messages"], "once a day"],
  ["app/models/marketing/cleanup.server.ts", ["marketing_contacts", "marketing_orders"], "once a day"],
  [
    "app/models/marketing/contact.server.ts",
    ["marketing_contacts"],
    "the owner has everybody sent to the service again",
  ],
];

let database: SqliteDatabase;
let tables: ReadonlySet<string>;

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "shop-plans-")), "shop.db");
  await copySeededDatabase("none", file);
  database = new SqliteDatabase(file, { readonly: true });
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  tables = new Set(names as Array<string>);
});

/** Tables that grow and of which SQLite reads every row for `text`, or every row of an index. */
function walkedBySqlite(text: string): ReadonlyArray<string> {
  const values = Array.from(text.matchAll(/\?/g), () => null);
  const lines = database
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(values)
    .map((row) => (row as Readonly<{ detail: string }>).detail);
  if (/\bwhere 1 = 0\b/.test(text)) return [];
  // In the order of an index, and only as far as the limit, because every row is one of the result.
  const outer = withoutQueriesWithin(text);
  const isBeginning =
    /\blimit \?\s*$/i.test(outer) &&
    !/\bwhere\b(?! 1 = 1 )/i.test(outer) &&
    !lines.some((line) => /USE TEMP B-TREE FOR (?!LAST )/.test(line));
  if (isBeginning) return [];
  return lines.flatMap((line) => {
    const [, alias = ""] = /^SCAN (\w+)/.exec(line) ?? /^SEARCH (\w+) USING AUTOMATIC/.exec(line) ?? [];
    const [, index = ""] = /USING (?:COVERING )?INDEX (\w+)/.exec(line) ?? [];
    const table = tableOf(alias, text);
    // The index of a full-text table is all that it has.
    const isShort = SHORT.has(table) || SHORT_INDEXES.has(index) || line.includes("VIRTUAL TABLE");
    return alias === "" || !tables.has(table) || isShort ? [] : [table];
  });
}

function withoutQueriesWithin(text: string): string {
  const less = text.replace(/\([^()]*\)/g, "");
  return less === text ? text : withoutQueriesWithin(less);
}

function tableOf(alias: string, text: string): string {
  const [, named = alias] = new RegExp(`"?(\\w+)"? as "?${alias}"?\\b`, "i").exec(text) ?? [];
  return named;
}

/** What the shop runs: migrations run before it opens, and `WALK` keeps nobody waiting. */
function statementsOfTheShop(): ReadonlyArray<RecordedStatement> {
  return recordedStatements().filter(
    ({ file, sqlite }) =>
      file.startsWith("app/") && !file.startsWith("app/db/migrations/") && !isWalk(sqlite),
  );
}

test("no statement reads a whole table that grows", () => {
  const statements = statementsOfTheShop();
  const found = statements.flatMap(({ file, sqlite }) =>
    walkedBySqlite(sqlite).map((table) => ({ file, table, sqlite })),
  );
  const isAllowed = ({ file, table }: (typeof found)[number]) =>
    ALLOWED.some(([where, of]) => file.startsWith(where) && (of.length === 0 || of.includes(table)));
  const unused = ALLOWED.flatMap(([where, of]) =>
    (of.length === 0 ? [""] : of)
      .filter((table) => !found.some((one) => one.file.startsWith(where) && one.table.includes(table)))
      .map((table) => `${where} ${table}`),
  );

  expect(found.filter((one) => !isAllowed(one))).toEqual([]);
  expect(unused).toEqual([]);
  // All tests on SQLite have run before: a run of a few files shows nothing.
  expect(statements.length).toBeGreaterThan(1_000);
});

test("a statement that reads every product is found, and one that looks a product up is not", () => {
  expect(walkedBySqlite("select count(*) from products where weight_g > ?")).toEqual(["products"]);
  expect(walkedBySqlite("select held.id from variants as held order by held.label limit ?")).toEqual([
    "variants",
  ]);
  expect(walkedBySqlite("select id from products where slug = ?")).toEqual([]);
  expect(walkedBySqlite("select id from variants order by sku limit ?")).toEqual([]);
});
