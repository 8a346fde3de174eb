/**
 * A local fake of Stripe's wire: keeps what it is told, honours idempotency keys, shows a hosted page, signs and sends
 * webhooks, and can be made to misbehave.
 */
import { createHash, randomBytes } from "node:crypto";
import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

import Stripe from "stripe";

import type { StripeSettings } from "#app/config.server.ts";
import { loadStripe } from "#app/services/payment/stripe-library.server.ts";
import { listen } from "#tests/support/shops/listening.ts";

import { stripePage } from "./stripe-page.ts";
import {
  type Doc,
  newStripeState,
  type StripeEvent,
  StripeRefusal,
  type StripeState,
} from "./stripe-state.ts";

export const STRIPE_KEY = "sk_test_51aFakeKeyForTests";
export const STRIPE_SECRET = "whsec_the-secret-that-signs-now";
export const STRIPE_OLD_SECRET = "whsec_the-secret-before-the-last-rotation";

/** Ways to fail. "reset" and "silent" do what they are asked first, and then the answer is lost. */
export type Fault =
  | "500"
  | "429"
  | "409"
  | "401"
  | "400"
  | "reset"
  | "silent"
  | "drip"
  | "html"
  | "garbage"
  | "huge"
  | "redirect";

export type Requested = Readonly<{ method: string; path: string; key: string | null; version: string }>;

export type FakeStripe = StripeState &
  Readonly<{
    url: string;
    /** What a shop is given to use it. */
    settings: StripeSettings;
    /** Every call of the API, in order. */
    requested: Array<Requested>;
    /** Fails like this, so many times or until told otherwise; null behaves again. */
    misbehave: (fault: Fault | null, times?: number) => void;
    /** How long it takes from now on to open a page, in milliseconds: it is opened at once, and answered then. */
    openIn: (ms: number) => void;
    /** As after a day: the idempotency keys are gone. */
    forgetKeys: () => void;
    /** Sends every further event to this address; null sends none. */
    deliverTo: (address: string | null) => void;
    stop: () => Promise<void>;
  }>;

/** `event` as Stripe would send it at `now`. */
export function signedByStripe(
  event: unknown,
  now: Date = new Date(),
  secret: string = STRIPE_SECRET,
): Readonly<{ body: Uint8Array; headers: Headers }> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    body: new TextEncoder().encode(payload),
    headers: new Headers({ "content-type": "application/json", "stripe-signature": signature }),
  };
}

type Stored = Readonly<{ fingerprint: string; status: number; body: unknown }>;
type Call = Readonly<{ method: string; path: string; query: Doc; params: Doc; key: string | null }>;
type Reply = Readonly<{ status: number; body: unknown; headers?: Record<string, string> }>;

/** `pageOrigin`: where the account shows its pages, if it is not here. */
export async function startStripe(
  now: () => number = Date.now,
  { pageOrigin }: Readonly<{ pageOrigin?: string }> = {},
): Promise<FakeStripe> {
  await loadStripe();
  const requested: Array<Requested> = [];
  const stored = new Map<string, Stored>();
  let fault: Fault | null = null;
  let faultsLeft = 0;
  let openMs = 0;
  let target: string | null = null;

  const { url, close } = await listen((request, response) => void serve(request, response));
  const state = newStripeState({ origin: pageOrigin ?? url, now, onEvent: (event) => void deliver(event) });

  async function deliver(event: StripeEvent): Promise<void> {
    if (!target) return;
    const status = await post(target, event).catch(() => 0);
    if (status === 200) state.delivered.add(event.id);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (!pathname.startsWith("/v1/")) {
      const page = stripePage(state, { method: request.method ?? "GET", pathname, body });
      response.writeHead(page.status, page.headers).end(page.html);
      return;
    }
    const header = (name: string) => String(request.headers[name] ?? "");
    const call: Call = {
      method: request.method ?? "GET",
      path: pathname.slice("/v1".length),
      query: nested(searchParams),
      params: nested(new URLSearchParams(body)),
      key: header("idempotency-key") || null,
    };
    requested.push({ ...call, version: header("stripe-version") });
    const current = faultsLeft > 0 ? fault : null;
    if (current) faultsLeft -= 1;
    if (header("authorization") !== `Bearer ${STRIPE_KEY}` || current === "401") send(response, UNKNOWN_KEY);
    else if (current) FAULTS[current](response, () => replyTo(call, current === "500"));
    else {
      const reply = replyTo(call, false);
      if (call.method === "POST" && call.path === "/checkout/sessions") await pause(openMs);
      send(response, reply);
    }
  }

  /** Keeps the first answer of a key, failures of its own included, and repeats it. */
  function replyTo(call: Call, isBroken: boolean): Reply {
    const fingerprint = createHash("sha256")
      .update(JSON.stringify([call.path, call.params]))
      .digest("hex");
    const known = call.key === null || call.method !== "POST" ? undefined : stored.get(call.key);
    if (known && known.fingerprint !== fingerprint) return OTHER_PARAMETERS;
    if (known) return { ...known, headers: { "idempotent-replayed": "true" } };
    const reply = isBroken ? BROKEN : answer(state, call);
    // What was refused before it began is not kept.
    if (call.key !== null && call.method === "POST" && (reply.status < 400 || reply.status >= 500))
      stored.set(call.key, { fingerprint, status: reply.status, body: structuredClone(reply.body) });
    return reply;
  }

  return {
    ...state,
    url,
    settings: {
      provider: "stripe",
      secretKey: STRIPE_KEY,
      isLive: false,
      webhookSecrets: [STRIPE_SECRET, STRIPE_OLD_SECRET],
      apiBase: url,
      pageOrigin: pageOrigin ?? url,
    },
    requested,
    misbehave: (next, times = Number.POSITIVE_INFINITY) => {
      fault = next;
      faultsLeft = next ? times : 0;
    },
    openIn: (ms) => {
      openMs = ms;
    },
    forgetKeys: () => stored.clear(),
    deliverTo: (address) => (target = address),
    stop: close,
  };
}

