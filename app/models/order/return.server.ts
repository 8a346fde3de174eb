import { db, transact } from "#app/db/db.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findOrderLife, holdOrder } from "./fulfilment.server.ts";
import { type Actor, type OrderLife, unitsToReturn } from "./fulfilment.ts";
import type { Order } from "./order.ts";
import { isReturnOpen } from "./return.ts";
import { isPaidFor } from "./status.ts";

export type ReturnLine = Readonly<{ units: number; reason: string }>;

export type ReturnRequest = Actor &
  Readonly<{
    /** The request's key: the same key is the same return. */
    key: string;
    /** One for each line of the order; 0 units: it stays. */
    lines: ReadonlyArray<ReturnLine>;
    note: string;
  }>;

export type RequestedReturn = Readonly<{ number: string; isNew: boolean }>;

export type ReturnRefusal =
  "order-not-found" | "order-state-conflict" | "return-nothing" | "return-units" | "return-too-late";

export async function askReturn(
  orderId: OrderId,
  request: ReturnRequest,
): Promise<Result<RequestedReturn, ReturnRefusal>> {
  const store = await findStore();
  const done = await transact<Result<RequestedReturn, ReturnRefusal>>(async () => {
    const order = await holdOrder(orderId);
    if (!order) return refused("order-not-found");
    const known = await findByKey(orderId, request.key);
    if (known) return ok({ number: known.number, isNew: false });
    const life = await findOrderLife(orderId);
    const checked = check(order, { life, request, store });
    if (!checked.ok) return checked;
    const number = `R${order.number}-${life.returns.length + 1}`;
    await insertReturn({ order, life, number }, request);
    await queueOrderEmail(orderId, { about: "return-requested", returnNumber: number });
    return ok({ number, isNew: true });
  });
  wakeWorker();
  return done;
}

function check(
  order: Order,
  { life, request, store }: Readonly<{ life: OrderLife; request: ReturnRequest; store: Store }>,
): Result<null, ReturnRefusal> {
  if (!isPaidFor(order.status)) return refused("order-state-conflict");
  if (!isReturnOpen(life.deliveredAt, store, request.now)) return refused("return-too-late");
  const lefts = unitsToReturn(order, life);
  for (const [index, { name }] of order.lines.entries()) {
    const [left = 0, units = 0] = [lefts[index], request.lines[index]?.units];
    if (units < 0 || units > left) return refused("return-units", { name, left });
  }
  return request.lines.some(({ units }) => units > 0) ? ok(null) : refused("return-nothing");
}

async function insertReturn(
  { order, life, number }: Readonly<{ order: Order; life: OrderLife; number: string }>,
  { key, lines, note, by, now }: ReturnRequest,
): Promise<void> {
  const id = newId("return");
  await db()
    .insertInto("order_returns")
    .values({
      id,
      order_id: order.id,
      number,
      request_key: key,
      status: "requested",
      note,
      actor: by,
      requested_at: now.toISOString(),
      received_at: null,
      refund_id: null,
    })
    .execute();
  const rows = life.lines.flatMap((line, index) => {
    const { units = 0, reason = "" } = lines[index] ?? {};
    return units > 0 ? [{ return_id: id, order_line_id: line.id, quantity: units, reason }] : [];
  });
  await db().insertInto("order_return_lines").values(rows).execute();
}

function findByKey(orderId: OrderId, key: string) {
  return db()
    .selectFrom("order_returns")
    .select("number")
    .where("order_id", "=", orderId)
    .where("request_key", "=", key)
    .executeTakeFirst();
}
