/** Whether a database is one for this code: one answer for start, doctor, commands, backup, restore and copy. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve("app/db/migrations");
const FILE = /^(\d{8}-\d{4}-[a-z0-9-]+)\.ts$/;

/** The schema of version 1. */
export const FIRST = "20261129-0100-schema";

/** What version 1 was made of while it was built: a database that ran all of these has its tables. */
export const BEFORE_FIRST: ReadonlyArray<string> = `
  0001-schema 0002-law 0003-saved-items 0004-price-lists 0005-gift-lists 0006-desk 0007-personalisation
  0008-review-photos 0009-work-on-items 0010-product-editing 0011-gift-list-life 0012-words-on-gifts
  0013-gift-list-owners 0014-answers-of-buyers 0015-messages 0016-product-images 0018-operations 0019-file-imports
  0020-setting-versions 0021-made-products 0022-passkeys 0023-order-lists 0024-goodwill 0025-bulk-changes
  0026-team-words 0028-setting-plans 0029-catalogue-imports 0030-figures 0031-made-variants
  0032-orders-at-the-desk 0033-edited-pages 0034-coupon-drafts 0035-unlisted-products 0037-customer-search
  0038-analytics-days 0039-refund-words 0040-page-images 0041-order-batches 0042-return-arrivals 0043-term-index
  0044-order-note-keys 0045-desk-indexes 0046-deleted-list-addresses 0047-order-email-keys`
  .trim()
  .split(/\s+/);

/** The last commit of main that has all of `BEFORE_FIRST`. It runs what is missing, in the order of their numbers only. */
const LAST_BEFORE_FIRST = "f6966d1e7d829ce81b44eda60145ca682b8a50c1";

/** In every database from before 24 November 2026: nothing takes its tables over. */
const TOO_OLD = "0001-catalogue";

type VersionMismatch = Readonly<{
  /** Goes on after "the database" or "the backup". */
  problem: string;
  remedy: string;
}>;

export type DatabaseState = Readonly<{
  /** Migrations that have not run, oldest first. */
  pending: ReadonlyArray<string>;
  /** Why this code can neither open the database nor bring it up to date, or null. */
  mismatch: VersionMismatch | null;
  /** Nothing has run. */
  isEmpty: boolean;
}>;

/** Oldest first. */
export function migrationNames(): ReadonlyArray<string> {
  return readdirSync(FOLDER)
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .sort();
}

/** The state of a database in which the migrations `done` have run, in whatever order. */
export function databaseState(
  done: ReadonlyArray<string>,
  known: ReadonlyArray<string> = migrationNames(),
): DatabaseState {
  const pending = known.filter((name) => !done.includes(name));
  return { pending, mismatch: mismatchOf(done, known), isEmpty: done.length === 0 };
}

/** Why nothing but a start may work on such a database, to go on after "the database", or null. */
export function whyNotCurrent({ pending, mismatch, isEmpty }: DatabaseState): string | null {
  if (mismatch) return `${mismatch.problem}. ${mismatch.remedy}`;
  if (isEmpty) return "has no tables yet: the first start of the shop makes them";
  if (pending.length === 0) return null;
  return `is of an older version of the shop: start the shop on it once, so that it gets ${pending.join(", ")}`;
}

function mismatchOf(done: ReadonlyArray<string>, known: ReadonlyArray<string>): VersionMismatch | null {
  if (done.includes(TOO_OLD))
    return {
      problem: "was made before 24 November 2026, and its tables cannot be brought up to date",
      remedy:
        "Start with an empty one: name another folder in DATA_DIR, or another database in DATABASE_URL. " +
        "The build that made this one still exports its orders and products (npm run shop -- export)",
    };
  const unknown = done.filter((name) => !known.includes(name) && !BEFORE_FIRST.includes(name));
  if (unknown.length > 0)
    return {
      problem: `belongs to a newer version of the shop: this one does not know ${unknown.join(", ")}`,
      remedy: "Start the newer version, or restore a backup that was taken before it",
    };
  const missing = BEFORE_FIRST.filter((name) => !done.includes(name));
  if (missing.length === 0 || missing.length === BEFORE_FIRST.length) return null;
  return {
    problem: `is older than version 1 of the shop: it lacks ${missing.join(", ")}`,
    remedy:
      `Commit ${LAST_BEFORE_FIRST} brings it up: git checkout ${LAST_BEFORE_FIRST}, npm ci, ` +
      "npm run shop -- staff list; then check out this version again, npm ci, npm run build. " +
      "If it calls the migrations corrupted, they ran in another order: " +
      "add allowUnorderedMigrations: true to the new Migrator in its app/db/migrate.server.ts, and repeat",
  };
}
