import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { HealthLine, HealthSettings } from "#app/models/health/health.ts";

export const BROKEN = 2;

export async function readHealthSettings(): Promise<HealthSettings> {
  // Whoever reads settings with a mistake in them ends with 1, which here would say that the shop is well enough.
  const toBroken = () => (process.exitCode = BROKEN);
  process.once("exit", toBroken);
  const { healthSettings } = await import("#app/services/health/health-settings.server.ts");
  process.off("exit", toBroken);
  return healthSettings();
}

export function shopVersion(): string {
  const file = join(import.meta.dirname, "../../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

type DatabaseChecks = Readonly<{
  lines: ReadonlyArray<HealthLine>;
  /** The tables are those of this code, have a shop in them and are whole: everything else may read them. */
  isSound: boolean;
}>;

export async function databaseChecks(): Promise<DatabaseChecks> {
  const { config } = await import("#app/config.server.ts");
  const { existsSync } = await import("node:fs");
  const file = join(config.dataDir, "shop.db");
  // Looking must not make one.
  if (!config.databaseUrl && !existsSync(file))
    return unsound(`there is none at ${file}: the first start creates it`);
  try {
    const { findDatabaseHealth } = await import("#app/models/health/database.server.ts");
    const { accountsLine } = await import("#app/models/health/accounts.server.ts");
    const { secretsLine } = await import("../secret-mark.ts");
    const found = await findDatabaseHealth();
    // Before the next start the tables may be older than this code.
    const isCurrent = found.every(({ verdict }) => verdict === "ok");
    const own = isCurrent ? [...(await storeLines()), await accountsLine(), await secretsLine()] : [];
    const lines = [...found, await integrity(), ...own];
    return { lines, isSound: isCurrent && lines.every(({ verdict }) => verdict !== "fail") };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return unsound(message || code || "cannot be reached");
  }
}

function unsound(words: string): DatabaseChecks {
  return { lines: [{ what: "database", verdict: "fail", words }], isSound: false };
}

/** One when the tables are there and no catalogue has been imported yet. */
async function storeLines(): Promise<ReadonlyArray<HealthLine>> {
  const { findStore } = await import("#app/models/store/store.server.ts");
  try {
    await findStore();
    return [];
  } catch (error) {
    return [{ what: "settings", verdict: "fail", words: (error as Error).message }];
  }
}

async function integrity(): Promise<HealthLine> {
  const { config } = await import("#app/config.server.ts");
  if (config.databaseUrl)
    return { what: "integrity", verdict: "ok", words: "managed by the database server" };
  const { BackupError } = await import("#app/db/backup-manifest.server.ts");
  const { checkSqlite } = await import("#app/db/backup-sqlite.server.ts");
  try {
    const rows = Object.values(checkSqlite(join(config.dataDir, "shop.db"))).reduce(
      (sum, count) => sum + count,
      0,
    );
    return { what: "integrity", verdict: "ok", words: `every page and reference of ${rows} rows` };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { what: "integrity", verdict: "fail", words: error.message };
  }
}
