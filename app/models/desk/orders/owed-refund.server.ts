import { db, transact } from "#app/db/db.server.ts";
import { withdrawJob } from "#app/models/jobs/outbox.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import { type DeskPerson, orderIdOf } from "./order-steps.server.ts";

type Paid = Readonly<{
  /** False: somebody else was faster, or it has gone out again. */
  isChanged: boolean;
}>;

/** A refund that failed was paid another way, such as by bank transfer: it is refunded, and not sent again. */
export async function notePaidBack(
  number: number,
  refundId: string,
  actor: DeskPerson,
): Promise<Result<Paid, "desk-not-allowed" | "order-not-found">> {
  if (!can(actor.staff.role, "refund")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  return transact<Result<Paid, "order-not-found">>(async () => {
    if (!(await lockOrder(id))) return refused("order-not-found");
    const refund = await db()
      .updateTable("refunds")
      .set({ status: "completed", provider_refund_id: null, last_error: null })
      // What the provider said of the attempt that failed is over.
      .set((row) => ({ attempt: row("attempt", "+", 1), processed_at: actor.now.toISOString() }))
      .where("id", "=", refundId)
      .where("order_id", "=", id)
      .where("status", "=", "failed")
      .returning(["amount_minor", "currency"])
      .executeTakeFirst();
    if (!refund) return ok({ isChanged: false });
    await withdrawJob(`refund:${refundId}`, { orGivenUp: true });
    await writeDeskLog(actor, {
      ...{ action: "refund-paid-back", subject: { kind: "order", id: String(number) } },
      amount: money(refund.amount_minor, refund.currency),
    });
    return ok({ isChanged: true });
  });
}
