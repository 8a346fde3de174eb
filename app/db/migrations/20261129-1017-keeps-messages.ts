/** A shop that kept what was written to it goes on doing so: until now an environment variable said whether it did. */
import { sql } from "kysely";

import type { Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM settings
    WHERE key = 'contact' AND EXISTS (SELECT 1 FROM desk_messages WHERE message IS NOT NULL)`.execute(db);
  const contact = JSON.parse(rows[0]?.value ?? "null") as Readonly<Record<string, unknown>> | null;
  // Chosen at the desk already.
  if (contact === null || "keeps_messages" in contact) return;
  const value = JSON.stringify({ ...contact, keeps_messages: "on" });
  // Like what is changed at the desk, the next import of the catalogue leaves it alone.
  const at = new Date().toISOString();
  await sql`UPDATE settings SET value = ${value}, edited_at = ${at} WHERE key = 'contact'`.execute(db);
}
