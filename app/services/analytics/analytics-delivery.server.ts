import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import {
  type Resilience,
  type ResilienceSettings,
  newResilience,
} from "#app/services/outgoing/resilience.server.ts";
import type { OutsideService } from "#app/services/outgoing/service-answers.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import type { BrowserAnswer, Forward } from "./analytics-port.ts";

/** Nobody but the queue waits for it. */
const SEND_MS = 15_000;
const ANSWER_MAX_BYTES = 65_536;
const FAILURES = 5;
const REST_MS = 30_000;

export type AnalyticsDelivery = Readonly<{
  post(path: string, contentType: string, body: string): Promise<string>;
  forward: Forward;
}>;

export function newDelivery(host: string, settings: Partial<ResilienceSettings> = {}): AnalyticsDelivery {
  const guard = newResilience({ timeoutMs: SEND_MS, failures: FAILURES, restMs: REST_MS, ...settings });
  const timeoutMs = settings.timeoutMs ?? SEND_MS;
  return {
    post: async (path, contentType, body) => {
      const answer = await ask(guard, { service: "analytics", host, path, contentType, body, timeoutMs });
      if (answer.status === 200) return answer.body;
      const { status, retryAfterMs } = answer;
      const words = `${new URL(host).host}: answered with status ${status}`;
      throw new OutgoingError("refused", words, { status, retryAfterMs });
    },
    // Body and key are the browser's: a refusal says nothing of the shop's own.
    forward: ({ path, query, contentType, body }) =>
      ask(guard, { host, path: path + query, contentType, body, timeoutMs }),
  };
}

type DeliveryRequest = Readonly<{
  service?: OutsideService;
  host: string;
  path: string;
  contentType: string;
  body: string | Uint8Array;
  timeoutMs: number;
}>;

async function ask(
  guard: Resilience,
  { host, path, contentType, body, ...rest }: DeliveryRequest,
): Promise<BrowserAnswer> {
  const called = await guard.call((signal) =>
    fetchText(new URL(path, host), {
      ...rest,
      method: "POST",
      headers: { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) },
      body,
      maxBytes: ANSWER_MAX_BYTES,
      signal,
    }),
  );
  if (!called.ok) throw called.error;
  const { status, text, retryAfterMs } = called.value;
  return { status, body: text, retryAfterMs };
}
