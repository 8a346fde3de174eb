import { z } from "zod";

import type { OmnisendSettings } from "#app/config.server.ts";
import type { MarketingContact } from "#app/models/marketing/contact.ts";
import { type Resilience, newResilience } from "#app/services/outgoing/resilience.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import type { FoundContact, Pace } from "./marketing-port.ts";
import { isServiceFailure, errorOutcome } from "./error-mapping.ts";

/** Shorter than a job may take. */
const ANSWER_MS = 10_000;
/** Longest answer that is read, in bytes: a cart of 500 lines is 300 kB. */
const ANSWER_MAX_BYTES = 1_000_000;
const FAILURES_MAX = 5;
const REST_MS = 30_000;

export type OmnisendRequest = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Behind the base, such as "carts/cart_1". */
  path: string;
  body?: object;
}>;

/** Throws OutgoingError for everything but success. */
export type CallOmnisend = (request: OmnisendRequest) => Promise<unknown>;

/** One for each process: a service that is down is left alone by all of its jobs. `now`: milliseconds, for tests. */
export function newOmnisendGuard(now?: () => number): Resilience {
  return newResilience({
    failures: FAILURES_MAX,
    restMs: REST_MS,
    timeoutMs: ANSWER_MS + 1_000,
    isFailure: isServiceFailure,
    ...(now ? { now } : {}),
  });
}

type Connection = Readonly<{ settings: OmnisendSettings; guard: Resilience; pace: Pace }>;

export function omnisendClient(
  { settings, guard, pace }: Connection,
  headers: Readonly<Record<string, string>>,
): CallOmnisend {
  return async (request) => {
    await pace();
    const done = await guard.call((signal) => exchange(request, { base: settings.apiBase, headers, signal }));
    if (!done.ok) throw done.error;
    return done.value;
  };
}

type Exchange = Readonly<{ base: string; headers: Readonly<Record<string, string>>; signal: AbortSignal }>;

async function exchange(
  { method, path, body }: OmnisendRequest,
  { base, headers, signal }: Exchange,
): Promise<unknown> {
  const text = body && JSON.stringify(body);
  const answer = await fetchText(new URL(`${base}/${path}`), {
    service: "marketing",
    method,
    headers: {
      Accept: "application/json",
      ...(text ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) } : {}),
      ...headers,
    },
    body: text,
    timeoutMs: ANSWER_MS,
    maxBytes: ANSWER_MAX_BYTES,
    signal,
  });
  const { status, retryAfterMs } = answer;
  if (status < 200 || status >= 300)
    throw new OutgoingError("refused", `Omnisend answered ${status}: ${errorOutcome(status)}`, {
      status,
      retryAfterMs,
    });
  return readBody(answer.text);
}

/** An empty answer is null. One that is no JSON object was not given by the service that we mean. */
function readBody(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  } catch {
    // The error is thrown below.
  }
  throw new OutgoingError("refused", "Omnisend answered with something else than JSON");
}

export function isStatus(error: unknown, ...statuses: ReadonlyArray<number>): boolean {
  return error instanceof OutgoingError && error.status !== null && statuses.includes(error.status);
}

/** The state is always named: left out it would mean "subscribed". `dateField`: when the state began. */
export function contactBody(
  { email, state, source, at }: MarketingContact,
  dateField: "statusDate" | "statusChangedAt",
) {
  const channels = { email: { status: state, [dateField]: at } };
  const consent = state === "subscribed" ? { consent: { source, createdAt: at } } : {};
  return { identifiers: [{ type: "email", id: email, channels, ...consent }] };
}

const idSchema = z.string().regex(/^[\w-]{1,64}$/);

export function savedContactId(answer: unknown, idField: "contactID" | "id"): string | null {
  const saved = z.object({ [idField]: idSchema }).safeParse(answer);
  return saved.data?.[idField] ?? null;
}

const channelSchema = z.object({ status: z.enum(["subscribed", "unsubscribed", "nonSubscribed"]) });
const contactSchema = z.object({
  identifiers: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      channels: z.object({ email: channelSchema.optional() }).optional(),
    }),
  ),
});

export function readContact(answer: unknown): FoundContact | null {
  const contact = contactSchema.safeParse(answer);
  if (!contact.success)
    throw new OutgoingError("refused", "Omnisend answered with something else than a contact");
  const found = contact.data.identifiers.find(({ type }) => type === "email");
  return found ? { email: found.id, state: found.channels?.email?.status ?? "nonSubscribed" } : null;
}
