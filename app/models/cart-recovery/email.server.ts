/** Sends one email about an abandoned cart to a subscriber (requirement cart-recovery-4). */
import { db, transact } from "#app/db/db.server.ts";
import { inMarketOfCart } from "#app/models/cart/cart-market.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { type Cart, type CartLine, lineProblem } from "#app/models/cart/cart.ts";
import { recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findMarketingRow, findPerson } from "#app/models/marketing/cart-snapshot.server.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import { unsubscribeAddresses } from "#app/models/newsletter/unsubscribe-links.server.ts";
import { isOrderOfAddress } from "#app/models/order/email-keys.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";
import { multiplyMoney } from "#app/models/shared/money.ts";
import { ok } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { EMAIL_UNTIL_HOURS, type EmailItems, recoveryEmail } from "./email.ts";
import { countRecoveryEmail } from "./report.server.ts";

const HOUR_MS = 3_600_000;
const BATCH = 100;

type Plan = Readonly<{
  origin: string;
  afterHours: number;
}>;

export function planRecoveryEmails({ origin, afterHours }: Plan): (now: Date) => Promise<number> {
  return async (now) => {
    let planned = 0;
    for (const { id, updated_at: leftAt } of await leftCarts(afterHours, now)) {
      if (!isCartId(id)) continue;
      // Noted first: whoever agrees to reminders from here on has it looked at again.
      await lookedAt(id, now);
      const message = await findRecoveryEmail(id, origin);
      if (message && (await queueRecoveryEmail(id, leftAt, now))) planned += 1;
    }
    return planned;
  };
}

function leftCarts(afterHours: number, now: Date) {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  return db()
    .selectFrom("carts")
    .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
    .select(["carts.id", "carts.updated_at"])
    .where("carts.updated_at", "<=", before(afterHours))
    .where("carts.updated_at", ">", before(Math.max(EMAIL_UNTIL_HOURS, 2 * afterHours)))
    .where("carts.recovery_email_sent_at", "is", null)
    .where((either) =>
      either.or([
        either("carts.recovery_checked_at", "is", null),
        either("carts.recovery_checked_at", "<", either.ref("carts.updated_at")),
      ]),
    )
    .where((either) =>
      either.or([
        either("carts.customer_id", "is not", null),
        either("marketing_carts.contact_id", "is not", null),
      ]),
    )
    .orderBy("carts.updated_at")
    .limit(BATCH)
    .execute();
}

async function queueRecoveryEmail(cartId: CartId, leftAt: string, now: Date): Promise<boolean> {
  const done = await transact(async () => {
    const { numUpdatedRows } = await db()
      .updateTable("carts")
      .set({ recovery_email_sent_at: now.toISOString() })
      .where("id", "=", cartId)
      .where("updated_at", "=", leftAt)
      .where("recovery_email_sent_at", "is", null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return ok(false);
    await enqueue({ key: `abandoned-cart:${cartId}`, kind: "abandoned-cart", payload: { cartId } });
    return ok(true);
  });
  return done.value;
}

async function lookedAt(cartId: CartId, now: Date): Promise<void> {
  await db()
    .updateTable("carts")
    .set({ recovery_checked_at: now.toISOString() })
    .where("id", "=", cartId)
    .where("recovery_email_sent_at", "is", null)
    .execute();
}

/** Baskets of an address that may be reminded from now on were looked at while it could not be. */
export async function lookAgain(address: string): Promise<void> {
  const key = emailKey(address);
  const own = db()
    .selectFrom("carts as own")
    .innerJoin("customers", "customers.id", "own.customer_id")
    .select("own.id")
    .where("customers.email_key", "=", key)
    .where("customers.verified_at", "is not", null);
  const linked = db()
    .selectFrom("marketing_carts")
    .innerJoin("marketing_contacts", "marketing_contacts.id", "marketing_carts.contact_id")
    .select("marketing_carts.cart_id as id")
    .where("marketing_contacts.email_key", "=", key);
  await db()
    .updateTable("carts")
    .set({ recovery_checked_at: null })
    .where("id", "in", own.union(linked))
    .execute();
}

/** Handles "abandoned-cart" {cartId}; the cart may have changed since the job was queued. */
export function sendRecoveryEmail(origin: string, clock: () => Date = () => new Date()): JobHandler {
  return async (job) => {
    const [cartId, now] = [cartOf(job), clock()];
    const message = await findRecoveryEmail(cartId, origin);
    if (!message) return null;
    const { to, items, leave, store } = message;
    const href = recoveryAddress(cartId, now);
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to,
      unsubscribeUrl: leave.oneClick,
      ...recoveryEmail({ store, origin, items, href, leaveHref: leave.page }),
    });
    return () => countRecoveryEmail(cartId, now);
  };
}

function cartOf({ key, payload }: Job): CartId {
  const { cartId } = payload;
  if (!isCartId(cartId)) throw new Error(`The job ${key} is about no basket`);
  return cartId;
}

async function findRecoveryEmail(cartId: CartId, origin: string) {
  const [cart, store] = await inMarketOfCart(cartId, () => Promise.all([findCart(cartId), findStore()]));
  const items = cart ? itemsIn(cart, origin) : [];
  const to = cart && items.length > 0 ? await findAddress(cart) : null;
  if (!to || (await hasOrdered(cartId, to)) || !(await isSubscribed(to, "baskets"))) return null;
  const leave = await unsubscribeAddresses(to, origin);
  return leave && { to, store, items, leave };
}

async function findAddress({ id, customerId }: Cart): Promise<string | null> {
  if (customerId !== null) {
    const customer = await db()
      .selectFrom("customers")
      .select("email")
      .where("id", "=", customerId)
      .where("verified_at", "is not", null)
      .executeTakeFirst();
    return customer?.email ?? null;
  }
  const row = await findMarketingRow(id);
  if (!row || row.is_suppressed === 1) return null;
  return (await findPerson({ customerId: null, contactId: row.contact_id }))?.email ?? null;
}

async function hasOrdered(cartId: CartId, address: string): Promise<boolean> {
  const leftAt = db().selectFrom("carts").select("updated_at").where("id", "=", cartId);
  const row = await db()
    .selectFrom("orders")
    .select("id")
    .where((order) =>
      order.or([
        order("cart_id", "=", cartId),
        order.and([
          isOrderOfAddress([emailKey(address)])(order),
          order("placed_at", ">=", leftAt.$asScalar().$notNull()),
        ]),
      ]),
    )
    .where((order) => order.or([order("paid_at", "is not", null), order("status", "=", "awaiting-payment")]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function itemsIn({ lines }: Cart, origin: string): ReadonlyArray<EmailItems> {
  return lines.filter((line) => lineProblem(line) === null).map((line) => emailItems(line, origin));
}

function emailItems(line: CartLine, origin: string): EmailItems {
  const { name, variantLabel, ageText, quantity, price, image, path } = line;
  return {
    name,
    variantLabel,
    ageText,
    quantity,
    total: multiplyMoney(price.now, quantity),
    image: image.file,
    href: `${origin}${path}`,
  };
}
