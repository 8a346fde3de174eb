/** The demo shop in a SQLite file, beside an empty database on a PostgreSQL server, for commands that move it there. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { afterAll, beforeAll, vi } from "vitest";

import { ask } from "./ephemeral-postgres.ts";
import { newFolder } from "./new-folder.ts";
import { findPostgres } from "./postgres.ts";
import { copySeededDatabase } from "./seeded-database.ts";

/** Modules that a test loads are those of this shop. Without a server `server` is null, and there is no shop. */
export function useShopBesideServer(name: string) {
  const database = `shop_${name}_${randomBytes(6).toString("hex")}`;
  const shop = { database, folder: "", server: null as string | null, url: "" };
  beforeAll(async () => {
    shop.server = await findPostgres();
    shop.folder = newFolder();
    if (!shop.server) return;
    await ask(shop.server, `CREATE DATABASE ${database}`);
    const address = new URL(shop.server);
    address.pathname = `/${database}`;
    shop.url = address.toString();
    await copySeededDatabase("demo", join(shop.folder, "shop.db"));
    vi.stubEnv("DATA_DIR", shop.folder);
    vi.stubEnv("DATABASE_URL", shop.url);
    vi.resetModules();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    if (shop.server) await ask(shop.server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  });
  return shop;
}

/** How many products are in the server's database. */
export async function countProducts({ url }: Readonly<{ url: string }>): Promise<number> {
  return Number((await ask(url, "SELECT count(*) FROM products"))[0]?.["count"]);
}
