/** A tick holds for so many units and one state of the order: with any other it is gone. */
import { db, transact } from "#app/db/db.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";

import { type DeskOrder, type DeskPerson, orderIdOf } from "./order-steps.server.ts";

export function isTickable(status: OrderStatus): boolean {
  return status === "paid" || status === "partially-shipped";
}

export type TickRequest = Readonly<{
  number: number;
  position: number;
  isTicked: boolean;
}>;

export type TickRefusal = "desk-not-allowed" | "order-not-found" | "order-state-conflict";

/** What another packer has done before is no error. */
export async function tickAtDesk(
  { number, position, isTicked }: TickRequest,
  actor: DeskPerson,
): Promise<Result<null, TickRefusal>> {
  if (!can(actor.staff.role, "pack")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  return transact<Result<null, TickRefusal>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const life = await findFulfilmentHistory(id);
    const lineId = life.lines[position]?.id;
    const units = unitsToSend(order, life)[position] ?? 0;
    if (!isTickable(order.status) || !lineId || units === 0) return refused("order-state-conflict");
    const known = (await findTicks({ order, life })).has(position);
    if (known === isTicked) return ok(null);
    await db().deleteFrom("order_ticks").where("order_line_id", "=", lineId).execute();
    if (isTicked)
      await db()
        .insertInto("order_ticks")
        .values({
          ...{ order_line_id: lineId, order_id: id, units, moves: life.moves.length },
          ...{ staff_name: actor.staff.name, ticked_at: actor.now.toISOString() },
        })
        .execute();
    return ok(null);
  });
}

export async function findTicks({ order, life }: DeskOrder): Promise<ReadonlyMap<number, string>> {
  if (!isTickable(order.status)) return new Map();
  const rows = await db().selectFrom("order_ticks").selectAll().where("order_id", "=", order.id).execute();
  const toSend = unitsToSend(order, life);
  const valid = rows.flatMap((row) => {
    const position = life.lines.findIndex(({ id }) => id === row.order_line_id);
    const isNow = row.units === toSend[position] && row.moves === life.moves.length;
    return isNow ? [[position, row.staff_name] as const] : [];
  });
  return new Map(valid);
}
