/** The rows of a return, and what is refunded for them. */
import { db } from "#app/db/db.server.ts";
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
import type { Store } from "#app/models/store/store.ts";

import { refundedElsewhere } from "./refunded-elsewhere.server.ts";
import { type DeliveryGround, deliveryGround, dueDelivery } from "./return.ts";

export type StoredReturn = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

export function findReturn(number: string) {
  return db()
    .selectFrom("order_returns")
    .select(["id", "order_id", "number", "status", "requested_at", "refund_id"])
    .select(["recipient_remedy", "credit_minor", "way_back"])
    .where("number", "=", number)
    .executeTakeFirst();
}

/** Minor units. */
export async function refundAmountOf(refundId: string | null): Promise<number> {
  const row = await db()
    .selectFrom("refunds")
    .select("amount_minor")
    .where("id", "=", refundId ?? "")
    .executeTakeFirst();
  return row?.amount_minor ?? 0;
}

export async function closeReturn(id: string, refundId: string | null, now: Date): Promise<void> {
  await db()
    .updateTable("order_returns")
    .set({ status: "received", received_at: now.toISOString(), refund_id: refundId })
    .where("id", "=", id)
    .execute();
}

/** Empty for a line that does not come back. */
export async function reasonsOf(row: StoredReturn, life: FulfilmentHistory): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("order_return_lines")
    .select(["order_line_id", "reason"])
    .where("return_id", "=", row.id)
    .execute();
  return life.lines.map(({ id }) => rows.find((each) => each.order_line_id === id)?.reason ?? "");
}

type StoredFacts = Readonly<{ life: FulfilmentHistory; store: Store }>;

type RefundFacts = StoredFacts &
  Readonly<{
    /** Null: as the law and the shop's rules say. */
    hasDelivery: boolean | null;
  }>;

type RequestedUnits = Readonly<{
  /** Without what was refunded before. */
  refund: RefundUnits;
  /** One number for each line: all that comes back. */
  returned: ReadonlyArray<number>;
}>;

export async function requestedUnits(
  order: Order,
  row: StoredReturn,
  { life, hasDelivery, store }: RefundFacts,
): Promise<RequestedUnits> {
  const { returned, units, ground, earlier } = await returnedUnits(order, row, { life, store });
  const left = remainingRefund(order, earlier);
  const delivery = left.delivery && (hasDelivery ?? dueDelivery(ground, order));
  return { refund: { units, delivery }, returned };
}

export async function returnedUnits(order: Order, row: StoredReturn, { life, store }: StoredFacts) {
  const rows = await db()
    .selectFrom("order_return_lines")
    .select(["order_line_id", "quantity", "reason"])
    .where("return_id", "=", row.id)
    .execute();
  const returned = life.lines.map(({ id }) => rows.find((each) => each.order_line_id === id)?.quantity ?? 0);
  const earlier = refundsSoFar(life);
  const left = remainingRefund(order, earlier);
  const elsewhere = await refundedElsewhere(row);
  const units = returned.map((count, index) => {
    const { refunded = 0 } = elsewhere.get(life.lines[index]?.id ?? "") ?? {};
    return Math.max(0, Math.min(count - refunded, left.units[index] ?? 0));
  });
  const returning = { units, reasons: rows.map(({ reason }) => reason), requestedAt: row.requested_at };
  return { returned, units, ground: groundOf(order, returning, { life, store }), earlier };
}

type Returning = Readonly<{
  /** One number for each line: what comes back and was not refunded before. */
  units: ReadonlyArray<number>;
  reasons: ReadonlyArray<string>;
  /** ISO 8601. */
  requestedAt: string;
}>;

/** Whether the delivery charge is refunded with what comes back, and why. */
export function groundOf(
  order: Order,
  { units, reasons, requestedAt }: Returning,
  { life, store }: StoredFacts,
): DeliveryGround {
  const earlier = refundsSoFar(life);
  const isWhole = order.lines.every(
    ({ quantity }, index) => (earlier.units[index] ?? 0) + (units[index] ?? 0) >= quantity,
  );
  const isSent = life.lines.some(({ sent }) => sent > 0);
  return deliveryGround({ requestedAt, deliveredAt: life.deliveredAt, isSent, isWhole, reasons }, store);
}
