import { db, transact } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CartId, type CustomerId, isCartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { deleteCart, existingCart } from "./cart.server.ts";
import { findSaleables, fullName, limitsOf, type Saleable } from "./line.server.ts";
import { linesLeft, mergedQuantity, type MergeLine, mergeNotes, type MergeOutcome } from "./merge.ts";
import { cartRefusal, quantityMaximum } from "./quantity.ts";
import { bumpCartVersion } from "./queries.server.ts";

export type TakenOver = Readonly<{ cartId: CartId | null; notes: ReadonlyArray<string> }>;

/**
 * The customer's cart after login: this browser's with the older one merged in, or else the older one. Repeating it
 * changes nothing, also twenty times at once.
 */
export async function mergeGuestCart(
  customerId: CustomerId,
  guestCartId: CartId | null,
  now: Date,
): Promise<TakenOver> {
  const terms = await findSaleTerms();
  const done = await transact(async () => {
    if (!(await lockCustomer(customerId, now))) return ok({ cartId: null, notes: [] });
    const [own, guest] = [await findOwnCart(customerId), await findGuestCart(guestCartId)];
    if (!guest || guest === own) return ok({ cartId: own, notes: [] });
    const notes = own ? mergeNotes(await mergeLines({ from: own, into: guest, terms }, now)) : [];
    if (own) await deleteCart(own, now);
    await db().updateTable("carts").set({ customer_id: customerId }).where("id", "=", guest).execute();
    await bumpCartVersion(guest, now);
    return ok({ cartId: guest, notes });
  });
  return done.value;
}

const owners = compiledQuery((database, { cartId }: Readonly<{ cartId: CartId }>) =>
  database.selectFrom("carts").select("customer_id").where("id", "=", cartId),
);

/** The cart `cartId`, if it is a guest's or belongs to `customerId` (requirement cart-1). */
export async function findUsableCartId(
  cartId: CartId | null,
  customerId: CustomerId | null,
): Promise<CartId | null> {
  if (!cartId) return customerId && findOwnCart(customerId);
  const [row] = await owners({ cartId });
  const isTheirs = row?.customer_id === null || (row !== undefined && row.customer_id === customerId);
  if (isTheirs) return cartId;
  const own = customerId && (await findOwnCart(customerId));
  // The page says that a cart which is gone has expired, and adding makes a new one.
  return own ?? (row ? null : cartId);
}

async function findOwnCart(customerId: CustomerId): Promise<CartId | null> {
  const row = await db()
    .selectFrom("carts")
    .select("id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return isCartId(row?.id) ? row.id : null;
}

/** The browser's cart if it is a guest's, locked until the transaction ends. */
async function findGuestCart(cartId: CartId | null): Promise<CartId | null> {
  if (!cartId) return null;
  const row = await db()
    .updateTable("carts")
    .set((cart) => ({ version: cart.ref("version") }))
    .where("id", "=", cartId)
    .where("customer_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row ? cartId : null;
}

type Merge = Readonly<{ from: CartId; into: CartId; terms: SaleTerms }>;

/** Adds the lines of one cart to those of another, up to stock and limits. The transaction holds both. */
export async function mergeLines({ from, into, terms }: Merge, now: Date): Promise<MergeOutcome> {
  const older = await listLines(from);
  const here = new Map((await listLines(into)).map((line) => [line.variant_id, line]));
  const ids = older.map((line) => line.variant_id);
  const saleables = await findSaleables(ids, { terms, cartId: into });
  let room = linesLeft(here.size);
  const merged: Array<MergeLine> = [];
  const leftOut: Array<string> = [];
  for (const { variant_id: variantId, quantity: before, ...oldGift } of older) {
    const saleable = saleables.get(variantId);
    // It left the catalogue.
    if (!saleable) continue;
    const mine = here.get(variantId);
    const line = mergeLine(saleable, { here: mine?.quantity ?? 0, before });
    const gift = mergedGift(mine, oldGift);
    const hasRoom = line.here > 0 || room > 0;
    if (hasRoom && (await putIn(into, { variantId, line, gift, terms }, now))) {
      merged.push(line);
      if (line.here === 0) room -= 1;
    } else leftOut.push(line.name);
  }
  return { merged, leftOut };
}

function mergeLine(saleable: Saleable, units: Pick<MergeLine, "here" | "before">): MergeLine {
  const maximum = saleable.shown.isForSale ? quantityMaximum(limitsOf(saleable)) : 0;
  return { name: fullName(saleable.shown), ...units, maximum };
}

function listLines(cartId: CartId) {
  return db()
    .selectFrom("cart_lines")
    .select(["variant_id", "quantity", "gift_paper", "gift_message"])
    .where("cart_id", "=", cartId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

type GiftColumns = Readonly<{ gift_paper: string | null; gift_message: string | null }>;

/** The gift choice of this browser is newer and wins. */
function mergedGift(mine: GiftColumns | undefined, older: GiftColumns): GiftColumns {
  const { gift_paper, gift_message } = mine ?? older;
  return gift_paper === null && gift_message === null ? older : { gift_paper, gift_message };
}

type PutIn = Readonly<{ variantId: number; line: MergeLine; gift: GiftColumns; terms: SaleTerms }>;

/** False if the cart would exceed its value limit; then it stays as it is. */
async function putIn(cartId: CartId, { variantId, line, gift, terms }: PutIn, now: Date): Promise<boolean> {
  await setUnits(cartId, { variantId, quantity: mergedQuantity(line), gift, now });
  const { lines } = await existingCart(cartId, terms);
  if (!cartRefusal(lines, terms)) return true;
  await setUnits(cartId, { variantId, quantity: line.here, now });
  return false;
}

async function setUnits(
  cartId: CartId,
  {
    variantId,
    quantity,
    gift = {},
    now,
  }: Readonly<{ variantId: number; quantity: number; gift?: Partial<GiftColumns>; now: Date }>,
): Promise<void> {
  if (quantity === 0) {
    await db()
      .deleteFrom("cart_lines")
      .where("cart_id", "=", cartId)
      .where("variant_id", "=", variantId)
      .execute();
    return;
  }
  await db()
    .insertInto("cart_lines")
    .values({
      id: newId("line"),
      cart_id: cartId,
      variant_id: variantId,
      quantity,
      added_at: now.toISOString(),
      ...gift,
    })
    .onConflict((conflict) => conflict.columns(["cart_id", "variant_id"]).doUpdateSet({ quantity, ...gift }))
    .execute();
}
