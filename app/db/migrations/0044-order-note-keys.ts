/** The same form writes one note. */
import { type Migrating, run } from "./ddl.ts";

export async function addOrderNoteKeys(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_notes ADD COLUMN request_key TEXT",
    "CREATE UNIQUE INDEX order_notes_key ON order_notes (order_id, request_key)",
  ]);
}
