/** The rows of a return, and what is refunded for them. */
import { db } from "#app/db/db.server.ts";
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
import type { Store } from "#app/models/store/store.ts";

import { refundedElsewhere } from "./refunded-elsewhere.server.ts";
import { deliveryGround, isDeliveryDue } from "./return.ts";

export type StoredReturn = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

export function findReturn(number: string) {
  return db()
    .selectFrom("order_returns")
    .select(["id", "order_id", "number", "status", "requested_at", "refund_id"])
    .select(["recipient_remedy", "credit_minor"])
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

type RefundFacts = Readonly<{
  life: FulfilmentHistory;
  /** Null: as the law and the shop's rules say. */
  hasDelivery: boolean | null;
  store: Store;
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
  const delivery = (hasDelivery ?? isDeliveryDue(ground)) && left.delivery;
  return { refund: { units, delivery }, returned };
}

export async function returnedUnits(
  order: Order,
  row: StoredReturn,
  { life, store }: Readonly<{ life: FulfilmentHistory; store: Store }>,
) {
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
  const isWhole = order.lines.every(
    ({ quantity }, index) => (earlier.units[index] ?? 0) + (units[index] ?? 0) >= quantity,
  );
  const facts = {
    requestedAt: row.requested_at,
    deliveredAt: life.deliveredAt,
    isWhole,
    reasons: rows.map(({ reason }) => reason),
  };
  return { returned, units, ground: deliveryGround(facts, store), earlier };
}
