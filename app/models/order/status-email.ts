import {
  button,
  type EmailBlock,
  type EmailContent,
  type EmailPart,
  type EmailWords,
} from "#app/models/email/document.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { madeForYouLines, madeForYouText } from "#app/models/platform/made-for-you.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { EmailTemplate } from "#app/models/email/templates.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { SchemaOrgThing } from "#app/models/shared/schema-org.ts";
import { withoutWebAddresses } from "#app/models/shared/web-address.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { momentText } from "#app/models/store/format-date.ts";
import { cancellationLaw } from "#app/models/store/law.ts";
import type { Store } from "#app/models/store/store.ts";

import { cancelled, isPartSent } from "./emails/cancelled.ts";
import { notDelivered } from "./emails/not-delivered.ts";
import { refundChanged } from "./emails/refund-changed.ts";
import {
  type FulfilmentHistory,
  type OrderRefund,
  type OrderReturn,
  type SentShipment,
} from "./fulfilment.ts";
import { isAllMade, type Order, type OrderLine } from "./order.ts";
import { preorderEmail } from "./emails/preorder.ts";
import type { UnsentPreorder } from "./preorder.ts";
import { nextSteps, reasonText, returnUntil } from "./returns/return.ts";
import { orderSchema, parcelDelivery } from "./schema-org.ts";

export type AboutOrder = Readonly<{
  order: Order;
  life: FulfilmentHistory;
  store: Store;
  origin: string;
  link: string;
}>;

export type OrderEmailParts = Omit<EmailContent, "schemas" | "links">;

type ChangedLine = Pick<OrderLine, "name" | "variantLabel" | "quantity" | "personalisation">;

export type OrderStatusNews =
  | Readonly<{ about: "shipped"; shipment: SentShipment }>
  | Readonly<{ about: "delivered" | "not-delivered" | "cancelled" }>
  | Readonly<{ about: "refunded" | "refund-changed"; refund: OrderRefund }>
  | Readonly<{ about: "words-changed"; line: ChangedLine }>
  | Readonly<{ about: "preorder-terms" | "preorder-moved"; unsent: UnsentPreorder; now: Date }>
  | Readonly<{ about: "address-changed"; isLater: boolean }>
  | Readonly<{
      about: "return-requested" | "return-received" | "withdrawal-received";
      returned: OrderReturn;
    }>;

export function orderStatusEmail(about: AboutOrder, news: OrderStatusNews): EmailWords {
  const { order, store, link } = about;
  const { blocks, ...message } = emailOf(about, news);
  return shopEmail(kindOf(about, news), about, {
    ...message,
    blocks: [
      ...blocks,
      button("View your order", link),
      `This link opens order ${order.number} without a password for 30 days. Do not forward it.`,
      `Questions? Email ${store.contact.email} or call ${store.contact.phone}.`,
    ],
    schemas: schemasOf(about, news),
  });
}

function kindOf({ order }: AboutOrder, { about }: OrderStatusNews): EmailTemplate {
  return about === "shipped" && isCollection(order.delivery.method)
    ? "order-ready-to-collect"
    : `order-${about}`;
}

function schemasOf(about: AboutOrder, news: OrderStatusNews): ReadonlyArray<SchemaOrgThing> {
  switch (news.about) {
    case "shipped":
      if (isCollection(about.order.delivery.method)) return [orderSchema(about, "OrderPickupAvailable")];
      return [parcelDelivery(about, news.shipment), orderSchema(about, "OrderInTransit")];
    case "delivered":
      return [orderSchema(about, "OrderDelivered")];
    case "not-delivered":
      return [orderSchema(about, sentState(about))];
    case "cancelled":
      return [orderSchema(about, isPartSent(about) ? sentState(about) : "OrderCancelled")];
    default:
      return [];
  }
}

function sentState({ order }: AboutOrder) {
  return isCollection(order.delivery.method) ? "OrderPickupAvailable" : "OrderInTransit";
}

const OF_RETURN = {
  "return-requested": returnRequestedEmail,
  "return-received": returnReceivedEmail,
  "withdrawal-received": withdrawalReceivedEmail,
} as const;

function emailOf(about: AboutOrder, news: OrderStatusNews): OrderEmailParts {
  if ("unsent" in news) return preorderEmail(about, news);
  if ("returned" in news) return OF_RETURN[news.about](about, news.returned);
  switch (news.about) {
    case "shipped":
      return shipped(about, news.shipment);
    case "delivered":
      return delivered(about);
    case "not-delivered":
      return notDelivered(about);
    case "cancelled":
      return cancelled(about);
    case "refunded":
      return refunded(about, news.refund);
    case "refund-changed":
      return refundChanged(about, news.refund);
    case "words-changed":
      return wordsChanged(about, news.line);
    default:
      return addressChanged(about, news.isLater);
  }
}

