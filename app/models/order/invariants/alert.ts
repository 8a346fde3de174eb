import type { EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { renderEmail } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

export type InvariantAlert = Readonly<{
  store: Store;
  origin: string;
  orderNumber: number;
  broken: string;
}>;

export function invariantAlertEmail({ store, origin, orderNumber, broken }: InvariantAlert): EmailWords {
  const subject = `Order ${orderNumber}: its sums differ`;
  const what = "The shop has stopped a change to this order, because its sums did not add up.";
  const document: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    subject,
    preview: what,
    heading: subject,
    blocks: [
      { kind: "paragraph", text: `${what} Nothing has been saved: ${broken}.` },
      {
        kind: "paragraph",
        text: "This is a mistake in the shop’s program, and not the customer’s. Forward this email to whoever looks after the shop.",
      },
      {
        kind: "paragraph",
        text: "If you cannot find the order, it was never placed and nobody was charged. Otherwise compare it with your payment provider before you send or refund anything.",
      },
    ],
    ...closing(store, origin),
  };
  return renderEmail("owner-sums-differ", document);
}
