import type { Break, OrderBooks } from "./orders.ts";

export type ProviderPayment = Readonly<{
  id: string;
  attemptId: string;
  /** "open": its page can be paid. */
  state: "open" | "processing" | "paid" | "ended";
  amount: number;
  refunded: number;
}>;

type Page = Readonly<{ payment: ProviderPayment; order: OrderBooks | undefined }>;

const SUPERSEDED = "superseded by a payment";

/** At every moment; `hasHandRefunds`: somebody may have refunded a payment at the provider itself. */
export function brokenPayments(
  orders: ReadonlyArray<OrderBooks>,
  payments: ReadonlyArray<ProviderPayment>,
  hasHandRefunds: boolean,
): ReadonlyArray<Break> {
  const pages = pagesOf(orders, payments);
  const payable = pages.filter((page) => isPayable(page));
  const baskets = payable.map(({ order }) => order?.cartId);
  return [
    ...pages.filter(({ order }) => !order).map(breakOf("no payment is without its order")),
    ...payable
      .filter(({ order }) => !isWaiting(order))
      .map(breakOf("a page that can be paid has an order that waits")),
    ...payable
      .filter(({ order }, index) => baskets.indexOf(order?.cartId) !== index)
      .map(breakOf("at most one payment page of a basket can be paid")),
    ...pages
      .filter(
        ({ payment: { state, amount, refunded } }) => refunded > amount || (refunded > 0 && state !== "paid"),
      )
      .map(breakOf("no more is given back than was paid")),
    ...pages
      .filter((page) => isRefundedOtherwise(page, hasHandRefunds))
      .map(breakOf("what went back is what the order's refunds say")),
  ];
}

/** As soon as nothing is under way: no event, no job, no page that can be paid. */
export function brokenAtRest(
  orders: ReadonlyArray<OrderBooks>,
  payments: ReadonlyArray<ProviderPayment>,
): ReadonlyArray<Break> {
  const retained = pagesOf(orders, payments).filter(
    ({ payment: { state, amount, refunded } }) => state === "paid" && refunded < amount,
  );
  return [
    ...retained
      .filter(isMoneyWithoutOrder)
      .map(breakOf("nobody who paid is left without an order or the money back")),
    ...retained
      .filter((page, index) =>
        retained.slice(0, index).some((other) => isSamePurchase(page.order, other.order)),
      )
      .map(breakOf("one basket is paid at most once")),
  ];
}

function pagesOf(
  orders: ReadonlyArray<OrderBooks>,
  payments: ReadonlyArray<ProviderPayment>,
): ReadonlyArray<Page> {
  const byAttempt = new Map(orders.map((order) => [order.attemptId, order]));
  return payments.map((payment) => ({ payment, order: byAttempt.get(payment.attemptId) }));
}

const breakOf =
  (invariant: string) =>
  ({ payment }: Page): Break => ({ invariant, id: payment.id });

/**
 * Two pages are nobody's fault: one whose address the shop never stored, and one that the provider did not close when
 * another payment of its cart had come; its money goes back.
 */
function isPayable({ payment, order }: Page): boolean {
  return (
    payment.state === "open" && order?.pageId === payment.id && order.moves.at(-1)?.reason !== SUPERSEDED
  );
}

function isWaiting(order: OrderBooks | undefined): boolean {
  return order?.status === "awaiting-payment";
}

/** What goes back is what the order's refunds say, once they are made. */
function isRefundedOtherwise({ payment: { refunded, amount }, order }: Page, hasHandRefunds: boolean) {
  if (!order) return false;
  return refunded < order.refundsMade || refunded > (hasHandRefunds ? amount : order.refunds);
}

function isMoneyWithoutOrder({ order }: Page): boolean {
  return !order || (order.paidAt === null && !["refunded", "payment-review"].includes(order.status));
}

/** Two orders of one cart are one purchase where each was placed before the other was paid. */
function isSamePurchase(one: OrderBooks | undefined, other: OrderBooks | undefined): boolean {
  if (!one || one.cartId !== other?.cartId) return false;
  return one.placedAt < (other.paidAt ?? other.updatedAt) && other.placedAt < (one.paidAt ?? one.updatedAt);
}
