/** The rows of a return, and what is refunded for them. */
import { db } from "#app/db/db.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
import { groundOf } from "#app/models/order/refunds/delivery-due.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import type { Store } from "#app/models/store/store.ts";

import { refundedElsewhere } from "./refunded-elsewhere.server.ts";
import { dueDelivery } from "./return.ts";

export type StoredReturn = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

export function findReturn(number: string) {
  return db().selectFrom("order_returns").selectAll().where("number", "=", number).executeTakeFirst();
}

/** With its order, which stays locked until the transaction ends; null where there is none. */
export async function lockReturn(
  number: string,
): Promise<Readonly<{ order: Order; row: StoredReturn }> | null> {
  const found = await findReturn(number);
  const order = found && isOrderId(found.order_id) ? await lockOrder(found.order_id) : null;
  // Read again, because another process may have changed it while this one waited for the lock.
  const row = order && (await findReturn(number));
  return row ? { order, row } : null;
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
  /** One for each line; empty for one that does not come back. */
  reasons: ReadonlyArray<string>;
}>;

export async function requestedUnits(
  order: Order,
  row: StoredReturn,
  { life, hasDelivery, store }: RefundFacts,
): Promise<RequestedUnits> {
  const { units, ground, left, ...rest } = await returnedUnits(order, row, { life, store });
  const delivery = left.delivery && (hasDelivery ?? dueDelivery(ground, order));
  return { refund: { units, delivery }, returned: rest.returned, reasons: rest.reasons };
}

export async function returnedUnits(order: Order, row: StoredReturn, { life, store }: StoredFacts) {
  const rows = await db()
    .selectFrom("order_return_lines")
    .select(["order_line_id", "quantity", "reason"])
    .where("return_id", "=", row.id)
    .execute();
  const lines = life.lines.map(({ id }) => rows.find((each) => each.order_line_id === id));
  const returned = lines.map((line) => line?.quantity ?? 0);
  const reasons = lines.map((line) => line?.reason ?? "");
  const earlier = refundsSoFar(life);
  const left = remainingRefund(order, earlier);
  const elsewhere = await refundedElsewhere(row);
  const units = returned.map((count, index) => {
    const { refunded = 0 } = elsewhere.get(life.lines[index]?.id ?? "") ?? {};
    return Math.max(0, Math.min(count - refunded, left.units[index] ?? 0));
  });
  const ground = groundOf(order, { units, reasons, requestedAt: row.requested_at }, { life, store });
  return { returned, reasons, units, ground, left, earlier };
}
