/** What a return gives back and how it goes back, before it is requested. */
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { remainingRefund } from "#app/models/order/refund-shares.ts";
import { dueRefund, type RefundDue } from "#app/models/order/refunds/refund-due.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import type { Store } from "#app/models/store/store.ts";

import { groundOf } from "./return-rows.server.ts";
import { checkReturn, type ReturnLine, type ReturnRefusal } from "./return.server.ts";
import { dueDelivery, type LegalBasis } from "./return.ts";
import { collectionDays, findReturnWay } from "./return-way.server.ts";
import type { ReturnWay } from "./return-way.ts";

export type ReturnQuote = Readonly<{
  wayBack: ReturnWay;
  /** On which two people can come. */
  days: ReadonlyArray<Day>;
  /** Null: nothing is left to refund. */
  due: RefundDue | null;
}>;

type About = Readonly<{
  life: FulfilmentHistory;
  store: Store;
  now: Date;
  /** Absent: a return by the shop's own promise. */
  legalBasis?: LegalBasis;
}>;

/** As it would be refunded if it were accepted without wear. For the customer's own requests. */
export async function quoteReturn(
  order: Order,
  lines: ReadonlyArray<ReturnLine>,
  { life, store, now, legalBasis }: About,
): Promise<Result<ReturnQuote, ReturnRefusal>> {
  const checked = checkReturn(order, {
    life,
    request: { lines, by: "customer", now, ...(legalBasis ? { legalBasis } : {}) },
    store,
  });
  if (!checked.ok) return checked;
  const wayBack = await findReturnWay(order, { lines });
  const days = wayBack.isCollected ? await collectionDays(order, store, now) : [];
  const left = remainingRefund(order, refundsSoFar(life));
  const units = lines.map((line, at) => Math.min(line.units, left.units[at] ?? 0));
  const reasons = lines.flatMap((line) => (line.units > 0 ? [line.reason] : []));
  const ground = groundOf(order, { units, reasons, requestedAt: now.toISOString() }, { life, store });
  const refund = { units, delivery: left.delivery && dueDelivery(ground, order) };
  const due = dueRefund(order, life, { refund, isUpToLeft: true, returnCost: wayBack.cost });
  return ok({ wayBack, days, due: due.ok ? due.value : null });
}
