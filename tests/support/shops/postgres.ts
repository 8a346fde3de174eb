/** Finds a PostgreSQL server for the tests: TEST_DATABASE_URL, or one that answers on this machine. */
import pg from "pg";

const LOCAL_URL = "postgres://postgres@127.0.0.1:5432/postgres";
const CONNECT_TIMEOUT_MS = 1_000;

/** Address of a server that answers, or null. Throws when TEST_DATABASE_URL is set and does not answer. */
export async function findPostgres(): Promise<string | null> {
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
