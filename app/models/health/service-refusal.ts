import { type EmailWords, paragraph } from "#app/models/email/document.ts";
import { type EmailSender, shopEmail } from "#app/models/email/shop-email.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";

export type ServiceRefusal = Readonly<{
  /** "payments", as in the lines of Health. */
  service: string;
  /** HTTP status of the newest one, or the reply code of a mail server. */
  status: number;
  /** "POST checkout/sessions", the newest first. */
  calls: ReadonlyArray<string>;
  refusals: number;
  /** ISO 8601, UTC. */
  since: string;
}>;

const EFFECTS: Readonly<Record<string, string>> = {
  payments: "Nobody can pay until this is mended.",
  email: "No email leaves the shop until this is mended. Emails are kept and tried again for a day.",
  search:
    "Shoppers get the shop’s own search in the meantime, and the service’s index is not brought up to date.",
  content: "Pages and articles stay as they were last read, for a day.",
  marketing: "The service hears nothing of baskets and orders. What has happened is kept and sent later.",
  addresses: "Shoppers type their address in the meantime.",
  analytics: "Visits are kept and sent later.",
  "page cache": "Visitors may see pages from before a change.",
};

export function refusalEffect({ service }: ServiceRefusal): string {
  return EFFECTS[service] ?? "";
}

export function refusalEmail(refusal: ServiceRefusal, sender: EmailSender): EmailWords {
  const { service, status, calls, since } = refusal;
  const subject = service === "payments" ? "Payments are refused" : `A service refuses the shop: ${service}`;
  const what = `The service for ${service} has refused the shop’s key since ${dateTimeText(since, sender.store)}, with status ${status}.`;
  return shopEmail("owner-service-refused", sender, {
    subject,
    preview: refusalEffect(refusal),
    heading: subject,
    blocks: [
      paragraph(`${what} ${refusalEffect(refusal)}`),
      paragraph(
        `Has the key been changed, restricted or revoked, or the account suspended? Look there, put the new key into the shop’s settings and start the shop again. What was refused: ${calls.join(", ")}.`,
      ),
      paragraph("The page Health at the desk says whether the key is taken again."),
    ],
  });
}
