import { db } from "#app/db/db.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import type { DeskAction } from "#app/models/staff/log.server.ts";

export async function numberOf(id: OrderId): Promise<number> {
  if (!isOrderId(id)) throw new Error("no order");
  const row = await db().selectFrom("orders").select("number").where("id", "=", id).executeTakeFirstOrThrow();
  return row.number;
}

/** The order that is being made, with its number. */
export async function numbered<Made extends Readonly<{ orderId: OrderId }>>(making: Promise<Made>) {
  const made = await making;
  return { ...made, number: await numberOf(made.orderId) };
}

/** What stands in the desk's log about an order, or about something else by its id, the oldest first. */
export async function deskActions(number: number | string): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("desk_log")
    .select("action")
    .where("subject_id", "=", String(number))
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

/** The rows of the desk's log with this action, the oldest first. */
export async function logRows(action: DeskAction) {
  const rows = await db()
    .selectFrom("desk_log")
    .selectAll()
    .where("action", "=", action)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as unknown }));
}
