import { recoveryEmail } from "#app/models/cart-recovery/email.ts";
import { contactCopy, contactEmail, contactReply } from "#app/models/content/contact-email.ts";
import type { ContactMessage } from "#app/models/content/contact.ts";
import { customerEmail, type CustomerEmailTemplate, LINK_OF } from "#app/models/customer/customer-email.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import { GIFT_LIST_EMAILS, giftListEmail, type GiftListEmailTemplate } from "#app/models/gift-list/email.ts";
import type { EmailTemplate } from "#app/models/email/templates.ts";
import { subscriptionEmail, type SubscriptionEmailTemplate } from "#app/models/newsletter/email.ts";
import { refusalEmail } from "#app/models/health/service-refusal.ts";
import { TOPICS } from "#app/models/newsletter/subscription.ts";
import { orderConfirmationEmail, orderPaidTwiceEmail, orderRefundedEmail } from "#app/models/order/email.ts";
import type { Order } from "#app/models/order/order.ts";
import { newOrdersEmail } from "#app/models/order/emails/new-orders.ts";
import { invariantAlertEmail } from "#app/models/order/invariants/alert.ts";
import { paymentAlertEmail, type PaymentAlertKind } from "#app/models/order/payment/alert.ts";
import { type OrderStatusNews, orderStatusEmail } from "#app/models/order/status-email.ts";
import { reviewInvitationEmail, reviewPublishedEmail } from "#app/models/review/email.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { STAFF_EMAIL_TEMPLATES, staffEmail, type StaffEmailTemplate } from "#app/models/staff/email.ts";
import { alertEmail, type AlertEmailTemplate } from "#app/models/stock-alert/email.ts";
import type { Store } from "#app/models/store/store.ts";

import {
  SAMPLE_ENGRAVED,
  SAMPLE_LIFE,
  SAMPLE_SHIPMENT,
  SAMPLE_PRODUCT,
  SAMPLE_REFUND,
  SAMPLE_RETURN,
  SAMPLE_WITHDRAWAL,
  SAMPLE_WARNINGS,
  sampleCollection,
  sampleOrder,
  samplePreorder,
} from "./fixtures.ts";

const NOTHING_SENT = {
  ...SAMPLE_LIFE,
  lines: SAMPLE_LIFE.lines.map((line) => ({ ...line, sent: 0 })),
  shipments: [],
};

type Sender = Readonly<{
  store: Store;
  origin: string;
}>;

const NO_SECRET = "preview";
const NOT_SENT = { ...SAMPLE_SHIPMENT, carrier: "Collection", number: "", url: null };

const SAMPLE_MESSAGE: ContactMessage = {
  name: "Hannah Okafor",
  email: "hannah@example.com",
  topic: "repair",
  orderNumber: "100123",
  message: "The string on our dog has snapped.\nCan we buy another? We would happily fit it ourselves.",
};

const SAMPLE_PASSKEY = "Martha’s phone";

const SAMPLE_REPLY =
  "Dear Hannah,\n\nA new string is in the post. Thread it from the tail and knot it twice.\n\nMartha, Hollybough";

type Preview = (sender: Sender) => EmailWords;

/** A preview for each of `templates`. */
function eachOf<Template extends EmailTemplate>(
  templates: ReadonlyArray<Template>,
  previewOf: (template: Template) => Preview,
) {
  const entries = templates.map((template) => [template, previewOf(template)] as const);
  return Object.fromEntries(entries) as Record<Template, Preview>;
}

