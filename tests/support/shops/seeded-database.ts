/**
 * SQLite files that hold all tables, with the demo catalogue or without. Each kind is made once an hour and copied
 * from then on.
 */
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";

import { makeOnce, templateFolder } from "./make-once.ts";

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
  await migrate();
  if (catalogue === "none") return;
  const result = await importCatalogue(DEMO_CATALOGUE, new Date());
  if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
}

/** Changes with the tables, the importer, the catalogue and the hour: its days are counted back from now. */
export function templateName(catalogue: Catalogue): string {
  const hash = createHash("sha256").update(String(Math.floor(Date.now() / HOUR_MS)));
  for (const folder of ["app/db", "content/catalogue"]) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return `${catalogue}_${hash.digest("hex").slice(0, 16)}`;
}
