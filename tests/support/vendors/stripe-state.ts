/** What the fake Stripe knows: sessions, intents, refunds and disputes, how they change, and the events they make. */
import { randomBytes } from "node:crypto";

export type Doc = Record<string, unknown>;

export type StripeObject = Doc & { id: string };

export type StripeEvent = Readonly<{
  id: string;
  object: "event";
  api_version: string;
  created: number;
  type: string;
  livemode: boolean;
  pending_webhooks: number;
  request: Readonly<{ id: string | null; idempotency_key: string | null }>;
  data: Readonly<{ object: StripeObject }>;
}>;

/** An error as Stripe words it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Doc;

  constructor(status: number, error: Doc & Readonly<{ message: string }>) {
    super(error["message"]);
    this.status = status;
    this.body = { error: { type: "invalid_request_error", ...error } };
  }
}

export type StripeState = ReturnType<typeof newStripeState>;

const SESSION_MIN_S = 30 * 60;
const SESSION_MAX_S = 24 * 3_600;
const AMOUNT_MIN = 30;
const AMOUNT_MAX = 99_999_999;

export function newStripeState(
  options: Readonly<{ origin: string; now: () => number; onEvent: (event: StripeEvent) => void }>,
) {
  const { origin, now, onEvent } = options;
  const sessions = new Map<string, StripeObject>();
  const intents = new Map<string, StripeObject>();
  const charges = new Map<string, StripeObject>();
  const refunds = new Map<string, StripeObject>();
  const disputes = new Map<string, StripeObject>();
  const endpoints: Array<Doc> = [];
  const events: Array<StripeEvent> = [];
  /** Ids of events that an endpoint has taken. */
  const delivered = new Set<string>();
  const seconds = () => Math.floor(now() / 1000);

  function emit(type: string, object: StripeObject): StripeEvent {
    const event: StripeEvent = {
      id: newStripeId("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: seconds(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: structuredClone(object) },
    };
    events.push(event);
    onEvent(event);
    return event;
  }

  function found(map: ReadonlyMap<string, StripeObject>, id: string, kind: string): StripeObject {
    const object = map.get(id);
    if (!object)
      throw new StripeRefusal(404, {
        code: "resource_missing",
        param: "id",
        message: `No such ${kind}: '${id}'`,
      });
    return object;
  }

  function session(id: string): StripeObject {
    const object = found(sessions, id, "checkout.session");
    if (object["status"] === "open" && Number(object["expires_at"]) <= seconds()) expire(object);
    return object;
  }

  function expire(object: StripeObject): void {
    Object.assign(object, { status: "expired", url: null });
    emit("checkout.session.expired", object);
  }

  function openSession(params: Doc): StripeObject {
    const amount = amountOf(params);
    checkSession(params, { amount, now: seconds() });
    const id = newStripeId("cs_test");
    const object: StripeObject = {
      id,
      object: "checkout.session",
      livemode: false,
      mode: params["mode"],
      status: "open",
      payment_status: amount.minor === 0 ? "no_payment_required" : "unpaid",
      amount_subtotal: amount.minor,
      amount_total: amount.minor,
      currency: amount.currency,
      created: seconds(),
      expires_at: Number(params["expires_at"]),
      client_reference_id: params["client_reference_id"] ?? null,
      client_secret: null,
      customer_email: params["customer_email"] ?? null,
      metadata: params["metadata"] ?? {},
      payment_intent: null,
      success_url: params["success_url"],
      cancel_url: params["cancel_url"],
      ui_mode: "hosted_page",
      url: `${origin}/c/pay/${id}`,
    };
    sessions.set(id, object);
    intentData.set(id, (params["payment_intent_data"] ?? {}) as Doc);
    return object;
  }

  const intentData = new Map<string, Doc>();

  /** The intent is made when somebody first tries to pay, and not before. */
  function intentOf(object: StripeObject): StripeObject {
    const known = intents.get(String(object["payment_intent"]));
    if (known) return known;
    const data = intentData.get(object.id) ?? {};
    const id = newStripeId("pi");
    const intent: StripeObject = {
      id,
      object: "payment_intent",
      livemode: false,
      amount: object["amount_total"],
      amount_received: 0,
      currency: object["currency"],
      client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
      created: seconds(),
      description: data["description"] ?? null,
      last_payment_error: null,
      latest_charge: null,
      metadata: data["metadata"] ?? {},
      status: "requires_payment_method",
    };
    intents.set(id, intent);
    object["payment_intent"] = id;
    return intent;
  }

  function openOne(id: string): StripeObject {
    const object = session(id);
    if (object["status"] !== "open") throw new StripeRefusal(400, { message: "This page is no longer open" });
    return object;
  }

  function charge(object: StripeObject): void {
    const intent = intentOf(object);
    const id = newStripeId("ch");
    charges.set(id, {
      id,
      object: "charge",
      amount: intent["amount"],
      amount_refunded: 0,
      currency: intent["currency"],
      created: seconds(),
      disputed: false,
      livemode: false,
      metadata: intent["metadata"],
      payment_intent: intent.id,
      refunded: false,
    });
    Object.assign(intent, { status: "succeeded", amount_received: intent["amount"], latest_charge: id });
    object["payment_status"] = "paid";
  }

  /** At the page: the card is good. */
  function pay(id: string): void {
    const object = openOne(id);
    charge(object);
    Object.assign(object, { status: "complete", url: null });
    emit("payment_intent.succeeded", intentOf(object));
    emit("checkout.session.completed", object);
  }

  /** At the page: the card is refused, and the page stays. */
  function refuseCard(id: string): void {
    const intent = intentOf(openOne(id));
    intent["last_payment_error"] = {
      type: "card_error",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card has insufficient funds.",
    };
    emit("payment_intent.payment_failed", intent);
  }

  /** At the page: by a method that the bank confirms some days later. */
  function payLater(id: string): void {
    const object = openOne(id);
    intentOf(object)["status"] = "processing";
    Object.assign(object, { status: "complete", url: null });
    emit("checkout.session.completed", object);
  }

  function bankConfirms(id: string): void {
    const object = session(id);
    charge(object);
    emit("payment_intent.succeeded", intentOf(object));
    emit("checkout.session.async_payment_succeeded", object);
  }

  function bankRefuses(id: string): void {
    const object = session(id);
    const error = { code: "payment_intent_payment_attempt_failed", message: "The debit was returned." };
    Object.assign(intentOf(object), { status: "requires_payment_method", last_payment_error: error });
    emit("payment_intent.payment_failed", intentOf(object));
    emit("checkout.session.async_payment_failed", object);
  }

  function chargeOf(intentId: unknown): StripeObject {
    const intent = found(intents, String(intentId), "payment_intent");
    const charged = charges.get(String(intent["latest_charge"]));
    if (!charged)
      throw new StripeRefusal(400, {
        code: "payment_intent_unexpected_state",
        message: "This PaymentIntent does not have a successful charge to refund.",
      });
    return charged;
  }

  function refund(params: Doc): StripeObject {
    const charged = chargeOf(params["payment_intent"]);
    const left = Number(charged["amount"]) - Number(charged["amount_refunded"]);
    const amount = Number(params["amount"] ?? left);
    if (left === 0)
      throw new StripeRefusal(400, { code: "charge_already_refunded", message: "It has been refunded." });
    if (amount > left)
      throw new StripeRefusal(400, { param: "amount", message: "The refund is greater than what is left." });
    const object: StripeObject = {
      id: newStripeId("re"),
      object: "refund",
      amount,
      charge: charged.id,
      created: seconds(),
      currency: charged["currency"],
      metadata: params["metadata"] ?? {},
      payment_intent: params["payment_intent"],
      reason: null,
      status: "succeeded",
    };
    refunds.set(object.id, object);
    addRefunded(charged, amount);
    emit("refund.created", object);
    emit("charge.refunded", charged);
    return object;
  }

  function addRefunded(charged: StripeObject, amount: number): void {
    const sum = Number(charged["amount_refunded"]) + amount;
    Object.assign(charged, { amount_refunded: sum, refunded: sum === charged["amount"] });
  }

  /** The customer's bank sends the refund back. */
  function failRefund(id: string): void {
    const object = found(refunds, id, "refund");
    object["status"] = "failed";
    addRefunded(found(charges, String(object["charge"]), "charge"), -Number(object["amount"]));
    emit("refund.failed", object);
  }

  function dispute(sessionId: string, status = "needs_response"): StripeObject {
    const charged = chargeOf(session(sessionId)["payment_intent"]);
    charged["disputed"] = true;
    const object: StripeObject = {
      id: newStripeId("dp"),
      object: "dispute",
      amount: charged["amount"],
      charge: charged.id,
      created: seconds(),
      currency: charged["currency"],
      livemode: false,
      metadata: {},
      payment_intent: charged["payment_intent"],
      reason: "fraudulent",
      status,
    };
    disputes.set(object.id, object);
    emit("charge.dispute.created", object);
    return object;
  }

  function closeDispute(id: string, status: "won" | "lost" | "warning_closed"): void {
    const object = found(disputes, id, "dispute");
    object["status"] = status;
    emit("charge.dispute.closed", object);
  }

  /** The session with what the shop asks to be put into it. */
  function whole(id: string): StripeObject {
    const object = session(id);
    const intent = intents.get(String(object["payment_intent"]));
    if (!intent) return { ...object };
    const charged = charges.get(String(intent["latest_charge"]));
    const list = refundsOf(intent.id);
    const latest = charged ? { ...charged, refunds: { object: "list", data: list, has_more: false } } : null;
    return { ...object, payment_intent: { ...intent, latest_charge: latest } };
  }

  /** As `GET /v1/events` filters and pages them, the newest first. */
  function listEvents(query: Doc) {
    const { gte = 0, lte = Infinity } = (query["created"] ?? {}) as { gte?: string; lte?: string };
    const types = Object.values((query["types"] ?? {}) as Record<string, string>);
    const fitting = events
      .filter(({ created }) => created >= Number(gte) && created <= Number(lte))
      .filter(({ type }) => types.length === 0 || types.includes(type))
      .filter(({ id }) => query["delivery_success"] !== "false" || !delivered.has(id))
      .reverse();
    const start = fitting.findIndex(({ id }) => id === query["starting_after"]) + 1;
    const data = fitting.slice(start, start + Number(query["limit"] ?? 10));
    return { data, has_more: fitting.length > start + data.length };
  }

  const refundsOf = (intentId: string) =>
    [...refunds.values()].filter((each) => each["payment_intent"] === intentId);
  const disputesOf = (intentId: string) =>
    [...disputes.values()].filter((each) => each["payment_intent"] === intentId);

  return {
    events,
    delivered,
    listEvents,
    session,
    whole,
    openSession,
    expireSession: (id: string) => {
      expire(openOne(id));
      return session(id);
    },
    pay,
    refuseCard,
    payLater,
    bankConfirms,
    bankRefuses,
    refund,
    failRefund,
    refundsOf,
    dispute,
    closeDispute,
    disputesOf,
    endpoints,
    emit,
    intentOf: (sessionId: string) => intentOf(session(sessionId)),
    sessions: () => [...sessions.values()],
  };
}

