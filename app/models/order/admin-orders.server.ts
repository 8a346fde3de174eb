import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import { publicStatus, type PublicStatus } from "./bigcommerce-status.ts";
import { findFulfilmentHistory } from "./fulfilment.server.ts";
import type { FulfilmentHistory } from "./fulfilment.ts";
import { withRecipient } from "./hidden-recipient.server.ts";
import { moneyOfOrders } from "./money.server.ts";
import { orderMoney, type OrderMoney } from "./money.ts";
import { findOrdersByNumber } from "./order.server.ts";
import type { Order } from "./order.ts";
import { isOrderStatus, type OrderStatus } from "./status.ts";
import { emailOrNone } from "./removed-person.ts";

export type AdminOrder = Readonly<{
  number: number;
  status: OrderStatus;
  publicStatus: PublicStatus;
  /** ISO 8601, UTC. */
  placedAt: string;
  name: string;
  email: string;
  units: number;
  total: Money;
  sums: OrderMoney;
  refunded: Money;
}>;

type Criteria = Readonly<{ status: OrderStatus | null; limit: number }>;

export async function listAdminOrders({ status, limit }: Criteria): Promise<ReadonlyArray<AdminOrder>> {
  const rows = await db()
    .selectFrom("orders")
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select(["orders.id", "number", "orders.status", "placed_at", "email", "delivery_address", "delivery"])
    .select(["total_minor", "orders.currency", "payments.status as payment_status"])
    .select(
      sql<
        number | string
      >`(SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE order_id = orders.id)`.as("units"),
    )
    .$if(status !== null, (query) => query.where("orders.status", "=", status ?? ""))
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  const sumsOf = await moneyOfOrders(rows.map(({ id }) => id));
  return rows.flatMap((row) => {
    const sums = sumsOf.get(row.id);
    if (!isOrderStatus(row.status) || !sums) return [];
    const { first_name, last_name } = JSON.parse(row.delivery_address) as Address;
    const { method } = JSON.parse(row.delivery) as Order["delivery"];
    const { total_minor: total } = row;
    const { refunded } = sums;
    return {
      number: row.number,
      status: row.status,
      publicStatus: publicStatus({
        status: row.status,
        isCollected: isCollection(method),
        isPartlyRefunded: refunded.minor > 0 && refunded.minor < total,
        isPaymentUnderWay: row.payment_status === "processing",
      }),
      placedAt: row.placed_at,
      name: `${first_name} ${last_name}`.trim(),
      email: emailOrNone(row.email),
      units: Number(row.units),
      total: money(total, row.currency),
      sums,
      refunded,
    };
  });
}

export type AdminOrderDetail = Readonly<{
  order: Order;
  life: FulfilmentHistory;
  publicStatus: PublicStatus;
  sums: OrderMoney;
  refunded: Money;
  payment: Readonly<{ provider: string; id: string | null; status: string }>;
}>;

export async function findAdminOrder(number: number): Promise<AdminOrderDetail | null> {
  const [known] = await findOrdersByNumber([number]);
  if (!known) return null;
  const [order, life] = await Promise.all([
    withRecipient(known),
    findFulfilmentHistory(known.id, { isForOwner: true }),
  ]);
  const payment = await db()
    .selectFrom("payments")
    .select(["provider", "provider_payment_id as id", "status"])
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { total } = order.totals;
  const sums = orderMoney(order, life);
  return {
    order,
    life,
    publicStatus: publicStatus({
      status: order.status,
      isCollected: isCollection(order.delivery.method),
      isPartlyRefunded: sums.refunded.minor > 0 && sums.refunded.minor < total.minor,
      isPaymentUnderWay: payment.status === "processing",
    }),
    sums,
    refunded: sums.refunded,
    payment,
  };
}
