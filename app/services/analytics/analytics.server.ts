import { config } from "#app/config.server.ts";

import { embeddedAnalytics, noAnalytics } from "./analytics-embedded.server.ts";
import { mixpanelAnalytics } from "./analytics-mixpanel.server.ts";
import type { AnalyticsPort } from "./analytics-port.ts";
import { postHogAnalytics } from "./analytics-posthog.server.ts";

let connected: AnalyticsPort | null = null;

export function analytics(): AnalyticsPort {
  connected ??= configured();
  return connected;
}

/** Null brings the configured one back. For tests. */
export function connectAnalytics(port: AnalyticsPort | null): void {
  connected = port;
}

function configured(): AnalyticsPort {
  const settings = config.analytics;
  // Outside production nothing is sent (requirement analytics-2).
  if ("key" in settings && config.environment !== "production") return embeddedAnalytics;
  switch (settings.provider) {
    case "off":
      return noAnalytics;
    case "embedded":
      return embeddedAnalytics;
    case "posthog":
      return postHogAnalytics(settings);
    case "mixpanel":
      return mixpanelAnalytics(settings);
  }
}
