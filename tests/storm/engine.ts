/** A database for a storm: the demo catalogue on SQLite or on a PostgreSQL server, and a shop that is open on it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Kysely } from "kysely";

import { closeDatabase } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { openShop } from "#tests/support/checks/invariants.ts";
import { connectToFreshPostgres } from "#tests/support/shops/database-postgres.ts";
import {
  ask,
  NO_BINARIES,
  type OwnPostgres,
  postgresBinaries,
  startOwnPostgres,
} from "#tests/support/shops/ephemeral-postgres.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";
import { copySeededDatabase, fillDatabase, templateName } from "#tests/support/shops/seeded-database.ts";
import { type RunningShop, type ShopOptions, startShop } from "#tests/support/shops/server.ts";
import { type ShopPair, startShopPair } from "#tests/support/shops/shop-pair.ts";

import { NotProvoked } from "./row.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

/** What the shops of a storm sign their webhooks with. */
export const WEBHOOK_SECRET = "a-webhook-secret-for-storms-long-enough-01";
const SECRETS = {
  SESSION_SECRETS: "a-session-secret-for-storms-long-enough-01",
  PAYMENT_WEBHOOK_SECRETS: WEBHOOK_SECRET,
};

export type Opening = Pick<ShopOptions, "env" | "port">;

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
  open: (options?: Opening) => Promise<RunningShop>;
  /** Opens two processes behind nginx, which are one shop to the outside. */
  openPair: (options?: Opening) => Promise<ShopPair>;
  /** True while a shop is open on it. */
  isOpen: () => boolean;
  /** Removes all of it. */
  clear: () => Promise<void>;
}>;

/** False when there is no server for the engine. PGlite speaks to its own process only: no shop can open on it. */
export async function isAvailable(engine: Engine): Promise<boolean> {
  return engine === "sqlite" || (await findPostgres()) !== null;
}

type GroundOptions = Readonly<{
  /** Where its data shall be; else in a folder of its own. */
  folder?: string;
  /** True: what is opened on it are two processes behind nginx. */
  isPair?: boolean;
}>;

/** A fresh ground. Throws when the engine has no server. */
export async function newGround(
  engine: Engine,
  { folder, isPair = false }: GroundOptions = {},
): Promise<Ground> {
  const dataDir = folder ?? newFolder(engine);
  const made = engine === "sqlite" ? await sqliteFile(dataDir) : await postgresCopy();
  return groundOf(engine, made, { dataDir, isStored: folder !== undefined, isPair });
}

/**
 * A fresh ground on a server of a row's own. The shop reaches it as a user without rights of its own, by way of
 * `shopPort` where that is not the server's.
 */
export async function newGroundOn(
  server: Pick<OwnPostgres, "url" | "port">,
  shopPort = server.port,
): Promise<Ground> {
  const { databaseUrl: where = "", drop } = await postgresCopy(server.url);
  await ask(where, "CREATE ROLE shop LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO shop");
  const databaseUrl = where.replace("postgres@", "shop@").replace(`:${server.port}/`, `:${shopPort}/`);
  return groundOf(
    "postgres",
    { databaseUrl, where, drop },
    { dataDir: newFolder("postgres"), isStored: false },
  );
}

/** Does `work` on a ground on a server of its own, and removes both. */
export async function onOwnServer<Value>(
  settings: Readonly<Record<string, string>>,
  work: (ground: Ground, server: OwnPostgres) => Promise<Value>,
): Promise<Value> {
  if (!postgresBinaries()) throw new NotProvoked(NO_BINARIES);
  const server = await startOwnPostgres(settings);
  try {
    const ground = await newGroundOn(server);
    return await work(ground, server).finally(() => ground.clear());
  } finally {
    await server.stop();
  }
}

function newFolder(engine: Engine): string {
  return mkdtempSync(join(tmpdir(), `shop-storm-${engine}-`));
}

type Place = Readonly<{ dataDir: string; isStored: boolean; isPair?: boolean }>;

function groundOf(
  engine: Engine,
  { databaseUrl, drop, ...made }: Made,
  { dataDir, isStored, isPair = false }: Place,
): Ground {
  const where = made.where ?? databaseUrl ?? dataDir;
  let db: Kysely<Database> | null = null;
  const lookAway = async () => {
    await db?.destroy();
    db = null;
  };
  const shops = new Set<RunningShop>();
  const optionsOf = ({ env = {}, port }: Opening = {}) => {
    const settings = { LOG_LEVEL: "warn", ...SECRETS, ...env };
    return { dataDir, databaseUrl, port, env: settings };
  };
  const openPair = async ({ env, port }: Opening = {}) => {
    const pair = await startShopPair({ ...optionsOf({ env, port }), isUnlimited: true });
    shops.add(pair);
    return pair;
  };
  return {
    engine,
    dataDir,
    where,
    get db() {
      return (db ??= openShop(where));
    },
    lookAway,
    open: async (options) => {
      if (isPair) return openPair(options);
      const shop = await startShop(optionsOf(options));
      shops.add(shop);
      return shop;
    },
    openPair,
    isOpen: () => [...shops].some(({ pid }) => isAlive(pid)),
    clear: async () => {
      for (const shop of shops) await shop.kill();
      await lookAway();
      await drop();
      if (!isStored) rmSync(dataDir, { recursive: true, force: true });
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

type Made = Readonly<{
  /** As the shop reaches it; left out: a file in the data folder. */
  databaseUrl?: string;
  /** As the books are read; left out: as the shop reaches it. */
  where?: string;
  drop: () => Promise<void>;
}>;

async function sqliteFile(dataDir: string): Promise<Made> {
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  return { drop: async () => undefined };
}

/** A copy on `server`, or on the one that answers. */
async function postgresCopy(server?: string): Promise<Made> {
  const fill = () => fillDatabase("demo");
  const { url, close } = await connectToFreshPostgres(templateName("demo"), fill, server);
  await closeDatabase();
  if (!url) throw new Error("No PostgreSQL server answers");
  return { databaseUrl: url, drop: close };
}
