/** The e-mails about an order's life: sent, delivered, cancelled, money back, a return announced and arrived. */
import type { EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { LetterKind } from "#app/models/email/templates.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Thing } from "#app/models/shared/schema-org.ts";
import { isCollection } from "#app/models/shipping/shipping.ts";
import { dateText } from "#app/models/store/format-date.ts";

import { type AboutOrder, goods, type Letter, paragraph } from "./email-parts.ts";
import { type OrderReturn, type Refund, refundedSoFar, type SentParcel } from "./fulfilment.ts";
import { returnAskedLetter, returnReceivedLetter } from "./return-email.ts";
import { returnUntil } from "./return.ts";
import { orderThing, parcelThing } from "./schema-org.ts";

export type LifeNews =
  | Readonly<{ about: "dispatched"; parcel: SentParcel }>
  | Readonly<{ about: "delivered" | "cancelled" }>
  | Readonly<{ about: "refunded"; refund: Refund }>
  | Readonly<{ about: "return-asked" | "return-received"; returned: OrderReturn }>;

/** The e-mail that brings `news` about the order. */
export function orderLifeEmail(about: AboutOrder, news: LifeNews): EmailWords {
  const { order, store, origin, link } = about;
  const { blocks, ...letter } = letterOf(about, news);
  const document: EmailDocument = {
    ...letter,
    language: store.locale,
    shopName: store.name,
    blocks: [
      ...blocks,
      { kind: "button", label: "See your order", href: link },
      paragraph(
        `The link shows order ${order.number} without a password for 30 days. Please do not pass it on.`,
      ),
      paragraph(`Questions? Write to ${store.contact.email} or telephone ${store.contact.phone}.`),
    ],
    things: thingsOf(about, news),
    ...closing(store, origin),
  };
  return letterWords(kindOf(about, news), document);
}

function kindOf({ order }: AboutOrder, { about }: LifeNews): LetterKind {
  return about === "dispatched" && isCollection(order.delivery.method)
    ? "order-ready-to-collect"
    : `order-${about}`;
}

function thingsOf(about: AboutOrder, news: LifeNews): ReadonlyArray<Thing> {
  switch (news.about) {
    case "dispatched":
      if (isCollection(about.order.delivery.method)) return [orderThing(about, "OrderPickupAvailable")];
      return [parcelThing(about, news.parcel), orderThing(about, "OrderInTransit")];
    case "delivered":
      return [orderThing(about, "OrderDelivered")];
    case "cancelled":
      return [orderThing(about, "OrderCancelled")];
    default:
      return [];
  }
}

function letterOf(about: AboutOrder, news: LifeNews): Letter {
  switch (news.about) {
    case "dispatched":
      return dispatched(about, news.parcel);
    case "delivered":
      return delivered(about);
    case "cancelled":
      return cancelled(about);
    case "refunded":
      return refunded(about, news.refund);
    case "return-asked":
      return returnAskedLetter(about, news.returned);
    case "return-received":
      return returnReceivedLetter(about, news.returned);
  }
}

function dispatched({ order, store }: AboutOrder, parcel: SentParcel): Letter {
  const isCollected = isCollection(order.delivery.method);
  const isPart = order.status === "partially-dispatched";
  const what = isPart ? "Part of your order" : "Your order";
  return {
    subject: isCollected
      ? `Your ${store.name} order ${order.number} is ready to collect`
      : `${what} ${order.number} from ${store.name} is on its way`,
    preview: isCollected ? "You can come and get it." : `Handed to ${parcel.carrier}.`,
    heading: isCollected ? "Ready to collect" : "On its way",
    blocks: [
      paragraph(
        isCollected
          ? `Order ${order.number} is packed and waiting for you. Please bring the order number.`
          : `We have handed this parcel of order ${order.number} to ${parcel.carrier}.`,
      ),
      ...(parcel.number ? [paragraph(`The parcel’s number is ${parcel.number}.`)] : []),
      ...(parcel.url ? [{ kind: "button", label: "Follow the parcel", href: parcel.url } as const] : []),
      goods("In this parcel", parcel.contents),
      ...(isPart ? [paragraph("The rest follows in another parcel. We will write to you again.")] : []),
    ],
  };
}

function delivered({ order, life, store }: AboutOrder): Letter {
  const until = returnUntil(life.deliveredAt, store);
  const { statutoryCancellationDays, refundWithinDays } = store.returns;
  return {
    subject: `Your ${store.name} order ${order.number} has arrived`,
    preview: "We hope everything is as it should be.",
    heading: "It is with you",
    blocks: [
      paragraph(`Order ${order.number} has been delivered. We hope everything in it is as it should be.`),
      ...(until
        ? [
            paragraph(
              `If something is not right for you, you can return it until ${dateText(`${until}T12:00:00Z`, store)}. By law you may cancel within ${statutoryCancellationDays} days of getting the goods, without a reason; we pay you back within ${refundWithinDays} days of getting them back. The button below leads to the form.`,
            ),
          ]
        : []),
    ],
  };
}

function cancelled({ order, life, store }: AboutOrder): Letter {
  const back = money(refundedSoFar(life.refunds), order.totals.total.currency);
  return {
    subject: `Your ${store.name} order ${order.number} is cancelled`,
    preview: "Nothing will be sent.",
    heading: "Your order is cancelled",
    blocks: [
      paragraph(`Order ${order.number} is cancelled, and nothing more of it will be sent.`),
      paragraph(
        back.minor > 0
          ? `We have started to send ${formatMoney(back, store.locale)} back to the card or account you paid with. We will write again once your payment provider has taken it; most banks show it within five working days of that.`
          : "You have not been charged, so there is nothing to give back.",
      ),
    ],
  };
}

function refunded({ order, store }: AboutOrder, refund: Refund): Letter {
  const amount = formatMoney(refund.amount, store.locale);
  return {
    subject: `${amount} back for your ${store.name} order ${order.number}`,
    preview: `${amount} is on its way back to you.`,
    heading: `${amount} is on its way back`,
    blocks: [
      paragraph(
        `We have sent ${amount} of order ${order.number} back to the card or account you paid with. Most banks show it within five working days. There is nothing you need to do.`,
      ),
      goods("What it is for", [
        ...refund.contents,
        ...(refund.hasDelivery ? [{ name: order.delivery.name, quantity: 1 }] : []),
      ]),
    ],
  };
}
