/**
 * How both engines find the rows of each statement that the tests with a database execute on SQLite: none may read a
 * whole table that grows with the shop, but for those that are named here. Runs after these, in one run with them:
 * `npx vitest run --project sqlite --project statements`.
 *
 * SQLite plans without knowing how many rows there are, because the shop never has it count them (ANALYZE), so empty
 * tables show what it does with a million. PostgreSQL reads a whole table wherever it believes that most rows are wanted,
 * so it gets made-up rows, and `enable_seqscan = off`: it then reads one only where no index leads to the rows.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql, type Transaction } from "kysely";
import { beforeAll, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { isWalk } from "#app/db/sqlite-walks.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { fillTables } from "#tests/support/shops/full-tables.ts";
import { type RecordedStatement, recordedStatements } from "#tests/support/shops/recorded-statements.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

/** Tables whose rows people enter one by one, or that have a row for each thing that the shop is built with. */
const SHORT: ReadonlySet<string> = new Set([
  ...["brands", "categories", "settings", "delivery_methods", "delivery_zones", "compatibility"],
  ...[
    "compatibility_parts",
    "coupons",
    "coupon_drafts",
    "redirects",
    "saved_replies",
    "setting_plans",
    "closures",
  ],
  ...["staff", "staff_factors", "staff_invites", "staff_sessions", "order_batches"],
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
  "gift_list_claims_news",
  "marketing_contacts_to_drop",
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
  ["app/models/catalogue/editing/", ["product_sales"], "sales with days, of which any may begin today"],
  [
    "app/services/search/embedded/vocabulary.server.ts",
    ["search_documents", "search_vocabulary"],
    "counted after a change of words: a millisecond at 100,000 products; and the first words, to see whether all are held",
  ],
  ["app/models/desk/term-search.server.ts", ["orders"], "the newest orders alone, in a query within it"],
  ["app/models/staff/log.server.ts", ["desk_log"], "from the newest on, of which it asks for the newest"],
  ["app/models/gift-list/email-queue.server.ts", ["jobs"], "jobs of three months, when a list is deleted"],
  [
    "app/models/privacy/customer-removal.server.ts",
    ["jobs"],
    "jobs of three months, when a person is removed",
  ],
  [
    "app/services/search/embedded/indexing.server.ts",
    ["products", "search_vocabulary"],
    "the owner has the index made anew",
  ],
  ["app/models/gift-list/alert.server.ts", ["gift_list_alerts", "gift_lists"], "once a day"],
  ["app/models/content/message-periods.server.ts", ["desk_messages"], "once a day"],
  ["app/models/marketing/cleanup.server.ts", ["marketing_contacts", "marketing_orders"], "once a day"],
  [
    "app/models/marketing/contact.server.ts",
    ["marketing_contacts"],
    "the owner has everybody sent to the service again",
  ],
  ["app/models/desk/orders/all-returns.server.ts", ["order_returns"], "the owner's command lists all returns"],
];

/** Enough that PostgreSQL joins by an index rather than by reading both tables. */
const ROWS = 5_000;

/** On PostgreSQL, which may read a table whole to join it; how many rows are asked for decides. */
const JOINS: ReadonlyArray<Allowed> = [
  ["app/models/order/export.server.ts", [], "hundreds of orders at a time, by their numbers"],
  ["app/models/order/money.server.ts", ["payment_events"], "the disputes of as many orders, by their ids"],
  ["app/models/listing/filter-values.server.ts", ["product_options"], "hundreds of products, by their ids"],
  [
    "app/services/search/embedded/documents.server.ts",
    ["product_option_values"],
    "hundreds of products, by their ids",
  ],
];

let database: SqliteDatabase;
let tables: ReadonlySet<string>;
/** PostgreSQL's indexes with a condition. Few of the made-up rows are in them: SQLite's plans show what they lead to. */
let partial: ReadonlySet<string>;

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "shop-plans-")), "shop.db");
  await copySeededDatabase("none", file);
  database = new SqliteDatabase(file, { readonly: true });
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  tables = new Set(names as Array<string>);
});

