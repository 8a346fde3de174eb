import pg from "pg";

import { BackupError } from "./backup-manifest.server.ts";
import { isUnavailable } from "./dialect.server.ts";
import { connectionSettings, processIdOf } from "./postgres-pool.server.ts";

/** Throws BackupError where the server cannot be reached or ends the connection. */
export async function withClient<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client(connectionSettings(url));
  const lost: Array<Error> = [];
  // Node ends the process at an "error" event that nobody listens to, and pg sends one whenever the server hangs up.
  client.on("error", (error) => lost.push(error));
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw lost[0] || isUnavailable(error) ? connectionFailed(lost[0] ?? error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Throws BackupError behind a pooler: PostgreSQL's own tools cannot work through one. */
export async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  if (rows[0]?.pid !== processIdOf(client))
    throw new BackupError(
      "DATABASE_URL leads to a pooler, such as PgBouncer. For this command give the address of PostgreSQL itself.",
    );
}

function connectionFailed(error: unknown): BackupError {
  const words = error instanceof Error ? error.message : String(error);
  return new BackupError(`The connection to the database failed: ${words.replace(/\s+/g, " ").trim()}`);
}
