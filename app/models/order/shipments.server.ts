import { db, transact } from "#app/db/db.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { carrierOf, trackingNumber, trackingPage } from "#app/models/shipping/carrier.ts";

import { queueOrderEmail, withdrawOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, type FulfilmentHistory, isDeliveryFresh, unitsToSend } from "./fulfilment.ts";
import { markSearchStale } from "./order-search.server.ts";
import { moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { isToBeSent, type OrderStatus } from "./status.ts";

export type NewShipment = Actor &
  Readonly<{
    carrier: string;
    number: string;
    /** The tracking page, https; null: the carrier's own, if known. */
    url: string | null;
    /** Of each line; null: all that is left to send. */
    units: ReadonlyArray<number> | null;
    /** The same key sends nothing again. */
    key: string;
  }>;

export type ShippedOrder = Readonly<{ status: OrderStatus; url: string | null; isNew: boolean }>;

type Refused = "order-not-found" | "order-state-conflict" | "shipment-quantity" | "shipment-empty";

export async function shipOrder(id: OrderId, shipment: NewShipment): Promise<Result<ShippedOrder, Refused>> {
  return transact<Result<ShippedOrder, Refused>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const known = await findShipment(id, shipment.key);
    if (known) return ok({ status: order.status, url: known.tracking_url, isNew: false });
    if (!isToBeSent(order.status)) return refused("order-state-conflict");
    return send(order, shipment);
  });
}

async function send(order: Order, shipment: NewShipment): Promise<Result<ShippedOrder, Refused>> {
  const { by, now, carrier } = shipment;
  const number = trackingNumber(shipment.number);
  const life = await findFulfilmentHistory(order.id);
  const left = unitsToSend(order, life);
  const units = shipment.units ?? left;
  const checked = checkShipment(order, units, left);
  if (!checked.ok) return checked;
  const url = shipment.url ?? trackingPage(carrierOf(carrier), number);
  const shipmentId = await insertShipment(order, { ...shipment, number, url }, { units, life });
  const to = units.every((count, index) => count === left[index]) ? "shipped" : "partially-shipped";
  if (order.status !== to) {
    const reason = [carrierOf(carrier).name, number].filter(Boolean).join(" ");
    const moved = await moveOrder(order.id, { from: order.status, to, reason, by, now });
    if (!moved.ok) return refused("order-state-conflict");
  }
  await queueOrderEmail(order.id, { about: "shipped", shipmentId });
  return ok({ status: to, url, isNew: true });
}

/** No more of a line than is left of it, and something of one. */
export function checkShipment(
  { lines }: Order,
  units: ReadonlyArray<number>,
  left: ReadonlyArray<number>,
): Result<null, "shipment-quantity" | "shipment-empty"> {
  for (const [index, line] of lines.entries()) {
    if ((units[index] ?? 0) > (left[index] ?? 0))
      return refused("shipment-quantity", { name: line.name, left: left[index] ?? 0 });
  }
  return units.some((count) => count > 0) ? ok(null) : refused("shipment-empty");
}

async function insertShipment(
  order: Order,
  { carrier, number, url, key, now }: NewShipment,
  { units, life }: Readonly<{ units: ReadonlyArray<number>; life: FulfilmentHistory }>,
): Promise<number> {
  const { id } = await db()
    .insertInto("shipments")
    .values({
      order_id: order.id,
      carrier: carrierOf(carrier).name,
      tracking_number: number,
      tracking_url: url,
      shipped_at: now.toISOString(),
      request_key: key,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = life.lines.flatMap((line, index) => {
    const quantity = units[index] ?? 0;
    return quantity > 0 ? [{ shipment_id: id, order_line_id: line.id, quantity }] : [];
  });
  await db().insertInto("shipment_lines").values(rows).execute();
  await markSearchStale(order.id);
  return id;
}

function findShipment(id: OrderId, key: string) {
  return db()
    .selectFrom("shipments")
    .select("tracking_url")
    .where("order_id", "=", id)
    .where("request_key", "=", key)
    .executeTakeFirst();
}

type Step = Actor & Readonly<{ from: OrderStatus; to: OrderStatus; reason: string }>;
type Stepped = Readonly<{ isChanged: boolean }>;

/** From now on the buyer cannot cancel without the shop. */
export function packOrder(id: OrderId, actor: Actor) {
  return step(id, { from: "paid", to: "packed", reason: "packed", ...actor });
}

export function unpackOrder(id: OrderId, actor: Actor) {
  return step(id, { from: "packed", to: "paid", reason: "unpacked", ...actor });
}

/** Also collected: the return period begins, and the buyer gets an email. */
export function deliverOrder(id: OrderId, actor: Actor) {
  return step(id, { from: "shipped", to: "delivered", reason: "delivered", ...actor });
}

/**
 * Within a day of a delivery that was marked by mistake: no return period has begun, and the buyer gets an email,
 * unless the first one has not gone out yet.
 */
export function undeliverOrder(id: OrderId, actor: Actor) {
  return step(id, { from: "delivered", to: "shipped", reason: "delivered by mistake", ...actor });
}

type StepRefusal = "order-not-found" | "order-state-conflict" | "delivered-too-long";

async function step(id: OrderId, move: Step): Promise<Result<Stepped, StepRefusal>> {
  return transact<Result<Stepped, StepRefusal>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    if (order.status === move.to) return ok({ isChanged: false });
    if (order.status !== move.from) return refused("order-state-conflict");
    const delivered = move.from === "delivered" ? await findFulfilmentHistory(id) : null;
    if (delivered && !isDeliveryFresh(delivered.moves, move.now)) return refused("delivered-too-long");
    const moved = await moveOrder(id, move);
    if (!moved.ok) return refused("order-state-conflict");
    if (delivered) await emailTakenBack(id, delivered.deliveredAt, move.now);
    if (move.to === "delivered") await queueOrderEmail(id, { about: "delivered", at: move.now.getTime() });
    return ok({ isChanged: true });
  });
}

async function emailTakenBack(id: OrderId, deliveredAt: string | null, now: Date): Promise<void> {
  const first = { about: "delivered", at: Date.parse(deliveredAt ?? "") } as const;
  if (!(await withdrawOrderEmail(id, first)))
    await queueOrderEmail(id, { about: "not-delivered", at: now.getTime() });
}
