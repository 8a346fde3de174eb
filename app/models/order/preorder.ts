import { hasPaidText, preorderTerms, preorderText } from "#app/models/shipping/preorder.ts";
import type { Store } from "#app/models/store/store.ts";

import { type FulfilmentHistory, unitsToSend } from "./fulfilment.ts";
import type { Order, OrderLine, OrderPromise } from "./order.ts";
import { isWorkBegun } from "./words.ts";

export type UnsentPreorder = Readonly<{
  /** The place of its promise in the order's delivery. */
  position: number;
  promise: OrderPromise;
  /** Left to send, one number for each line of the order. */
  units: ReadonlyArray<number>;
  /** False once the shop has begun to make a part of it for the buyer, or has packed such a part. */
  canCancel: boolean;
}>;

/** Its buyer can cancel it until it is sent, whatever became of the rest of the order. */
export function unsentPreorders(
  order: Order,
  life: Pick<FulfilmentHistory, "lines">,
): ReadonlyArray<UnsentPreorder> {
  const left = unitsToSend(order, life);
  return order.delivery.promises.flatMap((promise, position) => {
    const units = order.lines.map(({ variantId }, at) =>
      promise.variantIds?.includes(variantId) ? (left[at] ?? 0) : 0,
    );
    if (!isPreorder(promise) || units.every((count) => count === 0)) return [];
    return [{ position, promise, units, canCancel: !isWorkBegun(order, life, units) }];
  });
}

/** An order from before its release was stored names a pre-order only in words. */
export function isPreorder({ what, sendBy }: OrderPromise): boolean {
  return sendBy !== undefined || what.endsWith(", pre-order");
}

type At = Readonly<{ store: Store; now: Date }>;

/** "You have paid £829. We send it by Friday 18 December. …"; null if no pre-order of the order is left to send. */
export function preorderOfOrder(order: Order, life: Pick<FulfilmentHistory, "lines">, at: At): string | null {
  return preorderSentences(order, unsentPreorders(order, life), at);
}

type Announced = Pick<UnsentPreorder, "promise"> & Partial<UnsentPreorder>;

/** Of some of its pre-orders; without `units` as they were ordered. */
export function preorderSentences(
  order: Order,
  preorders: ReadonlyArray<Announced>,
  { store, now }: At,
): string | null {
  const { method, price: charge } = order.delivery;
  const terms = preorderTerms(store, { method, charge, country: order.deliveryAddress.country_code, now });
  const ordered = { ...terms, isOrdered: true };
  const promises = preorders.map(({ promise, canCancel }) => ({ ...promise, canCancel }));
  const isLeft = ({ variantId }: OrderLine, at: number) =>
    preorders.every(({ promise, units }) => !promise.variantIds?.includes(variantId) || units?.[at] !== 0);
  const text = preorderText(promises, order.lines.filter(isLeft), ordered);
  return text && `${hasPaidText(order.totals.total, store.locale)} ${text}`;
}
