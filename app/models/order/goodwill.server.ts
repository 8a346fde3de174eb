import { smallestStep } from "#app/models/shared/currency.ts";
import { smallestSum } from "#app/models/shared/decimal.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { refundableMinor } from "#app/models/order/refunds/amount-left.ts";
import { insertRefundRow } from "#app/models/order/refunds/insert-refund.server.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, canRefund, unitsToSend } from "./fulfilment.ts";
import { staysPaid, vatInside } from "./goodwill.ts";
import { type Beside, checkedTransaction, withBeside } from "./invariants/checked-transaction.server.ts";
import type { Order } from "./order.ts";
import { noRefund } from "./refund-shares.ts";
import { findEarlierRefund, type Requested } from "./refund.server.ts";

export type GoodwillRequest = Actor &
  Readonly<{
    /** The same key is the same refund. */
    key: string;
    minor: number;
    reason: string;
    words?: string;
  }>;

export type GoodwillRefusal =
  | "order-not-found"
  | "order-state-conflict"
  | "refund-nothing"
  | "refund-too-much"
  | "goodwill-all-unsent"
  | "sum-step"
  | "sums-differ";

export type Goodwill = Readonly<{
  amount: Money;
  vat: Money;
  stays: Money;
}>;

/**
 * Of an order that is still to be sent something stays paid: whoever gives all of it back cancels the order, or refunds
 * its items.
 */
export async function goodwillOf(order: Order, minor: number): Promise<Result<Goodwill, GoodwillRefusal>> {
  const life = await findFulfilmentHistory(order.id);
  if (!canRefund(order, life)) return refused("order-state-conflict");
  if (!Number.isSafeInteger(minor) || minor <= 0) return refused("refund-nothing");
  const { currency } = order.totals.total;
  if (minor % smallestStep(currency) !== 0) return refused("sum-step", { step: smallestSum(currency) });
  const left = refundableMinor(order, life);
  if (minor > left) return refused("refund-too-much");
  if (minor === left && unitsToSend(order, life).some((units) => units > 0))
    return refused("goodwill-all-unsent");
  const amount = money(minor, currency);
  return ok({ amount, vat: vatInside(amount, order), stays: staysPaid(left, amount) });
}

/** The order stays where it stands; `beside` runs in the same transaction. */
export async function requestGoodwill<Other extends string = never>(
  orderId: OrderId,
  request: GoodwillRequest,
  beside?: Beside<Requested, Other>,
): Promise<Result<Requested, GoodwillRefusal | Other>> {
  const give = async (): Promise<Result<Requested, GoodwillRefusal | Other>> => {
    const order = await lockOrder(orderId);
    if (!order) return refused("order-not-found");
    const earlier = await findEarlierRefund(orderId, request.key);
    if (earlier) return ok(earlier);
    return withBeside(await write(order, request), beside);
  };
  return checkedTransaction(give, () => orderId, request.now);
}

async function write(
  order: Order,
  { minor, ...request }: GoodwillRequest,
): Promise<Result<Requested, GoodwillRefusal>> {
  const checked = await goodwillOf(order, minor);
  if (!checked.ok) return checked;
  const { amount } = checked.value;
  const refundId = newId("refund");
  const row = { refundId, orderId: order.id, amount, goodwill: amount.minor };
  await insertRefundRow(row, { ...request, refund: noRefund(order.lines.length) });
  return ok({ refundId, amount, isNew: true });
}
