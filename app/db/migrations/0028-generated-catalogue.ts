/** How far a made-up catalogue has been written: killed midway, it goes on from there. */
import { createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "generated_catalogue",
    `id INTEGER PRIMARY KEY CHECK (id = 1), products INTEGER NOT NULL, seed INTEGER NOT NULL,
     days_end_at TEXT NOT NULL, written INTEGER NOT NULL`,
  );
}