const PREVIEWS: Readonly<Record<EmailTemplate, Preview>> = {
  "order-confirmation": (sender) =>
    orderConfirmationEmail({ ...ordered(sender), ...sender, warnings: SAMPLE_WARNINGS }),
  "order-apology": (sender) => orderRefundedEmail({ ...ordered(sender), ...sender }),
  "order-paid-twice": (sender) =>
    orderPaidTwiceEmail({ ...ordered(sender), ...sender }, sampleOrder().number + 1),
  "order-shipped": life({ about: "shipped", shipment: SAMPLE_SHIPMENT }, { status: "shipped" }),
  "order-ready-to-collect": (sender) =>
    life({ about: "shipped", shipment: NOT_SENT }, sampleCollection(sender.store))(sender),
  "order-delivered": life({ about: "delivered" }, { status: "delivered" }),
  "order-not-delivered": life({ about: "not-delivered" }, { status: "shipped" }),
  "order-cancelled": life({ about: "cancelled" }, { status: "cancelled" }),
  "order-words-changed": life({ about: "words-changed", line: SAMPLE_ENGRAVED }, { status: "paid" }),
  "order-preorder-terms": preorder("preorder-terms"),
  "order-preorder-moved": preorder("preorder-moved"),
  "order-address-changed": life({ about: "address-changed", isLater: true }, { status: "paid" }),
  "order-refund-changed": life(
    {
      about: "refund-changed",
      refund: { ...SAMPLE_REFUND, status: "failed" },
    },
    { status: "delivered" },
  ),
  "order-refunded": life({ about: "refunded", refund: SAMPLE_REFUND }, { status: "delivered" }),
  "order-return-requested": life(
    { about: "return-requested", returned: SAMPLE_RETURN },
    { status: "delivered" },
  ),
  "order-return-received": life(
    { about: "return-received", returned: SAMPLE_RETURN },
    { status: "delivered" },
  ),
  "order-withdrawal-received": life(
    { about: "withdrawal-received", returned: SAMPLE_WITHDRAWAL },
    { status: "delivered" },
  ),
  ...eachOf(Object.keys(LINK_OF) as ReadonlyArray<CustomerEmailTemplate>, account),
  "review-published": (sender) =>
    reviewPublishedEmail({
      ...sender,
      product: SAMPLE_PRODUCT.name,
      href: `${sender.origin}${SAMPLE_PRODUCT.path}#reviews`,
      shopReply: "Thank you. We passed this on to the workshop.",
    }),
  "review-invitation": (sender) =>
    reviewInvitationEmail({
      ...sender,
      orderNumber: sampleOrder().number,
      products: sampleOrder().lines.map(({ name, productId }) => ({
        name,
        href: `${sender.origin}/products/${productId}/review?order=${sampleOrder().id}&proof=${NO_SECRET}`,
      })),
    }),
  "stock-alert-confirm": stockAlert("confirm"),
  "stock-alert-waiting": stockAlert("waiting"),
  "stock-alert-back": stockAlert("back"),
  ...eachOf(Object.keys(GIFT_LIST_EMAILS) as ReadonlyArray<GiftListEmailTemplate>, giftList),
  "contact-copy": (sender) => contactCopy({ ...sender, message: SAMPLE_MESSAGE, isKnown: true }),
  "contact-reply": (sender) =>
    contactReply({
      ...sender,
      reply: SAMPLE_REPLY,
      words: SAMPLE_MESSAGE.message,
      writtenAt: "2026-11-25T17:20:00.000Z",
    }),
  "owner-contact-message": (sender) => contactEmail({ ...sender, message: SAMPLE_MESSAGE, isKnown: false }),
  "newsletter-confirm": newsletter("confirm"),
  "newsletter-welcome": newsletter("welcome"),
  "newsletter-already": newsletter("already"),
  "basket-reminder": (sender) =>
    recoveryEmail({
      ...sender,
      items: sampleOrder().lines.map((line) => ({
        name: line.name,
        variantLabel: line.variantLabel,
        ageText: line.ageText,
        quantity: line.quantity,
        total: line.total,
        image: line.image,
        href: `${sender.origin}${line.path}`,
      })),
      href: `${sender.origin}/cart-recovery/${sampleOrder().cartId}?sig=${NO_SECRET}`,
      leaveHref: `${sender.origin}/newsletter/unsubscribe?token=${NO_SECRET}`,
    }),
  "owner-new-orders": (sender) =>
    newOrdersEmail({ ...sender, deskOrigin: sender.origin, orders: [sampleOrder()], day: null }),
  "owner-inquiry": owner("inquiry"),
  "owner-disputed": owner("disputed"),
  "owner-inquiry-closed": owner("inquiry-closed"),
  "owner-dispute-won": owner("dispute-won"),
  "owner-dispute-lost": owner("dispute-lost"),
  "owner-refund-failed": owner("refund-failed"),
  "owner-payment-review": owner("payment-review"),
  "owner-paid-twice": owner("paid-twice"),
  "owner-paid-after-cancellation": owner("paid-after-cancellation"),
  "owner-sums-differ": (sender) =>
    invariantAlertEmail({
      ...sender,
      orderNumber: sampleOrder().number,
      broken: "the total is not the sum of its lines and delivery",
    }),
  "owner-service-refused": (sender) =>
    refusalEmail(
      {
        ...{ service: "payments", status: 401, refusals: 2, since: sampleOrder().placedAt },
        calls: ["POST checkout/sessions"],
      },
      sender,
    ),
  ...eachOf(STAFF_EMAIL_TEMPLATES, staff),
};

export function previewEmail(kind: EmailTemplate, sender: Sender): EmailWords {
  return PREVIEWS[kind](sender);
}

function ordered({ origin }: Sender, changes: Partial<Order> = {}) {
  const order = sampleOrder(changes);
  return { order, link: `${origin}/orders/${order.id}?k=${NO_SECRET}` };
}

function life(news: OrderStatusNews, changes: Partial<Order>) {
  const sample = changes.status === "cancelled" ? NOTHING_SENT : SAMPLE_LIFE;
  return (sender: Sender) => orderStatusEmail({ ...ordered(sender, changes), ...sender, life: sample }, news);
}

