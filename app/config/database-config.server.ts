import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { z } from "zod";

import { wholeNumber } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

const address = (what: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, `must be a postgres:// address, or empty for ${what}`)
    .optional();

export const DATABASE_ENVIRONMENT = {
  DATABASE_URL: address("SQLite"),
  DATABASE_REPLICA_URL: address("none"),
  DATABASE_REPLICA_LAG_SECONDS: wholeNumber(5, 1, 60),
  DATABASE_CA_FILE: z.string().optional(),
  DATABASE_POOL_MAX: wholeNumber(10, 1, 500),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(2_000, 100, 60_000),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(5_000, 100, 600_000),
  DATABASE_LOCK_TIMEOUT_MS: wholeNumber(2_000, 50, 600_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: wholeNumber(10_000, 100, 600_000),
};

type DatabaseEnvironment = z.infer<z.ZodObject<typeof DATABASE_ENVIRONMENT>>;

export type PostgresSettings = Readonly<{
  poolMax: number;
  /** Longest time for opening a connection, and longest wait of one request in a queue that stands still. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleTransactionTimeoutMs: number;
  /** File, and its certificates as PEM text, that the server's certificate is checked against; null: the system's. */
  ca: Readonly<{ file: string; pem: string }> | null;
  /** A copy that catalogue reads go to, or null. */
  replica: Readonly<{ url: string; lagMaxMs: number }> | null;
}>;

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

export function readPostgresSettings(environment: DatabaseEnvironment): PostgresSettings {
  checkSslMode("DATABASE_URL", environment.DATABASE_URL);
  checkSslMode("DATABASE_REPLICA_URL", environment.DATABASE_REPLICA_URL);
  const replicaUrl = environment.DATABASE_REPLICA_URL;
  if (replicaUrl && !environment.DATABASE_URL)
    throw new ConfigError("DATABASE_REPLICA_URL: a replica needs a DATABASE_URL that it is a copy of");
  return {
    poolMax: environment.DATABASE_POOL_MAX,
    connectTimeoutMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: environment.DATABASE_LOCK_TIMEOUT_MS,
    idleTransactionTimeoutMs: environment.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    ca: readCa(environment.DATABASE_CA_FILE),
    replica: replicaUrl
      ? { url: replicaUrl, lagMaxMs: environment.DATABASE_REPLICA_LAG_SECONDS * 1_000 }
      : null,
  };
}

/** "prefer" and "allow" fall back to a connection without encryption. */
function checkSslMode(name: string, url: string | undefined): void {
  const mode = new URLSearchParams(url?.split("?")[1] ?? "").get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new ConfigError(`${name}: sslmode "${mode}" is none of ${SSL_MODES.join(", ")}`);
}

function readCa(path: string | undefined): PostgresSettings["ca"] {
  if (!path) return null;
  const file = resolve(path);
  try {
    const pem = readFileSync(file, "utf8");
    if (pem.includes("BEGIN CERTIFICATE")) return { file, pem };
  } catch {
    throw new ConfigError(`DATABASE_CA_FILE: ${file} cannot be read`);
  }
  throw new ConfigError(`DATABASE_CA_FILE: ${file} holds no certificate`);
}
