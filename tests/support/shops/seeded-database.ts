/**
 * SQLite files that hold all tables, with the demo catalogue or without. Each kind is made once an hour and copied
 * from then on.
 */
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { indexChanges } from "#app/services/search/embedded/indexing.server.ts";

import { hashOfFolders, makeOnce, templateFolder } from "./make-once.ts";

export const DEMO_CATALOGUE = resolve("content/catalogue");

const HOUR_MS = 3_600_000;

export type Catalogue = "demo" | "none";

/** Copies a database with `catalogue` to `target`, a file that is not there yet. */
export async function copySeededDatabase(catalogue: Catalogue, target: string): Promise<void> {
  const file = join(templateFolder(), `${templateName(catalogue)}.db`);
  await makeOnce(file, async (unfinished) => {
    connectTo(sqliteDialect(unfinished));
    await fillDatabase(catalogue);
    // Closing the last connection folds the write-ahead log into the one file that is copied.
    await closeDatabase();
  });
  copyFileSync(file, target);
}

/** Tables, and the catalogue, in the database that is connected. */
export async function fillDatabase(catalogue: Catalogue): Promise<void> {
  registerListeners();
  await migrate();
  if (catalogue === "none") return;
  const result = await importCatalogue(DEMO_CATALOGUE, new Date());
  if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
  await indexChanges({ chunk: 100, budgetMs: Infinity });
}

/** The sources of a process do not change, and to read them for each file would take seconds in all. */
let sources: string | undefined;

/** Changes with the catalogue, with all that the importer may call, and with the hour: its days are counted from now. */
export function templateName(catalogue: Catalogue): string {
  sources ??= hashOfFolders("app", "content/catalogue");
  return `${catalogue}_${sources}_${Math.floor(Date.now() / HOUR_MS)}`;
}