function newStripeId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString("hex")}`;
}

function amountOf(params: Doc): Readonly<{ minor: number; currency: string }> {
  const lines = Object.values((params["line_items"] ?? {}) as Doc) as Array<Doc>;
  const prices = lines.map((line) => line["price_data"] as Doc);
  const minor = lines.reduce(
    (sum, line, index) => sum + Number(line["quantity"]) * Number(prices[index]?.["unit_amount"]),
    0,
  );
  return { minor, currency: String(prices[0]?.["currency"]) };
}

function checkSession(
  params: Doc,
  at: Readonly<{ amount: { minor: number; currency: string }; now: number }>,
): void {
  const refuse = (param: string, message: string, code = "parameter_invalid") => {
    throw new StripeRefusal(400, { code, param, message });
  };
  const life = Number(params["expires_at"]) - at.now;
  if (life < SESSION_MIN_S || life > SESSION_MAX_S)
    refuse("expires_at", "The session must expire between 30 minutes and 24 hours after it is made.");
  if (!Number.isSafeInteger(at.amount.minor) || !/^[a-z]{3}$/.test(at.amount.currency))
    refuse("line_items", "Invalid amount");
  if (at.amount.minor > 0 && at.amount.minor < AMOUNT_MIN)
    refuse("line_items", "The amount is too small", "amount_too_small");
  if (at.amount.minor > AMOUNT_MAX) refuse("line_items", "The amount is too large", "amount_too_large");
  const email = params["customer_email"];
  if (typeof email === "string" && !/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email))
    refuse("customer_email", "Invalid email address", "email_invalid");
  for (const name of ["success_url", "cancel_url"])
    if (!URL.canParse(String(params[name]))) refuse(name, "Not a valid URL", "url_invalid");
}
