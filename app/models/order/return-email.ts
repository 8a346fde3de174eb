/** The e-mails about a return: announced, and arrived. */
import { formatMoney } from "#app/models/shared/money.ts";

import { type AboutOrder, goods, type Letter, paragraph } from "./email-parts.ts";
import type { OrderReturn } from "./fulfilment.ts";
import { reasonText } from "./return-reason.ts";
import { nextSteps } from "./return.ts";

/** Announced: its number, and how it comes back. */
export function returnAskedLetter({ order, store }: AboutOrder, returned: OrderReturn): Letter {
  return {
    subject: `Your return ${returned.number} to ${store.name}`,
    preview: "How to send it back.",
    heading: `Return ${returned.number}`,
    blocks: [
      paragraph(`You have told us that you are returning something of order ${order.number}.`),
      goods(
        "What you are returning",
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

/** Arrived: what goes back for it. */
export function returnReceivedLetter({ order, life, store }: AboutOrder, returned: OrderReturn): Letter {
  const refund = life.refunds.find(({ reason }) => reason === `return ${returned.number}`);
  return {
    subject: `Your return ${returned.number} is with us`,
    preview: "Thank you for sending it back.",
    heading: "It is back with us",
    blocks: [
      paragraph(`What you returned of order ${order.number} has arrived. Thank you.`),
      goods("What came back", returned.contents),
      paragraph(
        refund
          ? `We have started to send ${formatMoney(refund.amount, store.locale)} back to the card or account you paid with. We will write again once your payment provider has taken it.`
          : "There is nothing to give back for it.",
      ),
    ],
  };
}
