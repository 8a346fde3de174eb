import type Stripe from "stripe";

import type { StripeSettings } from "#app/config.server.ts";
import { newResilience, warnWhenLeftAlone } from "#app/services/outgoing/resilience.server.ts";
import { type Fetched, fetchBody } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError, retryAfterMs, statusOf } from "#app/services/outgoing/outgoing-error.ts";
import { isKeyRefusal } from "#app/services/outgoing/service-answers.server.ts";

import { stripeLibrary } from "./stripe-library.server.ts";

/** The form of requests, answers and events. Name the same one when the webhook endpoint is made at Stripe. */
const API_VERSION = "2026-10-28.endive";
const ANSWER_MAX_BYTES = 1_000_000;
/** Suffixes of a key whose failure Stripe has stored and would only repeat. */
const KEY_ROTATIONS = 3;

export type StripeLimits = Readonly<{
  connectMs: number;
  tryMs: number;
  /** All tries together: nobody waits longer at checkout. */
  totalMs: number;
  retries: number;
  failures: number;
  restMs: number;
}>;

export const STRIPE_LIMITS: StripeLimits = {
  connectMs: 1_000,
  tryMs: 5_000,
  totalMs: 8_500,
  retries: 2,
  failures: 5,
  restMs: 10_000,
};

/** Stripe's response: a value, or an error that a retry would not mend. */
export type StripeAnswer<Value> =
  | Readonly<{ ok: true; value: Value }>
  | Readonly<{ ok: false; error: InstanceType<typeof Stripe.errors.StripeError> }>;

export type StripeCalls = <Value>(work: (stripe: Stripe) => Promise<Value>) => Promise<StripeAnswer<Value>>;

/** Rejects with OutgoingError when there is no answer in time, or no proper one. */
export function stripeCalls(settings: StripeSettings, limits: StripeLimits): StripeCalls {
  const { failures, restMs, totalMs: timeoutMs } = limits;
  const isFailure = (error: unknown) => !isAnswer(error) && !isKeyRefusal(statusOf(error));
  const onFailure = warnWhenLeftAlone("Stripe", "PaymentWarning");
  const guard = newResilience({ failures, restMs, timeoutMs, onFailure, isFailure });
  return async (work) => {
    const call: Call = { signal: new AbortController().signal, retryAfterMs: 0 };
    const guarded = await guard.call((signal) => {
      call.signal = signal;
      return work(newStripe(settings, limits, call));
    });
    if (guarded.ok) return guarded;
    const { error } = guarded;
    if (isAnswer(error)) return { ok: false, error };
    if (error instanceof OutgoingError) throw error;
    const status = statusOf(error);
    const what = isKeyRefusal(status) ? "Stripe refuses the shop's key" : "Stripe gives no answer";
    throw new OutgoingError("refused", what, {
      cause: error,
      ...(status === null ? {} : { status }),
      retryAfterMs: call.retryAfterMs,
    });
  };
}

type Call = { signal: AbortSignal; retryAfterMs: number };

/** Stripe repeats a stored failure for as long as it stores the key: then the next suffix of `key` is taken. */
export async function withKey<Value>(
  key: string,
  post: (options: Readonly<{ idempotencyKey: string }>) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post({ idempotencyKey: attempt === 1 ? key : `${key}:${attempt}` });
    } catch (error) {
      if (attempt === KEY_ROTATIONS || !isStoredFailure(error)) throw error;
    }
  }
}

function newStripe(settings: StripeSettings, limits: StripeLimits, call: Call): Stripe {
  const { protocol, hostname, port } = new URL(settings.apiBase);
  const Library = stripeLibrary();
  return new Library(settings.secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    timeout: limits.tryMs,
    maxNetworkRetries: limits.retries,
    telemetry: false,
    httpClient: httpClient(call, limits.connectMs),
  });
}

function httpClient(call: Call, connectMs: number): Stripe.HttpClient {
  return {
    getClientName: () => "outgoing",
    makeRequest: async (...[host, port, path, method, headers, body, protocol, timeoutMs]) => {
      const answer = await fetchBody(new URL(path, `${protocol}://${host}:${port}`), {
        service: "payments",
        method,
        headers: headers as Record<string, string>,
        body: body || undefined,
        timeoutMs,
        connectMs,
        maxBytes: ANSWER_MAX_BYTES,
        signal: call.signal,
      });
      call.retryAfterMs = retryAfterMs(answer.headers["retry-after"], new Date());
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => ({ ...answer.headers, ...retryAdvice(answer) }) as Record<string, string>,
        getRawResponse: () => ({}),
        toStream: () => {
          throw new Error("Answers are read whole");
        },
        toJSON: async () => JSON.parse(answer.body.toString("utf8")) as unknown,
      };
    },
  };
}

function retryAdvice({ status, headers }: Fetched): Readonly<Record<string, string>> {
  const isStored = status >= 500 && headers["idempotent-replayed"] === "true";
  return isStored ? { "stripe-should-retry": "false" } : {};
}

/** Errors by which Stripe has answered: the request is at fault, or another one with its key is under way. */
function isAnswer(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  const { StripeError, StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } =
    stripeLibrary().errors;
  if (!(error instanceof StripeError)) return false;
  const kinds = [StripeCardError, StripeIdempotencyError, StripeInvalidRequestError];
  return error.statusCode === 409 || kinds.some((kind) => error instanceof kind);
}

function isStoredFailure(error: unknown): boolean {
  if (!(error instanceof stripeLibrary().errors.StripeError)) return false;
  return (error.statusCode ?? 0) >= 500 && error.headers?.["idempotent-replayed"] === "true";
}

/** Codes only: Stripe's messages repeat what they were sent. */
export function complain(what: string, answer: StripeAnswer<unknown>): void {
  const { type, code, param, requestId } = answer.ok ? {} : answer.error;
  const why = [type, code, param, requestId].filter(Boolean).join(" ") || "unexpected answer";
  process.emitWarning(`${what}: ${why}`, "PaymentWarning");
}