useTestDatabase({ catalogue: "none" });

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL`.execute(db());
  partial = new Set(rows.map(({ name }) => name));
});

/** The lines of SQLite's plan. */
function planOf(text: string): ReadonlyArray<string> {
  const values = Array.from(text.matchAll(/\?/g), () => null);
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(values);
  return rows.map((row) => (row as Readonly<{ detail: string }>).detail);
}

/** Tables that grow and of which SQLite reads every row for `text`, or every row of an index. */
function walkedBySqlite(text: string): ReadonlyArray<string> {
  const lines = planOf(text);
  if (/\bwhere 1 = 0\b/.test(text)) return [];
  if (isEndedByLimit(text) && !lines.some((line) => /USE TEMP B-TREE FOR (?!LAST )/.test(line))) return [];
  return lines.flatMap((line) => {
    const [, alias = ""] = /^SCAN (\w+)/.exec(line) ?? /^SEARCH (\w+) USING AUTOMATIC/.exec(line) ?? [];
    const [, index = ""] = /USING (?:COVERING )?INDEX (\w+)/.exec(line) ?? [];
    const table = tableOf(alias, text);
    // The index of a full-text table is all that it has.
    const isShort = SHORT.has(table) || SHORT_INDEXES.has(index) || line.includes("VIRTUAL TABLE");
    return alias === "" || !tables.has(table) || isShort ? [] : [table];
  });
}

/** Reads in the order of an index only as far as the limit, because every row is one of the result. */
function isEndedByLimit(text: string): boolean {
  const outer = withoutQueriesWithin(text);
  return /\blimit (?:\?|\$\d+)\s*$/i.test(outer) && !/\bwhere\b(?! 1 = 1 )/i.test(outer);
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

/** What `walkedBySqlite` finds, found in a plan of PostgreSQL for the statement with the values of its first time. */
async function walkedByPostgres(
  open: Transaction<Database>,
  { postgres, values }: Pick<RecordedStatement, "postgres" | "values">,
): Promise<ReadonlyArray<string>> {
  await sql`SAVEPOINT before`.execute(open);
  try {
    await sql.raw(`PREPARE walk AS ${postgres}`).execute(open);
  } catch {
    // That it is refused is the other test's business.
    await sql`ROLLBACK TO before`.execute(open);
    return [];
  }
  const { rows: types } = await sql<{ type: string }>`
    SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'walk'`.execute(
    open,
  );
  const list = types.map(({ type }, place) => sql.lit(valueOf(type, values[place] ?? null)));
  const call = list.length === 0 ? sql`walk` : sql`walk(${sql.join(list)})`;
  const { rows } = await sql<Explained>`EXPLAIN (FORMAT JSON) EXECUTE ${call}`.execute(open);
  await sql`DEALLOCATE walk`.execute(open);
  const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => nodesBelow(plan)));
  if (isEndedByLimit(postgres) && !nodes.some((node) => node["Node Type"] === "Sort")) return [];
  return nodes.flatMap((node) => {
    const table = node["Relation Name"] ?? "";
    const isWhole =
      node["Node Type"] === "Seq Scan" ||
      (/^Index/.test(node["Node Type"]) && !node["Index Cond"] && !partial.has(node["Index Name"] ?? ""));
    return table !== "" && isWhole && !SHORT.has(table) ? [table] : [];
  });
}

type PlanNode = Readonly<{
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: ReadonlyArray<PlanNode>;
}>;
type Explained = Readonly<{ "QUERY PLAN": ReadonlyArray<Readonly<{ Plan: PlanNode }>> }>;

function nodesBelow(node: PlanNode): ReadonlyArray<PlanNode> {
  return [node, ...(node.Plans ?? []).flatMap(nodesBelow)];
}

/** A number for a number, however the statement was executed. */
function valueOf(type: string, value: string | number | null): string | number {
  if (/int|numeric|double/.test(type)) return typeof value === "number" ? value : 1;
  return value === null ? "x1" : String(value);
}

type Walk = Readonly<{ file: string; table: string; text: string }>;

function isAllowed({ file, table }: Walk): boolean {
  return ALLOWED.some(([where, of]) => file.startsWith(where) && (of.length === 0 || of.includes(table)));
}

test("no statement reads a whole table that grows", () => {
  const statements = statementsOfTheShop();
  const found = statements.flatMap(({ file, sqlite }) =>
    walkedBySqlite(sqlite).map((table): Walk => ({ file, table, text: sqlite })),
  );
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

const BY_ID = /^SEARCH \w+ USING INTEGER PRIMARY KEY \(rowid=\?\)/;

/** A search by another index may read most of it, such as all orders of a status. */
test("no look-up by ids waits for the thread that reads whole tables", () => {
  const marked = recordedStatements().filter(({ file, sqlite }) => file.startsWith("app/") && isWalk(sqlite));
  const isByIds = ([first = "", ...more]: ReadonlyArray<string>) =>
    BY_ID.test(first) && !more.some((line) => line.startsWith("SCAN"));
  const found = marked.filter(({ sqlite }) => isByIds(planOf(sqlite)));

  expect(found.map(({ file, sqlite }) => [file, sqlite])).toEqual([]);
  expect(marked.length).toBeGreaterThan(20);
});

class Undone extends Error {}

test("nor does PostgreSQL read one where an index could lead to the rows", async () => {
  const found: Array<Walk> = [];
  const work = db()
    .transaction()
    .execute(async (open) => {
      await fillTables(open, ROWS, SHORT);
      await sql`SET LOCAL enable_seqscan = off`.execute(open);
      await sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(open);
      for (const statement of statementsOfTheShop())
        for (const table of await walkedByPostgres(open, statement))
          found.push({ file: statement.file, table, text: statement.postgres });
      for (const [postgres, tables] of KNOWN)
        expect(await walkedByPostgres(open, { postgres, values: [] })).toEqual(tables);
      throw new Undone();
    });

  await expect(work).rejects.toThrow(Undone);
  // It may begin a join at the other end, so a file that is named is named for all tables.
  const isNamed = ({ file }: Walk) => [...ALLOWED, ...JOINS].some(([where]) => file.startsWith(where));
  expect(found.filter((one) => !isNamed(one))).toEqual([]);
});

/** What both plans must show, so that the tests above can fail. */
const KNOWN: ReadonlyArray<readonly [text: string, tables: ReadonlyArray<string>]> = [
  ["select count(*) from products where weight_g > $1", ["products"]],
  ["select held.id from variants as held order by held.label limit $1", ["variants"]],
  ["select id from products where slug = $1", []],
  ["select id from variants order by sku limit $1", []],
];

test("a statement that reads every product is found, and one that looks a product up is not", () => {
  expect(planOf("select name from products where id in (?, ?)")[0]).toMatch(BY_ID);
  for (const [text, tables] of KNOWN) expect(walkedBySqlite(text.replace("$1", "?"))).toEqual(tables);
});
