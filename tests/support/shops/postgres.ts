/** Finds a PostgreSQL server for the tests: TEST_DATABASE_URL, or one that answers on this machine. */
import pg from "pg";

const LOCAL_URL = "postgres://postgres@127.0.0.1:5432/postgres";
const CONNECT_TIMEOUT_MS = 10_000;
/** What was found, for this process and those that it starts: empty where there is none. */
const FOUND = "TEST_POSTGRES_FOUND";

/** Whether a test on PostgreSQL has a server. PGlite has one connection, so nothing waits for anything there. */
export const hasPostgresServer = process.env["TEST_ENGINE"] === "postgres" && Boolean(process.env[FOUND]);

/**
 * Address of a server that answers, or null. A run decides once: a server that is slow for a moment sends no test to
 * PGlite. Throws when TEST_DATABASE_URL is set and does not answer.
 */
export async function findPostgres(): Promise<string | null> {
  const url = process.env[FOUND] ?? (await askForServer()) ?? "";
  process.env[FOUND] = url;
  return url || null;
}

async function askForServer(): Promise<string | null> {
  const requested = process.env["TEST_DATABASE_URL"];
  const url = requested ?? LOCAL_URL;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    await client.query("SELECT 1");
    return url;
  } catch (error) {
    if (requested) throw new Error(`TEST_DATABASE_URL does not answer: ${(error as Error).message}`);
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
