/** Brings the tables up to date. All that is missing runs in one transaction: killed midway, nothing has happened. */
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from "kysely";
import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import * as schema from "./migrations/0001-schema.ts";
import { addLaw } from "./migrations/0002-law.ts";
import { createSavedItems } from "./migrations/0003-saved-items.ts";
import { addPriceLists } from "./migrations/0004-price-lists.ts";
import { createGiftLists } from "./migrations/0005-gift-lists.ts";
import { createDesk } from "./migrations/0006-desk.ts";
import { addPersonalisation } from "./migrations/0007-personalisation.ts";
import { createReviewPhotos } from "./migrations/0008-review-photos.ts";
import { addWorkOnItems } from "./migrations/0009-work-on-items.ts";
import { addProductEditing } from "./migrations/0010-product-editing.ts";
import { addGiftListLife } from "./migrations/0011-gift-list-life.ts";
import { addWordsOnGifts } from "./migrations/0012-words-on-gifts.ts";
import { addGiftListOwners } from "./migrations/0013-gift-list-owners.ts";
import { addAnswersOfBuyers } from "./migrations/0014-answers-of-buyers.ts";
import { createMessages } from "./migrations/0015-messages.ts";
import { addProductImages } from "./migrations/0016-product-images.ts";
import { addOperations } from "./migrations/0018-operations.ts";
import { createFileImports } from "./migrations/0019-file-imports.ts";
import { addSettingVersions } from "./migrations/0020-setting-versions.ts";
import { addMadeProducts } from "./migrations/0021-made-products.ts";
import { createPasskeys } from "./migrations/0022-passkeys.ts";
import { indexOrderLists } from "./migrations/0023-order-lists.ts";
import { addGoodwill } from "./migrations/0024-goodwill.ts";
import { createBulkChanges } from "./migrations/0025-bulk-changes.ts";
import { createTeamWords } from "./migrations/0026-team-words.ts";
import { createSettingPlans } from "./migrations/0028-setting-plans.ts";
import { createCatalogueImports } from "./migrations/0029-catalogue-imports.ts";
import { addFigureIndexes } from "./migrations/0030-figures.ts";
import { addMadeVariants } from "./migrations/0031-made-variants.ts";
import { addOrdersAtTheDesk } from "./migrations/0032-orders-at-the-desk.ts";
import { createEditedPages } from "./migrations/0033-edited-pages.ts";
import { createCouponDrafts } from "./migrations/0034-coupon-drafts.ts";
import { addUnlistedProducts } from "./migrations/0035-unlisted-products.ts";
import { indexCustomerSearch } from "./migrations/0037-customer-search.ts";
import { createAnalyticsDays } from "./migrations/0038-analytics-days.ts";
import { addRefundWords } from "./migrations/0039-refund-words.ts";
import { addPageImages } from "./migrations/0040-page-images.ts";
import { createOrderBatches } from "./migrations/0041-order-batches.ts";
import { addReturnArrivals } from "./migrations/0042-return-arrivals.ts";
import { widenTermIndex } from "./migrations/0043-term-index.ts";
import { addOrderNoteKeys } from "./migrations/0044-order-note-keys.ts";
import { addDeskIndexes } from "./migrations/0045-desk-indexes.ts";
import { addDeletedListAddresses } from "./migrations/0046-deleted-list-addresses.ts";
import { addOrderEmailKeys } from "./migrations/0047-order-email-keys.ts";
import type { Database } from "./schema.ts";

const MIGRATION_TABLE = "kysely_migration";

