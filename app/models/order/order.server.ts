import { type Selectable } from "kysely";
import { z } from "zod";

import { noteChange, notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import type { Database } from "#app/db/schema.ts";
import { chosenText, type Personalisation } from "#app/models/catalogue/personalisation.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { Address } from "#app/models/customer/address.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { type AttemptId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hasBooking } from "#app/models/shipping/delivery-slot.server.ts";

import { invoiceNumberText } from "./document-number.ts";
import { orderStatusChanged } from "./events.server.ts";
import type { ChosenDelivery, Order, OrderLine } from "./order.ts";
import { canMoveOrder, isOrderStatus, type OrderActor, type OrderStatus } from "./status.ts";
import { emailOrNone } from "./removed-person.ts";

type OrderRow = Selectable<Database["orders"]>;
type LineRow = Selectable<Database["order_lines"]>;

/** An id gives access, so routes use only ids that this browser was given. */
export async function findOrder(id: OrderId): Promise<Order | null> {
  const [row] = await rowsById({ id });
  return row ? readOrder(row, await lineRows({ orderId: row.id })) : null;
}

/** Those that exist, in any order: for work on many, which asks for some hundreds at a time. */
export async function findOrdersByNumber(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<Order>> {
  if (numbers.length === 0) return [];
  const rows = await db().selectFrom("orders").selectAll().where("number", "in", numbers).execute();
  const own = db().selectFrom("order_lines").innerJoin("orders", "orders.id", "order_lines.order_id");
  const query = own.selectAll("order_lines").where("number", "in", numbers).orderBy("position");
  const lines = grouped(await query.execute(), ({ order_id }) => order_id);
  return rows.map((row) => readOrder(row, lines.get(row.id) ?? []));
}

export async function findOrderByAttempt(attemptId: AttemptId): Promise<Order | null> {
  const [row] = await rowsByAttempt({ attemptId });
  return row ? readOrder(row, await lineRows({ orderId: row.id })) : null;
}

const rowsById = compiledQuery((database, { id }: Readonly<{ id: string }>) =>
  database.selectFrom("orders").selectAll().where("id", "=", id),
);

const rowsByAttempt = compiledQuery((database, { attemptId }: Readonly<{ attemptId: string }>) =>
  database.selectFrom("orders").selectAll().where("attempt_id", "=", attemptId),
);

const lineRows = compiledQuery((database, { orderId }: Readonly<{ orderId: string }>) =>
  database.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).orderBy("position"),
);

export type Move = Readonly<{
  from: OrderStatus;
  to: OrderStatus;
  /** For the history: a short code or a sentence. */
  reason: string;
  by: OrderActor;
  now: Date;
}>;

/**
 * Of two callers at once one wins, the other gets "order-moved"; throws on a move that the table does not have or does
 * not allow `by`.
 */
export async function moveOrder(id: OrderId, move: Move): Promise<Result<null, "order-moved">> {
  if (!canMoveOrder(move.from, move.to, move.by))
    throw new Error(`An order cannot go from ${move.from} to ${move.to} by ${move.by}`);
  const at = move.now.toISOString();
  const moved = await db()
    .updateTable("orders")
    .set({ status: move.to, updated_at: at, ...(isMoneyNew(move) ? { paid_at: at } : {}) })
    .where("id", "=", id)
    .where("status", "=", move.from)
    .modifyEnd(notifiedByWriter)
    .executeTakeFirst();
  if (Number(moved.numUpdatedRows) !== 1) return refused("order-moved");
  if (await hasBooking(id)) noteChange();
  await db()
    .insertInto("order_history")
    .values({
      order_id: id,
      from_status: move.from,
      to_status: move.to,
      reason: move.reason,
      actor: move.by,
      created_at: at,
    })
    .execute();
  await orderStatusChanged.publish({ orderId: id, status: move.to });
  return ok(null);
}

/** False for unpacking and for a dispute that was won, because the order was paid before. */
function isMoneyNew({ from, to }: Pick<Move, "from" | "to">): boolean {
  return to === "paid" && from !== "packed" && from !== "disputed";
}

export async function findLastMove(id: OrderId) {
  return (await newestMove(id).executeTakeFirst()) ?? null;
}

function newestMove(id: OrderId) {
  return db()
    .selectFrom("order_history")
    .select(["id", "from_status as from", "to_status as to", "reason", "actor as by"])
    .where("order_id", "=", id)
    .orderBy("id", "desc")
    .limit(1);
}

/**
 * For a cancellation that closed the order's payment page: the provider says "expired" of it, and may say so before the
 * order is moved. Who cancelled and why is what the history says.
 */
export async function nameCancellation(id: OrderId, { reason, by }: Pick<Move, "reason" | "by">) {
  const last = await findLastMove(id);
  if (last?.to !== "cancelled" || last.by !== "payment") return;
  await db().updateTable("order_history").set({ reason, actor: by }).where("id", "=", last.id).execute();
}

export const SUPERSEDED = "superseded";

/** Somebody decided that it shall not be; an attempt that another one of the same shopper replaced is none of these. */
export async function wasCalledOff({ id, status, paidAt }: Pick<Order, "id" | "status" | "paidAt">) {
  if (status !== "cancelled" || paidAt !== null) return false;
  const last = await findLastMove(id);
  return last?.by === "owner" || (last?.by === "customer" && last.reason !== SUPERSEDED);
}

export async function findStatusBefore(id: OrderId, status: OrderStatus): Promise<OrderStatus | null> {
  const row = await newestMove(id).where("to_status", "=", status).executeTakeFirst();
  return row?.from && isOrderStatus(row.from) ? row.from : null;
}

/** Where its goods are: a dispute, open or lost, moves none. */
export async function findStatusBeforeDispute({ id, status }: Pick<Order, "id" | "status">) {
  return status === "disputed" ? ((await findStatusBefore(id, status)) ?? status) : status;
}

function readOrder(row: OrderRow, lines: ReadonlyArray<LineRow>): Order {
  if (!isOrderId(row.id) || !isOrderStatus(row.status)) throw new Error(`Order ${row.id} is damaged`);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    cartId: row.cart_id,
    customerId: row.customer_id,
    email: emailOrNone(row.email),
    deliveryAddress: JSON.parse(row.delivery_address) as Address,
    addressVersion: row.address_version,
    billingAddress: JSON.parse(row.billing_address) as Address,
    delivery: JSON.parse(row.delivery) as ChosenDelivery,
    giftMessage: row.gift_message,
    note: row.note,
    hasGiftReceipt: row.has_gift_receipt === 1,
    lines: lines.map((line) => readLine(line, row.currency)),
    totals: readTotals(row.totals),
    placedAt: row.placed_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    invoiceNumber: invoiceNumberText(row),
  };
}

