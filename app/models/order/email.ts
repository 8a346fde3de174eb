import { paperText } from "#app/models/cart/gift.ts";
import { priceTextOf, sumRows } from "#app/models/cart/totals.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { type Durability, durabilityText } from "#app/models/catalogue/durability.ts";
import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import type { Address } from "#app/models/customer/address.ts";
import {
  button,
  type EmailBlock,
  type EmailLine,
  type EmailPart,
  type EmailWords,
} from "#app/models/email/document.ts";
import { itemImage } from "#app/models/email/image.ts";
import {
  cancellation,
  complaints,
  legalGuarantee,
  madeForBuyer,
  sellerLines,
  taxNumberText,
} from "#app/models/email/legal-disclosures.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { sentences, upperFirst } from "#app/models/shared/text.ts";
import { withoutWebAddresses } from "#app/models/shared/web-address.ts";
import { neededText } from "#app/models/shipping/needed-day.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";
import { cancellationLaw } from "#app/models/store/law.ts";
import { deliveryRefundText } from "#app/models/store/return-cost.ts";
import type { Store } from "#app/models/store/store.ts";

import { isAllMade, knownCountry, type Order, type OrderLine } from "./order.ts";
import { showsPrices } from "./packing-instructions.ts";
import { preorderSentences } from "./preorder.ts";
import { orderSchema } from "./schema-org.ts";

export type ProductWarnings = Readonly<{
  name: string;
  warnings: ReadonlyArray<string>;
  durability?: Durability | null;
}>;

export type OrderEmailFacts = Readonly<{
  order: Order;
  store: Store;
  origin: string;
  warnings?: ReadonlyArray<ProductWarnings>;
  /** Without it the email links to a form that asks for order number, address and postcode. */
  link?: string;
}>;

/** On a durable medium: everything is in the message itself. */
export function orderConfirmationEmail(about: OrderEmailFacts): EmailWords {
  const { order, store, origin, warnings = [], link = ownLink(about) } = about;
  const amount = formatMoney(order.totals.total, store.locale);
  const isFree = order.totals.total.minor === 0;
  const law = cancellationLaw(store, order.deliveryAddress.country_code);
  const isCancelled = order.status === "cancelled";
  return shopEmail("order-confirmation", about, {
    subject: `We have received your ${store.name} order ${order.number}`,
    preview: isFree ? "There is nothing to pay." : `We have received your payment of ${amount}.`,
    heading: `Thank you, ${order.billingAddress.first_name || order.deliveryAddress.first_name}`,
    blocks: [
      `We have received your order ${order.number}${isFree ? ". There is nothing to pay" : " and your payment"}.${isCancelled ? " It has been cancelled since, and we will not send it." : ""} Please keep this email: it has your order details and your rights.`,
      button("View your order", link),
      { kind: "heading", text: `Order ${order.number}, ${longDate(order.placedAt, store)}` },
      ordered(about),
      sums(order, store),
      ...(isCancelled ? [] : preorders(about)),
      ...safety(order, warnings),
      { kind: "heading", text: "Delivery" },
      {
        kind: "columns",
        columns: isCancelled ? [deliveryColumn(order)] : [deliveryColumn(order), promiseColumn(order, store)],
      },
      { kind: "columns", columns: [billingColumn(order), sellerColumn(store)] },
      ...writtenWords(order),
      ...rightToCancel(about, law),
      ...complaints(store, law),
      ...guarantees(order, store, warnings),
    ],
    schemas: [
      orderSchema({ order, store, origin, link }, isCancelled ? "OrderCancelled" : "OrderProcessing"),
    ],
  });
}

function rightToCancel({ order, store, origin }: OrderEmailFacts, law: ReturnType<typeof cancellationLaw>) {
  return isAllMade(order)
    ? madeForBuyer(law, [...new Set(order.lines.flatMap((line) => madeTexts(line, order)))])
    : cancellation(store, { law, origin, deliveryRefund: deliveryRefundText(store) });
}