function shipped({ order, store }: AboutOrder, shipment: SentShipment): OrderEmailParts {
  const isCollected = isCollection(order.delivery.method);
  const isPart = order.status === "partially-shipped";
  const what = isPart ? "Part of your order" : "Your order";
  return {
    subject: isCollected
      ? `Your ${store.name} order ${order.number} is ready to collect`
      : `${what} ${order.number} from ${store.name} is on its way`,
    preview: isCollected ? "You can collect it now." : `Sent with ${shipment.carrier}.`,
    heading: isCollected ? "Ready to collect" : "On its way",
    blocks: [
      isCollected
        ? `Order ${order.number} is packed and ready for you to collect. Please bring your order number.`
        : `We have sent this parcel of order ${order.number} with ${shipment.carrier}.`,
      ...(shipment.number ? [`Tracking number: ${shipment.number}`] : []),
      ...(shipment.url ? [button("Track your parcel", shipment.url)] : []),
      itemTable("In this parcel", shipment.contents),
      ...(isPart ? ["We’ll send the rest in another parcel and email you again."] : []),
    ],
  };
}

function delivered({ order, life, store }: AboutOrder): OrderEmailParts {
  const until = isAllMade(order) ? null : returnUntil(life.deliveredAt, store);
  return {
    subject: `Your ${store.name} order ${order.number} has been delivered`,
    preview: "We hope you love it.",
    heading: "Your order has been delivered",
    blocks: [
      `Order ${order.number} has been delivered. We hope everything is as you expected.`,
      ...(until
        ? [
            `If something is not right, you can return it until ${longDay(until, store.locale)}. ${legalRight(store, order)}We refund you within ${store.returns.refundWithinDays} days of getting them back or, if sooner, of receiving proof that you have sent them. Use the button below to return items.`,
          ]
        : []),
      ...madeForYouLines(order.lines, "made"),
    ],
  };
}

function legalRight(store: Store, { deliveryAddress }: Order): string {
  const law = cancellationLaw(store, deliveryAddress.country_code);
  if (law === "none") return "";
  const what = law === "united-kingdom" ? "cancel" : "withdraw from the contract";
  return `You also have a legal right to ${what} within ${store.returns.statutoryCancellationDays} days of receiving the goods, without giving a reason. `;
}

function refunded({ order, life, store }: AboutOrder, refund: OrderRefund): OrderEmailParts {
  const amount = formatMoney(refund.amount, store.locale);
  return {
    subject: `Refund of ${amount} for your ${store.name} order ${order.number}`,
    preview: `We have refunded ${amount}.`,
    heading: `We have refunded ${amount}`,
    blocks: [
      refund.isPaidAnotherWay
        ? `We have paid you back ${amount} for order ${order.number} another way, because our refund to your original payment method was not accepted. We do not owe you this money any more.`
        : `We have refunded ${amount} for order ${order.number} to your original payment method. Most banks show it within 5 working days. You do not need to do anything.`,
      ...(refund.words ? [withoutWebAddresses(refund.words)] : []),
      ...refundedFor(refund, { order, life, store }),
    ],
  };
}

function refundedFor(
  refund: OrderRefund,
  { order, life, store }: Pick<AboutOrder, "order" | "life" | "store">,
): ReadonlyArray<EmailPart> {
  if (refund.goodwill.minor > 0)
    return ["This is a gesture of goodwill. Your items stay yours: there is nothing to send back."];
  const items = itemTable("Refunded items", [
    ...refund.contents,
    ...(refund.delivery.minor > 0 ? [{ name: order.delivery.name, quantity: 1 }] : []),
  ]);
  const before = formatMoney(refund.setOff, store.locale);
  return [
    ...(refund.contents.length + refund.delivery.minor > 0 ? [items] : []),
    ...deductionWords(refund, store),
    ...(refund.setOff.minor > 0
      ? [
          hasOnlyGoodwill(life)
            ? `We had already refunded ${before} of this as a gesture of goodwill.`
            : `${before} of this had already gone back to you.`,
        ]
      : []),
  ];
}

function hasOnlyGoodwill({ refunds, disputes }: FulfilmentHistory): boolean {
  return disputes.every(({ lost }) => lost === 0) && refunds.every(({ by }) => by !== "payment");
}

/** So that the buyer can object. */
function deductionWords(
  { wear, wearReason, returnCost }: OrderRefund,
  { locale }: Store,
): ReadonlyArray<EmailPart> {
  const notice = `We have taken off the return cost of ${formatMoney(returnCost, locale)}, as we said when you asked for the return.`;
  const forTheWay = returnCost.minor > 0 ? [notice] : [];
  if (wear.minor === 0) return forTheWay;
  const why = wearReason ? `: ${withoutWebAddresses(wearReason)}` : "";
  return [
    ...forTheWay,
    `We have kept ${formatMoney(wear, locale)} of the price, because the items were used more than was needed to try them${why}. If you do not agree, email or call us.`,
  ];
}