const UNKNOWN_KEY: Reply = {
  status: 401,
  body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } },
};
const BROKEN: Reply = {
  status: 500,
  body: { error: { type: "api_error", message: "An unknown error occurred" } },
};
const OTHER_PARAMETERS: Reply = {
  status: 400,
  body: {
    error: {
      type: "idempotency_error",
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    },
  },
};

const FAULTS: Readonly<
  Record<Exclude<Fault, "401">, (response: ServerResponse, reply: () => Reply) => void>
> = {
  "500": (response, reply) => send(response, reply()),
  "429": (response) =>
    send(response, {
      status: 429,
      headers: { "retry-after": "7" },
      body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" } },
    }),
  "409": (response) => send(response, { status: 409, body: { error: { type: "idempotency_error" } } }),
  // An account that does not take the currency.
  "400": (response) =>
    send(response, {
      status: 400,
      body: { error: { type: "invalid_request_error", param: "line_items[0][price_data][currency]" } },
    }),
  reset: (response, reply) => {
    reply();
    response.socket?.destroy();
  },
  silent: (_, reply) => void reply(),
  drip: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write("{");
  },
  html: (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
  garbage: (response) => send(response, { status: 200, body: { hello: 1 } }),
  huge: (response) => void response.writeHead(200).end(Buffer.alloc(4_000_000, " ")),
  redirect: (response) => void response.writeHead(302, { location: "/v1/elsewhere" }).end("{}"),
};

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response
    .writeHead(status, {
      "content-type": "application/json",
      "request-id": `req_${randomBytes(7).toString("hex")}`,
      ...headers,
    })
    .end(JSON.stringify(body));
}

function answer(state: StripeState, call: Call): Reply {
  try {
    const [, route] = ROUTES.find(([pattern]) => pattern.test(`${call.method} ${call.path}`)) ?? [];
    if (!route) throw new StripeRefusal(404, { message: `Unrecognized request URL (${call.path})` });
    return { status: 200, body: route(state, call) };
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body };
    throw error;
  }
}

const idOf = (call: Call) => call.path.split("/")[3] ?? "";
const list = (data: ReadonlyArray<unknown>) => ({ object: "list", data, has_more: false, url: "/v1/list" });

const ROUTES: ReadonlyArray<readonly [RegExp, (state: StripeState, call: Call) => unknown]> = [
  [/^POST \/checkout\/sessions$/, (state, call) => state.openSession(call.params)],
  [/^POST \/checkout\/sessions\/\w+\/expire$/, (state, call) => state.expireSession(idOf(call))],
  [/^GET \/checkout\/sessions\/\w+$/, (state, call) => state.whole(idOf(call))],
  [/^POST \/refunds$/, (state, call) => state.refund(call.params)],
  [/^GET \/refunds$/, (state, call) => list(state.refundsOf(String(call.query["payment_intent"])))],
  [/^GET \/events$/, (state, call) => ({ ...list([]), ...state.listEvents(call.query) })],
  [/^GET \/webhook_endpoints$/, (state) => list(state.endpoints)],
  [/^GET \/disputes$/, (state, call) => list(state.disputesOf(String(call.query["payment_intent"])))],
];

/** "a[b][0]=c" as { a: { b: { 0: c } } }. */
function nested(search: URLSearchParams): Doc {
  const whole: Doc = {};
  for (const [name, value] of search) {
    const steps = name.split(/\[|\]\[|\]/).filter((step) => step !== "");
    let at = whole;
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Doc;
    at[steps.at(-1) ?? ""] = value;
  }
  return whole;
}

function post(address: string, event: StripeEvent): Promise<number> {
  const { body, headers } = signedByStripe(event);
  return new Promise((resolve, reject) => {
    const call = requestHttp(
      address,
      { method: "POST", headers: Object.fromEntries(headers) },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
