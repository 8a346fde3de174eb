/** Sequences without a gap: a number is taken in the transaction that needs it, and goes back if that is rolled back. */
import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";

import { markSearchStale } from "./order-search.server.ts";
import type { Order } from "./order.ts";

/** Others who need one wait from here until the transaction ends. */
async function takeNumber(kind: "invoice" | "credit-note"): Promise<number> {
  const { last_number } = await db()
    .insertInto("document_numbers")
    .values({ kind, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column("kind")
        .doUpdateSet(({ eb }) => ({ last_number: eb("document_numbers.last_number", "+", 1) })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** `order` as it was before it was paid. Call it at the end of the transaction that records the payment. */
export async function numberInvoice({ id, paidAt }: Pick<Order, "id" | "paidAt">): Promise<void> {
  if (paidAt !== null) return;
  await db()
    .updateTable("orders")
    .set({ invoice_number: await takeNumber("invoice") })
    .where("id", "=", id)
    .modifyEnd(notifiedByWriter)
    .execute();
  // The provider may have told of a refund before it told of the payment.
  const refunds = await db().selectFrom("refunds").select("id").where("order_id", "=", id).execute();
  for (const refund of refunds) await numberCreditNote(refund.id);
}

/** Only of what was invoiced: a wrong sum that goes back was never a sale. Call it in the refund's transaction. */
export async function numberCreditNote(refundId: string): Promise<void> {
  const invoiced = await db()
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .select("order_id")
    .where("refunds.id", "=", refundId)
    .where("orders.paid_at", "is not", null)
    .executeTakeFirst();
  if (!invoiced) return;
  await db()
    .updateTable("refunds")
    .set({ credit_note_number: await takeNumber("credit-note") })
    .where("id", "=", refundId)
    .execute();
  await markSearchStale(invoiced.order_id);
}
