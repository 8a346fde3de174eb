/** Names for the databases of one run on a PostgreSQL server; what is left of them is dropped after the run. */
import { randomBytes } from "node:crypto";

import pg from "pg";

import { findPostgres } from "./postgres.ts";

/** Vitest calls it in the process that starts the workers, and what it answers with when they have ended. */
export default async function nameRunDatabases(): Promise<(() => Promise<void>) | undefined> {
  const server = await findPostgres();
  if (!server || process.env["TEST_DATABASE_PREFIX"]) return undefined;
  const prefix = `shop_test_${randomBytes(4).toString("hex")}`;
  process.env["TEST_DATABASE_PREFIX"] = prefix;
  return () => dropDatabases(server, prefix);
}

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [`${prefix}_`],
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await admin.end();
}
