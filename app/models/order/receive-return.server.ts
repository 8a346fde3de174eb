import { db, transact } from "#app/db/db.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findOrderLife, holdOrder } from "./fulfilment.server.ts";
import { type Actor, type OrderLife, refundsSoFar } from "./fulfilment.ts";
import type { Order } from "./order.ts";
import type { RefundUnits } from "./refund-shares.ts";
import { type RefundRefusal, type RefundRequest, writeRefund } from "./refund.server.ts";
import { includesDelivery } from "./return.ts";
import { isPaidFor } from "./status.ts";

export type ReturnReceipt = Actor &
  Readonly<{
    isRestocked: boolean;
    /** Whether delivery is refunded too; null: as the law and the shop's rules say. */
    hasDelivery: boolean | null;
  }>;

export type Received = Readonly<{ orderNumber: number; refund: Money; isNew: boolean }>;

/** Closes the return, restocks on request, and refunds, once. */
export async function receiveReturn(
  number: string,
  receipt: ReturnReceipt,
): Promise<Result<Received, "return-not-found" | RefundRefusal>> {
  const store = await findStore();
  const done = await transact<Result<Received, "return-not-found" | RefundRefusal>>(async () => {
    const row = await findReturn(number);
    const order = row && isOrderId(row.order_id) ? await holdOrder(row.order_id) : null;
    // Read again, because another process may have received it while this one waited for the lock.
    const current = order && (await findReturn(number));
    if (!order || !current) return refused("return-not-found");
    if (current.status === "received") {
      const refund = money(await amountOf(current.refund_id), order.totals.total.currency);
      return ok({ orderNumber: order.number, refund, isNew: false });
    }
    if (!isPaidFor(order.status)) return refused("order-state-conflict");
    return receive(order, current, { receipt, store });
  });
  wakeWorker();
  return done;
}

type ReturnRow = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

async function receive(
  order: Order,
  row: ReturnRow,
  { receipt, store }: Readonly<{ receipt: ReturnReceipt; store: Store }>,
): Promise<Result<Received, RefundRefusal>> {
  const { by, now, isRestocked } = receipt;
  const life = await findOrderLife(order.id);
  const refund = await requestedUnits(order, row, { life, receipt, store });
  const reason = `return ${row.number}`;
  const request: RefundRequest = { key: reason, refund, isRestocked, reason, isReturn: true, by, now };
  const requested = await writeRefund(order, request);
  if (!requested.ok && requested.code !== "refund-nothing") return requested;
  await db()
    .updateTable("order_returns")
    .set({
      status: "received",
      received_at: now.toISOString(),
      refund_id: requested.ok ? requested.value.refundId : null,
    })
    .where("id", "=", row.id)
    .execute();
  await queueOrderEmail(order.id, { about: "return-received", returnNumber: row.number });
  return ok({
    orderNumber: order.number,
    refund: requested.ok ? requested.value.amount : money(0, order.totals.total.currency),
    isNew: true,
  });
}

async function requestedUnits(
  order: Order,
  row: ReturnRow,
  { life, receipt, store }: Readonly<{ life: OrderLife; receipt: ReturnReceipt; store: Store }>,
): Promise<RefundUnits> {
  const rows = await db()
    .selectFrom("order_return_lines")
    .select(["order_line_id", "quantity", "reason"])
    .where("return_id", "=", row.id)
    .execute();
  const units = life.lines.map(({ id }) => rows.find((each) => each.order_line_id === id)?.quantity ?? 0);
  const earlier = refundsSoFar(life);
  const isWhole = order.lines.every(
    ({ quantity }, index) => (earlier.units[index] ?? 0) + (units[index] ?? 0) >= quantity,
  );
  const facts = {
    requestedAt: row.requested_at,
    deliveredAt: life.deliveredAt,
    isWhole,
    reasons: rows.map(({ reason }) => reason),
  };
  const delivery = receipt.hasDelivery ?? includesDelivery(facts, store);
  return { units, delivery: delivery && !earlier.delivery };
}

function findReturn(number: string) {
  return db()
    .selectFrom("order_returns")
    .select(["id", "order_id", "number", "status", "requested_at", "refund_id"])
    .where("number", "=", number)
    .executeTakeFirst();
}

async function amountOf(refundId: string | null): Promise<number> {
  const row = await db()
    .selectFrom("refunds")
    .select("amount_minor")
    .where("id", "=", refundId ?? "")
    .executeTakeFirst();
  return row?.amount_minor ?? 0;
}
