/** A database for a storm: the demo catalogue on SQLite or on a PostgreSQL server, and a shop that is open on it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Kysely } from "kysely";

import { closeDatabase } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { connectToFreshPostgres } from "#tests/support/database-postgres.ts";
import { openShop } from "#tests/support/invariants.ts";
import { findPostgres } from "#tests/support/postgres.ts";
import { copySeededDatabase, fillDatabase, templateName } from "#tests/support/seeded-database.ts";
import { type RunningShop, type ShopOptions, startShop } from "#tests/support/server.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

/** What the shops of a storm sign their webhooks with. */
export const WEBHOOK_SECRET = "a-webhook-secret-for-storms-long-enough-01";
const SECRETS = {
  SESSION_SECRETS: "a-session-secret-for-storms-long-enough-01",
  PAYMENT_WEBHOOK_SECRETS: WEBHOOK_SECRET,
};

/** A data folder with a database, and the queries that look into it. Outlives the shops that are open on it. */
export type Ground = Readonly<{
  engine: Engine;
  dataDir: string;
  /** The data folder, or the address of the PostgreSQL database: what the invariants are read from. */
  where: string;
  db: Kysely<Database>;
  /** Closes `db`, so that nobody but the shop has the database open. The next look opens it again. */
  lookAway: () => Promise<void>;
  /** Opens the shop, or a second one beside it. What is still open when the ground is cleared is killed. */
  open: (options?: Pick<ShopOptions, "env" | "port">) => Promise<RunningShop>;
  /** True while a shop is open on it. */
  isOpen: () => boolean;
  /** Removes all of it. */
  clear: () => Promise<void>;
}>;

/** False when there is no server for the engine. PGlite speaks to its own process only: no shop can open on it. */
export async function isAvailable(engine: Engine): Promise<boolean> {
  return engine === "sqlite" || (await findPostgres()) !== null;
}

/** A fresh ground, in `folder` or in a folder of its own. Throws when the engine has no server. */
export async function newGround(engine: Engine, folder?: string): Promise<Ground> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), `shop-storm-${engine}-`));
  const { databaseUrl, drop } = engine === "sqlite" ? await sqliteFile(dataDir) : await postgresCopy();
  const where = databaseUrl ?? dataDir;
  let db: Kysely<Database> | null = null;
  const lookAway = async () => {
    await db?.destroy();
    db = null;
  };
  const shops = new Set<RunningShop>();
  return {
    engine,
    dataDir,
    where,
    get db() {
      return (db ??= openShop(where));
    },
    lookAway,
    open: async ({ env = {}, port } = {}) => {
      const settings = { LOG_LEVEL: "warn", ...SECRETS, ...env };
      const shop = await startShop({ dataDir, databaseUrl, port, env: settings });
      shops.add(shop);
      return shop;
    },
    isOpen: () => [...shops].some(({ pid }) => isAlive(pid)),
    clear: async () => {
      for (const shop of shops) await shop.kill();
      await lookAway();
      await drop();
      if (!folder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

type Made = Readonly<{ databaseUrl?: string; drop: () => Promise<void> }>;

async function sqliteFile(dataDir: string): Promise<Made> {
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  return { drop: async () => undefined };
}

async function postgresCopy(): Promise<Made> {
  const { url, close } = await connectToFreshPostgres(templateName("demo"), () => fillDatabase("demo"));
  await closeDatabase();
  if (!url) throw new Error("No PostgreSQL server answers");
  return { databaseUrl: url, drop: close };
}
