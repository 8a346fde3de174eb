import { db, transact } from "#app/db/db.server.ts";
import { withdrawJob } from "#app/models/jobs/outbox.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import { type DeskMoneyRefusal, withinLimit } from "./money-steps.server.ts";
import { type DeskPerson, orderIdOf } from "./order-steps.server.ts";

type Paid = Readonly<{
  /** False: somebody else was faster, or it has gone out again. */
  isChanged: boolean;
}>;

/**
 * A refund that failed was paid another way, such as by bank transfer: it is refunded, and not sent again. Up to the
 * person's daily limit, in which it counts once if they have made the refund themselves.
 */
export async function notePaidBack(
  number: number,
  refundId: string,
  actor: DeskPerson,
): Promise<Result<Paid, DeskMoneyRefusal | "order-not-found">> {
  if (!can(actor.staff.role, "refund")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  return transact<Result<Paid, DeskMoneyRefusal | "order-not-found">>(async () => {
    if (!(await lockOrder(id))) return refused("order-not-found");
    const refund = await db()
      .updateTable("refunds")
      .set({ status: "completed", provider_refund_id: null, last_error: null })
      // What the provider said of the attempt that failed is over.
      .set((row) => ({ attempt: row("attempt", "+", 1), processed_at: actor.now.toISOString() }))
      .where("id", "=", refundId)
      .where("order_id", "=", id)
      .where("status", "=", "failed")
      .returning(["amount_minor", "currency", "created_at"])
      .executeTakeFirst();
    if (!refund) return ok({ isChanged: false });
    await withdrawJob(`refund:${refundId}`, { orGivenUp: true });
    const amount = (await isLogged(number, refund.created_at, actor))
      ? null
      : money(refund.amount_minor, refund.currency);
    const allowed = amount ? await withinLimit(actor, amount) : ok(null);
    if (!allowed.ok) return allowed;
    await writeDeskLog(actor, {
      ...{ action: "refund-paid-back", subject: { kind: "order", id: String(number) } },
      ...(amount ? { amount } : {}),
    });
    return ok({ isChanged: true });
  });
}

/** The refund counts in this person's limit: the row in their log is of the same moment. */
async function isLogged(number: number, createdAt: string, { staff }: DeskPerson): Promise<boolean> {
  const row = await db()
    .selectFrom("desk_log")
    .select("id")
    .where("staff_id", "=", staff.id)
    .where("created_at", "=", createdAt)
    .where("amount_minor", "is not", null)
    .where((row) => row.or([row("subject_id", "=", String(number)), row("subject_kind", "=", "return")]))
    .executeTakeFirst();
  return row !== undefined;
}