/** `isCalledOff`: the order had been cancelled before its payment came; else its items had sold out. */
export function orderRefundedEmail(about: OrderEmailFacts, isCalledOff = false): EmailWords {
  const { order, store, origin, link = ownLink(about) } = about;
  const amount = formatMoney(order.totals.total, store.locale);
  return shopEmail("order-apology", about, {
    subject: isCalledOff
      ? `We are refunding your payment for ${store.name} order ${order.number}`
      : `Sorry, we cannot send your ${store.name} order ${order.number}`,
    preview: `We are refunding ${amount}.`,
    heading: isCalledOff ? "We are refunding your payment" : "Sorry, we cannot send your order",
    blocks: [
      isCalledOff
        ? `Order ${order.number} had been cancelled before your payment for it arrived, so we will not send it.`
        : `We received your payment for order ${order.number}, but part of the order sold out before it arrived, so we cannot send it.`,
      `We are refunding the full ${amount} to your original payment method. Most banks show it within 5 working days. You do not need to do anything.`,
      { kind: "heading", text: `Order ${order.number}` },
      ordered(about),
      { kind: "columns", columns: [{ title: "Refunded", lines: [amount] }, sellerColumn(store)] },
      `Questions? Email ${store.contact.email} or call ${store.contact.phone}.`,
    ],
    schemas: [orderSchema({ order, store, origin, link }, "OrderCancelled")],
  });
}

export function orderPaidTwiceEmail(about: OrderEmailFacts, paidOrder: number): EmailWords {
  const { order, store, origin, link = ownLink(about) } = about;
  const amount = formatMoney(order.totals.total, store.locale);
  return shopEmail("order-paid-twice", about, {
    subject: `We are refunding your payment for order ${order.number}`,
    preview: `You paid twice for the same basket. We are refunding ${amount}.`,
    heading: "We are refunding your second payment",
    blocks: [
      `You paid twice for the same basket: for order ${paidOrder} and for order ${order.number}. We have accepted your payment for order ${paidOrder}.`,
      `We are refunding the full ${amount} that you paid for order ${order.number}. We will not send that order. The refund goes to your original payment method. Most banks show it within 5 working days. You do not need to do anything.`,
      {
        kind: "columns",
        columns: [{ title: "Refunding", lines: [amount, `Order ${order.number}`] }, sellerColumn(store)],
      },
      `Questions? Email ${store.contact.email} or call ${store.contact.phone}.`,
    ],
    schemas: [orderSchema({ order, store, origin, link }, "OrderCancelled")],
  });
}

function ownLink({ order, origin }: OrderEmailFacts): string {
  return `${origin}/checkout/thank-you/${order.id}`;
}

function ordered({ order, store, origin }: OrderEmailFacts): EmailBlock {
  const lines = order.lines.map((line) => ({
    ...emailLine(line, order, store),
    image: itemImage(line.image, withoutWebAddresses(fullName(line.name, line.variantLabel)), origin),
  }));
  return { kind: "lines", caption: "What you ordered", lines };
}

function emailLine(line: OrderLine, order: Order, store: Store): EmailLine {
  const each = line.quantity > 1 ? ` at ${formatMoney(line.unitPrice, store.locale)} each` : "";
  return {
    name: line.name,
    details: [
      ...(line.variantLabel ? [withoutWebAddresses(line.variantLabel)] : []),
      ...madeTexts(line, order),
      `Quantity ${line.quantity}${each}`,
      ...(line.ageText ? [`Age guidance: ${line.ageText}`] : []),
      `Item ${line.sku}`,
      ...giftDetails(line, store.locale),
    ],
    amount: formatMoney(line.total, store.locale),
  };
}

/** What the buyer may still do with an item that is made with words, as long as nobody has begun it. */
function madeTexts({ personalisation }: OrderLine, { delivery }: Order): ReadonlyArray<string> {
  const text = personalisation && madeForYouText(personalisation, delivery.giftList ? "list" : "open");
  return text ? [text] : [];
}

function sums({ lines, totals, delivery }: Order, store: Store): EmailBlock {
  const text = (amount: Money) => formatMoney(amount, store.locale);
  return {
    kind: "sums",
    rows: sumRows(totals, lines, { locale: store.locale, delivery: delivery.name }),
    total: { label: "Paid", amount: text(totals.total) },
    note: taxNote(store, text(totals.vat)),
  };
}

