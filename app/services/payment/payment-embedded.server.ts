import { randomBytes } from "node:crypto";

import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import {
  isTestPaymentStatus,
  OPEN_TEST_STATUSES,
  type TestPaymentStatus,
} from "#app/models/order/payment/test-payment.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { readEvent } from "./payment-event.server.ts";
import type { PaymentAttempt, ProviderPaymentEvent, PaymentIntent, PaymentPort } from "./payment-port.ts";

const REFUND_TRIES = 5;

type Refund = Readonly<{ key: string; minor: number; at: string }>;
type Request = Readonly<{ attempt: PaymentAttempt; refunds: ReadonlyArray<Refund> }>;

export type TestPayment = Readonly<{
  id: string;
  status: TestPaymentStatus;
  attempt: PaymentAttempt;
  declineReason: string | null;
  refunds: ReadonlyArray<Refund>;
  updatedAt: string;
}>;

export const embeddedPayments: PaymentPort = {
  name: "embedded",
  origin: null,
  isTest: true,
  open: openPayment,
  intent: async (paymentId) => {
    const payment = await findTestPayment(paymentId, new Date());
    return payment && intentOf(payment);
  },
  find: async (paymentId) => {
    const payment = await findTestPayment(paymentId, new Date());
    return payment ? eventsOf(payment) : [];
  },
  close: async (paymentId) => {
    await moveTestPayment(paymentId, { from: ["pending", "authentication"], to: "expired", at: new Date() });
  },
  readEvent,
  refund: refundPayment,
};

async function openPayment(attempt: PaymentAttempt) {
  const now = new Date().toISOString();
  await db()
    .insertInto("embedded_payments")
    .values({
      id: `test_${randomBytes(16).toString("base64url")}`,
      attempt_id: attempt.attemptId,
      status: "pending",
      amount_minor: attempt.amount.minor,
      currency: attempt.amount.currency,
      request: writeRequest({ attempt, refunds: [] }),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("attempt_id").doNothing())
    .execute();
  const row = await db()
    .selectFrom("embedded_payments")
    .select(["id", "amount_minor"])
    .where("attempt_id", "=", attempt.attemptId)
    .executeTakeFirstOrThrow();
  // One key, one payment: the same key with another amount is refused, as every real provider does.
  if (row.amount_minor !== attempt.amount.minor) return refused("payment-unavailable");
  return ok({ paymentId: row.id, url: paths.testPayment(row.id) });
}

/** Past its time and unpaid it is expired. */
export async function findTestPayment(id: string, now: Date): Promise<TestPayment | null> {
  const row = await db().selectFrom("embedded_payments").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readPayment(row, now) : null;
}

type Move = Readonly<{
  from: ReadonlyArray<TestPaymentStatus>;
  to: TestPaymentStatus;
  declineReason?: string | null;
  at: Date;
}>;

/** Moves the payment if it still has one of the statuses `from`; of two callers at once one wins. */
export async function moveTestPayment(id: string, move: Move): Promise<boolean> {
  const moved = await db()
    .updateTable("embedded_payments")
    .set({ status: move.to, decline_reason: move.declineReason ?? null, updated_at: move.at.toISOString() })
    .where("id", "=", id)
    .where("status", "in", move.from)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows) === 1;
}

/** `until` is ISO 8601. False where the payment is over. Call it in a transaction. */
export async function extendTestPayment(id: string, until: string): Promise<boolean> {
  const row = await db()
    .selectFrom("embedded_payments")
    .select("request")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { attempt, refunds } = readRequest(row.request);
  const extended = await db()
    .updateTable("embedded_payments")
    .set({ request: writeRequest({ attempt: { ...attempt, expiresAt: until }, refunds }) })
    .where("id", "=", id)
    .where("status", "in", OPEN_TEST_STATUSES)
    .executeTakeFirst();
  return Number(extended.numUpdatedRows) === 1;
}

function intentOf({ id, status, attempt }: TestPayment): PaymentIntent {
  return { id, clientSecret: null, amount: attempt.amount, status: INTENT_STATUSES[status] };
}

const INTENT_STATUSES = {
  pending: "requires_payment_method",
  authentication: "requires_action",
  processing: "processing",
  paid: "succeeded",
  declined: "requires_payment_method",
  cancelled: "canceled",
  expired: "canceled",
} as const satisfies Record<TestPaymentStatus, PaymentIntent["status"]>;

/** An event keeps its id however often it is found. */
export function eventsOf(payment: TestPayment): ReadonlyArray<ProviderPaymentEvent> {
  const { id, status, attempt } = payment;
  const { currency } = attempt.amount;
  const event = (
    type: ProviderPaymentEvent["type"],
    rest: Pick<ProviderPaymentEvent, "detail" | "occurredAt">,
    minor: number,
  ) => ({
    paymentId: id,
    type,
    amount: { minor, currency },
    attemptId: attempt.attemptId,
    ...rest,
  });
  const rest = { detail: payment.declineReason, occurredAt: payment.updatedAt };
  const first =
    status === "pending" || status === "authentication"
      ? []
      : [{ eventId: `evt_${id}_${status}`, ...event(status, rest, attempt.amount.minor) }];
  const given = payment.refunds.map((refund) => ({
    eventId: `evt_${id}_${refund.key}`,
    ...event("refunded", { detail: null, occurredAt: refund.at }, refund.minor),
    ...{ reference: `refund_${refund.key}`, refundKey: refund.key },
  }));
  return [...first, ...given];
}

async function refundPayment(paymentId: string, amount: Money, key: string) {
  for (let attempt = 1; attempt <= REFUND_TRIES; attempt += 1) {
    const row = await db()
      .selectFrom("embedded_payments")
      .selectAll()
      .where("id", "=", paymentId)
      .executeTakeFirst();
    if (!row || row.status !== "paid") return refused("refund-failed");
    const request = readRequest(row.request);
    const same = request.refunds.find((refund) => refund.key === key);
    if (same) return same.minor === amount.minor ? ok(`refund_${key}`) : refused("refund-failed");
    if (row.refunded_minor + amount.minor > row.amount_minor) return refused("refund-failed");
    const at = new Date().toISOString();
    const refunds = [...request.refunds, { key, minor: amount.minor, at }];
    const done = await db()
      .updateTable("embedded_payments")
      .set({
        refunded_minor: row.refunded_minor + amount.minor,
        request: writeRequest({ ...request, refunds }),
        updated_at: at,
      })
      .where("id", "=", paymentId)
      .where("refunded_minor", "=", row.refunded_minor)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) === 1) return ok(`refund_${key}`);
  }
  throw new Error("Other refunds of the payment are being made");
}

function readPayment(row: Selectable<Database["embedded_payments"]>, now: Date): TestPayment {
  const { attempt, refunds } = readRequest(row.request);
  const stored = isTestPaymentStatus(row.status) ? row.status : "pending";
  const isOpen = stored === "pending" || stored === "authentication";
  const isOver = isOpen && attempt.expiresAt <= now.toISOString();
  return {
    id: row.id,
    status: isOver ? "expired" : stored,
    attempt,
    declineReason: row.decline_reason,
    refunds,
    updatedAt: isOver ? attempt.expiresAt : row.updated_at,
  };
}

// The row's request is this file's own writing.
function readRequest(text: string): Request {
  return JSON.parse(text) as Request;
}

function writeRequest(request: Request): string {
  return JSON.stringify(request);
}
