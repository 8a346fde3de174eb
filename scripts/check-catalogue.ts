/** Checks the catalogue of a ZIP. Started by the shop alone: app/models/desk/files/catalogue-check.server.ts. */
import { rmSync } from "node:fs";
import { join } from "node:path";

import { keepFilesPrivate } from "#app/config/private-files.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { ZipCheckRequest } from "#app/models/desk/files/catalogue-check.server.ts";

import { loadEnvironment } from "./bootstrap.ts";

const PATIENCE_MS = 5_000;

loadEnvironment();
keepFilesPrivate();
process.once("message", (sent) => void answer(sent as ZipCheckRequest & Readonly<{ folder: string }>));

async function answer({ folder, content, ...options }: ZipCheckRequest & Readonly<{ folder: string }>) {
  // Whoever asked has gone, and cannot remove the copy of the database.
  process.once("disconnect", () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  });
  const { checkCatalogueZip } = await import("#app/models/desk/files/catalogue-import.server.ts");
  await connectToCopy(join(folder, "shop.db"));
  const check = await checkCatalogueZip(content, options);
  process.send?.(check, () => process.exit(0));
}

/** Of a SQLite database as it is now: the check writes to that, and nobody waits for it. */
async function connectToCopy(copy: string): Promise<void> {
  const { config } = await import("#app/config.server.ts");
  if (config.databaseUrl) return;
  const source = new SqliteDatabase(join(config.dataDir, "shop.db"), {
    readonly: true,
    timeout: PATIENCE_MS,
  });
  source.prepare("VACUUM INTO ?").run(copy);
  source.close();
  const [{ connectTo }, { sqliteDialect }] = await Promise.all([
    import("#app/db/db.server.ts"),
    import("#app/db/dialect.server.ts"),
  ]);
  connectTo(sqliteDialect(copy));
}
