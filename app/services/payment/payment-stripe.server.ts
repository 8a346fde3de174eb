import { z } from "zod";
import type Stripe from "stripe";

import type { StripeSettings } from "#app/config.server.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { statusOf } from "#app/services/outgoing/outgoing-error.ts";
import {
  isKeyRefusal,
  noteServiceAnswer,
  noteServiceRefusal,
} from "#app/services/outgoing/service-answers.server.ts";

import type {
  HostedPayment,
  OpenRefusal,
  PaymentAttempt,
  ProviderPaymentEvent,
  PaymentPort,
} from "./payment-port.ts";
import { stripeAmount, stripePageLocale } from "./payment-stripe-amount.ts";
import {
  complain,
  STRIPE_LIMITS,
  type StripeAnswer,
  type StripeCalls,
  stripeCalls,
  type StripeLimits,
  withKey,
} from "./payment-stripe-client.server.ts";
import { eventsIn, readStripeEvent, STRIPE_EVENTS } from "./payment-stripe-event.server.ts";
import {
  disputeEvents,
  disputeSchema,
  intentOf,
  outcomeOf,
  refundEvents,
  refundSchema,
  sessionEvent,
  type StripeRefund,
  wholeSchema,
  type WholeSession,
} from "./payment-stripe-objects.server.ts";

const LIST_MAX = 100;
/** In the form of an id, and nobody's: a good key is answered with "no such session". */
const NO_SESSION = "cs_test_none";

export function stripePayments(settings: StripeSettings, limits: StripeLimits = STRIPE_LIMITS): PaymentPort {
  const calls = stripeCalls(settings, limits);
  return {
    name: "stripe",
    origin: settings.pageOrigin,
    isTest: !settings.isLive,
    open: (attempt) => openStripePage(calls, attempt, settings.pageOrigin),
    intent: async (paymentId) => {
      const whole = await findWhole(calls, paymentId);
      return whole && intentOf(plainSession(whole), whole.payment_intent ?? null);
    },
    find: async (paymentId) => {
      const whole = await findWhole(calls, paymentId);
      return whole ? eventsOf(calls, whole) : [];
    },
    probe: async () => {
      const one = { limit: 1 };
      const [, ...answers] = await Promise.all([
        findWhole(calls, NO_SESSION),
        calls((stripe) => stripe.refunds.list(one)),
        calls((stripe) => stripe.disputes.list(one)),
      ]);
      for (const answer of answers) if (!answer.ok) throw answer.error;
    },
    close: (paymentId) => close(calls, paymentId),
    readEvent: (rawBody, headers, now) => readStripeEvent(rawBody, { headers, now }, settings),
    undelivered: (sent) => undelivered(calls, sent, settings),
    missingEvents: (webhookUrl) => missingEvents(calls, webhookUrl),
    refund: (paymentId, amount, key) => refund(calls, paymentId, { amount, key }),
  };
}

/** Stripe refuses to expire a paid, pending or ended session. Then, and in doubt, the session's status is read. */
async function close(calls: StripeCalls, paymentId: string): Promise<void> {
  if (!isSession(paymentId)) return;
  const answer = await calls((stripe) => stripe.checkout.sessions.expire(paymentId));
  if (answer.ok && answer.value.status === "expired") return;
  const whole = await findWhole(calls, paymentId);
  if (whole?.status === "open") throw new Error("Stripe does not close the page");
}

/** Null for an id that is not Stripe's or that it does not know. */
async function findWhole(calls: StripeCalls, paymentId: string): Promise<WholeSession | null> {
  if (!isSession(paymentId)) return null;
  const expand = ["payment_intent.latest_charge.refunds"];
  const answer = await calls((stripe) => stripe.checkout.sessions.retrieve(paymentId, { expand }));
  if (answer.ok) return wholeSchema.parse(answer.value);
  if (answer.error.code === "resource_missing") return null;
  complain("Stripe did not tell about a payment", answer);
  throw answer.error;
}

