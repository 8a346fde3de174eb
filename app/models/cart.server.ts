/** Carts: made on the first add, found again by their random id, changed in one transaction at a time. */
import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";

import type { Cart } from "./cart.ts";
import {
  findCartLines,
  findLowStock,
  findSaleables,
  fullName,
  limitsOf,
  type Saleable,
} from "./cart-line.server.ts";
import { cartPricing, type CartPricing, type DeliveryChoice } from "./cart-pricing.ts";
import { cartRefusal, quantityRefusal, type QuantityCode } from "./cart-quantity.ts";
import type { Person } from "./coupon-use.server.ts";
import { weighCoupon } from "./coupon.server.ts";
import { findDeliveryRules } from "./delivery.server.ts";
import { listFullDays } from "./delivery-booking.server.ts";
import { findGiftRules } from "./gift.server.ts";
import type { CartId, CartLineId } from "./ids.ts";
import { noteCart, noteEndOfCart } from "./marketing-queue.server.ts";
import { newId } from "./new-id.server.ts";
import { ok, refused, type Result } from "./result.ts";

export type CartItem = Readonly<{ productId?: number; variantId: number; quantity: number }>;

export type AddCode =
  QuantityCode | "variant-not-found" | "not-for-sale" | "cart-full" | "cart-value-too-large";

/** The cart with its lines priced as of now, or null when there is none of this id. */
export async function findCart(id: CartId): Promise<Cart | null> {
  return readCart(id, await findLowStock());
}

async function readCart(id: CartId, lowFrom: number): Promise<Cart | null> {
  const row = await db().selectFrom("carts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  return {
    id,
    version: row.version,
    customerId: row.customer_id,
    email: row.email,
    deliveryMethod: row.delivery_method,
    deliveryPostcode: row.delivery_postcode,
    couponCode: row.coupon_code,
    lines: await findCartLines(id, lowFrom),
  };
}

/** Units in the cart `id` that can still be sold; zero when there is no such cart. */
export async function countCartItems(id: CartId): Promise<number> {
  const row = await db()
    .selectFrom("cart_lines")
    .innerJoin("variants", "variants.id", "cart_lines.variant_id")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(sql<number>`COALESCE(SUM(cart_lines.quantity), 0)`.as("count"))
    .where("cart_lines.cart_id", "=", id)
    .where("products.is_visible", "=", 1)
    .where("products.availability", "<>", "discontinued")
    .executeTakeFirst();
  return row?.count ?? 0;
}

export type Added = Readonly<{ cart: Cart; created: boolean; lineIds: ReadonlyArray<CartLineId> }>;

/**
 * Puts `items` in, all or none. A missing or dead `cartId` heals itself: a new cart takes them (reading 20).
 * Units of a variant that is in the cart already are added to its line.
 */
export async function addToCart(
  cartId: CartId | null,
  items: ReadonlyArray<CartItem>,
  now: Date,
): Promise<Result<Added, AddCode>> {
  const lowFrom = await findLowStock();
  return transact(async () => {
    const isKnown = cartId !== null && (await touchCart(cartId, now));
    const id = isKnown ? cartId : await createCart(now);
    const put = await putItems(id, items, { lowFrom, now });
    return put.ok ? ok({ ...put.value, created: !isKnown }) : put;
  });
}

/** Puts `items` into the cart that this transaction holds, all or none. */
export async function putItems(
  id: CartId,
  items: ReadonlyArray<CartItem>,
  { lowFrom, now }: Readonly<{ lowFrom: number; now: Date }>,
): Promise<Result<Pick<Added, "cart" | "lineIds">, AddCode>> {
  const saleables = await findSaleables(
    items.map((item) => item.variantId),
    { lowFrom, cartId: id },
  );
  const lineIds: Array<CartLineId> = [];
  for (const [index, item] of items.entries()) {
    // A millisecond apart, so that the lines keep the order of the items.
    const at = new Date(now.getTime() + index);
    const added = await addItem(id, item, { saleable: saleables.get(item.variantId), now: at });
    if (!added.ok) return added;
    lineIds.push(added.value);
  }
  const cart = await existingCart(id, lowFrom);
  return cartRefusal(cart.lines) ?? ok({ cart, lineIds });
}

