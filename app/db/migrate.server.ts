/** Brings the tables up to date. All that is missing runs in one transaction: killed midway, nothing has happened. */
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from "kysely";
import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import * as catalogue from "./migrations/0001-catalogue.ts";
import * as carts from "./migrations/0002-carts.ts";
import * as orders from "./migrations/0003-orders.ts";
import * as jobs from "./migrations/0004-jobs.ts";
import * as accounts from "./migrations/0005-accounts.ts";
import * as shipments from "./migrations/0006-parcels.ts";
import * as opinions from "./migrations/0007-opinions.ts";
import * as favourites from "./migrations/0008-favourites.ts";
import * as formDrafts from "./migrations/0009-form-drafts.ts";
import * as searchIndex from "./migrations/0011-search-index.ts";
import * as couponUses from "./migrations/0013-coupon-uses.ts";
import * as paymentIntents from "./migrations/0014-payment-intents.ts";
import * as deliveryBookings from "./migrations/0015-delivery-bookings.ts";
import * as gifts from "./migrations/0016-gifts.ts";
import * as orderLife from "./migrations/0017-order-life.ts";
import * as works from "./migrations/0018-works.ts";
import * as redirects from "./migrations/0020-redirects.ts";
import * as marketing from "./migrations/0021-marketing.ts";
import * as recovery from "./migrations/0022-recovery.ts";
import * as subscriptions from "./migrations/0023-subscriptions.ts";
import * as analytics from "./migrations/0025-analytics.ts";
import * as contactMessages from "./migrations/0027-contact-messages.ts";
import * as generatedCatalogue from "./migrations/0028-generated-catalogue.ts";
import * as catalogueChanges from "./migrations/0029-catalogue-changes.ts";
import * as searchAtSize from "./migrations/0030-search-at-size.ts";
import * as jobsByAge from "./migrations/0034-jobs-by-age.ts";
import * as onePayment from "./migrations/0040-one-payment-for-a-basket.ts";
import * as emailChanges from "./migrations/0044-email-changes.ts";
import type { Database } from "./schema.ts";

const MIGRATION_TABLE = "kysely_migration";

const MIGRATIONS: Record<string, Migration> = {
  "0001-catalogue": catalogue,
  "0002-carts": carts,
  "0003-orders": orders,
  "0004-jobs": jobs,
  "0005-accounts": accounts,
  "0006-parcels": shipments,
  "0007-opinions": opinions,
  "0008-favourites": favourites,
  "0009-form-drafts": formDrafts,
  "0011-search-index": searchIndex,
  "0013-coupon-uses": couponUses,
  "0014-payment-intents": paymentIntents,
  "0015-delivery-bookings": deliveryBookings,
  "0016-gifts": gifts,
  "0017-order-life": orderLife,
  "0018-works": works,
  "0020-redirects": redirects,
  "0027-contact-messages": contactMessages,
  "0021-marketing": marketing,
  "0022-recovery": recovery,
  "0023-subscriptions": subscriptions,
  "0025-analytics": analytics,
  "0028-generated-catalogue": generatedCatalogue,
  "0029-catalogue-changes": catalogueChanges,
  "0030-search-at-size": searchAtSize,
  "0034-jobs-by-age": jobsByAge,
  "0040-one-payment-for-a-basket": onePayment,
  "0044-email-changes": emailChanges,
};

/** Runs what is missing and answers with the names of what ran. Throws when the database is newer than the code. */
export async function migrate(): Promise<ReadonlyArray<string>> {
  const { error, results } = await db().connection().execute(migrateOn);
  if (error) throw error instanceof Error ? error : new Error("The migration failed");
  return (results ?? []).map((result) => result.migrationName);
}

async function migrateOn(connection: Kysely<Database>): Promise<MigrationResultSet> {
  await waitForMigrations(connection);
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => MIGRATIONS } });
  try {
    await refuseNewer(connection);
    return await migrator.migrateToLatest();
  } finally {
    await stopWaiting(connection);
  }
}

/** Kysely would call a database that a newer version of the shop has changed "corrupted". */
async function refuseNewer(connection: Kysely<Database>): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(
    connection,
  );
  const unknown = unknownMigrations(rows.map(({ name }) => name));
  if (unknown.length > 0)
    throw new Error(
      `the database belongs to a newer version of the shop: this one does not know ${unknown.join(", ")}. ` +
        "Start the newer version, or restore a backup that was taken before it",
    );
}

/** Migrations that have not run, and ones in the database that this code does not know: it is newer. */
export async function migrationState(): Promise<
  Readonly<{ pending: ReadonlyArray<string>; unknown: ReadonlyArray<string> }>
> {
  const rows = await sql<{ name: string }>`select name from kysely_migration`.execute(db());
  const done = new Set(rows.rows.map(({ name }) => name));
  const known = Object.keys(MIGRATIONS);
  return {
    pending: known.filter((name) => !done.has(name)),
    unknown: unknownMigrations([...done]),
  };
}

export function unknownMigrations(names: ReadonlyArray<string>): ReadonlyArray<string> {
  return names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** How long one of two processes that start at once waits for the other's migrations. */
const LOCK_PATIENCE = "10min";

/** On PostgreSQL nothing that `connection` does is cut short from now on. */
async function waitForMigrations(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("SET statement_timeout = 0").execute(connection);
  await sql.raw(`SET lock_timeout = '${LOCK_PATIENCE}'`).execute(connection);
}

/** The limits of the pool count again for `connection`, which goes back to it. */
async function stopWaiting(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("RESET statement_timeout").execute(connection);
  await sql.raw("RESET lock_timeout").execute(connection);
}
