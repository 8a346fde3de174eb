/** A shopper at the till: a basket of demo items, the details typed, the total as the page shows it. */
import { db } from "#app/db/db.server.ts";
import { addToCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut, type CheckoutCommand } from "#app/models/checkout/checkout.server.ts";
import { readCheckout } from "#app/models/checkout/checkout.ts";
import type { CheckoutDetails } from "#app/models/order/order.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { NOW } from "#tests/support/now.ts";

export const TYPED = {
  email: "hannah@example.com",
  delivery_first_name: "Hannah",
  delivery_last_name: "Okafor",
  delivery_address1: "14 Slad Road",
  delivery_city: "Stroud",
  delivery_country_code: "GB",
  delivery_phone: "07700 900142",
  delivery_postal_code: "gl51qn",
  method: "standard",
  billing: "same",
} as const;

export function details(changes: Record<string, string> = {}): CheckoutDetails {
  const read = readCheckout({ ...TYPED, ...changes }, demoStore.places);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

/** A variant that goes by parcel, with exactly `stock` units. */
export async function parcelVariant(
  stock: number,
  skip = 0,
  deliveryClass: DeliveryClass = "small",
): Promise<number> {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id"])
    .where("products.delivery_class", "=", deliveryClass)
    .where("products.availability", "=", "available")
    .where("products.is_visible", "=", 1)
    .where("products.order_quantity_minimum", "<=", 1)
    .orderBy("variants.id")
    .offset(skip)
    .limit(1)
    .execute();
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("The demo catalogue has no such variant");
  await setStock(id, stock);
  return id;
}

/** The cheapest variants, of each of which `units` can be bought at once. */
export async function cheapVariants(count: number, units = 1): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.availability", "=", "available")
    .where("products.is_visible", "=", 1)
    .where("products.order_quantity_minimum", "<=", 1)
    .where("products.order_quantity_maximum", ">=", units)
    .where("variants.on_hand", ">=", units)
    .orderBy("products.sort_price_minor")
    .orderBy("variants.id")
    .limit(count)
    .execute();
  if (rows.length < count) throw new Error(`There are only ${rows.length} such variants`);
  return rows.map(({ id }) => id);
}

export async function setStock(variantId: number, onHand: number): Promise<void> {
  await db()
    .updateTable("variants")
    .set({ on_hand: onHand, reserved: 0 })
    .where("id", "=", variantId)
    .execute();
}

export async function stockOf(variantId: number): Promise<Readonly<{ on_hand: number; reserved: number }>> {
  return db()
    .selectFrom("variants")
    .select(["on_hand", "reserved"])
    .where("id", "=", variantId)
    .executeTakeFirstOrThrow();
}

export async function cartWith(items: Readonly<Record<number, number>>): Promise<Cart> {
  const list = Object.entries(items).map(([id, quantity]) => ({ variantId: Number(id), quantity }));
  const added = await addToCart(null, list, NOW);
  if (!added.ok) throw new Error(added.code);
  return added.value.cart;
}

/** What the shopper's browser sends when the button is pressed on the page as it is now. */
export async function commandFor(
  cartId: CartId,
  typed: CheckoutDetails = details(),
): Promise<CheckoutCommand> {
  const cart = await findCart(cartId);
  if (!cart) throw new Error("There is no cart");
  const choice = { method: typed.method, postcode: typed.deliveryAddress.postal_code, now: NOW };
  const { totals } = await priceCart(cart, choice);
  return {
    attemptId: newId("attempt"),
    cartId,
    cartVersion: cart.version,
    agreedTotal: totals.total.minor,
    details: typed,
    returnAddresses: (id: OrderId) => ({
      returnUrl: `http://localhost:3000/checkout/order-processing?order=${id}`,
      cancelUrl: `http://localhost:3000/checkout/order-processing?order=${id}`,
    }),
  };
}

/** An order that waits for its payment, and the id of that payment at the provider. */
export async function placedOrder(items: Readonly<Record<number, number>>, coupon: string | null = null) {
  const cart = await cartWith(items);
  if (coupon !== null) await applyCoupon(cart, coupon, NOW);
  const command = await commandFor(cart.id);
  const done = await checkOut(command, NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  return { cart, command, orderId, paymentId: url.split("/").at(-1) ?? "", total: command.agreedTotal };
}

export async function countRows(
  table: "carts" | "orders" | "payments" | "embedded_payments" | "jobs" | "payment_events",
) {
  const row = await db()
    .selectFrom(table)
    .select((select) => select.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function jobKinds(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("jobs").select("kind").orderBy("kind").execute();
  return rows.map((row) => row.kind);
}
