/** Sending is a job that begins two minutes later; until then it can be taken back. */
import { transact } from "#app/db/db.server.ts";
import type { Job, JobPayload } from "#app/models/jobs/job.ts";
import { enqueue, withdrawJob } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { checkShipment, shipOrder } from "#app/models/order/shipments.server.ts";
import { isToBeSent } from "#app/models/order/status.ts";
import { isOrderId, isStaffId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { carrierOf, trackingNumber } from "#app/models/shipping/carrier.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { isStaffRole, mayOf } from "#app/models/staff/role.ts";

import { type DeskOrderLines, orderIdOf, orderSubject } from "./order-steps.server.ts";
import { findPlannedSending, sendingKey } from "./planned-sending.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";

export const UNDO_MS = 2 * 60_000;

export type PlannedParcel = Readonly<{
  number: number;
  carrier: string;
  tracking: string;
  /** Units of each line; null: all that is left. */
  units: ReadonlyArray<number> | null;
  /** `shownStatus` of the page; null: not compared. */
  shown: string | null;
  /** The form's key: the same key plans nothing again. */
  key: string;
}>;

export type SendRefusal =
  "desk-not-allowed" | "order-not-found" | "order-state-conflict" | "shipment-quantity" | "shipment-empty";

/** The buyer hears of it when the job has run. One parcel of an order is planned at a time. */
export async function planSending(
  typed: PlannedParcel,
  actor: DeskActor,
): Promise<Result<Readonly<{ startsAt: string }>, SendRefusal>> {
  const parcel = { ...typed, tracking: trackingNumber(typed.tracking) };
  if (!mayOf(actor)("send")) return refused("desk-not-allowed");
  const id = await orderIdOf(parcel.number);
  if (!id) return refused("order-not-found");
  return transact<Result<Readonly<{ startsAt: string }>, SendRefusal>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const planned = await findPlannedSending(id);
    if (planned?.key === sendingKey(id, parcel.key)) return ok({ startsAt: planned.startsAt });
    const life = await findFulfilmentHistory(id);
    const refusal = planned ? refused("order-state-conflict") : sendRefusal({ order, life }, parcel);
    if (refusal) return refusal;
    const startsAt = new Date(actor.now.getTime() + UNDO_MS).toISOString();
    await enqueue({
      key: sendingKey(id, parcel.key),
      kind: "desk-send",
      payload: payloadOf(id, parcel, actor),
      runAt: startsAt,
    });
    await writeDeskLog(actor, {
      action: "order-send-planned",
      subject: orderSubject(parcel.number),
      reason: parcelText(parcel.carrier, parcel.tracking),
      key: parcel.key,
    });
    return ok({ startsAt });
  });
}

export function sendRefusal(
  { order, life }: DeskOrderLines,
  { shown, units: chosen }: Pick<PlannedParcel, "shown" | "units">,
): Refusal<SendRefusal> | null {
  if ((shown !== null && shown !== shownStatus(order)) || !isToBeSent(order.status))
    return refused("order-state-conflict");
  const left = unitsToSend(order, life);
  const checked = checkShipment(order, chosen ?? left, left);
  return checked.ok ? null : checked;
}

function payloadOf(
  orderId: OrderId,
  { number, carrier, tracking, units, key }: PlannedParcel,
  actor: DeskActor,
): JobPayload {
  const { staff, sessionId, factor } = actor;
  const { id: staffId = null, name: staffName = "", role = null } = staff ?? {};
  return {
    ...{ orderId, number, carrier, tracking, key, units: units ? units.join(",") : null },
    ...{ staffId, staffName, role, sessionId, factor },
  };
}

const parcelText = (carrier: string, tracking: string) =>
  [carrierOf(carrier).name, tracking].filter(Boolean).join(" ");

/** Only that of the form with this key, if given. Refused once its job has begun. */
export async function withdrawSending(
  number: number,
  actor: DeskActor,
  key: string | null = null,
): Promise<Result<null, "desk-not-allowed" | "order-not-found" | "order-state-conflict">> {
  if (!mayOf(actor)("send")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  return transact<Result<null, "order-state-conflict">>(async () => {
    const planned = await findPlannedSending(id);
    const isOfForm = key === null || planned?.key === sendingKey(id, key);
    if (!planned || !isOfForm || !(await withdrawJob(planned.key))) return refused("order-state-conflict");
    await writeDeskLog(actor, {
      action: "order-send-withdrawn",
      subject: orderSubject(number),
    });
    return ok(null);
  });
}

/** What the rules refuse by then is written into the log, and nobody gets an email. */
export const sendPlanned: JobHandler = async ({ payload }) => {
  const id = payload["orderId"];
  if (!isOrderId(id)) throw new Error("A planned parcel is about no order");
  const [carrier, key, number] = [payload["carrier"], payload["key"], payload["number"]].map(String);
  const now = new Date();
  const units = payload["units"] === null ? null : String(payload["units"]).split(",").map(Number);
  const tracking = String(payload["tracking"]);
  const entry = {
    subject: { kind: "order", id: number ?? "" },
    reason: parcelText(carrier ?? "", tracking),
    key: key ?? "",
  } as const;
  const sent = await transact(async () => {
    const done = await shipOrder(id, {
      ...{ carrier: carrier ?? "", number: tracking, url: null, units, key: key ?? "" },
      ...{ by: "owner", now },
    });
    if (done.ok && done.value.isNew)
      await writeDeskLog(plannerOf(payload, now), { action: "order-sent", ...entry });
    return done;
  });
  if (!sent.ok)
    await writeDeskLog(plannerOf(payload, now), {
      ...entry,
      action: "order-send-refused",
      reason: `${entry.reason} (${sent.code})`,
    });
};

function plannerOf(payload: Job["payload"], now: Date): DeskActor {
  const { staffId, staffName, role, sessionId, factor } = payload;
  const isKnown = isStaffId(staffId) && isStaffRole(role);
  return {
    staff: isKnown ? { id: staffId, name: String(staffName), role } : null,
    ...{ sessionId: String(sessionId), factor: String(factor), address: "", userAgent: "", now },
  };
}