async function addItem(
  cartId: CartId,
  item: CartItem,
  { saleable, now }: Readonly<{ saleable: Saleable | undefined; now: Date }>,
): Promise<Result<CartLineId, AddCode>> {
  const { variantId, productId, quantity } = item;
  if (!saleable || (productId !== undefined && saleable.shown.productId !== productId)) {
    return refused("variant-not-found");
  }
  // The refusal says which product's page the shopper may want to go back to.
  const detail = { name: fullName(saleable.shown), path: saleable.shown.path };
  if (!saleable.shown.isForSale) return refused("not-for-sale", detail);
  const line = await db()
    .selectFrom("cart_lines")
    .select("quantity")
    .where("cart_id", "=", cartId)
    .where("variant_id", "=", variantId)
    .executeTakeFirst();
  const refusal = quantityRefusal({ requested: quantity, inCart: line?.quantity }, limitsOf(saleable));
  if (refusal) return refused(refusal.code, { ...refusal.detail, ...detail });
  const values = {
    id: newId("line"),
    cart_id: cartId,
    variant_id: variantId,
    quantity,
    added_at: now.toISOString(),
  };
  const { id } = await db()
    .insertInto("cart_lines")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(["cart_id", "variant_id"])
        .doUpdateSet({ quantity: sql<number>`cart_lines.quantity + excluded.quantity` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return ok(id as CartLineId);
}

/** Who is buying, where more is known of them than the cart knows. */
type Buyer = Readonly<{ person?: Person }>;

/** What the cart costs, with the delivery asked for or else the one it remembers. */
export async function priceCart(
  cart: Cart,
  { person = cart, ...choice }: DeliveryChoice & Buyer,
): Promise<CartPricing> {
  const { couponCode, lines, id: cartId } = cart;
  const [rules, gift] = await Promise.all([findDeliveryRules(), findGiftRules()]);
  const [fullDays, coupon] = await Promise.all([
    listFullDays(lines, rules, { cartId, now: choice.now }),
    couponCode === null ? null : weighCoupon(couponCode, { cartId, lines, person, now: choice.now }),
  ]);
  const { method = cart.deliveryMethod, postcode = cart.deliveryPostcode } = choice;
  return cartPricing(lines, { ...choice, method, postcode, coupon, fullDays }, { ...rules, gift });
}

/** Ends the cart, lines and all. Ending one that is gone is nothing. */
export async function deleteCart(cartId: CartId, now: Date = new Date()): Promise<void> {
  await noteEndOfCart(cartId, now);
  await db().deleteFrom("cart_lines").where("cart_id", "=", cartId).execute();
  await db().deleteFrom("carts").where("id", "=", cartId).execute();
}

/** True when the cart exists. Counts its version up and holds it against other changes until the transaction ends. */
export async function touchCart(cartId: CartId, now: Date): Promise<boolean> {
  const row = await db()
    .updateTable("carts")
    .set({ version: sql<number>`version + 1`, updated_at: now.toISOString() })
    .where("id", "=", cartId)
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await noteCart(cartId, now);
  return true;
}

async function createCart(now: Date): Promise<CartId> {
  const id = newId("cart");
  const at = now.toISOString();
  await db().insertInto("carts").values({ id, currency: "GBP", created_at: at, updated_at: at }).execute();
  return id;
}

/** The cart that this transaction holds. */
export async function existingCart(id: CartId, lowFrom: number): Promise<Cart> {
  const cart = await readCart(id, lowFrom);
  if (!cart) throw new Error(`The cart ${id} vanished inside its own transaction`);
  return cart;
}
