import { ORDER_DONE, type OrderDone } from "#app/components/order/order-actions.tsx";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { visibleOrderId } from "#app/http/request/visible-order.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { findStoreIn } from "#app/models/store/store.server.ts";
import { findSpareGifts } from "#app/models/gift-list/spare.server.ts";
import { isOrderOf } from "#app/models/order/customer-order.server.ts";
import { orderNeededText } from "#app/models/order/customer-order.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { type FulfilmentHistory, unitsToReturn, unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import { buyerMoneyRows } from "#app/models/order/money-rows.ts";
import { orderMoney } from "#app/models/order/money.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { knownCountry, type Order } from "#app/models/order/order.ts";
import { isReturnOpen, isWithdrawalOpen } from "#app/models/order/returns/return.ts";
import { isPaidFor } from "#app/models/order/status.ts";
import { stepTimes } from "#app/models/order/step-times.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { preorderSentences, unsentPreorders } from "#app/models/order/preorder.ts";
import { canBuyerCancel, madeForYouTexts, wordsStates } from "#app/models/order/words.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { dateTimeText, shortDateText } from "#app/models/store/format-date.ts";
import { legalGuaranteeNotice } from "#app/models/store/legal-guarantee-notice.server.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

/** Not "no-referrer": browsers without fetch metadata would then send "Origin: null" with forms. */
export const SECRET_PAGE = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" } as const;

export type VisibleOrder = Readonly<{ order: Order; life: FulfilmentHistory; store: Store }>;

/** Throws the same 404 for malformed, unknown and other people's ids. An unpaid order redirects to checkout. */
export async function visibleOrder(request: Request, orderId: string | undefined): Promise<VisibleOrder> {
  const id = await visibleOrderId(request, orderId);
  const order = id && (await findOrder(id));
  if (!order) throw await unseen(request);
  if (order.status === "awaiting-payment") throw seeOther(paths.orderProcessing({ order: order.id }));
  const [life, store] = await Promise.all([
    findFulfilmentHistory(order.id),
    // What returns cost is said in the currency of the order.
    findStoreIn(order.totals.total.currency),
  ]);
  return { order, life, store };
}

/** The same 404 for all, unless the visitor has just followed a link and refused its cookie. */
async function unseen(request: Request): Promise<Response> {
  const isFollowed = new URL(request.url).searchParams.get("link") === "opened";
  if (isFollowed) return seeOther(paths.findOrder({ link: "no-cookie" }));
  return elsewhere(request, { otherwise: notFound(request) });
}

export async function homeOf(request: Request, id: OrderId): Promise<string> {
  const customer = await findVisitor(request);
  return customer && (await isOrderOf(customer.id, id)) ? paths.order(id) : paths.visibleOrder(id);
}

/** In the shop's time zone; null where a step has not happened. */
export function stepDates(moves: FulfilmentHistory["moves"], store: Store): ReadonlyArray<string | null> {
  return stepTimes(moves).map((at) => at && shortDateText(at, store));
}

export function doneIn({ url }: Request): OrderDone {
  const done = new URL(url).searchParams.get("done");
  return ORDER_DONE.find((one) => one === done) ?? null;
}

export async function lifeView({ order, life, store }: VisibleOrder, now: Date) {
  const hasReturnable = unitsToReturn(order, life).some((units) => units > 0);
  return {
    needed: orderNeededText(order, store, now),
    wordsStates: wordsStates(order, life),
    madeForYou: madeForYouTexts(order, life),
    spareGifts: await findSpareGifts(order, life, now),
    preorders: unsentPreorders(order, life).map((unsent) => ({
      position: unsent.position,
      text: preorderSentences(order, [unsent], { store, now }),
      before: unsent.promise.movedFrom ?? null,
      canCancel: unsent.canCancel,
    })),
    canCancel: canBuyerCancel(order, life),
    canReturn: isPaidFor(order.status) && hasReturnable && isReturnOpen(life.deliveredAt, store, now),
    canWithdraw:
      isWithdrawalOpen(life.deliveredAt, store, now) &&
      unitsToWithdraw(order, life).some((units) => units > 0),
    shipments: life.shipments,
    legalGuarantee: legalGuaranteeNotice(legalGuaranteeTexts(store, knownCountry(order))),
    money: buyerMoneyRows(orderMoney(order, life), store.locale),
    refunds: life.refunds.map(({ id, creditNote, amount, isCredit, isPaidAnotherWay, status }) => ({
      ...{ id, creditNote, amount, isCredit, isPaidAnotherWay, status },
    })),
    returns: life.returns.map(({ number, status, legalBasis }) => ({ number, status, legalBasis })),
    stepDates: stepDates(life.moves, store),
    history: timelineOf(life, store.locale).map(({ what, at }) => ({ what, when: dateTimeText(at, store) })),
  };
}
