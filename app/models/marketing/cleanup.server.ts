import { db } from "#app/db/db.server.ts";

const DAY_MS = 86_400_000;
const CART_DAYS = 180;
/** Until a guest is forgotten who agreed to reminders only and has no cart. */
const CONTACT_DAYS = 365;

export async function cleanUpMarketing(now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db()
    .deleteFrom("marketing_carts")
    .whereRef("synced_version", "=", "desired_version")
    .where("sync_state", "=", "none")
    .where("updated_at", "<=", before(CART_DAYS))
    .where((row) =>
      row.not(
        row.exists(row.selectFrom("carts").select("id").whereRef("carts.id", "=", "marketing_carts.cart_id")),
      ),
    )
    .execute();
  await db()
    .deleteFrom("marketing_orders")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("marketing_carts")
            .select("cart_id")
            .whereRef("marketing_carts.cart_id", "=", "marketing_orders.cart_id"),
        ),
      ),
    )
    .execute();
  await db()
    .deleteFrom("marketing_contacts")
    .where("state", "=", "nonSubscribed")
    .where("consented_at", "<=", before(CONTACT_DAYS))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("marketing_carts")
            .select("cart_id")
            .whereRef("marketing_carts.contact_id", "=", "marketing_contacts.id"),
        ),
      ),
    )
    .execute();
}
