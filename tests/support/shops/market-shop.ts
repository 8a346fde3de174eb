/** The built shop with the catalogue of a market, and what people read in it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { textOf } from "#tests/support/people/purchase.ts";

import { DEMO_IMAGERY } from "./catalogue-folder.ts";
import type { Market } from "./markets.ts";
import { type RunningShop, startShop } from "./server.ts";

/** A bill may go to any country. */
const BILLED_COUNTRIES = /<select[^>]*name="billing_country_code"[\s\S]*?<\/select>/;

export async function startMarket({ folder }: Market, dataDir: string): Promise<RunningShop> {
  await inDatabase(dataDir, async () => {
    registerListeners();
    await migrate();
    const result = await importCatalogue(folder, new Date(), { imagery: DEMO_IMAGERY });
    if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
  });
  return startShop({ dataDir });
}

/** Does `work` in this process, in the database of the shop in `dataDir`. */
export async function inDatabase<Value>(dataDir: string, work: () => Promise<Value>): Promise<Value> {
  connectTo(sqliteDialect(join(dataDir, "shop.db")));
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

/** What people see of a page, and what programs read in its structured data. */
export function wordsOf(html: string): string {
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  return [textOf(html.replace(BILLED_COUNTRIES, "")), ...data.map((found) => found[1] ?? "")].join(" ");
}

/** Subject, plain text and HTML of every email so far. */
export async function emailsOf(dataDir: string): Promise<ReadonlyArray<string>> {
  const folder = join(dataDir, "mail");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".eml")) : [];
  const parsed = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
  return parsed.map(({ subject = "", text = "", html = "" }) => [subject, text, wordsOf(html)].join("\n"));
}

/** Every page or email of `read` that holds words of another place, with what stands around them. */
export function foreignWords(
  { foreign }: Market,
  read: ReadonlyArray<readonly [where: string, words: string]>,
): ReadonlyArray<string> {
  return read.flatMap(([where, words]) => {
    const found = foreign.exec(words);
    return found ? [`${where}: ${words.slice(Math.max(0, found.index - 60), found.index + 60)}`] : [];
  });
}
