import { db, transact } from "#app/db/db.server.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { removeMessagesOf } from "#app/models/content/message-periods.server.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import { removeGiftListsOf } from "#app/models/gift-list/own-data.server.ts";
import { forgetContact } from "#app/models/marketing/contact.server.ts";
import { dropNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import { pseudonymiseOrders } from "#app/models/order/pseudonymise.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { removeReviewsOf } from "#app/models/review/identity.server.ts";
import { type CustomerId, isCartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { findOwner, isOwnAlert, type Owner } from "./own-data.server.ts";

/**
 * Orders under way are pseudonymised when they are finished, because they must still be delivered. Check the password
 * first.
 */
export async function removeCustomer(id: CustomerId, now: Date): Promise<Result<null, "NOT_FOUND">> {
  return transact(async () => {
    if (!(await lockCustomer(id, now))) return refused("NOT_FOUND");
    await dropCarts(id);
    const owner = await findOwner(id);
    await dropMarketing(owner, now);
    await dropOpinions(owner);
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

async function dropMarketing({ customerId, emailKey, since }: Owner, now: Date): Promise<void> {
  await forgetContact(emailKey, now, { since });
  await db()
    .updateTable("marketing_carts")
    .set({ customer_id: null })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Also those that its confirmed address made as a guest. */
async function dropOpinions(owner: Owner): Promise<void> {
  const { customerId, emailKey, since } = owner;
  await removeReviewsOf(owner);
  await removeMessagesOf({ customerId, email: emailKey, since });
  await db().deleteFrom("stock_alerts").where(isOwnAlert(owner)).execute();
  if (since !== null) await removeGiftListsOf({ emailKey, since });
}

/** They may hold an address. */
async function dropEmailJobs(customerId: CustomerId): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("kind", "=", "account-email")
    .where("payload", "like", `%"customerId":"${customerId}"%`)
    .execute();
}
