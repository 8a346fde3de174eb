/**
 * A database for a test file: the engine that TEST_ENGINE names, migrated, with the demo catalogue or without.
 * Before each test carts, orders, payments, jobs and emails are gone and the stock is what it was.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach } from "vitest";

import { config } from "#app/config.server.ts";
import { closeDatabase, connectTo, db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { protectAuditLog, unprotectAuditLog } from "#app/db/migrations/schema/logs.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { recountRating } from "#app/models/review/rating.server.ts";

import { connectToFreshPostgres } from "./database-postgres.ts";
import { findPostgres } from "./postgres.ts";
import { recordingStatements, writeRecordedStatements } from "./recorded-statements.ts";
import { connectToReusable, type ReusableDatabase } from "./reusable-postgres.ts";
import { type Catalogue, copySeededDatabase, fillDatabase, templateName } from "./seeded-database.ts";

/** Emptied before each test, in this order. */
const LIVE_TABLES = [
  "order_ticks",
  "desk_log",
  "saved_replies",
  "closures",
  "page_drafts",
  "page_versions",
  "published_pages",
  "page_images",
  "page_order",
  "desk_openings",
  "customer_notes",
  "staff_invites",
  "passkeys",
  "passkey_challenges",
  "staff_factors",
  "staff_sessions",
  "staff",
  "order_search_terms",
  "order_search",
  "order_notes",
  "product_drafts",
  "coupon_drafts",
  "setting_plans",
  "order_batch_rows",
  "order_batches",
  "catalogue_import_rows",
  "catalogue_imports",
  "file_import_lines",
  "file_imports",
  "product_versions",
  "uploaded_images",
  "product_sales",
  "embedded_marketing",
  "marketing_orders",
  "marketing_carts",
  "marketing_contacts",
  "jobs",
  "gift_list_cart_gifts",
  "gift_list_carts",
  "gift_list_returns",
  "gift_list_claims",
  "gift_list_alerts",
  "gift_list_gifts",
  "gift_list_tokens",
  "gift_list_devices",
  "gift_list_co_owners",
  "gift_list_moves",
  "gift_list_former_codes",
  "gift_lists",
  "search_index_entries",
  "payment_events",
  "embedded_payments",
  "payments",
  "order_return_lines",
  "order_returns",
  "refund_lines",
  "refunds",
  "shipment_lines",
  "shipments",
  "order_history",
  "reservations",
  "coupon_uses",
  "delivery_bookings",
  "order_lines",
  "order_recipients",
  "orders",
  "document_numbers",
  "cart_lines",
  "carts",
  "recovery_steps",
  "review_votes",
  "stock_alerts",
  "back_in_stock_batches",
  "subscriptions",
  "form_drafts",
  "shared_lists",
  "favourites",
  "saved_items",
  "contact_messages",
  "desk_messages",
  "customer_addresses",
  "customer_tokens",
  "customer_sessions",
  "customers",
  "rate_limits",
  "redirects",
  "analytics_events",
  "analytics_day_searches",
  "analytics_days",
  "catalogue_changes",
] as const;

type Options = Readonly<{ catalogue?: Catalogue }>;

/** Registers a database for the tests of this file: a fresh one, or one that is as a fresh one. */
export function useTestDatabase({ catalogue = "demo" }: Options = {}): void {
  let database: Connected | null = null;
  let restoreStock: () => Promise<void> = async () => undefined;
  const reset = () => resetDatabase(restoreStock);
  beforeAll(async () => {
    database = await connect(catalogue);
    restoreStock = await stockRestorer();
    await database.noteFresh(reset);
  });
  beforeEach(reset);
  afterAll(async () => {
    await database?.giveBack(reset);
  });
}

/** As every test finds it, without the emails of tests before: the files of a worker have one folder for them. */
async function resetDatabase(restoreStock: () => Promise<void>): Promise<void> {
  rmSync(join(config.dataDir, "mail"), { recursive: true, force: true });
  await restoreReviews();
  const filled = await filledTables();
  for (const table of filled) await db().deleteFrom(table).execute();
  if (filled.includes("published_pages") || filled.includes("page_order"))
    await db()
      .updateTable("content_version")
      .set((row) => ({ version: row("version", "+", 1) }))
      .execute();
  await db().deleteFrom("brands").where("created_by", "=", "desk").execute();
  await db().deleteFrom("categories").where("created_by", "=", "desk").execute();
  await db().updateTable("coupons").set({ use_count: 0 }).where("use_count", ">", 0).execute();
  await db().deleteFrom("coupons").where("created_by", "=", "owner").execute();
  for (const table of ["delivery_methods", "delivery_zones"] as const)
    await db().deleteFrom(table).where("created_by", "=", "desk").execute();
  await db().updateTable("coupons").set({ disabled_at: null }).where("disabled_at", "is not", null).execute();
  await emptyAuditLog();
  await restoreStock();
}

