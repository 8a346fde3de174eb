/** Checks, applies or undoes a catalogue. Started by the shop alone: app/models/desk/files/catalogue-process.server.ts. */
import { rmSync } from "node:fs";
import { join } from "node:path";

import { keepFilesPrivate } from "#app/config/private-files.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { CatalogueRequest } from "#app/models/desk/files/catalogue-process.server.ts";

import { loadEnvironment } from "./bootstrap.ts";

const PATIENCE_MS = 5_000;

type Request = CatalogueRequest & Readonly<{ folder: string }>;

loadEnvironment();
keepFilesPrivate();
process.once("message", (sent) => void answer(sent as Request));

async function answer(request: Request) {
  // Whoever asked has gone, and cannot remove the folder. What is not committed is rolled back.
  process.once("disconnect", () => {
    rmSync(request.folder, { recursive: true, force: true });
    process.exit(1);
  });
  process.send?.(await done(request), () => process.exit(0));
}

async function done(request: Request) {
  const { registerListeners } = await import("#app/listeners.server.ts");
  const { applyHere, undoHere } = await import("#app/models/desk/files/imports.server.ts");
  registerListeners();
  if (request.step === "apply") return applyHere(request);
  if (request.step === "undo") return undoHere(request);
  const { checkCatalogueZip } = await import("#app/models/desk/files/catalogue-import.server.ts");
  await connectToCopy(join(request.folder, "shop.db"));
  return checkCatalogueZip(request.content, request);
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
