/** Disputes of a payment, from the set of its events in any order. */
import type { PaymentAmount, PaymentEvent } from "./payment.ts";

export type Dispute = Readonly<{
  /** The provider's id; empty where it names none. */
  reference: string;
  /** "inquiry": the bank asks and has taken no money; "closed": so it ended. Lost first and won later is won. */
  state: "inquiry" | "closed" | "open" | "won" | "lost";
  amount: PaymentAmount;
  /** Minor units that are gone for good: 0 unless it is lost. */
  lost: number;
  /** What the provider charged for it and has not given back, in the currency of the shop's account there. */
  fee: PaymentAmount | null;
  /** The provider's code, such as "product_not_received". */
  reason: string | null;
  /** Until when it can be answered, ISO 8601; null once it was, or where the bank takes no answer. */
  answerBy: string | null;
  /** ISO 8601, UTC, as are the next two; null while it has not happened. */
  openedAt: string | null;
  lostAt: string | null;
  wonAt: string | null;
}>;

/** `PAYMENT_EVENT_TYPES` says what they are. */
export const DISPUTE_EVENT_TYPES = [
  "inquiry",
  "disputed",
  "dispute-won",
  "dispute-lost",
  "dispute-reinstated",
  "dispute-fee",
] as const;

/** The detail of a won one of which the provider's account shows no money: what it takes afterwards is lost. */
export const UNTAKEN = "prevented";

const IS_ABOUT: ReadonlyArray<PaymentEvent["type"]> = DISPUTE_EVENT_TYPES;

/** In the order in which they began. */
export function disputesOf(events: ReadonlyArray<PaymentEvent>): ReadonlyArray<Dispute> {
  const about = events.filter(({ type }) => IS_ABOUT.includes(type)).sort(byTime);
  const references = [...new Set(about.map(({ reference }) => reference ?? ""))];
  return references
    .map((reference) =>
      disputeOf(
        reference,
        about.filter((event) => (event.reference ?? "") === reference),
      ),
    )
    .sort((one, other) => (one.openedAt ?? "").localeCompare(other.openedAt ?? ""));
}

/** By when the shop heard of them, and then by what they say, so that any order of the same events is the same. */
function byTime(one: PaymentEvent, other: PaymentEvent): number {
  const place = ({ receivedAt = "", amount }: PaymentEvent) =>
    `${receivedAt} ${String(amount.minor).padStart(16, "0")} ${amount.currency}`;
  return place(one).localeCompare(place(other));
}

function disputeOf(reference: string, events: ReadonlyArray<PaymentEvent>): Dispute {
  const ofType = (type: PaymentEvent["type"]) => events.filter((event) => event.type === type);
  const lost = ofType("dispute-lost").at(-1);
  const won = ofType("dispute-won").findLast(({ detail }) => !lost || detail !== UNTAKEN);
  const latest = [...ofType("inquiry"), ...ofType("disputed")].at(-1) ?? won ?? NOTHING;
  const [open, ended] =
    latest.type === "inquiry" ? (["inquiry", "closed"] as const) : (["open", "won"] as const);
  const state = won ? ended : lost ? "lost" : open;
  const { amount } = lost ?? latest;
  return {
    ...{ reference, amount, fee: feeOf(ofType("dispute-fee")) },
    state,
    lost: state === "lost" ? Math.max(0, amount.minor - sumOf(ofType("dispute-reinstated"))) : 0,
    ...{ reason: latest.detail, answerBy: latest.dueAt ?? null },
    ...{ openedAt: heardOf(events[0]), lostAt: heardOf(lost), wonAt: heardOf(won) },
  };
}

const NOTHING: PaymentEvent = { type: "disputed", amount: { minor: 0, currency: "" }, detail: null };

const heardOf = (event: PaymentEvent | undefined) => event?.receivedAt ?? null;

function feeOf(fees: ReadonlyArray<PaymentEvent>): PaymentAmount | null {
  const minor = sumOf(fees);
  const currency = fees[0]?.amount.currency;
  return currency !== undefined && minor > 0 ? { minor, currency } : null;
}

const sumOf = (events: ReadonlyArray<PaymentEvent>) =>
  events.reduce((sum, { amount }) => sum + amount.minor, 0);

/** The bank has not decided, so nothing is sent and nothing refunded (decision 0014). */
export function isDisputeOpen({ state }: Pick<Dispute, "state">): boolean {
  return state === "open" || state === "inquiry";
}

/** Minor units of `currency` that the bank has taken and not given back; what it may still decide does not count. */
export function lostMinor(disputes: ReadonlyArray<Dispute>, currency: string): number {
  return disputes.reduce((sum, { amount, lost }) => sum + (amount.currency === currency ? lost : 0), 0);
}

/** Stripe's codes (docs.stripe.com/disputes/categories), in words that follow a colon. */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: "the bank could not process the payment",
  credit_not_processed: "a refund that was promised did not arrive",
  customer_initiated: "the customer asked for the money back",
  debit_not_authorized: "the debit was not authorised",
  duplicate: "it was charged twice",
  fraudulent: "the cardholder did not make the payment",
  general: "no reason given",
  incorrect_account_details: "the account details were wrong",
  insufficient_funds: "the account had too little money",
  product_not_received: "the goods did not arrive",
  product_unacceptable: "the goods are damaged or not as described",
  unrecognized: "the cardholder does not recognise the payment",
};

export function disputeReason(code: string): string {
  return REASONS[code] ?? code.replaceAll("_", " ");
}
