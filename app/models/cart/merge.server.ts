import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { snapshotColumn } from "#app/db/data-version.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { hasOwnPage } from "#app/models/catalogue/on-shop.server.ts";
import { lockCustomer } from "#app/models/customer/customer.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CartId, type CustomerId, isCartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { deleteCart, existingCart } from "./cart.server.ts";
import { findSaleables, limitsOf, personalised, type Saleable } from "./line.server.ts";
import {
  linesLeft,
  mergedQuantity,
  type MergeLine,
  mergeNotes,
  type MergeOutcome,
  shortfallNotes,
} from "./merge.ts";
import { cartRefusal, quantityMaximum } from "./quantity.ts";
import { bumpCartVersion } from "./queries.server.ts";
import { mergeDirection } from "./waiting-order.server.ts";

export type TakenOver = Readonly<{ cartId: CartId | null; notes: ReadonlyArray<string> }>;

/**
 * This browser's cart with the older one merged in, or else the older one; repeating it changes nothing. While an order
 * of the older one waits for its payment, that one takes the lines; while orders of both wait, both stay as they are,
 * and the next login tries again.
 */
export async function mergeGuestCart(
  customerId: CustomerId,
  guestCartId: CartId | null,
  now: Date,
): Promise<TakenOver> {
  const terms = await findSaleTerms();
  const done = await transact(async () => {
    if (!(await lockCustomer(customerId, now))) return ok({ cartId: null, notes: [] });
    const { own, guest } = await lockCarts(customerId, guestCartId);
    if (!guest) return ok({ cartId: own, notes: [] });
    const direction = own ? await mergeDirection({ from: own, into: guest }) : { from: null, into: guest };
    if (!direction) return ok({ cartId: guest, notes: [] });
    const { from, into } = direction;
    const notes = from ? await mergeAll({ from, into, terms, isFromNewer: from === guest }, now) : [];
    await db().updateTable("carts").set({ customer_id: customerId }).where("id", "=", into).execute();
    await bumpCartVersion(into, now);
    return ok({ cartId: into, notes });
  });
  return done.value;
}

/** The notes for the shopper: in either direction the items of the older cart are what was added. */
async function mergeAll(merge: Merge, now: Date): Promise<ReadonlyArray<string>> {
  const hasOlder = !merge.isFromNewer || (await listLines(merge.into)).length > 0;
  const outcome = await mergeLines(merge, now);
  await deleteCart(merge.from, now);
  return hasOlder ? mergeNotes(outcome) : shortfallNotes(outcome);
}

/** What pages show of a cart beside its own. */
export type CartGlance = Readonly<{
  id: CartId;
  /** Units that can be bought. */
  count: number;
  method: string | null;
  postcode: string | null;
  /** PostgreSQL's, of the query that read this. Null on SQLite, and where no cart was found. */
  snapshot: string | null;
}>;

const glances = compiledQuery((database, { cartId }: Readonly<{ cartId: CartId }>) =>
  database
    .selectFrom("carts")
    .select(["customer_id", "delivery_method as method", "delivery_postcode as postcode"])
    .select((carts) =>
      carts
        .selectFrom("cart_lines")
        .innerJoin("variants", "variants.id", "cart_lines.variant_id")
        .innerJoin("products", "products.id", "variants.product_id")
        .select(sql<number>`coalesce(sum(cart_lines.quantity), 0)`.as("units"))
        .whereRef("cart_lines.cart_id", "=", "carts.id")
        .where(hasOwnPage)
        .where("variants.is_visible", "=", 1)
        .where("products.availability", "<>", "discontinued")
        .as("count"),
    )
    .$if(!isSqlite(database), (carts) => carts.select(snapshotColumn.as("snapshot")))
    .where("carts.id", "=", cartId),
);

/** The cart `cartId`, if it is a guest's or belongs to `customerId` (requirement cart-1). One query for most. */
export async function findUsableCart(
  cartId: CartId | null,
  customerId: CustomerId | null,
): Promise<CartGlance | null> {
  const [row] = cartId ? await glances({ cartId }) : [];
  if (cartId && row && isUsableBy(customerId, row.customer_id)) return glanceOf(cartId, row);
  const own = customerId && (await findOwnCart(customerId));
  if (own) return findUsableCart(own, customerId);
  // The page says that a cart which is gone has expired, and adding makes a new one.
  return cartId && !row ? glanceOf(cartId, { count: 0, method: null, postcode: null }) : null;
}

type GlanceRow = Readonly<
  { count: number | null; snapshot?: string | null | undefined } & Pick<CartGlance, "method" | "postcode">
>;

function glanceOf(id: CartId, { count, method, postcode, snapshot = null }: GlanceRow): CartGlance {
  return { id, count: count ?? 0, method, postcode, snapshot };
}

function isUsableBy(customerId: CustomerId | null, owner: string | null): boolean {
  return owner === null || owner === customerId;
}

async function findOwnCart(customerId: CustomerId): Promise<CartId | null> {
  const row = await db()
    .selectFrom("carts")
    .select("id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return isCartId(row?.id) ? row.id : null;
}

type Found = Readonly<{ own: CartId | null; guest: CartId | null }>;

/** Those that are there; with a guest's cart both are locked until the transaction ends. */
async function lockCarts(customerId: CustomerId, guestCartId: CartId | null): Promise<Found> {
  const own = await findOwnCart(customerId);
  if (!guestCartId || guestCartId === own) return { own, guest: null };
  // One lock order for all, so that two browsers cannot deadlock.
  const ownersOf = new Map<CartId, string | null>();
  for (const id of [own, guestCartId].flatMap((one) => one ?? []).sort()) {
    const row = await db()
      .updateTable("carts")
      .set((cart) => ({ version: cart.ref("version") }))
      .where("id", "=", id)
      .returning("customer_id")
      .executeTakeFirst();
    if (row) ownersOf.set(id, row.customer_id);
  }
  return {
    own: own && ownersOf.has(own) ? own : null,
    guest: ownersOf.get(guestCartId) === null ? guestCartId : null,
  };
}

type Merge = Readonly<{
  from: CartId;
  into: CartId;
  terms: SaleTerms;
  /** Which of two gift choices for one line counts; if missing, that of `into`. */
  isFromNewer?: boolean;
}>;

/** Up to stock and limits; the transaction holds both carts. */
export async function mergeLines(
  { from, into, terms, isFromNewer }: Merge,
  now: Date,
): Promise<MergeOutcome> {
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
    const gift = mergedGift(mine, old, isFromNewer);
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
  return {
    name: fullName(shown.name, shown.variantLabel),
    here,
    before,
    maximum: Math.max(0, most - others),
  };
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

/** The newer choice wins (requirement cart-10). */
function mergedGift(
  into: GiftColumns | undefined,
  from: GiftColumns,
  isFromNewer: boolean | undefined,
): GiftColumns {
  const mine = into ?? from;
  const [newer, older] = isFromNewer ? [from, mine] : [mine, from];
  const isChosen = newer.gift_paper !== null || newer.gift_message !== null;
  const { gift_paper, gift_message } = isChosen ? newer : older;
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
