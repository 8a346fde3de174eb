import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import { orderMoney } from "#app/models/order/money.ts";
import type { Order } from "#app/models/order/order.ts";
import { addMoney, formatMoney, type Money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type About = Readonly<{ order: Order; life: FulfilmentHistory; store: Store }>;

export function cancelled(about: About) {
  const { order, store } = about;
  const isPart = isPartSent(about);
  const what = isPart ? "The rest of your" : "Your";
  const words = isPart
    ? `We have cancelled what we had not sent yet of order ${order.number}, and we will not send anything more from it. What we had already sent is not cancelled.`
    : `Order ${order.number} has been cancelled and we will not send anything more from it.`;
  return {
    subject: `${what} ${store.name} order ${order.number} has been cancelled`,
    preview: "We will not send anything more.",
    heading: `${what} order has been cancelled`,
    blocks: [words, refundWords(about)],
  };
}

export function isPartSent({ life }: Pick<About, "life">): boolean {
  return life.lines.some(({ sent }) => sent > 0);
}

function refundWords(about: About): string {
  const { order, store } = about;
  const { now, before, isMade } = refundsOf(about);
  if (isMade)
    return `We have refunded ${formatMoney(now, store.locale)} to your original payment method. Most banks show it within 5 working days.`;
  const earlier = `We had already refunded ${formatMoney(before, store.locale)}`;
  if (now.minor > 0) {
    const words = `We are refunding ${formatMoney(now, store.locale)} to your original payment method. We’ll email you again once our payment provider has accepted it. Most banks then show it within 5 working days.`;
    return before.minor > 0 ? `${words} ${earlier}.` : words;
  }
  const { lost } = orderMoney(order, about.life);
  if (lost.minor > 0)
    return `Your bank has returned ${formatMoney(lost, store.locale)} to you, so there is nothing more to refund.`;
  if (before.minor > 0) return `${earlier}, so there is nothing more to refund.`;
  return order.paidAt === null || order.totals.total.minor === 0
    ? "You have not been charged, so there is nothing to refund."
    : "There is nothing more to refund.";
}

/**
 * The cancellation and its refund are of one moment, and an order of which a part was sent stands as sent by it.
 * `isMade`: the refund came first, and ended the order.
 */
function refundsOf({ order, life }: About): Readonly<{ now: Money; before: Money; isMade: boolean }> {
  const end = life.moves.findLast(
    ({ from, to }) =>
      to === "cancelled" ||
      (to === "refunded" && from !== "cancelled") ||
      (to === "shipped" && from !== "delivered" && isPartSent({ life })),
  );
  const isMade = end?.to === "refunded";
  const at = isMade ? "" : (end?.at ?? "");
  const sumOf = (refunds: FulfilmentHistory["refunds"]) => {
    const { refunded, underWay } = orderMoney(order, { ...life, refunds });
    return addMoney(refunded, underWay);
  };
  return {
    now: sumOf(life.refunds.filter(({ createdAt }) => createdAt >= at)),
    before: sumOf(life.refunds.filter(({ createdAt }) => createdAt < at)),
    isMade,
  };
}
