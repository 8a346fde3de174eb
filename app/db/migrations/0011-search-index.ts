/** What has been sent to a hosted search engine: the next time only what differs is sent. */
import { createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "search_index_entries",
    `index_name TEXT NOT NULL, product_id INTEGER NOT NULL, fingerprint TEXT NOT NULL,
     PRIMARY KEY (index_name, product_id)`,
  );
}
