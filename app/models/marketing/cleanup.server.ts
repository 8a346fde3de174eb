import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import { dropSentAddresses } from "./contact.server.ts";
import { type MarketingOrder, withoutPersonalisation } from "./order.ts";

const DAY_MS = 86_400_000;
const CART_DAYS = 180;
/** Until a guest is forgotten who agreed to reminders only and has no cart. */
const CONTACT_DAYS = 365;
const BATCH = 500;

export async function cleanUpMarketing(now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db()
    .deleteFrom("marketing_carts")
    .whereRef("synced_version", "=", "desired_version")
    .where("sync_state", "=", "none")
    .where("updated_at", "<=", before(CART_DAYS))
    .where(isNamedByNone("carts", "carts.id", "marketing_carts.cart_id"))
    .execute();
  await db()
    .deleteFrom("marketing_orders")
    .where(isNamedByNone("marketing_carts", "marketing_carts.cart_id", "marketing_orders.cart_id"))
    .execute();
  await db()
    .deleteFrom("marketing_contacts")
    .where("state", "=", "nonSubscribed")
    .where("consented_at", "<=", before(CONTACT_DAYS))
    .where(isNamedByNone("marketing_carts", "marketing_carts.contact_id", "marketing_contacts.id"))
    .execute();
  await dropSentAddresses();
  await cleanUpEmbedded(before(CONTACT_DAYS));
}

/** No row of `table`, whose `column` would, names what is in `own`. */
function isNamedByNone(table: string, column: string, own: string) {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${sql.ref(own)})`;
}

/** What the built-in service keeps goes with the contact. */
async function cleanUpEmbedded(before: string): Promise<void> {
  await db()
    .deleteFrom("embedded_marketing")
    .where("kind", "=", "contact")
    .where("updated_at", "<=", before)
    .where(isNamedByNone("marketing_contacts", "marketing_contacts.service_id", "embedded_marketing.id"))
    .execute();
}

/** Of a batch of orders that earlier versions gave to the built-in service; returns how many. It reads all of them. */
export async function dropStoredPersonalisation(): Promise<number> {
  const worded = await db()
    .selectFrom("embedded_marketing")
    .select(["id", "document"])
    .where("kind", "=", "order")
    .where("document", "like", '%"personalisation"%')
    .limit(BATCH)
    .execute();
  for (const { id, document } of worded)
    await db()
      .updateTable("embedded_marketing")
      .set({ document: JSON.stringify(withoutPersonalisation(JSON.parse(document) as MarketingOrder)) })
      .where("kind", "=", "order")
      .where("id", "=", id)
      .execute();
  return worded.length;
}