function preorder(about: "preorder-terms" | "preorder-moved") {
  const order = samplePreorder();
  const [promise] = order.delivery.promises;
  if (!promise) throw new Error("The sample has no promise");
  const unsent = { position: 0, promise, units: [0, 1], canCancel: true };
  return life({ about, unsent, now: new Date(order.placedAt) }, order);
}

function account(template: CustomerEmailTemplate) {
  return (sender: Sender) =>
    customerEmail({ ...sender, template, account: "h•••@e•••.com", token: NO_SECRET });
}

function stockAlert(template: AlertEmailTemplate) {
  const { path, variantId, name, label } = SAMPLE_PRODUCT;
  return ({ store, origin }: Sender) =>
    alertEmail({
      ...{ template, store, origin, name: `${name}, ${label}` },
      productHref: `${origin}${path}?variant=${variantId}`,
      confirmHref: template === "confirm" ? `${origin}/stock-alerts/confirm?token=${NO_SECRET}` : null,
      leaveHref: `${origin}/stock-alerts/leave?token=${NO_SECRET}`,
    });
}

const SAMPLE_WORDS: Partial<Record<GiftListEmailTemplate, string>> = {
  "gift-thanks": "It hangs over the cot.\nThank you, both of you.",
  "gift-list-news": "Rainbow Stacker, from Margaret Okafor\n2 × Stacking Cups, from Uncle Ray",
};

const SAMPLE_GIFT_RETURN = { number: "R95417300268-1", isForCredit: true, wayBack: null };
const SAMPLE_CREDIT = { code: "GIFT-7K4P-9QWX-M2RT", worth: "£42.00 credit for a gift" };
const SAMPLE_UNTIL: Partial<Record<GiftListEmailTemplate, string>> = {
  "gift-claim-confirm": "11 am on Tuesday 24 November",
};

function giftList(template: GiftListEmailTemplate) {
  const isToFamily = template.startsWith("gift-list");
  return (sender: Sender) => {
    const href = `${sender.origin}/${isToFamily ? "gift-lists/link" : "list/gift"}?token=${NO_SECRET}`;
    return giftListEmail({
      ...sender,
      template,
      listName: "Hannah and Tom’s baby",
      family: "Hannah and Tom",
      owner: "Hannah",
      isToCoOwner: false,
      giftName:
        isToFamily && !template.endsWith("return") && !template.endsWith("credit") ? "" : SAMPLE_PRODUCT.name,
      href,
      until: SAMPLE_UNTIL[template] ?? "Monday 30 November",
      isBought: false,
      words: SAMPLE_WORDS[template] ?? "",
      returned: SAMPLE_GIFT_RETURN,
      credit: SAMPLE_CREDIT,
      spare: {
        money: "We refund £42.00 to your original payment method.",
        listHref: `${sender.origin}/list/7K4P-9QWX`,
      },
      leaveHref: isToFamily ? null : href,
    });
  };
}

function newsletter(template: SubscriptionEmailTemplate) {
  return ({ store, origin }: Sender) =>
    subscriptionEmail({
      ...{ template, store, origin, topics: TOPICS, further: [] },
      confirmHref: template === "confirm" ? `${origin}/newsletter/confirm?token=${NO_SECRET}` : null,
      preferencesHref: `${origin}/newsletter/preferences?token=${NO_SECRET}`,
      unsubscribeHref: `${origin}/newsletter/unsubscribe?token=${NO_SECRET}`,
    });
}

const SAMPLE_SUBJECTS: Partial<Record<StaffEmailTemplate, string>> = {
  "staff-passkey-added": SAMPLE_PASSKEY,
  "staff-passkey-removed": SAMPLE_PASSKEY,
  "owner-refund-limit": "£54.00 of order 100001, above £50.00 a day",
  "owner-role-changed": "from packer to editor",
  "owner-names-exported": "customers",
};

function staff(template: StaffEmailTemplate) {
  return ({ store, origin }: Sender) =>
    staffEmail({
      ...{ template, store, origin, what: SAMPLE_SUBJECTS[template] ?? "" },
      deskOrigin: origin,
      name: "Tom Reyes",
      by: "Martha Pryce",
      when: "24 November 2026 at 10:20",
      device: "Firefox on Android",
    });
}

function owner(kind: PaymentAlertKind) {
  const { number: orderNumber, status, totals } = sampleOrder();
  return (sender: Sender) => {
    const amount = formatMoney(totals.total, sender.store.locale);
    const isDispute = kind === "disputed" || kind === "inquiry";
    return paymentAlertEmail({
      ...{ ...sender, kind, orderNumber, status, amount, provider: "test", reference: "pay_1" },
      reason: isDispute ? "the goods did not arrive" : null,
      answerBy: isDispute ? "14 December 2026 at 23:59" : null,
    });
  };
}