async function eventsOf(
  calls: StripeCalls,
  whole: WholeSession,
): Promise<ReadonlyArray<ProviderPaymentEvent>> {
  const intent = whole.payment_intent ?? null;
  const type = outcomeOf(whole, intent);
  if (!type) return [];
  if (!intent) return [sessionEvent(plainSession(whole), type, { at: whole.created })];
  const { latest_charge: charge, last_payment_error: problem } = intent;
  const outcome = sessionEvent(plainSession(whole), type, { at: charge?.created ?? whole.created, problem });
  const refunds = await refundsOf(calls, intent);
  const disputes = charge?.disputed ? await disputesOf(calls, intent.id) : [];
  return [
    outcome,
    ...refunds.flatMap((each) => refundEvents(each, whole.id)),
    ...disputes.flatMap((each) => disputeEvents(each, whole.id)),
  ];
}

async function refundsOf(
  calls: StripeCalls,
  intent: NonNullable<WholeSession["payment_intent"]>,
): Promise<ReadonlyArray<StripeRefund>> {
  const list = intent.latest_charge?.refunds;
  if (!list?.has_more) return list?.data ?? [];
  const answer = await calls((stripe) => stripe.refunds.list({ payment_intent: intent.id, limit: LIST_MAX }));
  return listed(answer, refundSchema);
}

async function disputesOf(calls: StripeCalls, intentId: string) {
  const answer = await calls((stripe) => stripe.disputes.list({ payment_intent: intentId, limit: LIST_MAX }));
  return listed(answer, disputeSchema);
}

function listed<Schema extends z.ZodTypeAny>(
  answer: StripeAnswer<Readonly<{ data: unknown }>>,
  schema: Schema,
): ReadonlyArray<z.output<Schema>> {
  if (!answer.ok) throw answer.error;
  return z.array(schema).parse(answer.value.data);
}

/** "*" stands for every event (docs.stripe.com/api/webhook_endpoints/object). */
async function missingEvents(calls: StripeCalls, webhookUrl: string): Promise<ReadonlyArray<string> | null> {
  const answer = await calls((stripe) => stripe.webhookEndpoints.list({ limit: LIST_MAX }));
  if (!answer.ok) throw answer.error;
  const ours = answer.value.data.filter(({ url, status }) => url === webhookUrl && status === "enabled");
  const enabled = ours.flatMap(({ enabled_events: events }) => events);
  if (ours.length === 0) return null;
  return enabled.includes("*") ? [] : STRIPE_EVENTS.filter((type) => !enabled.includes(type));
}

/** Events are larger than what else is listed, and an answer has a bound. */
const EVENTS_A_PAGE = 20;
const EVENT_PAGES = 25;

/** Stripe lists the newest first: of more than it gives in so many pages, the oldest are left out. */
async function undelivered(
  calls: StripeCalls,
  { from, to }: Readonly<{ from: Date; to: Date }>,
  settings: Pick<StripeSettings, "isLive">,
): Promise<ReadonlyArray<ProviderPaymentEvent>> {
  const created = { gte: Math.floor(from.getTime() / 1000), lte: Math.floor(to.getTime() / 1000) };
  const filter = { delivery_success: false, types: [...STRIPE_EVENTS], created, limit: EVENTS_A_PAGE };
  const found: Array<Stripe.Event> = [];
  for (let page = 1; page <= EVENT_PAGES; page += 1) {
    const last = found.at(-1);
    const after = last ? { starting_after: last.id } : {};
    const answer = await calls((stripe) => stripe.events.list({ ...filter, ...after }));
    if (!answer.ok) throw answer.error;
    found.push(...answer.value.data);
    if (!answer.value.has_more) break;
  }
  return found.reverse().flatMap((event) => eventsIn(event, settings) ?? []);
}

/** Stripe forgets idempotency keys after a day, and jobs are tried for longer: the key goes with the refund too. */
async function refund(
  calls: StripeCalls,
  paymentId: string,
  { amount, key }: Readonly<{ amount: Money; key: string }>,
): Promise<Result<string, "refund-failed">> {
  const whole = await findWhole(calls, paymentId);
  const intent = whole?.payment_intent;
  if (!intent) return refused("refund-failed");
  const answer = await calls((stripe) =>
    withKey(`${paymentId}:${key}`, async (options) => {
      const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: LIST_MAX });
      const same = data.find((each) => each.metadata?.["key"] === key);
      if (same) return same;
      const params = { payment_intent: intent.id, amount: stripeAmount(amount), metadata: { key } };
      return stripe.refunds.create(params, options);
    }),
  );
  return answer.ok ? madeRefund(answer.value, amount) : refusedRefund(answer);
}

