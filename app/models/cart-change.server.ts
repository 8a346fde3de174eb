/** Changes of the lines in a cart: more, fewer, none. */
import { db, transact } from "#app/db/db.server.ts";

import type { Cart, CartLine } from "./cart.ts";
import { type AddCode, deleteCart, existingCart, touchCart } from "./cart.server.ts";
import { findCartLines, findLowStock, findSaleables, fullName, limitsOf } from "./cart-line.server.ts";
import { cartRefusal, quantityRefusal } from "./cart-quantity.ts";
import type { CartId, CartLineId } from "./ids.ts";
import { ok, refused, type Result } from "./result.ts";

export type ChangeCode = AddCode | "cart-not-found" | "line-not-found";

/** Sets how many units the line holds; 0 removes it. After the last line there is no cart (reading 21). */
export async function setQuantity(
  cartId: CartId,
  { lineId, quantity }: Readonly<{ lineId: CartLineId; quantity: number }>,
  now: Date = new Date(),
): Promise<Result<Changed, ChangeCode>> {
  return changeLine(cartId, { lineId, now, quantityOf: () => quantity });
}

/**
 * One more or one fewer. One fewer than more than there is goes straight down to what there is,
 * so that a line that ran out of stock can be mended by its minus button.
 */
export async function stepQuantity(
  cartId: CartId,
  { lineId, by }: Readonly<{ lineId: CartLineId; by: 1 | -1 }>,
  now: Date = new Date(),
): Promise<Result<Changed, ChangeCode>> {
  const quantityOf = (line: CartLine) => {
    const next = line.quantity + by;
    return by < 0 && line.quantityMaximum > 0 ? Math.min(next, line.quantityMaximum) : next;
  };
  return changeLine(cartId, { lineId, now, quantityOf });
}

/** Takes the line out. After the last line there is no cart (reading 21). */
export async function removeLine(
  cartId: CartId,
  lineId: CartLineId,
  now: Date = new Date(),
): Promise<Result<Changed, ChangeCode>> {
  return changeLine(cartId, { lineId, now, quantityOf: () => 0 });
}

/** `cart` is null after its last line; `removed` is the line that was taken out, as it was. */
export type Changed = Readonly<{ cart: Cart | null; removed: CartLine | null }>;

type LineChange = Readonly<{ lineId: CartLineId; now: Date; quantityOf: (line: CartLine) => number }>;

async function changeLine(cartId: CartId, change: LineChange): Promise<Result<Changed, ChangeCode>> {
  const lowFrom = await findLowStock();
  return transact(async () => {
    if (!(await touchCart(cartId, change.now))) return refused("cart-not-found");
    const line = (await findCartLines(cartId, lowFrom)).find(({ id }) => id === change.lineId);
    if (!line) return refused("line-not-found");
    const quantity = change.quantityOf(line);
    if (quantity === 0)
      return ok({ cart: await deleteLine(cartId, { lineId: line.id, lowFrom }), removed: line });
    const saleable = (await findSaleables([line.variantId], { lowFrom, cartId })).get(line.variantId);
    if (!saleable?.shown.isForSale) return refused("not-for-sale", { name: fullName(line) });
    const refusal = quantityRefusal({ requested: quantity }, limitsOf(saleable));
    if (refusal) return refusal;
    await db().updateTable("cart_lines").set({ quantity }).where("id", "=", line.id).execute();
    const cart = await existingCart(cartId, lowFrom);
    return cartRefusal(cart.lines) ?? ok({ cart, removed: null });
  });
}

/** Deletes the line, and the cart with its last one. */
async function deleteLine(
  cartId: CartId,
  { lineId, lowFrom }: Readonly<{ lineId: CartLineId; lowFrom: number }>,
): Promise<Cart | null> {
  await db().deleteFrom("cart_lines").where("id", "=", lineId).execute();
  const cart = await existingCart(cartId, lowFrom);
  if (cart.lines.length > 0) return cart;
  await deleteCart(cartId);
  return null;
}
