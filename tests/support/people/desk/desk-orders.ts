import { db } from "#app/db/db.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";

export async function numberOf(id: OrderId): Promise<number> {
  if (!isOrderId(id)) throw new Error("no order");
  const row = await db().selectFrom("orders").select("number").where("id", "=", id).executeTakeFirstOrThrow();
  return row.number;
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
