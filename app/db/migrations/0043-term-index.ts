/** Words of orders with their kind and order in one index: a search of very many reads no row of the table. */
import { type Migrating, run } from "./ddl.ts";

export async function widenTermIndex(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX order_search_terms_found ON order_search_terms (term, kind, order_id)",
    "DROP INDEX order_search_terms_term",
  ]);
}
