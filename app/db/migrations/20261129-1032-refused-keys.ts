/** Which key a service has refused: another one is not refused yet. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE service_refusals ADD COLUMN key_hash TEXT NOT NULL DEFAULT ''"]);
}