/** As it was said before the payment, which was made a moment ago. */
function preorders({ order, store }: OrderEmailFacts): ReadonlyArray<EmailPart> {
  const unsent = order.delivery.promises.map((promise) => ({ promise }));
  const text = preorderSentences(order, unsent, { store, now: new Date(order.placedAt) });
  return text === null ? [] : [text];
}

function taxNote({ company, tax }: Store, amount: string): string {
  const included = tax.name === null ? "" : `Including ${amount} ${tax.name}`;
  return sentences(included, [company.legalName, taxNumberText({ company, tax })].filter(Boolean).join(", "));
}

function safety({ lines }: Order, warnings: ReadonlyArray<ProductWarnings>): ReadonlyArray<EmailPart> {
  const items = [
    ...warnings
      .filter((product) => product.warnings.length > 0)
      .map((product) => `${product.name}: ${product.warnings.join(" ")}`),
    ...(lines.some((line) => line.ageText)
      ? ["Keep the labels and leaflets: they have the age guidance and warnings."]
      : []),
  ];
  return items.length > 0 ? [{ kind: "safety", title: "Safety and age", items }] : [];
}

/** The notice on the legal guarantee, and producers' own guarantees where there is the notice. */
function guarantees(order: Order, store: Store, products: ReadonlyArray<ProductWarnings>) {
  const notice = legalGuarantee(store, knownCountry(order));
  const lines = products.flatMap(({ name, durability }) =>
    durability ? [`${name}: GARAN, ${durabilityText(durability)}`] : [],
  );
  if (notice.length === 0 || lines.length === 0) return notice;
  const heading = { kind: "heading", text: "Producers’ guarantees of durability, free of charge" } as const;
  return [...notice, heading, { kind: "form", lines } as const];
}

function deliveryColumn({ deliveryAddress, delivery: { collection } }: Order) {
  if (collection) return { title: "Collect from", lines: [...collection.address, ...collection.hours] };
  return { title: "Delivery address", lines: safeLines(deliveryAddress) };
}

function promiseColumn({ delivery, lines, totals }: Order, store: Store) {
  const parts = deliveryParts(delivery.promises, lines);
  const promises = parts.flatMap(({ what, when, items }) => [
    what ? `${what}: ${when}` : upperFirst(when),
    ...(parts.length > 1 ? items : []),
  ]);
  const cost = priceTextOf(totals, "delivery", store.locale);
  const needed = neededText(delivery, store.locale);
  return { title: delivery.name, lines: [...promises, ...(needed ? [needed] : []), cost] };
}

function billingColumn({ billingAddress, email }: Order) {
  return { title: "Billing address", lines: [...safeLines(billingAddress), email] };
}

function sellerColumn({ company, contact, tax }: Store) {
  const number = company.taxNumber && tax.name ? [`${tax.name} ${company.taxNumber}`] : [];
  return {
    title: "Sold by",
    lines: [...sellerLines(company), company.registration, ...number, contact.phone, contact.email],
  };
}

/** The customer typed the address, so web addresses are removed from it. */
function safeLines(address: Address): ReadonlyArray<string> {
  return addressLines(address).map(withoutWebAddresses);
}

function longDate(at: string, store: Store): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: store.timeZone } as const;
  return new Intl.DateTimeFormat(store.locale, options).format(new Date(at));
}

function giftDetails({ gift, wrap }: OrderLine, locale: string): ReadonlyArray<string> {
  const paper = paperText(gift);
  const cost = wrap && wrap.price.minor > 0 ? formatMoney(wrap.price, locale) : "free";
  return [
    ...(paper ? [`${paper}: ${cost}`] : []),
    ...(gift?.message ? withoutWebAddresses(`Card: ${gift.message}`).split("\n") : []),
  ];
}

function writtenWords(order: Order): ReadonlyArray<EmailPart> {
  const { giftMessage, note } = order;
  const columns = [
    ...(!showsPrices(order) ? [{ title: "Gift order", lines: ["There are no prices in the parcel."] }] : []),
    ...(giftMessage
      ? [{ title: "Your gift message", lines: withoutWebAddresses(giftMessage).split("\n") }]
      : []),
    ...(note ? [{ title: "Your note", lines: withoutWebAddresses(note).split("\n") }] : []),
  ];
  return columns.length > 0 ? [{ kind: "columns", columns }] : [];
}
