/** Sends events to Mixpanel: POST /track/ with a form-encoded `data` (docs.mixpanel.com, track-event). */
import type { HostedAnalyticsSettings } from "#app/config.server.ts";
import { OutgoingError, statusOf } from "#app/services/outgoing/outgoing-error.ts";

import { type AnalyticsDelivery, newDelivery } from "./analytics-delivery.server.ts";
import type { AnalyticsPort, VisitorEvent } from "./analytics-port.ts";

const LIBRARY = "shop-server";
const BAD_REQUEST = 400;
/** `ip=0`: the place of our server says nothing about the visitor. */
const TRACK = "/track/?verbose=1&ip=0";

export function mixpanelAnalytics(
  { key, host }: HostedAnalyticsSettings,
  delivery: AnalyticsDelivery = newDelivery(host),
): AnalyticsPort {
  return {
    name: "mixpanel",
    isOutside: true,
    send: async (events) => {
      const data = JSON.stringify(events.map((event) => toMixpanel(event, key)));
      const body = new URLSearchParams({ data }).toString();
      const answer = await delivery.post(TRACK, "application/x-www-form-urlencoded", body);
      if (!isTaken(answer))
        throw new OutgoingError("refused", `Mixpanel did not take it: ${answer.slice(0, 200)}`, {
          status: 400,
        });
    },
    // Mixpanel checks no token of events; that none are in it may be refused.
    probe: async () => {
      const nothing = delivery.post(TRACK, "application/x-www-form-urlencoded", "data=[]");
      await nothing.catch((error: unknown) => {
        if (statusOf(error) !== BAD_REQUEST) throw error;
      });
    },
    forward: delivery.forward,
  };
}

function toMixpanel({ id, visitorId, name, at, properties }: VisitorEvent, token: string) {
  return {
    event: name === "page_view" ? "$mp_web_page_view" : name,
    properties: {
      ...properties,
      ...(name === "page_view" ? { current_url_path: properties.page_path } : {}),
      token,
      time: Date.parse(at),
      distinct_id: visitorId,
      $insert_id: id,
      mp_lib: LIBRARY,
    },
  };
}

/** "1", or an object whose status is 1. */
function isTaken(answer: string): boolean {
  try {
    const reply: unknown = JSON.parse(answer);
    return reply === 1 || (reply as { status?: unknown } | null)?.status === 1;
  } catch {
    return false;
  }
}
