/** Gifts that go back for credit, which the shop has not accepted yet. */
import { db } from "#app/db/db.server.ts";
import { refundInsteadOfCredit } from "#app/models/order/returns/remedy.server.ts";
import { overdueBefore } from "#app/models/order/returns/return.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";

function openReturns(listIds: ReadonlyArray<string>) {
  return db()
    .selectFrom("gift_list_returns")
    .innerJoin("order_returns", "order_returns.number", "gift_list_returns.return_number")
    .select(["return_number", "requested_at", "arrived_at"])
    .where("gift_list_returns.list_id", "in", listIds)
    .where("order_returns.status", "=", "requested")
    .where("order_returns.recipient_remedy", "=", "credit")
    .orderBy("return_number");
}

/** Without those that have not come in time: the family may have kept the gift. */
export async function countReturnsUnderWay(listId: GiftListId, now: Date): Promise<number> {
  const [rows, store] = await Promise.all([openReturns([listId]).execute(), findStore()]);
  const before = overdueBefore(store, now);
  return rows.filter((row) => row.arrived_at !== null || row.requested_at >= before).length;
}

/** Call it in the transaction that deletes the lists: what is accepted later is refunded to the giver. */
export async function refundOpenReturns(listIds: ReadonlyArray<string>): Promise<void> {
  for (const row of await openReturns(listIds).execute()) await refundInsteadOfCredit(row.return_number);
}