function madeRefund(
  { id, status, amount: given }: Stripe.Refund,
  amount: Money,
): Result<string, "refund-failed"> {
  const hasFailed = status === "failed" || status === "canceled";
  const isMade = !hasFailed && given === stripeAmount(amount);
  return isMade ? ok(id) : refused("refund-failed", { reason: status ?? "another amount" });
}

/** Throws where the same request may succeed later. */
function refusedRefund(
  answer: Extract<StripeAnswer<Stripe.Refund>, { ok: false }>,
): Result<string, "refund-failed"> {
  complain("Stripe refused a refund", answer);
  const { statusCode, code, type } = answer.error;
  if (statusCode === 409 || code === "balance_insufficient") throw answer.error;
  return refused("refund-failed", { reason: code ?? type });
}

function isSession(paymentId: string): boolean {
  return /^cs_\w+$/.test(paymentId);
}

function plainSession(whole: WholeSession) {
  return { ...whole, payment_intent: whole.payment_intent?.id ?? null };
}

/** Stripe wants at least 30 minutes from the moment the page is opened, which may be the reservation's last. */
const PAGE_EXTRA_MINUTES = 35;

const openedSchema = z.object({ id: z.string().regex(/^cs_\w+$/), url: z.string().url() });

async function openStripePage(
  calls: StripeCalls,
  attempt: PaymentAttempt,
  pageOrigin: string,
): Promise<Result<HostedPayment, OpenRefusal>> {
  const answer = await calls((stripe) => createSession(stripe, attempt)).catch((error: unknown) => ({
    isStopped: isKeyRefusal(statusOf(error)),
  }));
  if ("isStopped" in answer) return refused(answer.isStopped ? "payment-stopped" : "payment-unavailable");
  const opened = answer.ok ? openedSchema.safeParse(answer.value) : null;
  if (opened?.success && new URL(opened.data.url).origin === pageOrigin) {
    await noteServiceAnswer("payments", pagesIn(attempt), 200);
    return ok({ paymentId: opened.data.id, url: opened.data.url });
  }
  complain("Stripe opened no payment page", answer);
  return refused(answer.ok ? "payment-unavailable" : await whyNoPage(answer.error, attempt));
}

/** Beside the call itself, whose answer is about the key: an account may take one currency and not another. */
const pagesIn = ({ amount }: PaymentAttempt) => `POST checkout/sessions in ${amount.currency}`;

/** Another try with the same request does not help where Stripe says that it is at fault. */
async function whyNoPage(
  { type, code, statusCode = 400 }: Stripe.errors.StripeError,
  attempt: PaymentAttempt,
): Promise<OpenRefusal> {
  if (code === "amount_too_small") return "payment-too-small";
  if (code === "amount_too_large") return "payment-too-large";
  if (type !== "StripeInvalidRequestError") return "payment-unavailable";
  await noteServiceRefusal("payments", pagesIn(attempt), statusCode);
  return "payment-stopped";
}

/** An address that Stripe does not take for one must not cost the sale: its page then asks for it. */
async function createSession(stripe: Stripe, attempt: PaymentAttempt) {
  const create = (key: string, params: Stripe.Checkout.SessionCreateParams) =>
    withKey(key, (options) => stripe.checkout.sessions.create(params, options));
  const { customer_email, ...rest } = sessionParams(attempt);
  try {
    return await create(attempt.attemptId, { ...rest, customer_email });
  } catch (error) {
    if ((error as { param?: unknown }).param !== "customer_email") throw error;
    return create(`${attempt.attemptId}:no-email`, rest);
  }
}

/** One line with the whole sum: what Stripe adds up cannot differ from what the shopper agreed to. */
function sessionParams(attempt: PaymentAttempt): Stripe.Checkout.SessionCreateParams {
  const { amount, description, email, expiresAt, orderNumber, returnUrl, cancelUrl } = attempt;
  const metadata = {
    order_id: attempt.orderId,
    order_number: String(orderNumber),
    attempt_id: attempt.attemptId,
  };
  const ends = Date.parse(expiresAt) + PAGE_EXTRA_MINUTES * 60_000;
  return {
    mode: "payment",
    locale: stripePageLocale(attempt.locale),
    submit_type: "pay",
    client_reference_id: String(orderNumber),
    customer_email: email,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(ends / 1000),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: amount.currency.toLowerCase(),
          unit_amount: stripeAmount(amount),
          product_data: { name: description },
        },
      },
    ],
    // The sum is paid in the currency it was agreed in.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, description },
  };
}
