import { db, transact } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CartId, type CustomerId, isCartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { deleteCart, existingCart } from "./cart.server.ts";
import { findSaleables, fullName, limitsOf, personalised, type Saleable } from "./line.server.ts";
import { linesLeft, mergedQuantity, type MergeLine, mergeNotes, type MergeOutcome } from "./merge.ts";
import { cartRefusal, quantityMaximum } from "./quantity.ts";
import { bumpCartVersion } from "./queries.server.ts";

export type TakenOver = Readonly<{ cartId: CartId | null; notes: ReadonlyArray<string> }>;

/** This browser's cart with the older one merged in, or else the older one; repeating it changes nothing. */
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

/** Locked until the transaction ends. */
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

/** Up to stock and limits; the transaction holds both carts. */
export async function mergeLines({ from, into, terms }: Merge, now: Date): Promise<MergeOutcome> {
  const older = await listLines(from);
  const own = await listLines(into);
  const here = new Map(own.map((line) => [keyOf(line), line]));
  const units = new UnitCounts(own);
  const ids = older.map((line) => line.variant_id);
  const saleables = await findSaleables(ids, { terms, cartId: into });
  let room = linesLeft(here.size);
  const merged: Array<MergeLine> = [];
  const leftOut: Array<string> = [];
  for (const { quantity: before, ...old } of older) {
    const { variant_id: variantId, personalisation } = old;
    const saleable = saleables.get(variantId);
    if (!saleable) continue;
    const mine = here.get(keyOf(old));
    const line = mergeLine(saleable, { mine, before }, { units, variantId, personalisation });
    const gift = mergedGift(mine, old);
    const hasRoom = line.here > 0 || room > 0;
    if (hasRoom && (await putIn(into, { variantId, personalisation, line, gift, terms }, now))) {
      merged.push(line);
      units.add(variantId, mergedQuantity(line) - line.here);
      if (line.here === 0) room -= 1;
    } else leftOut.push(line.name);
  }
  return { merged, leftOut };
}

class UnitCounts {
  readonly #units = new Map<number, number>();

  constructor(lines: ReadonlyArray<Readonly<{ variant_id: number; quantity: number }>>) {
    for (const line of lines) this.add(line.variant_id, line.quantity);
  }

  add(variantId: number, units: number): void {
    this.#units.set(variantId, this.of(variantId) + units);
  }

  of(variantId: number): number {
    return this.#units.get(variantId) ?? 0;
  }
}

type Quantities = Readonly<{ mine: Readonly<{ quantity: number }> | undefined; before: number }>;

function mergeLine(
  saleable: Saleable,
  { mine, before }: Quantities,
  { units, variantId, personalisation }: Chosen & Readonly<{ units: UnitCounts }>,
): MergeLine {
  const here = mine?.quantity ?? 0;
  const others = units.of(variantId) - here;
  const shown = personalised(saleable, personalisation);
  const most = shown.isForSale ? quantityMaximum(limitsOf(saleable)) : 0;
  return { name: fullName(shown), here, before, maximum: Math.max(0, most - others) };
}

function keyOf({ variant_id, personalisation }: Readonly<{ variant_id: number; personalisation: string }>) {
  return `${variant_id} ${personalisation}`;
}

function listLines(cartId: CartId) {
  return db()
    .selectFrom("cart_lines")
    .select(["variant_id", "quantity", "gift_paper", "gift_message", "personalisation"])
    .where("cart_id", "=", cartId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

type GiftColumns = Readonly<{ gift_paper: string | null; gift_message: string | null }>;

/** The gift choice of this browser is newer and wins. */
function mergedGift(mine: GiftColumns | undefined, older: GiftColumns): GiftColumns {
  const isMine = mine !== undefined && (mine.gift_paper !== null || mine.gift_message !== null);
  const { gift_paper, gift_message } = isMine ? mine : older;
  return { gift_paper, gift_message };
}

type Chosen = Readonly<{ variantId: number; personalisation: string }>;
type PutIn = Chosen & Readonly<{ line: MergeLine; gift: GiftColumns; terms: SaleTerms }>;

async function putIn(
  cartId: CartId,
  { variantId, personalisation, line, gift, terms }: PutIn,
  now: Date,
): Promise<boolean> {
  const chosen = { variantId, personalisation };
  await setUnits(cartId, { ...chosen, quantity: mergedQuantity(line), gift, now });
  const { lines } = await existingCart(cartId, terms);
  if (!cartRefusal(lines, terms)) return true;
  await setUnits(cartId, { ...chosen, quantity: line.here, now });
  return false;
}

async function setUnits(
  cartId: CartId,
  {
    variantId,
    personalisation,
    quantity,
    gift = {},
    now,
  }: Chosen & Readonly<{ quantity: number; gift?: Partial<GiftColumns>; now: Date }>,
): Promise<void> {
  if (quantity === 0) {
    await db()
      .deleteFrom("cart_lines")
      .where("cart_id", "=", cartId)
      .where("variant_id", "=", variantId)
      .where("personalisation", "=", personalisation)
      .execute();
    return;
  }
  await db()
    .insertInto("cart_lines")
    .values({
      id: newId("line"),
      cart_id: cartId,
      variant_id: variantId,
      personalisation,
      quantity,
      added_at: now.toISOString(),
      ...gift,
    })
    .onConflict((conflict) =>
      conflict.columns(["cart_id", "variant_id", "personalisation"]).doUpdateSet({ quantity, ...gift }),
    )
    .execute();
}
