/** What the shop looks for every minute is found without reading the whole table. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX gift_list_claims_news ON gift_list_claims (list_id) WHERE state = 'taken' AND news_at IS NULL",
    "CREATE INDEX marketing_contacts_to_drop ON marketing_contacts (id) WHERE state = 'unsubscribed' AND email <> ''",
  ]);
}
