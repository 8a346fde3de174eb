import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { makePrivateFolder } from "./private-files.server.ts";
import { loadSqlite } from "./sqlite-library.server.ts";

/** Tables with rows that cookies and signed links point to. */
export const USED_TABLES = ["orders", "carts", "customers"] as const;

export const SECRET_MIN_CHARACTERS = 32;

/** A mistake in the settings: one line that names the variable and what is wrong. */
export class ConfigError extends Error {
  override name = "ConfigError";

  constructor(message: string) {
    super(message.replace(/\s+/g, " "));
  }
}

const secretsSchema = z.object({
  session: z.string().min(SECRET_MIN_CHARACTERS),
  paymentWebhook: z.string().min(SECRET_MIN_CHARACTERS),
});

type Secrets = z.infer<typeof secretsSchema>;

/**
 * Looks at once at what is there, and makes what is missing when it is first asked for, so that a command that is refused
 * leaves none behind: mode 0600, once for all processes. Throws ConfigError when the file is missing beside a SQLite
 * database in use.
 */
export function generatedSecrets(dataDir: string, mayReplace = false): () => Secrets {
  const file = join(dataDir, "secrets.json");
  if (!existsSync(file) && !mayReplace && isInUse(join(dataDir, "shop.db")))
    throw new ConfigError(
      `DATA_DIR: ${file} is missing, and shop.db beside it is in use. With new secrets all baskets and logins in ` +
        "browsers and all links in emails stop working. Put the file back from a backup, or start once with LOST_SECRETS=replace",
    );
  let secrets = existsSync(file) ? secretsIn(file) : null;
  return () => {
    if (secrets === null) makeSecrets(dataDir, file);
    secrets ??= secretsIn(file);
    return secrets;
  };
}

function secretsIn(file: string): Secrets {
  const parsed = secretsSchema.safeParse(readJson(file));
  if (!parsed.success) throw new ConfigError(`${file}: is damaged; restore it or delete it`);
  return parsed.data;
}

function isInUse(database: string): boolean {
  if (!existsSync(database)) return false;
  try {
    // Only when secrets are missing: most starts need no SQLite here.
    const SqliteDatabase = loadSqlite();
    const handle = new SqliteDatabase(database, { readonly: true });
    try {
      return USED_TABLES.some(
        (table) => handle.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
      );
    } finally {
      handle.close();
    }
  } catch {
    // No tables yet, or damaged: the start says so.
    return false;
  }
}

/** The file appears whole or not at all, and the first of several processes wins. */
function makeSecrets(dataDir: string, file: string): void {
  const draft = join(dataDir, `.secrets-${randomBytes(6).toString("hex")}`);
  const secrets = { session: newSecret(), paymentWebhook: newSecret() };
  try {
    makePrivateFolder(dataDir);
    writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file))
      throw new ConfigError(`DATA_DIR: cannot write to ${dataDir} (${(error as Error).message})`);
  }
  rmSync(draft, { force: true });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function newSecret(): string {
  return randomBytes(48).toString("base64url");
}
