/** The money of many orders at once, by the rule in money.ts. */
import { type ExpressionBuilder, type Selectable, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { money } from "#app/models/shared/money.ts";

import { type MoneyFacts, moneyOf, type OrderMoney } from "./money.ts";
import { type Dispute, disputesOf } from "./payment/dispute.ts";
import type { PaymentEvent } from "./payment/payment.ts";

/** By the orders' ids. */
export async function moneyOfOrders(
  orderIds: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, OrderMoney>> {
  if (orderIds.length === 0) return new Map();
  const [orders, refunds, credits, disputes] = await Promise.all([
    db()
      .selectFrom("orders")
      .select(["id", "total_minor", "currency", "paid_at"])
      .where("id", "in", orderIds)
      .execute(),
    db().selectFrom("refunds").selectAll().where("order_id", "in", orderIds).execute(),
    findFamilyCredits(orderIds),
    findDisputes(orderIds),
  ]);
  const refundsOf = grouped(refunds, ({ order_id }) => order_id);
  return new Map(
    orders.map(({ id, total_minor, currency, paid_at }) => [
      id,
      moneyOf({
        total: money(total_minor, currency),
        isPaid: paid_at !== null,
        refunds: (refundsOf.get(id) ?? []).map(refundOf),
        disputes: disputes.get(id) ?? [],
        familyCredit: credits.get(id) ?? 0,
      }),
    ]),
  );
}

function refundOf(row: Selectable<Database["refunds"]>): MoneyFacts["refunds"][number] {
  const amount = money(row.amount_minor, row.currency);
  return { amount, isCredit: row.is_credit === 1, status: row.status, by: row.actor };
}

/** Of paid orders: those in `currency` that began after `from`, up to `to` (ISO 8601). */
export async function refundsBetween(from: string, to: string, currency: string) {
  const rows = await db()
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .selectAll("refunds")
    .where("refunds.created_at", ">", from)
    .where("refunds.created_at", "<=", to)
    .where("refunds.currency", "=", currency)
    .where("orders.paid_at", "is not", null)
    .execute();
  return rows.map(refundOf);
}

/** By the orders' ids; an order without a dispute is not in it. */
export async function findDisputes(
  orderIds: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, ReadonlyArray<Dispute>>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.provider_payment_id", "payment_events.payment_id")
    .selectAll("payment_events")
    .select(["payments.order_id", "payments.attempt_id as own_attempt_id"])
    .where("payments.order_id", "in", orderIds)
    .where((row) => row.or([row("type", "like", "dispute%"), row("type", "=", "inquiry")]))
    .execute();
  const eventsOf = (own: Readonly<typeof rows>) => own.map((row) => paymentEventOf(row, row.own_attempt_id));
  const byOrder = grouped(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, own]) => [id, disputesOf(eventsOf(own))]));
}

/** Ids: of what a bank has not decided about, in any status, and of what stays disputed afterwards. */
export function disputedOrders() {
  const isOpen = sql<boolean>`NOT EXISTS (SELECT 1 FROM payment_events AS ended
    WHERE ended.payment_id = opened.payment_id AND ended.type IN ('dispute-won', 'dispute-lost')
      AND coalesce(ended.reference, '') = coalesce(opened.reference, ''))`;
  const open = db()
    .selectFrom("payment_events as opened")
    .innerJoin("payments", "payments.provider_payment_id", "opened.payment_id")
    .select("payments.order_id as id")
    .where("opened.type", "in", ["inquiry", "disputed"])
    .where(isOpen);
  return db().selectFrom("orders").select("id").where("status", "=", "disputed").union(open);
}

/** `wasPaid` as the condition of a statement. */
export function orderWasPaid(eb: ExpressionBuilder<Database, "orders">) {
  const goesBack = eb
    .selectFrom("refunds")
    .select("refunds.id")
    .whereRef("refunds.order_id", "=", "orders.id")
    .where("refunds.is_credit", "=", 0)
    .where("refunds.status", "!=", "void");
  return eb.or([eb("orders.paid_at", "is not", null), eb.exists(goesBack)]);
}

/** Minor units by the orders' ids. */
export async function findFamilyCredits(
  orderIds: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db()
    .selectFrom("order_returns")
    .select("order_id")
    .select(({ fn }) => fn.sum<number | string>("credit_minor").as("credit"))
    .where("order_id", "in", orderIds)
    .groupBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, credit }) => [order_id, Number(credit)]));
}

/** `attemptId` is that of the order. */
export function paymentEventOf(row: Selectable<Database["payment_events"]>, attemptId: string): PaymentEvent {
  const isOfOrder = row.attempt_id === null || row.attempt_id === attemptId;
  return {
    type: isOfOrder ? (row.type as PaymentEvent["type"]) : "mismatch",
    amount: { minor: row.amount_minor, currency: row.currency },
    detail: row.detail,
    reference: row.reference,
    refundKey: row.refund_key,
    dueAt: row.due_at,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
  };
}
