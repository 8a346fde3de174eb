/** Checks everything that must always be true of orders, money and stock (decision 0027). */
import { type Kysely, sql } from "kysely";

import type { Database } from "#app/db/schema.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { type Break, brokenOrders, type OrderBooks, type OrderStep } from "./orders.ts";
import { brokenAtRest, brokenPayments, type ProviderPayment } from "./provider.ts";
import { TABLE_INVARIANTS, YOUNG_SHOP_INVARIANTS } from "./tables.ts";

type Look = Readonly<{
  /** From the provider's own books; left out: those of the embedded provider. */
  payments?: ReadonlyArray<ProviderPayment>;
  /** Nothing was deleted by age, no coupon's terms were changed, nobody refunded at the provider by hand. */
  isYoung?: boolean;
  isAtRest?: boolean;
}>;

export async function findBreaks(
  database: Kysely<Database>,
  { payments, isYoung = false, isAtRest = false }: Look = {},
): Promise<ReadonlyArray<Break>> {
  const orders = await findBooks(database);
  const pages = payments ?? (await embeddedBooks(database));
  return [
    ...(await brokenTables(database, isYoung)),
    ...brokenOrders(orders),
    ...brokenPayments(orders, pages, !isYoung),
    ...(isAtRest ? brokenAtRest(orders, pages) : []),
  ];
}

const asOneQuery = (invariants: typeof TABLE_INVARIANTS) =>
  invariants
    .map(
      ([, query], index) =>
        `SELECT ${index} AS rule, CAST(id AS TEXT) AS id FROM (${query}) AS rule_${index}`,
    )
    .join(" UNION ALL ");

const IN_YOUNG_SHOP = [...TABLE_INVARIANTS, ...YOUNG_SHOP_INVARIANTS];
const ALWAYS_QUERY = asOneQuery(TABLE_INVARIANTS);
const YOUNG_QUERY = asOneQuery(IN_YOUNG_SHOP);

/** In one query, so that all of it is seen at one moment. */
async function brokenTables(database: Kysely<Database>, isYoung: boolean): Promise<ReadonlyArray<Break>> {
  const query = sql.raw<{ rule: number; id: string }>(isYoung ? YOUNG_QUERY : ALWAYS_QUERY);
  const { rows } = await query.execute(database);
  return rows.map(({ rule, id }) => ({ invariant: IN_YOUNG_SHOP[rule]?.[0] ?? "", id }));
}

async function findBooks(database: Kysely<Database>): Promise<ReadonlyArray<OrderBooks>> {
  const { rows } = await sql<Omit<OrderBooks, "moves" | "hasCoupon"> & { coupons: number; moves: string }>`
    SELECT orders.id, orders.cart_id AS "cartId", orders.status, orders.placed_at AS "placedAt",
      orders.paid_at AS "paidAt", orders.updated_at AS "updatedAt", orders.total_minor AS total, orders.totals,
      orders.delivery, orders.attempt_id AS "attemptId", payments.provider,
      payments.provider_payment_id AS "pageId", delivery_bookings.day AS "bookedDay",
      (SELECT COALESCE(SUM(line_total_minor), 0) FROM order_lines WHERE order_id = orders.id) AS lines,
      (SELECT COALESCE(SUM(discount_minor), 0) FROM order_lines WHERE order_id = orders.id) AS discounts,
      (SELECT COUNT(*) FROM coupon_uses WHERE order_id = orders.id) AS coupons,
      (SELECT COALESCE(SUM(amount_minor), 0) FROM refunds WHERE order_id = orders.id AND is_credit = 0
        AND status <> 'void' AND actor <> 'payment') AS refunds,
      (SELECT COALESCE(SUM(amount_minor), 0) FROM refunds WHERE order_id = orders.id AND is_credit = 0
        AND status = 'completed' AND actor <> 'payment' AND provider_refund_id IS NOT NULL) AS "refundsMade"
    FROM orders LEFT JOIN payments ON payments.order_id = orders.id
      LEFT JOIN delivery_bookings ON delivery_bookings.order_id = orders.id`.execute(database);
  const moves = await findMoves(database);
  return rows.map(({ coupons, ...row }) => ({
    ...row,
    hasCoupon: coupons > 0,
    moves: moves.get(row.id) ?? [],
  }));
}

async function findMoves(database: Kysely<Database>): Promise<ReadonlyMap<string, ReadonlyArray<OrderStep>>> {
  const rows = await database
    .selectFrom("order_history")
    .select(["order_id", "from_status as from", "to_status as to", "reason"])
    .orderBy("id")
    .execute();
  return grouped(rows, ({ order_id }) => order_id);
}

const STATES: Readonly<Record<string, ProviderPayment["state"]>> = {
  pending: "open",
  authentication: "open",
  processing: "processing",
  paid: "paid",
};

async function embeddedBooks(database: Kysely<Database>): Promise<ReadonlyArray<ProviderPayment>> {
  const rows = await database
    .selectFrom("embedded_payments")
    .select(["id", "attempt_id", "status", "amount_minor", "refunded_minor"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    attemptId: row.attempt_id,
    state: STATES[row.status] ?? "ended",
    amount: row.amount_minor,
    refunded: row.refunded_minor,
  }));
}
