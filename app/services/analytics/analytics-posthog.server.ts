/** Sends events to PostHog by its batch endpoint (posthog.com/docs/api/capture). */
import type { HostedAnalyticsSettings } from "#app/config.server.ts";

import { type AnalyticsDelivery, newDelivery } from "./analytics-delivery.server.ts";
import type {
  AnalyticsPort,
  BrowserAnswer,
  BrowserMessage,
  Forward,
  VisitorEvent,
} from "./analytics-port.ts";

const LIBRARY = "shop-server";
/** The pause where PostHog names none, and the longest that is respected. */
const RETRY_MS = 10_000;
const RETRY_MAX_MS = 600_000;

export function postHogAnalytics(
  { key, host }: HostedAnalyticsSettings,
  delivery: AnalyticsDelivery = newDelivery(host),
): AnalyticsPort {
  return {
    name: "posthog",
    isOutside: true,
    send: async (events) => {
      const body = { api_key: key, historical_migration: false, batch: events.map(toPostHog) };
      await delivery.post("/batch/", "application/json", JSON.stringify(body));
    },
    // posthog.com/docs/api/flags, which takes the same key.
    probe: async () => {
      const body = JSON.stringify({ api_key: key, distinct_id: "check" });
      await delivery.post("/flags/?v=2", "application/json", body);
    },
    forward: forwardTo(delivery),
  };
}

const TOO_LARGE = 413;
const TOO_MANY = 429;
const NOT_NOW = 503;

/**
 * PostHog's library drops a batch that is too large, and one that came too often. The first is sent in
 * halves; for the second it gets the answer after which it tries again, and PostHog is left alone until then.
 */
function forwardTo({ forward }: AnalyticsDelivery): Forward {
  let restUntil = 0;
  return async function passOn(message: BrowserMessage): Promise<BrowserAnswer> {
    const restMs = restUntil - Date.now();
    if (restMs > 0) return { status: NOT_NOW, body: "", retryAfterMs: restMs };
    const answer = await forward(message);
    if (answer.status === TOO_MANY) {
      restUntil = Date.now() + Math.min(answer.retryAfterMs || RETRY_MS, RETRY_MAX_MS);
      return { ...answer, status: NOT_NOW };
    }
    const [first, second] = answer.status === TOO_LARGE ? halvesOf(message) : [];
    if (!first || !second) return answer;
    const taken = await passOn(first);
    return taken.status === 200 || taken.status === TOO_LARGE ? passOn(second) : taken;
  };
}

/** Two messages with half of the events each; none where there is only one. */
function halvesOf(message: BrowserMessage): ReadonlyArray<BrowserMessage> {
  try {
    const events: unknown = JSON.parse(new TextDecoder().decode(message.body));
    if (!Array.isArray(events) || events.length < 2) return [];
    const middle = Math.ceil(events.length / 2);
    return [events.slice(0, middle), events.slice(middle)].map((half) => ({
      ...message,
      body: new TextEncoder().encode(JSON.stringify(half)),
    }));
  } catch {
    return [];
  }
}

/** Under PostHog's own name where it has one. No profile of a person is made, and no place looked up. */
function toPostHog({ id, visitorId, name, at, properties }: VisitorEvent) {
  return {
    uuid: id,
    event: name === "page_view" ? "$pageview" : name,
    distinct_id: visitorId,
    timestamp: at,
    properties: {
      ...properties,
      ...(name === "page_view" ? { $pathname: properties.page_path } : {}),
      $insert_id: id,
      $lib: LIBRARY,
      $process_person_profile: false,
      $geoip_disable: true,
    },
  };
}