/** The live tables that hold rows, in the order in which they can be emptied. Asked for in one query: most are empty. */
async function filledTables(): Promise<ReadonlyArray<(typeof LIVE_TABLES)[number]>> {
  const rows = await sql<{ name: (typeof LIVE_TABLES)[number] }>`${sql.join(
    LIVE_TABLES.map(
      (table) => sql`SELECT ${sql.lit(table)} AS name WHERE EXISTS (SELECT 1 FROM ${sql.table(table)})`,
    ),
    sql` UNION ALL `,
  )}`.execute(db());
  const filled = new Set(rows.rows.map(({ name }) => name));
  return LIVE_TABLES.filter((table) => filled.has(table));
}

/** Written reviews go, those of the catalogue are published, and products say what these come to. */
async function restoreReviews(): Promise<void> {
  const written = await db()
    .deleteFrom("reviews")
    .where("author_kind", "is not", null)
    .returning("product_id")
    .execute();
  const changed = await db()
    .updateTable("reviews")
    .set({ status: "published", decided_at: null })
    .where("status", "<>", "published")
    .returning("product_id")
    .execute();
  for (const productId of new Set([...written, ...changed].map((row) => row.product_id)))
    await recountRating(productId);
}

/** The log takes no deletion, so its protection is lifted for a moment. */
async function emptyAuditLog(): Promise<void> {
  const used = await db().selectFrom("audit_log").select("id").limit(1).executeTakeFirst();
  if (!used) return;
  await unprotectAuditLog(db() as unknown as Migrating);
  await db().deleteFrom("audit_log").execute();
  await protectAuditLog(db() as unknown as Migrating);
}

let settings: Readonly<Record<string, string>> | null = null;

/** The settings by which another process reaches the database of this test; null when only this one can. */
export function databaseSettings(): Readonly<Record<string, string>> | null {
  return settings;
}

type Connected = Omit<ReusableDatabase, "url">;

/** Connects to a database with `catalogue`. */
async function connect(catalogue: Catalogue): Promise<Connected> {
  settings = null;
  if (process.env["TEST_ENGINE"] !== "postgres") return usedOnce(await connectToFreshSqlite(catalogue));
  const fill = () => fillDatabase(catalogue);
  const template = templateName(catalogue);
  const server = await findPostgres();
  if (!server) return usedOnce((await connectToFreshPostgres(template, fill)).close);
  const database = await connectToReusable(template, () => connectToFreshPostgres(template, fill, server));
  settings = { DATABASE_URL: database.url };
  return database;
}

function usedOnce(remove: () => Promise<void>): Connected {
  const giveBack = async () => {
    await closeDatabase();
    await remove();
  };
  return { noteFresh: async () => undefined, giveBack };
}

async function connectToFreshSqlite(catalogue: Catalogue): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "shop-test-db-"));
  const file = join(folder, "shop.db");
  await copySeededDatabase(catalogue, file);
  connectTo(recordingStatements(sqliteDialect(file)));
  // No test file cuts the power: a commit waits for no disk. A comment comes first, else the reader would be set so.
  await sql`/* the writer */ PRAGMA synchronous = OFF`.execute(db());
  settings = { DATA_DIR: folder };
  return async () => {
    writeRecordedStatements();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Remembers the stock as it is and answers with what brings it back. */
async function stockRestorer(): Promise<() => Promise<void>> {
  const variants = await db().selectFrom("variants").select(["id", "on_hand", "reserved"]).execute();
  const stock = new Map(variants.map((variant) => [variant.id, variant]));
  const { last } = await db()
    .selectFrom("stock_history")
    .select((select) => select.fn.max<number | null>("id").as("last"))
    .executeTakeFirstOrThrow();
  return async () => {
    let isChanged = false;
    const now = await db().selectFrom("variants").select(["id", "on_hand", "reserved"]).execute();
    for (const { id, on_hand, reserved } of now) {
      const before = stock.get(id);
      if (!before || (before.on_hand === on_hand && before.reserved === reserved)) continue;
      isChanged = true;
      const { on_hand: onHand, reserved: held } = before;
      await db()
        .updateTable("variants")
        .set({ on_hand: onHand, reserved: held })
        .where("id", "=", id)
        .execute();
    }
    const { numDeletedRows } = await db()
      .deleteFrom("stock_history")
      .where("id", ">", last ?? 0)
      .executeTakeFirstOrThrow();
    // What is kept in memory knows the stock of the test before.
    if (isChanged || numDeletedRows > 0n) await bumpCatalogueVersion();
  };
}
