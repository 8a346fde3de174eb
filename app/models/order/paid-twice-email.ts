import type { EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { renderEmail } from "#app/models/email/render.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import { type OrderEmailFacts, ownLink, sellerColumn } from "./email.ts";
import { orderSchema } from "./schema-org.ts";

export function orderPaidTwiceEmail(about: OrderEmailFacts, paidOrder: number): EmailWords {
  const { order, store, origin, link = ownLink(about) } = about;
  const amount = formatMoney(order.totals.total, store.locale);
  return renderEmail("order-paid-twice", {
    subject: `We are refunding your payment for order ${order.number}`,
    language: store.locale,
    preview: `You paid twice for the same basket. We are refunding ${amount}.`,
    shopName: store.name,
    heading: "We are refunding your second payment",
    blocks: [
      {
        kind: "paragraph",
        text: `You paid twice for the same basket: for order ${paidOrder} and for order ${order.number}. We have accepted your payment for order ${paidOrder}.`,
      },
      {
        kind: "paragraph",
        text: `We are refunding the full ${amount} that you paid for order ${order.number}. We will not send that order. The refund goes to your original payment method. Most banks show it within 5 working days. You do not need to do anything.`,
      },
      {
        kind: "columns",
        columns: [{ title: "Refunding", lines: [amount, `Order ${order.number}`] }, sellerColumn(store)],
      },
      {
        kind: "paragraph",
        text: `Questions? Email ${store.contact.email} or call ${store.contact.phone}.`,
      },
    ],
    schemas: [orderSchema({ order, store, origin, link }, "OrderCancelled")],
    ...closing(store, origin),
  });
}
