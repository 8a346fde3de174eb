import { newResilience, type ResilienceSettings } from "#app/services/outgoing/resilience.server.ts";

import type { SearchPort } from "./search-port.ts";

/** A shopper waits no longer than this for the hosted engine, in milliseconds (integrations, 4.2). */
const TIMEOUT_MS = 800;
const FAILURES = 3;
const REST_MS = 30_000;

/** Asks `hosted`, and `own` when that fails, is too slow or finds nothing: the own engine guesses what was meant. */
export function withFallback(
  hosted: SearchPort,
  own: SearchPort,
  settings: Partial<ResilienceSettings> = {},
): SearchPort {
  const guard = newResilience({ timeoutMs: TIMEOUT_MS, failures: FAILURES, restMs: REST_MS, ...settings });
  return {
    search: async (words) => {
      const answer = await guard.call(() => hosted.search(words));
      return answer.ok && answer.value.productIds.length > 0 ? answer.value : own.search(words);
    },
  };
}
