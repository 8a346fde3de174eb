import { db, transact } from "#app/db/db.server.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { removeMessagesOf } from "#app/models/content/message-periods.server.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import { ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { removeGiftListsOf } from "#app/models/gift-list/own-data.server.ts";
import { forgetContact } from "#app/models/marketing/contact.server.ts";
import { dropNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import { pseudonymiseOrders } from "#app/models/order/pseudonymise.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { removeReviewsOf } from "#app/models/review/identity.server.ts";
import { type CustomerId, isCartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/**
 * Orders under way are pseudonymised when they are finished, because they must still be delivered. Check the password
 * first.
 */
export async function removeCustomer(id: CustomerId, now: Date): Promise<Result<null, "NOT_FOUND">> {
  return transact(async () => {
    if (!(await lockCustomer(id, now))) return refused("NOT_FOUND");
    await dropCarts(id);
    await dropMarketing(id, now);
    await dropOpinions(id);
    await dropNewsletter(id, now);
    await dropEmailJobs(id);
    await db().deleteFrom("customers").where("id", "=", id).execute();
    await pseudonymiseOrders(now, id);
    await record("account-removed", { customerId: id }, now);
    return ok(null);
  });
}

async function dropCarts(customerId: CustomerId): Promise<void> {
  const carts = await db().selectFrom("carts").select("id").where("customer_id", "=", customerId).execute();
  for (const { id } of carts) if (isCartId(id)) await deleteCart(id);
}

async function dropMarketing(customerId: CustomerId, now: Date): Promise<void> {
  const { email, ...proof } = await db()
    .selectFrom("customers")
    .select(["email", "verified_at", "email_changed_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  await forgetContact(email, now, { since: ownsAddressSince(proof) });
  await db()
    .updateTable("marketing_carts")
    .set({ customer_id: null })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Also those that its confirmed address made as a guest. */
async function dropOpinions(customerId: CustomerId): Promise<void> {
  const { email_key: emailKey, ...proof } = await db()
    .selectFrom("customers")
    .select(["email_key", "verified_at", "email_changed_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const since = ownsAddressSince(proof);
  await removeReviewsOf({ customerId, emailKey, since });
  await removeMessagesOf({ customerId, email: emailKey, since });
  if (since === null) return;
  await removeGiftListsOf({ emailKey, since });
  await db()
    .deleteFrom("stock_alerts")
    .where("email_key", "=", emailKey)
    .where((alerts) => alerts.or([alerts("created_at", ">=", since), alerts("customer_id", "=", customerId)]))
    .execute();
}

/** They may hold an address. */
async function dropEmailJobs(customerId: CustomerId): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("kind", "=", "account-email")
    .where("payload", "like", `%"customerId":"${customerId}"%`)
    .execute();
}
