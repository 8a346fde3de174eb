import { type EmailWords } from "#app/models/email/document.ts";
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

/** Opens the payment page. */
const OPEN_PAYMENT = "POST checkout/sessions";

/** Takes the key, and refuses what the shop asks in one currency. */
const REFUSED_CURRENCY = /^POST checkout\/sessions in ([A-Z]{3})$/;

export function isOfCurrency(call: string): boolean {
  return REFUSED_CURRENCY.test(call);
}

/** A restricted key may lack some of these. The worst first. */
const PAYMENT_EFFECTS: Readonly<Record<string, string>> = {
  [OPEN_PAYMENT]: "Nobody can pay until this is mended.",
  "GET checkout/sessions": "The shop cannot ask what has become of a payment, and no refund can be made.",
  "POST checkout/sessions/expire": "Payment pages of cancelled orders stay open until they expire.",
  "GET refunds": "The shop cannot read refunds, and none can be made.",
  "POST refunds": "No refund can be made.",
  "GET disputes": "The shop cannot read disputes.",
  "GET events": "The shop cannot see whether the provider’s messages arrive.",
};

/** Takes the log-in, and refuses the shop's address as a sender, or what it sends. */
const REFUSED_SENDER = ["MAIL FROM", "DATA"];

/** What the payment provider sends to the shop, and cannot deliver. */
export const UNDELIVERED = "payment messages";

const EFFECTS: Readonly<Record<string, string>> = {
  payments: "No checkout has been refused so far.",
  [UNDELIVERED]:
    "The shop fetches them from the provider, up to an hour late. Look at the webhook endpoint there: its address, and its signing secret in the shop’s settings.",
  email: "No email has left the shop since. Emails are kept and tried again for a day.",
  search:
    "Shoppers get the shop’s own search in the meantime, and the service’s index is not brought up to date.",
  content: "Pages and articles stay as they were last read, for a day.",
  marketing: "The service hears nothing of baskets and orders. What has happened is kept and sent later.",
  addresses: "Shoppers type their address in the meantime.",
  analytics: "Visits are kept and sent later.",
  "page cache": "Visitors may see pages from before a change.",
};

export function stopsSales({ service, calls }: ServiceRefusal): boolean {
  return service === "payments" && (calls.includes(OPEN_PAYMENT) || refusedCurrencies(calls).length > 0);
}

const refusedCurrencies = (calls: ReadonlyArray<string>) =>
  calls.flatMap((call) => REFUSED_CURRENCY.exec(call)?.[1] ?? []);

export function refusalTitle(refusal: ServiceRefusal): string {
  if (refusal.service === UNDELIVERED) return "Messages of the payment provider did not arrive";
  return stopsSales(refusal) ? "Payments are refused" : `A service refuses the shop: ${refusal.service}`;
}

export function refusalEffect(refusal: ServiceRefusal): string {
  const { service, calls } = refusal;
  const ofCalls = Object.entries(PAYMENT_EFFECTS).filter(([call]) => calls.includes(call));
  const ofCurrencies = refusedCurrencies(calls).map(
    (currency) => `No payment page in ${currency} has been opened since: shoppers are told to call you.`,
  );
  const own = service === "payments" ? [...ofCurrencies, ...ofCalls.map(([, effect]) => effect)] : [];
  return [...own, ...(stopsSales(refusal) ? [] : [EFFECTS[service] ?? ""])].join(" ");
}

export function refusalEmail(refusal: ServiceRefusal, sender: EmailSender): EmailWords {
  const subject = refusalTitle(refusal);
  return shopEmail("owner-service-refused", sender, {
    subject,
    preview: refusalEffect(refusal),
    heading: subject,
    blocks: [
      ...factsOf(refusal, dateTimeText(refusal.since, sender.store)),
      "The page Health at the desk says whether it is still so.",
    ],
  });
}

function factsOf(refusal: ServiceRefusal, since: string): ReadonlyArray<string> {
  const { service, status, calls } = refusal;
  const effect = refusalEffect(refusal);
  if (service === UNDELIVERED)
    return [`On ${since} the shop found messages that the provider could not deliver to it. ${effect}`];
  return [
    `The service for ${service} has refused the shop since ${since}, with status ${status}. ${effect}`,
    `${adviceOn(calls)} What was refused: ${calls.join(", ")}.`,
  ];
}

function adviceOn(calls: ReadonlyArray<string>): string {
  if (calls.every((call) => REFUSED_SENDER.includes(call)))
    return "The log-in is taken. Is the shop’s address confirmed as a sender there, or is the account suspended?";
  return refusedCurrencies(calls).length === calls.length
    ? "The key is taken. May the account charge, and does it take this currency? The log of requests on the provider’s pages says what it did not accept."
    : "Has the key been changed, restricted or revoked, or the account suspended? Look there, put the new key into the shop’s settings and start the shop again.";
}
