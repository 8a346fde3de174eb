import { formatMoney } from "#app/models/shared/money.ts";

import { type AboutOrder, itemTable, type OrderEmailParts, paragraph } from "./email-parts.ts";
import type { OrderReturn } from "./fulfilment.ts";
import { reasonText } from "./return-reason.ts";
import { nextSteps } from "./return.ts";

export function returnRequestedEmail({ order, store }: AboutOrder, returned: OrderReturn): OrderEmailParts {
  return {
    subject: `How to send back your return ${returned.number} to ${store.name}`,
    preview: "How to send your items back.",
    heading: `Return ${returned.number}`,
    blocks: [
      paragraph(`Thank you for telling us that you are returning items from order ${order.number}.`),
      itemTable(
        "Items you are returning",
        returned.contents.map(({ name, quantity, reason }) => ({
          name,
          quantity,
          detail: reasonText(reason),
        })),
      ),
      { kind: "heading", text: "What happens next" },
      ...nextSteps(store, returned.number).map(paragraph),
    ],
  };
}

export function returnReceivedEmail(
  { order, life, store }: AboutOrder,
  returned: OrderReturn,
): OrderEmailParts {
  const refund = life.refunds.find(({ reason }) => reason === `return ${returned.number}`);
  return {
    subject: `We have received your return ${returned.number}`,
    preview: "Thank you for sending it back.",
    heading: "We have received your return",
    blocks: [
      paragraph(`We have received the items you returned from order ${order.number}. Thank you.`),
      itemTable("Items returned", returned.contents),
      paragraph(
        refund
          ? `We are refunding ${formatMoney(refund.amount, store.locale)} to your original payment method. We’ll email you again once our payment provider has accepted it.`
          : "No refund is due for this return.",
      ),
    ],
  };
}