function wordsChanged(
  { order, store }: AboutOrder,
  { name, variantLabel, quantity, personalisation }: ChangedLine,
): OrderEmailParts {
  const work = personalisation?.name.toLowerCase() ?? "personalisation";
  return {
    subject: `Your ${store.name} order ${order.number}: new ${work}`,
    preview: "We write exactly what you see here.",
    heading: `You have changed your ${work}`,
    blocks: [
      `You have changed the ${work} on an item of order ${order.number}. We write exactly what you see here.${personalisation ? ` ${madeForYouText(personalisation) ?? ""}` : ""}`,
      itemTable("Your item", [
        { name, quantity, ...(variantLabel ? { detail: withoutWebAddresses(variantLabel) } : {}) },
      ]),
    ],
  };
}

/** Staff typed the address as somebody said it, so web addresses are removed from it. */
function addressChanged({ order, store }: AboutOrder, isLater: boolean): OrderEmailParts {
  return {
    subject: `Your ${store.name} order ${order.number} goes to another address`,
    preview: "Check that the new delivery address is right.",
    heading: "Your delivery address has been changed",
    blocks: [
      `We have changed the delivery address of order ${order.number}. Check that it is right. Your billing address and what you paid stay as they are.`,
      {
        kind: "columns",
        columns: [
          {
            title: "New delivery address",
            lines: [...addressLines(order.deliveryAddress), order.deliveryAddress.phone]
              .filter(Boolean)
              .map(withoutWebAddresses),
          },
        ],
      },
      ...(isLater ? ["It may take longer to get there than we first said."] : []),
      `If you did not ask for this, call ${store.contact.phone} or email ${store.contact.email} at once.`,
    ],
  };
}

function returnRequestedEmail({ order, store }: AboutOrder, returned: OrderReturn): OrderEmailParts {
  return {
    subject: `How to send back your return ${returned.number} to ${store.name}`,
    preview: "How to send your items back.",
    heading: `Return ${returned.number}`,
    blocks: [
      `Thank you for telling us that you are returning items from order ${order.number}.`,
      itemTable(
        "Items you are returning",
        returned.contents.map(({ name, quantity, reason }) => ({
          name,
          quantity,
          detail: reasonText(reason),
        })),
      ),
      { kind: "heading", text: "What happens next" },
      ...nextSteps(store, returned),
    ],
  };
}

function returnReceivedEmail({ order, life, store }: AboutOrder, returned: OrderReturn): OrderEmailParts {
  const refund = life.refunds.find(({ reason }) => reason === `return ${returned.number}`);
  return {
    ...receivedWords(order, returned, refund !== undefined),
    blocks: [
      returned.recipientRemedy
        ? `The family you gave them to have returned these items from order ${order.number}, and chose that you are refunded.`
        : `We have received the items you returned from order ${order.number}. Thank you.`,
      itemTable("Items returned", returned.contents),
      refund
        ? `We are refunding ${formatMoney(refund.amount, store.locale)} to your original payment method. We’ll email you again once our payment provider has accepted it.`
        : "No further refund to your original payment method is due for this return.",
      ...(life.credit === null
        ? []
        : [`What code ${order.totals.coupon ?? ""} paid of these items is back on the code.`]),
      ...(refund ? deductionWords(refund, store) : []),
    ],
  };
}

function receivedWords({ number }: AboutOrder["order"], returned: OrderReturn, isRefunded: boolean) {
  return returned.recipientRemedy
    ? {
        subject: `Your gift has been returned: order ${number}`,
        preview: isRefunded ? "You are refunded." : "It has come back to us.",
        heading: "Your gift has been returned",
      }
    : {
        subject: `We have received your return ${returned.number}`,
        preview: "Thank you for sending it back.",
        heading: "We have received your return",
      };
}

/** What was declared, and when to the second (Directive 2011/83/EU, Article 11a). */
function withdrawalReceivedEmail({ order, life, store }: AboutOrder, returned: OrderReturn): OrderEmailParts {
  return {
    subject: `We have received your withdrawal from order ${order.number}`,
    preview: "Keep this receipt of your withdrawal.",
    heading: `Withdrawal ${returned.number}`,
    blocks: [
      `We received your withdrawal from the contract on ${momentText(returned.requestedAt, store)}. You declared that you withdraw from your contract with ${store.company.legalName} for these items of order ${order.number}. Please keep this email as your receipt.`,
      itemTable(
        "Items",
        returned.contents.map(({ name, quantity }) => ({ name, quantity })),
      ),
      { kind: "heading", text: "What happens next" },
      ...(returned.status === "received" ? [unsentWords(life, returned)] : nextSteps(store, returned)),
    ],
  };
}

function unsentWords({ refunds }: FulfilmentHistory, { number }: OrderReturn): string {
  const isRefunded = refunds.some(({ reason }) => reason === `return ${number}`);
  const words = "We had not sent these items, so there is nothing to send back.";
  return isRefunded ? `${words} We are refunding them.` : words;
}

type Item = Readonly<{ name: string; quantity: number; detail?: string }>;

function itemTable(title: string, items: ReadonlyArray<Item>): EmailBlock {
  const lines = items.map(({ name, quantity, detail }) => {
    const counted = quantity > 1 ? `${quantity} × ${name}` : name;
    return detail ? `${counted}: ${detail}` : counted;
  });
  return { kind: "columns", columns: [{ title, lines }] };
}
