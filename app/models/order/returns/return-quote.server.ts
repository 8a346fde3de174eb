/** What a return gives back and how it goes back, before it is requested. */
import { creditShare, type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { remainingRefund } from "#app/models/order/refund-shares.ts";
import { groundOf } from "#app/models/order/refunds/delivery-due.ts";
import { dueRefund, type RefundDue } from "#app/models/order/refunds/refund-due.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import type { Store } from "#app/models/store/store.ts";

import { findReturn, refundAmountOf, requestedUnits } from "./return-rows.server.ts";
import { checkReturn, isRefundedUnsent, type ReturnLine, type ReturnRefusal } from "./return.server.ts";
import { dueDelivery, type LegalBasis } from "./return.ts";
import { planReturn, type ReturnMethod, type ReturnPlan } from "./return-way.server.ts";
import { storedReturnWay } from "./return-way.ts";

export type ReturnQuote = ReturnPlan &
  Readonly<{
    /** Null: nothing is left to refund. */
    due: RefundDue | null;
    /** Minor units that go back on the code of a credit. */
    credit: number;
  }>;

type Facts = Readonly<{ life: FulfilmentHistory; store: Store }>;

type About = Facts &
  Readonly<{
    now: Date;
    /** Absent: a return by the shop's own promise. */
    legalBasis?: LegalBasis;
    method?: ReturnMethod | undefined;
    day?: Day | null;
  }>;

/** As it would be refunded if it were accepted without wear. For the customer's own requests. */
export async function quoteReturn(
  order: Order,
  lines: ReadonlyArray<ReturnLine>,
  { life, store, now, legalBasis, method, day }: About,
): Promise<Result<ReturnQuote, ReturnRefusal>> {
  const request = { lines, by: "customer", now, ...(legalBasis ? { legalBasis } : {}) } as const;
  const checked = checkReturn(order, { life, request, store });
  if (!checked.ok) return checked;
  const isStopped = isRefundedUnsent(order, request);
  const plan = await planReturn(order, { lines, life, now, method, day, isStopped });
  const left = remainingRefund(order, refundsSoFar(life));
  const units = lines.map((line, at) => Math.min(line.units, left.units[at] ?? 0));
  const reasons = lines.flatMap((line) => (line.units > 0 ? [line.reason] : []));
  const ground = groundOf(order, { units, reasons, requestedAt: now.toISOString() }, { life, store });
  const refund = { units, delivery: left.delivery && dueDelivery(ground, order) };
  const due = dueRefund(order, life, { refund, isUpToLeft: true, returnCost: plan.wayBack.cost });
  return ok({ ...plan, due: due.ok ? due.value : null, credit: creditShare(order, life, units) });
}

/** What a return of the buyer gives back as things are now, or has given back; null: nothing. */
export async function returnRefund(order: Order, number: string, facts: Facts): Promise<Money | null> {
  const row = await findReturn(number);
  if (!row) return null;
  if (row.status === "received") {
    const minor = await refundAmountOf(row.refund_id);
    return minor > 0 ? money(minor, order.totals.total.currency) : null;
  }
  const { refund } = await requestedUnits(order, row, { ...facts, hasDelivery: null });
  const returnCost = storedReturnWay(row.way_back)?.cost ?? 0;
  const due = dueRefund(order, facts.life, { refund, isUpToLeft: true, returnCost });
  return due.ok && due.value.given.amount.minor > 0 ? due.value.given.amount : null;
}
