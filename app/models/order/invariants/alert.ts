import { type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { Store } from "#app/models/store/store.ts";

export type InvariantAlert = Readonly<{
  store: Store;
  origin: string;
  orderNumber: number;
  broken: string;
}>;

export function invariantAlertEmail(about: InvariantAlert): EmailWords {
  const { orderNumber, broken } = about;
  const subject = `Order ${orderNumber}: its sums differ`;
  const what = "The shop has stopped a change to this order, because its sums did not add up.";
  return shopEmail("owner-sums-differ", about, {
    subject,
    preview: what,
    heading: subject,
    blocks: [
      `${what} Nothing has been saved: ${broken}.`,
      "This is a mistake in the shop’s program, and not the customer’s. Forward this email to whoever looks after the shop.",
      "If you cannot find the order, it was never placed and nobody was charged. Otherwise compare it with your payment provider before you send or refund anything.",
    ],
  });
}
