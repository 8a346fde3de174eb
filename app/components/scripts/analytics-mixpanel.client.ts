/** Mixpanel without its recorder (requirements analytics-2, analytics-3). */
import mixpanel from "mixpanel-browser/dist/mixpanel-core.cjs.js";

import type { BrowserAnalytics } from "#app/models/analytics/consent.ts";

import type { AnalyticsLibrary } from "./analytics.client.ts";
import { withOwnTransport } from "./mixpanel-transport.client.ts";

/** Requirement analytics-3. */
const BATCH_SIZE = 50;
const FLUSH_MS = 5_000;
const REQUEST_MS = 90_000;
const COOKIE_DAYS = 365;
const LINK_MS = 300;

/** Outside production it is opted out and logs. */
export function startMixpanel(analytics: BrowserAnalytics, visitorId: string): AnalyticsLibrary {
  const settings = settingsFor(analytics);
  mixpanel.init(analytics.key, settings);
  withOwnTransport(mixpanel);
  mixpanel.register({ distinct_id: visitorId, $device_id: visitorId });
  mixpanel.start_batch_senders();
  return {
    capture: (name, properties) => {
      mixpanel.track(name, properties);
    },
  };
}

function settingsFor({ isProduction }: BrowserAnalytics) {
  return {
    api_host: `${window.location.origin}/ingest`,
    opt_out_tracking_by_default: !isProduction,
    debug: !isProduction,
    // The visitor's own consent decides.
    ignore_dnt: true,
    batch_requests: true,
    batch_size: BATCH_SIZE,
    batch_flush_interval_ms: FLUSH_MS,
    batch_request_timeout_ms: REQUEST_MS,
    // Not before the shop's transport is in place.
    batch_autostart: false,
    cookie_expiration: COOKIE_DAYS,
    cross_subdomain_cookie: false,
    secure_cookie: window.location.protocol === "https:",
    track_links_timeout: LINK_MS,
    ip: false,
    // Addresses may hold search terms or private links.
    property_blacklist: ["$current_url", "current_url_search", "$referrer", "$initial_referrer"],
    save_referrer: false,
    track_marketing: false,
    skip_first_touch_marketing: true,
    store_google: false,
    // The server counts pages.
    track_pageview: false,
    autocapture: false,
    record_sessions_percent: 0,
  };
}
