/** The desk's index of orders. Opening a list brings it up to date, so that shoppers never wait for it. */
import { db, inTransaction } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { creditNoteNumberText } from "#app/models/order/document-number.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { STALE } from "#app/models/order/order-search.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { sendByDay } from "#app/models/shipping/dispatch-day.ts";
import { findRulesOfOrders } from "#app/models/shipping/shipping.server.ts";

import { searchTermsOf } from "#app/models/desk/search-terms.ts";

/** Orders in one transaction, so that shoppers do not wait. */
const BATCH = 100;

/** A transaction may commit so long after the time that it wrote into `updated_at`. */
const LATE_MS = 86_400_000;

/** Indexes the orders that changed since shortly before the newest change that is indexed. */
export async function indexOrders(): Promise<void> {
  for (;;) {
    const rows = [...(await changedOrders()), ...(await staleOrders())];
    if (rows.length === 0) return;
    // An order may be both.
    const times = new Map(rows.map((row) => [row.id, row.updated_at]));
    await inTransaction(async () => {
      for (const [id, updatedAt] of times) await takeIn(id, updatedAt);
    });
  }
}

async function changedOrders() {
  const { newest } = await db()
    .selectFrom("order_search")
    .select(({ fn }) => fn.max<string | null>("order_updated_at").as("newest"))
    .executeTakeFirstOrThrow();
  // A clock that was ahead for a while hides nothing.
  const from = Math.min(Date.parse(newest ?? ""), Date.now()) - LATE_MS;
  const since = Number.isNaN(from) ? "" : new Date(from).toISOString();
  return db()
    .selectFrom("orders")
    .leftJoin("order_search", "order_search.order_id", "orders.id")
    .select(["orders.id", "orders.updated_at"])
    .where("orders.updated_at", ">=", since)
    .where((row) =>
      row.or([
        row("order_search.order_id", "is", null),
        row("order_search.order_updated_at", "<>", row.ref("orders.updated_at")),
      ]),
    )
    .orderBy("orders.updated_at")
    .limit(BATCH)
    .execute();
}

function staleOrders() {
  return db()
    .selectFrom("order_search")
    .innerJoin("orders", "orders.id", "order_search.order_id")
    .select(["orders.id", "orders.updated_at"])
    .where("order_search.order_updated_at", "=", STALE)
    .limit(BATCH)
    .execute();
}

async function takeIn(id: string, updatedAt: string): Promise<void> {
  const order = isOrderId(id) ? await findOrder(id) : null;
  if (!order) return;
  const values = { order_id: id, order_updated_at: updatedAt, send_by: await dayToSend(order) };
  await db()
    .insertInto("order_search")
    .values(values)
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(values))
    .execute();
  await db().deleteFrom("order_search_terms").where("order_id", "=", id).execute();
  const terms = await termsOf(order);
  await db()
    .insertInto("order_search_terms")
    .values(terms.map((term) => ({ order_id: id, ...term })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function dayToSend(order: Order): Promise<string | null> {
  const { calendar, methods } = await findRulesOfOrders();
  const method = methods.find(({ key }) => key === order.delivery.method);
  return method
    ? sendByDay({ placedAt: order.placedAt, promises: order.delivery.promises, method }, calendar)
    : null;
}

async function termsOf(order: Order) {
  const shipments = await db()
    .selectFrom("shipments")
    .select("tracking_number")
    .where("order_id", "=", order.id)
    .execute();
  const refunds = await db()
    .selectFrom("refunds")
    .select("credit_note_number")
    .where("order_id", "=", order.id)
    .execute();
  const documents = [
    order.invoiceNumber,
    ...refunds.map(({ credit_note_number }) => creditNoteNumberText(credit_note_number)),
  ];
  const addresses: ReadonlyArray<Address> = [order.deliveryAddress, order.billingAddress];
  return searchTermsOf({
    number: order.number,
    email: order.email,
    addresses,
    trackingNumbers: shipments.map(({ tracking_number }) => tracking_number),
    documentNumbers: documents.filter((number) => number !== null),
    coupon: order.totals.coupon,
    products: order.lines.map(({ name, sku }) => `${name} ${sku}`),
  });
}
