import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";

import { embeddedAnalytics, noAnalytics } from "./analytics-embedded.server.ts";
import { mixpanelAnalytics } from "./analytics-mixpanel.server.ts";
import type { AnalyticsPort } from "./analytics-port.ts";
import { postHogAnalytics } from "./analytics-posthog.server.ts";

const connection = newConnection(configured);

export const analytics = connection.current;
export const connectAnalytics = connection.connect;

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
