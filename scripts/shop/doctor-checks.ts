/** What the doctor looks at inside: settings, versions, database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Check = Readonly<{ what: string; verdict: "ok" | "warn" | "fail"; words: string }>;

const NODE_MIN = [20, 19] as const;
/** Last line of Node that the tests have passed on (docs/updating.md). */
const NODE_TRIED = 24;
/** Last line of Node that has no security releases any more. */
const NODE_ENDED = 20;

/** Exit code of a shop that is broken. */
export const BROKEN = 2;

/** Settings that are valid, but not right for a public shop. A mistake ends the process with one line. */
export async function settingsCheck(): Promise<Check> {
  // Whoever reads settings with a mistake in them ends with 1, which here would say that the shop is well enough.
  const toBroken = () => (process.exitCode = BROKEN);
  process.once("exit", toBroken);
  const { config } = await import("#app/config.server.ts");
  process.off("exit", toBroken);
  const doubts = [
    ...(config.isHttps ? [] : ["ALLOWED_ORIGINS is not https"]),
    ...(config.payment.pageOrigin ? [] : ["payments are a test: no money moves"]),
    ...(config.smtpUrl ? [] : ["emails are written to files"]),
  ];
  // A shop on this machine is meant to be so.
  if (!config.isHttps)
    return { what: "settings", verdict: "ok", words: `suitable for testing only: ${doubts.join(", ")}` };
  const verdict = doubts.length === 0 ? "ok" : "warn";
  return { what: "settings", verdict, words: [config.origin, ...doubts].join(", ") };
}

export async function versionCheck(): Promise<Check> {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  const node = process.versions.node;
  const { verdict, doubt } = nodeVerdict(node);
  return { what: "versions", verdict, words: `shop ${version}, Node ${node}${doubt}` };
}

/** Whether the shop may run on this version of Node, such as "22.23.2". */
export function nodeVerdict(version: string): Readonly<{ verdict: Check["verdict"]; doubt: string }> {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]))
    return { verdict: "fail", doubt: `: ${NODE_MIN.join(".")} or newer is needed` };
  if (major > NODE_TRIED)
    return { verdict: "warn", doubt: `: the shop has not been tried on it; use Node ${NODE_TRIED}` };
  if (major <= NODE_ENDED)
    return { verdict: "ok", doubt: ` (without security releases; Node ${NODE_TRIED} has them)` };
  return { verdict: "ok", doubt: "" };
}

/** Reachable, of the right version, whole. */
export async function databaseChecks(): Promise<ReadonlyArray<Check>> {
  const { config } = await import("#app/config.server.ts");
  const { existsSync } = await import("node:fs");
  const file = join(config.dataDir, "shop.db");
  // Looking must not make one.
  if (!config.databaseUrl && !existsSync(file))
    return [
      { what: "database", verdict: "fail", words: `there is none at ${file}: the first start creates it` },
    ];
  try {
    return [await reachable(), await tables(), await integrity()];
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return [{ what: "database", verdict: "fail", words: message || code || "cannot be reached" }];
  }
}

async function reachable(): Promise<Check> {
  const { config } = await import("#app/config.server.ts");
  const { db } = await import("#app/db/db.server.ts");
  const { sql } = await import("kysely");
  const options = config.databaseUrl
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`;
  const { rows } = await options.execute(db());
  const name = config.databaseUrl ? "PostgreSQL" : "SQLite";
  return { what: "database", verdict: "ok", words: `${name} ${rows[0]?.version ?? ""}` };
}

async function tables(): Promise<Check> {
  const { migrationState } = await import("#app/db/migrate.server.ts");
  const { pending, mismatch } = await migrationState();
  if (mismatch) return { what: "tables", verdict: "fail", words: `the database ${mismatch.problem}` };
  if (pending.length > 0)
    return {
      what: "tables",
      verdict: "warn",
      words: `the next start brings up to date: ${pending.join(", ")}`,
    };
  return { what: "tables", verdict: "ok", words: "up to date" };
}

async function integrity(): Promise<Check> {
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