/** Orders from before gift wrapping have no such total. */
function readTotals(text: string): CartTotals {
  const totals = JSON.parse(text) as CartTotals;
  return {
    ...totals,
    wrap: totals.wrap ?? null,
    lines: totals.lines.map((line) => ({ ...line, wrap: line.wrap ?? null })),
  };
}

const termsSchema = z.object({
  name: z.string(),
  workingDays: z.number(),
  isReturnable: z.boolean(),
});

const DELETED_WORDS = "…";

/** What the terms say stays when the words are deleted. */
function readPersonalisation(row: LineRow, currency: Currency): Personalisation | null {
  if (row.personalisation_terms === null) return null;
  const terms = termsSchema.parse(JSON.parse(row.personalisation_terms));
  const text = row.personalisation ?? DELETED_WORDS;
  const price = money(row.personalisation_minor, currency);
  return { ...terms, text, price, plainLabel: row.variant_label };
}

function readLine(row: LineRow, currency: Currency): OrderLine {
  const { gift_paper: paper, gift_message: message } = row;
  const personalisation = readPersonalisation(row, currency);
  return {
    productId: row.product_id,
    variantId: row.variant_id,
    sku: row.sku,
    name: row.name,
    variantLabel: chosenText(row.variant_label, personalisation),
    image: row.image,
    path: row.path,
    ageText: row.age_text,
    quantity: row.quantity,
    unitPrice: money(row.unit_price_minor, currency),
    total: money(row.line_total_minor, currency),
    discount: money(row.discount_minor, currency),
    vat: money(row.vat_minor, currency),
    gift: paper === null && message === null ? null : { paper, message },
    personalisation,
    wrap:
      paper === null
        ? null
        : {
            price: money(row.wrap_minor, currency),
            vat: money(row.wrap_vat_minor, currency),
            taxRateBasisPoints: row.wrap_tax_rate_basis_points,
          },
  };
}
