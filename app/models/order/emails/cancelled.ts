import { paragraph } from "#app/models/email/document.ts";
import { type FulfilmentHistory, moneyRefunded, setOffElsewhere } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { addMoney, formatMoney, type Money, money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type About = Readonly<{ order: Order; life: FulfilmentHistory; store: Store }>;

export function cancelled(about: About) {
  const { order, store } = about;
  return {
    subject: `Your ${store.name} order ${order.number} has been cancelled`,
    preview: "We will not send anything more.",
    heading: "Your order has been cancelled",
    blocks: [
      paragraph(`Order ${order.number} has been cancelled and we will not send anything more from it.`),
      paragraph(refundWords(about)),
    ],
  };
}

function refundWords(about: About): string {
  const { order, store } = about;
  const { now, before } = refundsOf(about);
  const earlier = `We had already refunded ${formatMoney(before, store.locale)}`;
  if (now.minor > 0) {
    const words = `We are refunding ${formatMoney(now, store.locale)} to your original payment method. We’ll email you again once our payment provider has accepted it. Most banks then show it within 5 working days.`;
    return before.minor > 0 ? `${words} ${earlier}.` : words;
  }
  if (before.minor > 0) return `${earlier}, so there is nothing more to refund.`;
  return order.paidAt === null || order.totals.total.minor === 0
    ? "You have not been charged, so there is nothing to refund."
    : "There is nothing more to refund.";
}

/** The cancellation and its refund are of one moment. */
function refundsOf({ order, life }: About): Readonly<{ now: Money; before: Money }> {
  const { currency } = order.totals.total;
  const at = life.moves.findLast(({ to }) => to === "cancelled")?.at ?? "";
  const elsewhere = money(setOffElsewhere(life.refunds), currency);
  const earlier = life.refunds.filter(
    ({ createdAt, amount }) => createdAt < at && amount.currency === currency,
  );
  return {
    now: moneyRefunded(
      life.refunds.filter(({ createdAt }) => createdAt >= at),
      currency,
    ),
    before: addMoney(moneyRefunded(earlier, currency), elsewhere),
  };
}
