/** Takes a customer out of the shop: orders stay for the tax office without a name, everything else goes. */
import { db, transact } from "#app/db/db.server.ts";

import type { Address } from "./address.ts";
import { cutFromOrder } from "./analytics-order.server.ts";
import { record } from "./audit.server.ts";
import { deleteCart } from "./cart.server.ts";
import { dropNewsletter } from "./customer-newsletter.server.ts";
import { holdCustomer } from "./customer.server.ts";
import { type CustomerId, isCartId } from "./ids.ts";
import { forgetContact } from "./marketing-contact.server.ts";
import { ok, refused, type Result } from "./result.ts";
import { removeReviewsOf } from "./review-author.server.ts";

/** Orders that still need to know where they go, or whose money is still moving. */
const UNDER_WAY = [
  "awaiting-payment",
  "payment-review",
  "paid",
  "packed",
  "partially-dispatched",
  "dispatched",
  "disputed",
];
/** Orders without a name carry this where the address was. It can receive nothing. */
const REMOVED_EMAIL = "removed@customer.invalid";
/** Orders looked at in one round. */
const BATCH = 200;

/**
 * Removes the customer. Finished orders lose every name, address and word at once; those under way keep them until
 * they are finished, because somebody still has to deliver them. Ask for the password first.
 */
export async function removeCustomer(id: CustomerId, now: Date): Promise<Result<null, "NOT_FOUND">> {
  return transact(async () => {
    if (!(await holdCustomer(id, now))) return refused("NOT_FOUND");
    await dropCarts(id);
    await dropMarketing(id, now);
    await dropOpinions(id);
    await dropNewsletter(id, now);
    await dropEmailJobs(id);
    // Sessions, links and addresses go with their customer.
    await db().deleteFrom("customers").where("id", "=", id).execute();
    await pseudonymiseOrders(now, id);
    await record("account-removed", { customerId: id }, now);
    return ok(null);
  });
}

/** Takes the person out of finished orders whose customer has left. */
export async function pseudonymiseOrders(now: Date, customerId?: CustomerId): Promise<number> {
  const rows = await db()
    .selectFrom("orders")
    .leftJoin("customers", "customers.id", "orders.customer_id")
    .select(["orders.id", "orders.attempt_id", "orders.delivery_address", "orders.billing_address"])
    .where("orders.customer_id", "is not", null)
    .where("customers.id", "is", null)
    .where("orders.email", "<>", REMOVED_EMAIL)
    .where("orders.status", "not in", UNDER_WAY)
    .$if(customerId !== undefined, (query) => query.where("orders.customer_id", "=", customerId ?? ""))
    .limit(customerId === undefined ? BATCH : Number.MAX_SAFE_INTEGER)
    .execute();
  for (const row of rows) {
    await db()
      .updateTable("orders")
      .set({
        email: REMOVED_EMAIL,
        delivery_address: withoutPerson(row.delivery_address),
        billing_address: withoutPerson(row.billing_address),
        gift_message: null,
        note: null,
        updated_at: now.toISOString(),
      })
      .where("id", "=", row.id)
      .execute();
    await db()
      .updateTable("order_lines")
      .set({ gift_message: null })
      .where("order_id", "=", row.id)
      .execute();
    // The carrier's page about a parcel says where it went. What was in it goes with it.
    await db().deleteFrom("order_parcels").where("order_id", "=", row.id).execute();
    await db().updateTable("order_returns").set({ note: "" }).where("order_id", "=", row.id).execute();
    await db()
      .updateTable("coupon_uses")
      .set({ customer_id: null, email_key: REMOVED_EMAIL })
      .where("order_id", "=", row.id)
      .execute();
    await forgetPaymentRequest(row.attempt_id);
    await cutFromOrder(row.id);
  }
  return rows.length;
}

/** The country decides the tax, so it stays. */
function withoutPerson(text: string): string {
  const { country, country_code } = JSON.parse(text) as Address;
  const address: Address = {
    first_name: "",
    last_name: "",
    company: "",
    address1: "",
    address2: "",
    city: "",
    country,
    country_code,
    phone: "",
    postal_code: "",
  };
  return JSON.stringify(address);
}

/** The test provider remembers for whom a payment was opened. */
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

async function dropCarts(customerId: CustomerId): Promise<void> {
  const carts = await db().selectFrom("carts").select("id").where("customer_id", "=", customerId).execute();
  for (const { id } of carts) if (isCartId(id)) await deleteCart(id);
}

/** The marketing service is told by jobs that the carts are gone and the address has left. */
async function dropMarketing(customerId: CustomerId, now: Date): Promise<void> {
  const { email, verified_at } = await db()
    .selectFrom("customers")
    .select(["email", "verified_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  // An address that was never confirmed may be a stranger's.
  if (verified_at !== null) await forgetContact(email, now);
  await db()
    .updateTable("marketing_carts")
    .set({ customer_id: null })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Reviews, and alerts: those of the account, and those that its confirmed address signed up as a guest. */
async function dropOpinions(customerId: CustomerId): Promise<void> {
  const { email_key, verified_at } = await db()
    .selectFrom("customers")
    .select(["email_key", "verified_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const emailKey = verified_at === null ? null : email_key;
  await removeReviewsOf({ customerId, emailKey });
  if (emailKey !== null) await db().deleteFrom("stock_alerts").where("email_key", "=", emailKey).execute();
}

/** E-mails on their way, and those that were sent: their jobs may hold an address. */
async function dropEmailJobs(customerId: CustomerId): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("kind", "=", "account-email")
    .where("payload", "like", `%"customerId":"${customerId}"%`)
    .execute();
}
