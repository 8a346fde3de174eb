import { sql } from "kysely";

import { db } from "./db.server.ts";

export async function findDemoFirstDay(): Promise<Date> {
  const { rows } = await sql<{ timestamp: string }>`
    SELECT timestamp FROM kysely_migration ORDER BY timestamp LIMIT 1
  `.execute(db());
  const timestamp = rows[0]?.timestamp;
  if (!timestamp) throw new Error("The database has no tables yet");
  return new Date(timestamp);
}
