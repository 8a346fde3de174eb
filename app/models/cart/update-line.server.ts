import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { CartId, CartLineId, CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import type { Cart, CartLine } from "./cart.ts";
import {
  type AddCode,
  type Added,
  addToCart,
  type CartItem,
  deleteCart,
  existingCart,
  putItems,
} from "./cart.server.ts";
import { findCartLines, findSaleables, limitsOf, lineRows, unitsOf } from "./line.server.ts";
import { mergeGuestCart } from "./merge.server.ts";
import { cartRefusal, quantityRefusal } from "./quantity.ts";
import { lockCart, bumpCartVersion } from "./queries.server.ts";
import { isOrderWaiting } from "./waiting-order.server.ts";

type LineCode = "cart-not-found" | "line-not-found";
export type ChangeCode = AddCode | LineCode;

/** As addToCart, for programs: a cart that is gone is refused (requirement api-4). */
export async function addToLivingCart(
  cartId: CartId,
  items: ReadonlyArray<CartItem>,
  now: Date,
): Promise<Result<Pick<Added, "cart" | "lineIds">, AddCode | "cart-not-found">> {
  const terms = await findSaleTerms();
  return transact(async () => {
    const row = await lockCart(cartId, now);
    return row ? putItems(row, items, { terms, now }) : refused("cart-not-found");
  });
}

type Items = Readonly<{ productId?: number; variantId?: number }>;
type LineQuantity = Items & Readonly<{ lineId: CartLineId; quantity: number }>;

/**
 * 0 removes the line, and with the last one the cart, unless its order waits (requirement cart-4); a named product or
 * variant must be the line's.
 */
export async function setQuantity(
  cartId: CartId,
  { lineId, quantity, productId, variantId }: LineQuantity,
  now: Date = new Date(),
): Promise<Result<Changed, ChangeCode>> {
  return changeLine(cartId, { lineId, expected: { productId, variantId }, now, quantityOf: () => quantity });
}

/** From more than the stock it goes down to the stock, so that the minus button repairs the line. */
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

export async function removeLine(
  cartId: CartId,
  lineId: CartLineId,
  now: Date = new Date(),
): Promise<Result<Changed, LineCode>> {
  const terms = await findSaleTerms();
  return transact(async () => {
    const line = await holdLine(cartId, { lineId, now, terms });
    if (!line.ok) return line;
    return ok({ cart: await deleteLine(cartId, { lineId, terms }), removed: line.value });
  });
}

type Restored = Readonly<{ added: Added; quantity: number }>;

type Restoring = Readonly<{ cartId: CartId | null; customerId: CustomerId | null }>;

/**
 * Puts a removed line back, in a new cart if its own ended with it. A line that is in the cart again is filled up to
 * what was removed, so that a second press changes nothing: then the answer is null. Of two presses at once by one
 * customer the second finds the cart that the first has made.
 */
export async function restoreLine(
  of: Restoring,
  item: CartItem,
  now: Date,
): Promise<Result<Restored | null, AddCode>> {
  const { customerId } = of;
  return transact(async () => {
    const own = customerId && (await mergeGuestCart(customerId, of.cartId, now)).cartId;
    const cartId = own ?? of.cartId;
    const isThere = cartId && (await bumpCartVersion(cartId, now));
    const quantity = item.quantity - (isThere ? await unitsInCart(item, cartId) : 0);
    if (quantity <= 0) return ok(null);
    const added = await addToCart(cartId, [{ ...item, quantity }], now);
    if (!added.ok) return added;
    if (customerId && added.value.created) await mergeGuestCart(customerId, added.value.cart.id, now);
    return ok({ added: added.value, quantity });
  });
}

async function unitsInCart({ variantId, personalisation }: CartItem, cartId: CartId): Promise<number> {
  const rows = await lineRows({ cartId });
  const same = rows.find(
    (row) => row.variant_id === variantId && row.personalisation === (personalisation ?? ""),
  );
  return same?.quantity ?? 0;
}

/** Takes out what is no longer sold. */
export async function removeUnsold({ id, lines }: Pick<Cart, "id" | "lines">, now: Date): Promise<void> {
  for (const line of lines) if (!line.isForSale) await removeLine(id, line.id, now);
}

/** `cart` is null if the cart ended, and without lines if it was emptied while its order waits. */
export type Changed = Readonly<{ cart: Cart | null; removed: CartLine | null }>;

type LineChange = Readonly<{
  lineId: CartLineId;
  expected?: Items;
  now: Date;
  quantityOf: (line: CartLine) => number;
}>;

async function changeLine(cartId: CartId, change: LineChange): Promise<Result<Changed, ChangeCode>> {
  const terms = await findSaleTerms();
  return transact(async () => {
    const held = await holdLine(cartId, { ...change, terms });
    if (!held.ok) return held;
    const line = held.value;
    const quantity = change.quantityOf(line);
    if (quantity === 0)
      return ok({ cart: await deleteLine(cartId, { lineId: line.id, terms }), removed: line });
    const saleable = (await findSaleables([line.variantId], { terms, cartId })).get(line.variantId);
    if (!saleable?.shown.isForSale)
      return refused("not-for-sale", { name: fullName(line.name, line.variantLabel) });
    const inCart = await unitsInOtherLines(line, cartId);
    const refusal = quantityRefusal({ requested: quantity, inCart }, limitsOf(saleable));
    if (refusal) return refusal;
    await db().updateTable("cart_lines").set({ quantity }).where("id", "=", line.id).execute();
    const cart = await existingCart(cartId, terms);
    return cartRefusal(cart.lines, terms) ?? ok({ cart, removed: null });
  });
}

async function unitsInOtherLines({ id, variantId }: CartLine, cartId: CartId): Promise<number> {
  const rows = await lineRows({ cartId });
  return unitsOf(
    rows.filter((row) => row.id !== id),
    variantId,
  );
}

type HoldLine = Omit<LineChange, "quantityOf"> & Readonly<{ terms: SaleTerms }>;

async function holdLine(
  cartId: CartId,
  { lineId, expected, now, terms }: HoldLine,
): Promise<Result<CartLine, LineCode>> {
  if (!(await bumpCartVersion(cartId, now))) return refused("cart-not-found");
  const line = (await findCartLines(cartId, terms)).find(({ id }) => id === lineId);
  return line && isOf(line, expected) ? ok(line) : refused("line-not-found");
}

function isOf(line: CartLine, { productId, variantId }: Items = {}): boolean {
  return (productId ?? line.productId) === line.productId && (variantId ?? line.variantId) === line.variantId;
}

async function deleteLine(
  cartId: CartId,
  { lineId, terms }: Readonly<{ lineId: CartLineId; terms: SaleTerms }>,
): Promise<Cart | null> {
  await db().deleteFrom("cart_lines").where("id", "=", lineId).execute();
  const cart = await existingCart(cartId, terms);
  // What is added next must not be paid beside the order that waits.
  if (cart.lines.length > 0 || (await isOrderWaiting(cartId))) return cart;
  await deleteCart(cartId);
  return null;
}
