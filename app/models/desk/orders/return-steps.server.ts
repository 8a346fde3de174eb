import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import { findOrdersByNumber } from "#app/models/order/order.server.ts";
import {
  type ReturnArrival,
  type ArrivalRefusal,
  noteReturnArrival,
  takeBackReturnArrival,
} from "#app/models/order/returns/return-arrival.server.ts";
import {
  requestReturn,
  type RequestedReturn,
  type ReturnLine,
  type ReturnRefusal,
} from "#app/models/order/returns/return.server.ts";
import { isReturnOpen, returnUntil } from "#app/models/order/returns/return.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { orderIdOf } from "./order-steps.server.ts";

type ArrivalStep = Readonly<{
  number: string;
  step: "arrive" | "take-back-arrival";
  /** The arrival that the page had, ISO 8601; null: not compared. */
  shown: string | null;
}>;

/** Succeeds without a change if it has been done already. */
export async function stepOnArrival(
  { number, step, shown }: ArrivalStep,
  actor: DeskActor,
): Promise<Result<ReturnArrival, ArrivalRefusal | "desk-not-allowed">> {
  if (!mayOf(actor)("accept-return")) return refused("desk-not-allowed");
  const isArriving = step === "arrive";
  const log = async ({ refundBy, isChanged }: ReturnArrival) => {
    if (isChanged)
      await writeDeskLog(actor, {
        action: isArriving ? "return-arrived" : "return-arrival-taken-back",
        subject: { kind: "return", id: number },
        ...(refundBy ? { changes: { "refund by": ["", refundBy] } } : {}),
      });
    return ok(null);
  };
  return isArriving
    ? noteReturnArrival(number, { by: actor.staff?.name ?? "", now: actor.now }, log)
    : takeBackReturnArrival(number, shown, log);
}

export type Returnable = Readonly<{
  orderNumber: number;
  lines: ReadonlyArray<
    Pick<OrderLine, "name" | "variantLabel" | "sku" | "image"> & Readonly<{ left: number }>
  >;
  /** "2026-11-30" where the return period is over; otherwise null. */
  endedOn: string | null;
}>;

export async function findReturnable(orderNumber: number, now: Date): Promise<Returnable | null> {
  const [order] = await findOrdersByNumber([orderNumber]);
  if (!order) return null;
  const [life, store] = await Promise.all([findFulfilmentHistory(order.id), findStore()]);
  const left = unitsToReturn(order, life);
  return {
    orderNumber,
    lines: order.lines.map(({ name, variantLabel, sku, image }, at) => {
      return { name, variantLabel, sku, image, left: left[at] ?? 0 };
    }),
    endedOn: isReturnOpen(life.deliveredAt, store, now) ? null : returnUntil(life.deliveredAt, store),
  };
}

type NewReturn = Readonly<{
  orderNumber: number;
  /** One for each line of the order; 0 units: it stays. */
  lines: ReadonlyArray<ReturnLine>;
  note: string;
  /** The form's key: a second request with the same key changes nothing. */
  key: string;
}>;

/** After the return period too. The customer is emailed how to send it. */
export async function openReturnAtDesk(
  { orderNumber, lines, note, key }: NewReturn,
  actor: DeskActor,
): Promise<Result<RequestedReturn, ReturnRefusal | "desk-not-allowed">> {
  if (!mayOf(actor)("accept-return")) return refused("desk-not-allowed");
  const id = await orderIdOf(orderNumber);
  if (!id) return refused("order-not-found");
  const request = { key: `desk ${key}`, lines, note, by: "owner", now: actor.now } as const;
  return requestReturn(id, request, async ({ number, isNew }) => {
    if (isNew)
      await writeDeskLog(actor, { action: "return-opened", subject: { kind: "return", id: number } });
    return ok(null);
  });
}
