import { type Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { configuredOrigin } from "#app/db/configured-origin.server.ts";
import { recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { inMarketOfCart } from "#app/models/cart/cart-market.server.ts";
import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { marketingCart, type MarketingCart } from "./cart.ts";
import { findContactEmail } from "./contact.server.ts";
import { isOwnContactId } from "./contact.ts";
import { marketingOrder, type MarketingOrder } from "./order.ts";

const IMAGE_WIDTH = 640;

/**
 * `desired_version` counts the changes of the cart, and `synced_version` is what the service has. `sync_state` of
 * `record`, the JSON as sent last: "synced"; "unconfirmed", its answer was lost or it must be sent again; "none", the
 * service has none. `sync_generation` is that of the next job: a change belongs to the waiting job of the present
 * generation, and to the next generation as soon as that job has begun. `is_suppressed` is 1 if the record was removed
 * by the API, until the cart changes; `lease_owner` is the job that sends the cart, until `leased_until`.
 */
export type MarketingRow = Selectable<Database["marketing_carts"]>;

/** By email address, or by the service's own id. */
export type MarketingPerson = Readonly<{ email: string | null; contactId: string | null }>;

/**
 * For a cart that is gone without being emptied or ordered it is the last sent record; it holds an email address, so
 * show it only to whom the cart belongs.
 */
export async function findMarketingRecord(
  cartId: CartId,
  now: Date = new Date(),
): Promise<MarketingCart | null> {
  const row = await findMarketingRow(cartId);
  if (!row || row.is_suppressed === 1) return null;
  const desired = await desiredRecord(row, now);
  if (desired) return desired.record;
  // Its deletion is still to be sent.
  if (row.synced_version < row.desired_version) return null;
  const isThere = await db().selectFrom("carts").select("id").where("id", "=", cartId).executeTakeFirst();
  return isThere ? null : sentRecord(row);
}

export function sentRecord({ record }: Pick<MarketingRow, "record">): MarketingCart | null {
  return record === null ? null : (JSON.parse(record) as MarketingCart);
}

export async function findMarketingRow(cartId: string): Promise<MarketingRow | null> {
  const row = await db()
    .selectFrom("marketing_carts")
    .selectAll()
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
  return row ?? null;
}

export type DesiredRecord = Readonly<{ record: MarketingCart; person: MarketingPerson }>;

/** Null if the cart is gone, empty, removed, or without a contact that may be named. */
export async function desiredRecord(row: MarketingRow, now: Date): Promise<DesiredRecord | null> {
  if (row.is_suppressed === 1) return null;
  return inMarketOfCart(row.cart_id as CartId, () => pricedRecord(row, now));
}

async function pricedRecord(row: MarketingRow, now: Date): Promise<DesiredRecord | null> {
  const cartId = row.cart_id as CartId;
  const cart = await findCart(cartId);
  if (!cart) return null;
  const person = await findPerson({ customerId: cart.customerId, contactId: row.contact_id });
  if (!person) return null;
  const { totals } = await priceCart(cart, { now });
  const record = marketingCart(
    { cart, totals },
    {
      email: person.email,
      recoveryUrl: recoveryAddress(cartId, now),
      origin: configuredOrigin(),
      imagePath: (file) => paths.image(file, IMAGE_WIDTH),
    },
  );
  return record && { record, person };
}

export function marketingOrderOf(
  order: Order,
  { email, now }: Readonly<{ email: string | null; now: Date }>,
): MarketingOrder | null {
  return marketingOrder(order, {
    email,
    canceledAt: now.toISOString(),
    origin: configuredOrigin(),
    imagePath: (file) => paths.image(file, IMAGE_WIDTH),
  });
}

/** The customer with a confirmed address, or else a guest who has not opted out. */
export async function findPerson(
  ids: Readonly<{ customerId: string | null; contactId: string | null }>,
): Promise<MarketingPerson | null> {
  const { customerId, contactId } = ids;
  if (customerId !== null) {
    // An unconfirmed address may be a stranger's.
    const customer = await db()
      .selectFrom("customers")
      .select("email")
      .where("id", "=", customerId)
      .where("verified_at", "is not", null)
      .executeTakeFirst();
    return customer ? { email: customer.email, contactId: null } : null;
  }
  if (contactId === null) return null;
  if (!isOwnContactId(contactId)) return { email: null, contactId };
  const email = await findContactEmail(contactId);
  return email === null ? null : { email, contactId: null };
}
