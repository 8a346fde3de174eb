import { db, transact } from "#app/db/db.server.ts";
import { withdrawJob } from "#app/models/jobs/outbox.server.ts";
import { queueOrderEmail } from "#app/models/order/email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import { type DeskMoneyRefusal, reportLimit, withinLimit } from "./money-steps.server.ts";
import { type DeskPerson, orderIdOf, orderSubject } from "./order-steps.server.ts";

type Paid = Readonly<{
  /** False: somebody else was faster, or it has gone out again. */
  isChanged: boolean;
}>;

type PaidRefusal = DeskMoneyRefusal | "order-not-found" | "order-state-conflict";

/**
 * Enough was refunded on the provider's own pages for the refund to be among it, beside those that are noted as made
 * there: what was made since any of them was requested covers it and all that were requested later.
 */
export function mayBeAtProvider(
  refund: Pick<OrderRefund, "id" | "amount" | "createdAt">,
  refunds: ReadonlyArray<OrderRefund>,
): boolean {
  const made = refunds.filter(({ by, status }) => by === "payment" && status === "completed");
  const noted = refunds.filter(({ id, lastError }) => id !== refund.id && lastError === VOID.last_error);
  const all = [refund, ...noted];
  return all.every(({ createdAt: at }) => {
    const since = made.filter(({ createdAt }) => createdAt > at);
    return sumOf(since) >= sumOf(all.filter(({ createdAt }) => createdAt >= at));
  });
}

const sumOf = (refunds: ReadonlyArray<Pick<OrderRefund, "amount">>) =>
  refunds.reduce((sum, { amount }) => sum + amount.minor, 0);

const VOID = { status: "void", last_error: "It was refunded at the payment provider." } as const;
const PAID = { status: "completed", last_error: null } as const;

/**
 * A refund that failed was paid another way, such as by bank transfer: it is refunded, and not sent again. Up to the
 * person's daily limit, in which it counts once if they have made the refund themselves. `isAtProvider`: it was refunded
 * on the provider's own pages and is counted there, so that this one is void; refused where nothing there can be it.
 */
export async function notePaidBack(
  number: number,
  { refundId, isAtProvider = false }: Readonly<{ refundId: string; isAtProvider?: boolean }>,
  actor: DeskPerson,
): Promise<Result<Paid, PaidRefusal>> {
  if (!can(actor.staff.role, "refund")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const about = isAtProvider ? "refund-changed" : "refunded";
  const done = await transact<Result<Paid, PaidRefusal>>(async () => {
    if (!(await lockOrder(id))) return refused("order-not-found");
    const refund = await db()
      .updateTable("refunds")
      .set(isAtProvider ? VOID : { ...PAID, processed_at: actor.now.toISOString() })
      // What the provider said of the attempt that failed is over.
      .set((row) => ({ attempt: row("attempt", "+", 1), provider_refund_id: null }))
      .where("id", "=", refundId)
      .where("order_id", "=", id)
      .where("status", "=", "failed")
      .returning(["amount_minor", "currency", "created_at", "attempt"])
      .executeTakeFirst();
    if (!refund) return ok({ isChanged: false });
    await withdrawJob(`refund:${refundId}`, { orGivenUp: true });
    const amount = money(refund.amount_minor, refund.currency);
    const { created_at: createdAt, attempt } = refund;
    const { refunds } = await findFulfilmentHistory(id);
    if (isAtProvider && !mayBeAtProvider({ id: refundId, amount, createdAt }, refunds))
      return refused("order-state-conflict");
    const counted = isAtProvider || (await isLogged(number, createdAt, actor)) ? {} : { amount };
    const allowed = await withinLimit(actor, counted.amount ?? money(0, amount.currency));
    if (!allowed.ok) return allowed;
    await writeDeskLog(actor, {
      ...{ action: "refund-paid-back", subject: orderSubject(number) },
      ...counted,
    });
    await queueOrderEmail(id, { about, refundId, version: String(attempt) });
    return ok({ isChanged: true });
  });
  return reportLimit(done, orderSubject(number), actor);
}

/** The refund counts in this person's limit: the row in their log is of the same moment. */
async function isLogged(number: number, createdAt: string, { staff }: DeskPerson): Promise<boolean> {
  const row = await db()
    .selectFrom("desk_log")
    .select("id")
    .where("staff_id", "=", staff.id)
    .where("created_at", "=", createdAt)
    .where("amount_minor", "is not", null)
    .where((log) => log.or([log("subject_id", "=", String(number)), log("subject_kind", "=", "return")]))
    .executeTakeFirst();
  return row !== undefined;
}
