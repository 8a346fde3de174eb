export const TEST_PAYMENT_STATUSES = [
  "pending",
  "authentication",
  "processing",
  "paid",
  "declined",
  "cancelled",
  "expired",
] as const;

export type TestPaymentStatus = (typeof TEST_PAYMENT_STATUSES)[number];

export const PAY_LATER_SECONDS = 120;

export const DECLINE_REASONS = {
  "insufficient-funds": "Insufficient funds",
  "card-declined": "Your bank declined the card",
} as const;

type DeclineReason = keyof typeof DECLINE_REASONS;

type Move = Readonly<{ from: ReadonlyArray<TestPaymentStatus>; to: TestPaymentStatus; detail?: string }>;

export const TEST_MOVES = {
  pay: { from: ["pending"], to: "paid" },
  authenticate: { from: ["pending"], to: "authentication" },
  "authentication-passed": { from: ["authentication"], to: "paid" },
  "authentication-failed": {
    from: ["authentication"],
    to: "declined",
    detail: "Your bank could not confirm your identity",
  },
  "pay-later": { from: ["pending"], to: "processing" },
  "bank-confirms": { from: ["processing"], to: "paid" },
  "bank-refuses": { from: ["processing"], to: "declined", detail: "Your bank declined the payment" },
  decline: { from: ["pending", "authentication"], to: "declined", detail: DECLINE_REASONS["card-declined"] },
  cancel: { from: ["pending", "authentication"], to: "cancelled" },
} as const satisfies Record<string, Move>;

/** While the shopper can still decide on the page. */
export const OPEN_TEST_STATUSES: ReadonlyArray<TestPaymentStatus> = TEST_MOVES.cancel.from;

export type TestDecision = keyof typeof TEST_MOVES;

export function isTestDecision(text: string): text is TestDecision {
  return Object.hasOwn(TEST_MOVES, text);
}

export function isTestPaymentStatus(text: string): text is TestPaymentStatus {
  return (TEST_PAYMENT_STATUSES as ReadonlyArray<string>).includes(text);
}

export function declineText(reason: string): string | null {
  return Object.hasOwn(DECLINE_REASONS, reason) ? DECLINE_REASONS[reason as DeclineReason] : null;
}

export function stateText(status: TestPaymentStatus): string {
  return STATES[status];
}

const NOT_CHARGED = "You have not been charged";
const STATES: Readonly<Record<TestPaymentStatus, string>> = {
  pending: `Something else happened at the same moment. Try again. ${NOT_CHARGED}`,
  authentication: `This payment waits for you to confirm that it is you. ${NOT_CHARGED}`,
  processing: "The bank is working on this payment",
  paid: "This payment has been made",
  declined: `This payment was declined. ${NOT_CHARGED}`,
  cancelled: `This payment was cancelled here or in another window. ${NOT_CHARGED}`,
  expired: `The time for this payment ran out. ${NOT_CHARGED}`,
};
