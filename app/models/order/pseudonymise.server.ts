import { db, inTransaction } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import { UNDER_WAY } from "./customer-order.ts";
import { orderPseudonymised } from "./events.server.ts";
import { hiddenAddress } from "./order.ts";
import { REMOVED_EMAIL } from "./removed-person.ts";

/** Statuses of orders that still need their address, or whose money still moves; so do requested returns. */
export const OPEN_ORDERS = [...UNDER_WAY, "awaiting-payment", "payment-review", "disputed"] as const;
/** Statuses of refunds that their customer does not have. */
export const OPEN_REFUNDS = ["queued", "failed"] as const;
const BATCH = 200;

/** Finished ones of customers who have left; returns how many. */
export async function pseudonymiseOrders(now: Date, customerId?: CustomerId): Promise<number> {
  const rows = await namedOrders()
    .leftJoin("customers", "customers.id", "orders.customer_id")
    .where("orders.customer_id", "is not", null)
    .where("customers.id", "is", null)
    .where("orders.status", "not in", OPEN_ORDERS)
    .where(
      "orders.id",
      "not in",
      db().selectFrom("order_returns").select("order_id").where("status", "=", "requested"),
    )
    .where(
      "orders.id",
      "not in",
      db().selectFrom("refunds").select("order_id").where("status", "in", OPEN_REFUNDS),
    )
    .$if(customerId !== undefined, (query) => query.where("orders.customer_id", "=", customerId ?? ""))
    .limit(customerId === undefined ? BATCH : Number.MAX_SAFE_INTEGER)
    .execute();
  for (const row of rows) await inTransaction(() => removePerson(row, now));
  return rows.length;
}

/** A batch of the oldest, placed at `placedBefore` (ISO 8601) or earlier, whatever their status; returns how many. */
export async function pseudonymiseOldOrders(placedBefore: string, now: Date): Promise<number> {
  const rows = await namedOrders()
    .where("orders.placed_at", "<=", placedBefore)
    .orderBy("orders.placed_at")
    .limit(BATCH)
    .execute();
  for (const row of rows) await inTransaction(() => removePerson(row, now));
  return rows.length;
}

function namedOrders() {
  return db()
    .selectFrom("orders")
    .modifyFront(WALK)
    .select(["orders.id", "orders.attempt_id", "orders.delivery_address", "orders.billing_address"])
    .where((orders) =>
      orders.or([
        orders("orders.email", "<>", REMOVED_EMAIL),
        // A build from before the keys has removed the address alone.
        orders("orders.email_key", "not in", [REMOVED_EMAIL, ""]),
      ]),
    );
}

type NamedOrder = Awaited<ReturnType<ReturnType<typeof namedOrders>["execute"]>>[number];

/** As one step: what is left of an order whose address is gone would never be found again. Call it in a transaction. */
async function removePerson(row: NamedOrder, now: Date): Promise<void> {
  await db()
    .updateTable("orders")
    .set({
      email: REMOVED_EMAIL,
      email_key: REMOVED_EMAIL,
      delivery_address: withoutPerson(row.delivery_address),
      billing_address: withoutPerson(row.billing_address),
      gift_message: null,
      note: null,
      updated_at: now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  await db().deleteFrom("order_recipients").where("order_id", "=", row.id).execute();
  await db()
    .updateTable("order_lines")
    .set({ gift_message: null, personalisation: null })
    .where("order_id", "=", row.id)
    .execute();
  // The carrier's page would show the address. The contents of the parcel go with the row.
  await db().deleteFrom("shipments").where("order_id", "=", row.id).execute();
  await db()
    .updateTable("refunds")
    .set({ wear_reason: "", customer_words: "" })
    .where("order_id", "=", row.id)
    .execute();
  await db().updateTable("order_returns").set({ note: "" }).where("order_id", "=", row.id).execute();
  await db()
    .updateTable("coupon_uses")
    .set({ customer_id: null, email_key: REMOVED_EMAIL })
    .where("order_id", "=", row.id)
    .execute();
  await db().deleteFrom("order_search_terms").where("order_id", "=", row.id).execute();
  await db().deleteFrom("order_notes").where("order_id", "=", row.id).execute();
  await forgetPaymentRequest(row.attempt_id);
  await orderPseudonymised.publish({ orderId: row.id });
}

/** The country stays, because the tax depends on it. */
function withoutPerson(text: string): string {
  const address = JSON.parse(text) as Address;
  return JSON.stringify({ ...hiddenAddress("", address), country: address.country });
}

/** The test provider stores the recipient of a payment. */
async function forgetPaymentRequest(attemptId: string): Promise<void> {
  const row = await db()
    .selectFrom("embedded_payments")
    .select("request")
    .where("attempt_id", "=", attemptId)
    .executeTakeFirst();
  if (!row) return;
  const request = JSON.parse(row.request) as { attempt?: Record<string, unknown> };
  if (!request.attempt || !("email" in request.attempt)) return;
  const attempt = { ...request.attempt, email: REMOVED_EMAIL };
  await db()
    .updateTable("embedded_payments")
    .set({ request: JSON.stringify({ ...request, attempt }) })
    .where("attempt_id", "=", attemptId)
    .execute();
}