const MIGRATIONS: Record<string, Migration> = {
  "0001-schema": schema,
  "0002-law": { up: addLaw },
  "0003-saved-items": { up: createSavedItems },
  "0004-price-lists": { up: addPriceLists },
  "0005-gift-lists": { up: createGiftLists },
  "0006-desk": { up: createDesk },
  "0007-personalisation": { up: addPersonalisation },
  "0008-review-photos": { up: createReviewPhotos },
  "0009-work-on-items": { up: addWorkOnItems },
  "0010-product-editing": { up: addProductEditing },
  "0011-gift-list-life": { up: addGiftListLife },
  "0012-words-on-gifts": { up: addWordsOnGifts },
  "0013-gift-list-owners": { up: addGiftListOwners },
  "0014-answers-of-buyers": { up: addAnswersOfBuyers },
  "0015-messages": { up: createMessages },
  "0016-product-images": { up: addProductImages },
  "0018-operations": { up: addOperations },
  "0019-file-imports": { up: createFileImports },
  "0020-setting-versions": { up: addSettingVersions },
  "0021-made-products": { up: addMadeProducts },
  "0022-passkeys": { up: createPasskeys },
  "0023-order-lists": { up: indexOrderLists },
  "0024-goodwill": { up: addGoodwill },
  "0025-bulk-changes": { up: createBulkChanges },
  "0026-team-words": { up: createTeamWords },
  "0028-setting-plans": { up: createSettingPlans },
  "0029-catalogue-imports": { up: createCatalogueImports },
  "0030-figures": { up: addFigureIndexes },
  "0031-made-variants": { up: addMadeVariants },
  "0032-orders-at-the-desk": { up: addOrdersAtTheDesk },
  "0033-edited-pages": { up: createEditedPages },
  "0034-coupon-drafts": { up: createCouponDrafts },
  "0035-unlisted-products": { up: addUnlistedProducts },
  "0037-customer-search": { up: indexCustomerSearch },
  "0038-analytics-days": { up: createAnalyticsDays },
  "0039-refund-words": { up: addRefundWords },
  "0040-page-images": { up: addPageImages },
  "0041-order-batches": { up: createOrderBatches },
  "0042-return-arrivals": { up: addReturnArrivals },
  "0043-term-index": { up: widenTermIndex },
  "0044-order-note-keys": { up: addOrderNoteKeys },
  "0045-desk-indexes": { up: addDeskIndexes },
  "0046-deleted-list-addresses": { up: addDeletedListAddresses },
  "0047-order-email-keys": { up: addOrderEmailKeys },
};

/** Runs what is missing and answers with the names of what ran. Throws when the database is of another version of the shop. */
export async function migrate(): Promise<ReadonlyArray<string>> {
  const { error, results } = await db().connection().execute(migrateOn);
  if (error) throw error instanceof Error ? error : new Error("The migration failed");
  return (results ?? []).map((result) => result.migrationName);
}

async function migrateOn(connection: Kysely<Database>): Promise<MigrationResultSet> {
  if (isSqlite(connection)) return migrateIn(connection);
  await sql`begin`.execute(connection);
  try {
    await waitForOthers(connection);
    const done = await migrateIn(connection);
    await (done.error ? sql`rollback` : sql`commit`).execute(connection);
    return done;
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}

/** On PostgreSQL in the transaction that is open: there Kysely must begin none of its own. */
async function migrateIn(connection: Kysely<Database>): Promise<MigrationResultSet> {
  await refuseForeign(connection);
  return new Migrator({
    db: connection,
    provider: { getMigrations: async () => MIGRATIONS },
    disableTransactions: !isSqlite(connection),
  }).migrateToLatest();
}

/** Kysely would call a database that another version of the shop has made "corrupted". */
async function refuseForeign(connection: Kysely<Database>): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return;
  const mismatch = versionMismatch(await migrationsIn(connection));
  if (mismatch) throw new Error(`the database ${mismatch.problem}. ${mismatch.remedy}`);
}

async function migrationsIn(connection: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(
    connection,
  );
  return rows.map(({ name }) => name);
}

/** Migrations that have not run, and why the database is not one for this code, or null. */
export async function migrationState(): Promise<
  Readonly<{ pending: ReadonlyArray<string>; mismatch: VersionMismatch | null }>
> {
  const done = await migrationsIn(db());
  return {
    pending: Object.keys(MIGRATIONS).filter((name) => !done.includes(name)),
    mismatch: versionMismatch(done),
  };
}

type VersionMismatch = Readonly<{
  /** Goes on after "the database" or "the backup". */
  problem: string;
  remedy: string;
}>;

/** In every database from before the first release: nothing takes its tables over. */
const BEFORE_FIRST_RELEASE = "0001-catalogue";

/** Why a database with the migrations `names` is not one that this code can open or bring up to date, or null. */
export function versionMismatch(names: ReadonlyArray<string>): VersionMismatch | null {
  if (names.includes(BEFORE_FIRST_RELEASE))
    return {
      problem: "was made before the shop's first release, and its tables cannot be brought up to date",
      remedy: "Start with an empty one: name another folder in DATA_DIR, or another database in DATABASE_URL",
    };
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return null;
  return {
    problem: `belongs to a newer version of the shop: this one does not know ${unknown.join(", ")}`,
    remedy: "Start the newer version, or restore a backup that was taken before it",
  };
}

/** How long one of two processes that start at once waits for the other's migrations. */
const LOCK_PATIENCE = "10min";
/** Any number: processes that migrate one database wait for each other on it. */
const MIGRATION_LOCK = 4_100_002;

/** Nothing that this transaction does is cut short, and no other migrates meanwhile. Its end ends both. */
async function waitForOthers(connection: Kysely<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(connection);
  await sql.raw(`set local lock_timeout = '${LOCK_PATIENCE}'`).execute(connection);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
}
