import { preorderSentences, type UnsentPreorder } from "#app/models/order/preorder.ts";
import type { AboutOrder, OrderEmailParts, OrderStatusNews } from "#app/models/order/status-email.ts";
import { workBegun } from "#app/models/platform/made-for-you.ts";
import { listText } from "#app/models/shared/text.ts";

const CHOICE =
  "You can wait for it, and then you do not need to do anything. Or you can cancel it on the page of your order.";
const NO_CHOICE = `${workBegun()}, so you can no longer cancel it.`;

type PreorderNews = Extract<OrderStatusNews, { unsent: UnsentPreorder }>;

export function preorderEmail(about: AboutOrder, news: PreorderNews): OrderEmailParts {
  return news.about === "preorder-moved" ? movedEmail(about, news) : termsEmail(about, news);
}

function movedEmail(about: AboutOrder, { unsent, now }: PreorderNews): OrderEmailParts {
  const { order, store } = about;
  const items = itemsText(about, unsent);
  const before = unsent.promise.movedFrom;
  return {
    subject: `A new day for your ${store.name} order ${order.number}`,
    preview: "See the new day and what you can do.",
    heading: "The day of your pre-order has moved",
    blocks: [
      `The day for ${items} in order ${order.number} has moved.${before ? ` We had told you: “${before}”` : ""}`,
      ...whatNow(about, unsent, now),
    ],
  };
}

/** To whoever bought while texts of products could say that a pre-order is paid for later. */
function termsEmail(about: AboutOrder, { unsent, now }: PreorderNews): OrderEmailParts {
  const { order, store } = about;
  return {
    subject: `About the payment of your ${store.name} order ${order.number}`,
    preview: "You have paid for your pre-order.",
    heading: "When you paid for your pre-order",
    blocks: [
      `You pre-ordered ${itemsText(about, unsent)} in order ${order.number}. Some of our pages said that we charge your card when we send a pre-order. That was wrong, and we are sorry: we charged it when you ordered.`,
      ...whatNow(about, unsent, now),
    ],
  };
}

function whatNow({ order, store }: AboutOrder, unsent: UnsentPreorder, now: Date) {
  const text = preorderSentences(order, [unsent], { store, now });
  return [...(text === null ? [] : [text]), unsent.canCancel ? CHOICE : NO_CHOICE];
}

function itemsText({ order }: AboutOrder, { units }: UnsentPreorder): string {
  return listText(order.lines.flatMap(({ name }, at) => ((units[at] ?? 0) > 0 ? [name] : [])));
}
