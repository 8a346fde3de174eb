/** The role is checked, and the log says so in the same transaction. */
import { db, transact } from "#app/db/db.server.ts";
import {
  findFulfilmentHistory,
  findLineFulfilments,
  lockOrder,
} from "#app/models/order/fulfilment.server.ts";
import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import { findOrdersByNumber } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { deliverOrder, packOrder, undeliverOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { stepOnWork, type WorkRefusal, type WorkStep } from "#app/models/order/words.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, type DeskStep } from "#app/models/staff/role.ts";
import type { StaffMember } from "#app/models/staff/staff.ts";

import { findPlannedSending } from "./planned-sending.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";

export type DeskPerson = DeskActor & Readonly<{ staff: StaffMember }>;

export const DESK_NOTE_MAX = 1_000;

export type DeskOrder = Readonly<{ order: Order; life: FulfilmentHistory }>;

export async function findDeskOrder(number: number): Promise<DeskOrder | null> {
  const [order] = await findOrdersByNumber([number]);
  return order ? { order, life: await findFulfilmentHistory(order.id, { isForShop: true }) } : null;
}

/** An order, and what has become of its lines. */
export type DeskOrderLines = Readonly<{ order: Order; life: Pick<FulfilmentHistory, "lines"> }>;

/** Those that exist, by number: for files, which ask for some hundreds at a time. */
export async function findDeskOrders(
  numbers: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, DeskOrderLines>> {
  const orders = await findOrdersByNumber(numbers);
  const lines = await findLineFulfilments(orders.map(({ id }) => id));
  return new Map(
    orders.map((order) => [order.number, { order, life: { lines: lines.get(order.id) ?? [] } }]),
  );
}

export async function orderIdOf(number: number): Promise<OrderId | null> {
  const row = await db().selectFrom("orders").select("id").where("number", "=", number).executeTakeFirst();
  return isOrderId(row?.id) ? row.id : null;
}

/** What a row of the desk's log about an order is about. */
export const orderSubject = (number: number) => ({ kind: "order", id: String(number) }) as const;

const STEPS = {
  pack: { run: packOrder, to: "packed", action: "order-packed" },
  unpack: { run: unpackOrder, to: "paid", action: "order-unpacked" },
  deliver: { run: deliverOrder, to: "delivered", action: "order-delivered" },
  undeliver: { run: undeliverOrder, to: "shipped", action: "order-delivery-taken-back" },
} as const satisfies Record<string, Readonly<{ run: unknown; to: OrderStatus; action: DeskAction }>>;

export type OrderStepName = keyof typeof STEPS;

const ROLE_STEPS: Readonly<Record<OrderStepName, DeskStep>> = {
  pack: "pack",
  unpack: "pack",
  deliver: "send",
  undeliver: "undeliver",
};

type StepRequest = Readonly<{
  number: number;
  step: OrderStepName;
  /** `shownStatus` of the page; null: not compared. */
  shown: string | null;
}>;

export type StepDone = Readonly<{
  isChanged: boolean;
}>;

export type StepRefusal =
  "desk-not-allowed" | "order-not-found" | "order-state-conflict" | "parcel-planned" | "delivered-too-long";

/**
 * Only from the status that the page showed, and nothing is unpacked whose parcel is about to go out. Succeeds without a
 * change if it has been done already.
 */
export async function stepAtDesk(
  { number, step, shown }: StepRequest,
  actor: DeskPerson,
): Promise<Result<StepDone, StepRefusal>> {
  if (!can(actor.staff.role, ROLE_STEPS[step])) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const { run, to, action } = STEPS[step];
  return transact<Result<StepDone, StepRefusal>>(async () => {
    const order = await lockOrder(id);
    const refusal = order?.status === to ? null : await standingRefusal(id, order, { step, shown });
    if (refusal) return refusal;
    const done = await run(id, { by: "owner", now: actor.now });
    if (!done.ok) return done;
    const { isChanged } = done.value;
    if (isChanged) {
      await db().deleteFrom("order_ticks").where("order_id", "=", id).execute();
      await writeDeskLog(actor, {
        action,
        subject: orderSubject(number),
        changes: { status: [order?.status ?? "", to] },
      });
    }
    return ok({ isChanged });
  });
}

async function standingRefusal(
  id: OrderId,
  order: Order | null,
  { step, shown }: Pick<StepRequest, "step" | "shown">,
): Promise<Refusal<"order-state-conflict" | "parcel-planned"> | null> {
  if (shown !== null && shown !== (order && shownStatus(order))) return refused("order-state-conflict");
  return step === "unpack" && (await findPlannedSending(id)) ? refused("parcel-planned") : null;
}

type WorkRequest = Readonly<{
  number: number;
  step: WorkStep;
  /** `shownWords` of the page. */
  shown: string | null;
}>;

export async function workAtDesk(
  { number, step, shown }: WorkRequest,
  actor: DeskPerson,
): Promise<Result<StepDone, "desk-not-allowed" | WorkRefusal>> {
  if (!can(actor.staff.role, "pack")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const action = step === "start-work" ? "work-started" : "work-taken-back";
  const log = async () => {
    await writeDeskLog(actor, { action, subject: orderSubject(number) });
    return ok(null);
  };
  return stepOnWork(id, { step, shown, by: "owner", now: actor.now }, log);
}

/** A customer who asks for their data may see them. The same key writes nothing again. */
export async function writeOrderNote(
  number: number,
  { body, key }: Readonly<{ body: string; key: string }>,
  actor: DeskPerson,
): Promise<Result<StepDone, "desk-not-allowed" | "order-not-found">> {
  if (!can(actor.staff.role, "write-note")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  return transact<Result<StepDone, never>>(async () => {
    const row = await db()
      .insertInto("order_notes")
      .values({
        ...{ order_id: id, request_key: key, staff_name: actor.staff.name },
        ...{ body: body.slice(0, DESK_NOTE_MAX), created_at: actor.now.toISOString() },
      })
      .onConflict((conflict) => conflict.columns(["order_id", "request_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) return ok({ isChanged: false });
    await writeDeskLog(actor, { action: "note-written", subject: orderSubject(number) });
    return ok({ isChanged: true });
  });
}

export type OrderNote = Readonly<{ id: number; by: string; body: string; at: string }>;

export async function listOrderNotes(id: OrderId): Promise<ReadonlyArray<OrderNote>> {
  const rows = await db()
    .selectFrom("order_notes")
    .selectAll()
    .where("order_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, by: row.staff_name, body: row.body, at: row.created_at }));
}
