import type { StrapiSettings } from "#app/config.server.ts";
import { newResilience } from "#app/services/outgoing/resilience.server.ts";
import { type FetchedText, fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import { readJsonText, readStrapiError, StrapiError } from "./strapi-error.ts";

export type StrapiLimits = Readonly<{
  connectMs: number;
  tryMs: number;
  failures: number;
  restMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}>;

export const STRAPI_LIMITS: StrapiLimits = { connectMs: 500, tryMs: 1_500, failures: 5, restMs: 30_000 };

/** Longest answer that is read: one page of a collection. */
const ANSWER_MAX_BYTES = 2_000_000;
const TOO_MANY = 429;

export type Query = ReadonlyArray<readonly [name: string, value: string | number]>;
export type StrapiReader = (path: string, query: Query) => Promise<unknown>;

/** `path` is behind /api. No part of a visitor's address may get here. Throws StrapiError or OutgoingError. */
export function strapiReader({ url, token }: StrapiSettings, limits: StrapiLimits): StrapiReader {
  const guard = newResilience({
    timeoutMs: limits.tryMs,
    failures: limits.failures,
    restMs: limits.restMs,
    isFailure: (error) => !isRefusal(error),
    ...(limits.now ? { now: limits.now } : {}),
  });
  return async (path, query) => {
    const address = new URL(`${url}/api${path}`);
    for (const [name, value] of query) address.searchParams.append(name, String(value));
    const attempt = () => guard.call((signal) => read(address, signal));
    const first = await attempt();
    const answer = first.ok || !isPassing(first.error) ? first : await attempt();
    if (!answer.ok) throw answer.error;
    return answer.value;
  };

  async function read(address: URL, signal: AbortSignal): Promise<unknown> {
    const answer = await fetchText(address, {
      service: "content",
      method: "GET",
      headers: { Authorization: `Bearer ${token}`, Accept: "application/json" },
      connectMs: limits.connectMs,
      timeoutMs: limits.tryMs,
      maxBytes: ANSWER_MAX_BYTES,
      signal,
    });
    return bodyOf(answer);
  }
}

export function bodyOf({ status, text, retryAfterMs }: FetchedText): unknown {
  const body = readJsonText(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const failure = readStrapiError(body, retryAfterMs);
  if (failure?.status === status) throw failure;
  const what = status < 300 ? "something that is not JSON" : `status ${status}`;
  throw new OutgoingError("refused", `Strapi answered with ${what}`, { status, retryAfterMs });
}

function isRefusal(error: unknown): boolean {
  return error instanceof StrapiError && error.status < 500 && error.status !== TOO_MANY;
}

function isPassing(error: unknown): boolean {
  if (error instanceof StrapiError) return error.status >= 500;
  if (!(error instanceof OutgoingError)) return false;
  if (error.problem === "refused") return (error.status ?? 0) >= 500;
  return ["unreachable", "timeout", "broken-off"].includes(error.problem);
}
