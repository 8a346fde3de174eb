/** `npm run shop -- copy-database` on a real server: what it refuses, what it says, there and back. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { expect, test, vi } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { ask } from "#tests/support/shops/ephemeral-postgres.ts";
import { insertPasskeyRow } from "#tests/support/shops/passkey-row.ts";
import { countProducts, useShopBesideServer } from "#tests/support/shops/shop-beside-server.ts";

const shop = useShopBesideServer("copy");

/** What the command answers with, and what it says. */
async function copy(...args: ReadonlyArray<string>) {
  const { copyDatabaseCommand } = await import("#scripts/shop/copy-database.ts");
  let output = "";
  const hear = (text: unknown) => {
    output += String(text);
    return true;
  };
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const spy of spies) spy.mockImplementation(hear);
  const code = await copyDatabaseCommand.run(args);
  for (const spy of spies) spy.mockRestore();
  return { code, output };
}

/** What a search in the shop that was copied finds, once the shop has been prepared for its start. */
async function found(words: string): Promise<ReadonlyArray<number>> {
  const { prepareDatabase } = await import("#scripts/bootstrap.ts");
  await prepareDatabase();
  const { embeddedSearch } = await import("#app/services/search/embedded/search.server.ts");
  const { closeDatabase } = await import("#app/db/db.server.ts");
  const { productIds } = await embeddedSearch.search(words);
  await closeDatabase();
  return productIds;
}

test("moves a closed shop to an empty database, or back, and reports what it moved", async (context) => {
  const { server, url, folder } = shop;
  if (!server) context.skip("no PostgreSQL server answers");
  const file = join(folder, "shop.db");
  const own = new SqliteDatabase(file);
  insertPasskeyRow(own);
  own.close();

  expect(await copy("--to", "sqlite", "--yes")).toEqual({
    code: 1,
    output: "There is no shop in the database that is to be copied.\n",
  });
  expect((await copy("--to", "oracle")).code).toBe(2);

  const open = new SqliteDatabase(file);
  open.pragma("journal_mode = WAL");
  open.prepare("SELECT count(*) FROM products").get();
  const whileOpen = await copy();
  open.close();
  expect(whileOpen).toEqual({ code: 1, output: "A shop is open on the SQLite database: stop it first.\n" });

  const there = await copy("--progress");
  expect(there.code).toBe(0);
  expect(there.output).toMatch(/^products +\d+ +[0-9a-f]{16}$/m);
  expect(there.output).toMatch(/^\d+ rows in \d+ tables were copied and read back\.$/m);
  expect(there.output).toContain("100 %");
  expect(await countProducts(shop)).toBeGreaterThan(50);
  expect(await found("rainbow stacker")).toContain(101);

  expect(await copy()).toEqual({
    code: 1,
    output: "The database that is to be written is not empty: say --yes to replace what is in it.\n",
  });
  await ask(url, "DELETE FROM review_votes; UPDATE products SET name = 'Another'");

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect((await copy("--yes")).output).toMatch(/A shop is open on the PostgreSQL database/);
  await client.end();

  const replaced = await copy("--yes", "--json");
  expect(JSON.parse(replaced.output)).toMatchObject({ ok: true, to: "postgres", own: [], aside: null });
  expect(await ask(url, "SELECT name FROM products WHERE name = 'Another'")).toEqual([]);

  const back = await copy("--to", "sqlite", "--yes");
  expect(back.code).toBe(0);
  expect(back.output).toContain("The previous database is now");
  expect(readdirSync(folder).filter((entry) => entry.includes("before-copy"))).toHaveLength(1);
  expect(existsSync(`${file}.copying`)).toBe(false);
  const fingerprints = (text: string) =>
    [...text.matchAll(/^\w+ +\d+ +[0-9a-f]{16}$/gm)].map(([line]) => line);
  expect(fingerprints(back.output)).toEqual(fingerprints(there.output));
}, 240_000);
