/** The marketing record of a cart, as it would be sent now. */
import { type Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { shopOrigin } from "#app/db/shop-origin.server.ts";
import { recoveryAddress } from "#app/models/cart-recovery/link.server.ts";
import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { marketingCart, type MarketingCart } from "./cart.ts";
import { findContactEmail } from "./contact.server.ts";
import { isOwnContactId } from "./contact.ts";
import { marketingOrder, type MarketingOrder } from "./order.ts";

/** Pixels of the pictures that records name: one of the widths that are made. */
const PICTURE_WIDTH = 640;

export type MarketingRow = Selectable<Database["marketing_carts"]>;

/** Whom the service knows: an address, or an id of its own. */
export type MarketingPerson = Readonly<{ email: string | null; contactId: string | null }>;

/**
 * The record that the service has, or will have in a moment, or null when it is to have none. Of a cart that is gone
 * without having been emptied or ordered it is the record that was sent last. It holds an e-mail address: show it to
 * nobody whom the cart does not belong to.
 */
export async function findMarketingRecord(
  cartId: CartId,
  now: Date = new Date(),
): Promise<MarketingCart | null> {
  const row = await findMarketingRow(cartId);
  if (!row || row.is_withdrawn === 1) return null;
  const wished = await wishedRecord(row, now);
  if (wished) return wished.record;
  // What is still to be sent is its end.
  if (row.sent < row.wanted) return null;
  const isThere = await db().selectFrom("carts").select("id").where("id", "=", cartId).executeTakeFirst();
  return isThere ? null : sentRecord(row);
}

/** The record as it was sent last, or null. */
export function sentRecord({ record }: Pick<MarketingRow, "record">): MarketingCart | null {
  return record === null ? null : (JSON.parse(record) as MarketingCart);
}

/** What is known of what the service was told of this cart, or null. */
export async function findMarketingRow(cartId: string): Promise<MarketingRow | null> {
  const row = await db()
    .selectFrom("marketing_carts")
    .selectAll()
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
  return row ?? null;
}

export type WishedRecord = Readonly<{ record: MarketingCart; person: MarketingPerson }>;

/** The record of the cart as it stands, and whose it is. Null: it is gone, empty, taken back, or nobody's we may name. */
export async function wishedRecord(row: MarketingRow, now: Date): Promise<WishedRecord | null> {
  if (row.is_withdrawn === 1) return null;
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
      origin: shopOrigin(),
      picturePath: (file) => paths.image(file, PICTURE_WIDTH),
    },
  );
  return record && { record, person };
}

/** What the service is told of `order`, or null while it is not paid. */
export function marketingOrderOf(
  order: Order,
  { email, now }: Readonly<{ email: string | null; now: Date }>,
): MarketingOrder | null {
  return marketingOrder(order, {
    email,
    canceledAt: now.toISOString(),
    origin: shopOrigin(),
    picturePath: (file) => paths.image(file, PICTURE_WIDTH),
  });
}

/** The customer whose address is confirmed; or else the guest, as long as they have not opted out. */
export async function findPerson(
  ids: Readonly<{ customerId: string | null; contactId: string | null }>,
): Promise<MarketingPerson | null> {
  const { customerId, contactId } = ids;
  if (customerId !== null) {
    // An address that was never confirmed may be a stranger's: nobody is reminded there.
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
