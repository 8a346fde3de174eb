/** A shop's PostgreSQL database of its own, which this process is connected to as well, and two shops on one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#app/db/db.server.ts";

import { connectToFreshPostgres } from "./database-postgres.ts";
import { findPostgres } from "./postgres.ts";
import { fillDatabase, templateName } from "./seeded-database.ts";
import { type RunningShop, startShop } from "./server.ts";

export const NO_POSTGRES = "no PostgreSQL server answers";

type ShopDatabase = Readonly<{ databaseUrl: string; dataDir: string; close: () => Promise<void> }>;
export type TwoShops = ShopDatabase & Readonly<{ shops: readonly [RunningShop, RunningShop] }>;

/** With the demo catalogue. Null where no server answers. */
export async function openShopPostgres(): Promise<ShopDatabase | null> {
  if (!(await findPostgres())) return null;
  const dataDir = mkdtempSync(join(tmpdir(), "shop-postgres-"));
  const { url, close } = await connectToFreshPostgres(templateName("demo"), () => fillDatabase("demo"));
  return {
    databaseUrl: url ?? "",
    dataDir,
    close: async () => {
      await closeDatabase();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Null where no PostgreSQL server answers. */
export async function startTwoShops(): Promise<TwoShops | null> {
  const database = await openShopPostgres();
  if (!database) return null;
  const { databaseUrl, dataDir, close } = database;
  const open = () => startShop({ dataDir, databaseUrl });
  const shops = [await open(), await open()] as const;
  return {
    ...database,
    shops,
    close: async () => {
      await Promise.all(shops.map((shop) => shop.stop()));
      await close();
    },
  };
}
