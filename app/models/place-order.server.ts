/** Opens an order for a basket: stock held, lines and prices frozen, one order for one attempt however often it is sent. */
import { createHash, randomInt } from "node:crypto";

import { db, transact } from "#app/db/db.server.ts";

import type { CartTotals } from "./cart-totals.ts";
import type { Cart, CartLine } from "./cart.ts";
import type { CheckoutDetails } from "./checkout.ts";
import type { AttemptId, OrderId } from "./ids.ts";
import { newId } from "./new-id.server.ts";
import { holdStock, releaseHeldStock } from "./order-stock.server.ts";
import { findOrderByAttempt, moveOrder } from "./order.server.ts";
import type { ChosenDelivery, Order } from "./order.ts";
import { ok, refused, type Result } from "./result.ts";

/** How long an unpaid order holds its stock, in minutes; the payment page closes at the same moment. */
const PAYMENT_MINUTES = 30;
/** Order numbers are random, so that nobody reads our trade from them: eight digits, never starting with 0. */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_TRIES = 20;

/** Everything that makes an order, priced afresh. */
export type Proposal = Readonly<{
  attemptId: AttemptId;
  cart: Cart;
  /** The lines to be ordered. */
  lines: ReadonlyArray<CartLine>;
  totals: CartTotals;
  delivery: ChosenDelivery;
  details: CheckoutDetails;
  /** Who is logged in, or null. */
  customerId: string | null;
  /** Name of the payment provider. */
  provider: string;
}>;

type Refused = "insufficient-stock" | "cart-changed" | "order-state-conflict";

/**
 * The order for this attempt: opened now, or the one opened before if nothing has changed since.
 * Orders in `superseded` end in the same transaction, so that a shopper never waits for stock of their own.
 */
export async function placeOrder(
  proposal: Proposal,
  superseded: ReadonlyArray<OrderId>,
  now: Date,
): Promise<Result<Order, Refused>> {
  const fingerprint = fingerprintOf(proposal);
  return transact(async () => {
    for (const id of superseded) {
      const ended = await moveOrder(id, {
        from: "awaiting-payment",
        to: "cancelled",
        reason: "superseded",
        now,
      });
      if (!ended.ok) return refused("order-state-conflict");
      await releaseHeldStock(id);
    }
    // The order comes first: its unique attempt makes a second click wait here, then find it.
    const id = await insertOrder(proposal, fingerprint, now);
    if (id) {
      const held = await holdStock(id, proposal.lines);
      if (!held.ok) return held;
      await insertRest(id, proposal, now);
    }
    return existingOrder(proposal.attemptId, fingerprint);
  });
}

/** The order that this attempt opened, unless what it was opened for has changed since. */
export async function existingOrder(
  attemptId: AttemptId,
  fingerprint: string,
): Promise<Result<Order, "cart-changed">> {
  const order = await findOrderByAttempt(attemptId);
  if (!order) throw new Error("The order vanished while it was placed");
  const row = await db()
    .selectFrom("orders")
    .select("cart_fingerprint")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return row.cart_fingerprint === fingerprint ? ok(order) : refused("cart-changed");
}

/** Hash of all that the shopper agreed to: goods, prices, delivery, addresses, words. */
export function fingerprintOf({
  cart,
  lines,
  totals,
  delivery,
  details,
}: Omit<Proposal, "attemptId" | "customerId" | "provider">) {
  const agreed = {
    cart: cart.id,
    lines: lines.map((line) => [line.variantId, line.quantity, line.price.now.minor]),
    total: totals.total,
    method: delivery.method,
    details,
  };
  return createHash("sha256").update(JSON.stringify(agreed)).digest("base64url");
}

/** The new order's id, or null when this attempt has one already. */
async function insertOrder(proposal: Proposal, fingerprint: string, now: Date): Promise<OrderId | null> {
  for (let attempt = 1; attempt <= NUMBER_TRIES; attempt += 1) {
    const id = newId("order");
    const inserted = await db()
      .insertInto("orders")
      .values({ id, number: randomInt(NUMBER_MIN, NUMBER_MAX + 1), ...orderRow(proposal, fingerprint, now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1) return id;
    if (await findOrderByAttempt(proposal.attemptId)) return null;
  }
  throw new Error("No free order number was found");
}

function orderRow(proposal: Proposal, fingerprint: string, now: Date) {
  const { attemptId, cart, totals, delivery, details } = proposal;
  const at = now.toISOString();
  return {
    status: "awaiting-payment",
    attempt_id: attemptId,
    cart_id: cart.id,
    cart_fingerprint: fingerprint,
    customer_id: proposal.customerId ?? cart.customerId,
    email: details.email,
    delivery_address: JSON.stringify(details.deliveryAddress),
    billing_address: JSON.stringify(details.billingAddress),
    delivery: JSON.stringify(delivery),
    gift_message: details.giftMessage,
    note: details.note,
    totals: JSON.stringify(totals),
    total_minor: totals.total.minor,
    currency: totals.total.currency,
    placed_at: at,
    expires_at: new Date(now.getTime() + PAYMENT_MINUTES * 60_000).toISOString(),
    paid_at: null,
    updated_at: at,
  };
}

async function insertRest(id: OrderId, proposal: Proposal, now: Date): Promise<void> {
  const at = now.toISOString();
  await db()
    .insertInto("order_lines")
    .values(proposal.lines.map((line, position) => lineRow(line, { id, position, totals: proposal.totals })))
    .execute();
  await db()
    .insertInto("order_history")
    .values({ order_id: id, from_status: null, to_status: "awaiting-payment", reason: "placed", at })
    .execute();
  await db()
    .insertInto("payments")
    .values({
      id: newId("payment"),
      order_id: id,
      attempt_id: proposal.attemptId,
      provider: proposal.provider,
      provider_payment_id: null,
      url: null,
      amount_minor: proposal.totals.total.minor,
      currency: proposal.totals.total.currency,
      status: "pending",
      created_at: at,
      updated_at: at,
    })
    .execute();
}

function lineRow(line: CartLine, at: Readonly<{ id: OrderId; position: number; totals: CartTotals }>) {
  const total = at.totals.lines[at.position];
  if (total?.variantId !== line.variantId) throw new Error("The totals are not those of the lines");
  return {
    id: newId("orderline"),
    order_id: at.id,
    position: at.position,
    product_id: line.productId,
    variant_id: line.variantId,
    sku: line.sku,
    name: line.name,
    variant_label: line.variantLabel,
    image: line.picture.file,
    path: line.path,
    age_text: line.ageText,
    quantity: line.quantity,
    unit_price_minor: total.unitPrice.minor,
    line_total_minor: total.total.minor,
    vat_minor: total.vat.minor,
    tax_rate_basis_points: line.taxRateBasisPoints,
  };
}
