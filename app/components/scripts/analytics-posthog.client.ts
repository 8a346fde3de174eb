/** PostHog's build that loads nothing from other hosts, with all optional features off. */
import posthog, { type CaptureResult } from "posthog-js/dist/module.slim.no-external";

import type { BrowserAnalytics } from "#app/models/analytics/consent.ts";

import type { AnalyticsLibrary } from "./analytics.client.ts";

/** Requirement analytics-3. */
const FLUSH_MS = 5_000;
const COOKIE_DAYS = 365;
const TEXT_MAX_CHARACTERS = 255;
/** Addresses may hold search terms or private links. */
const ADDRESSES = [
  "$current_url",
  "$pathname",
  "$referrer",
  "$initial_person_info",
  "$session_entry_url",
  "$session_entry_pathname",
];

/** Outside production it is opted out and logs. */
export function startPostHog({ key, isProduction }: BrowserAnalytics, visitorId: string): AnalyticsLibrary {
  posthog.init(key, {
    api_host: `${window.location.origin}/ingest`,
    opt_out_capturing_by_default: !isProduction,
    debug: !isProduction,
    // The visitor's own consent decides (requirement analytics-2).
    respect_dnt: false,
    bootstrap: { distinctID: visitorId },
    person_profiles: "identified_only",
    persistence: "localStorage+cookie",
    cookie_expiration: COOKIE_DAYS,
    cross_subdomain_cookie: false,
    request_queue_config: { flush_interval_ms: FLUSH_MS },
    properties_string_max_length: TEXT_MAX_CHARACTERS,
    // The server counts pages.
    capture_pageview: false,
    capture_pageleave: false,
    // Bots have no visitor id.
    opt_out_useragent_filter: true,
    autocapture: false,
    rageclick: false,
    capture_dead_clicks: false,
    capture_heatmaps: false,
    capture_performance: false,
    capture_exceptions: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_web_experiments: true,
    advanced_disable_flags: true,
    disable_external_dependency_loading: true,
    // The forwarder must read a batch to split it.
    disable_compression: true,
    save_referrer: false,
    save_campaign_params: false,
    mask_personal_data_properties: true,
    before_send: withoutAddresses,
  });
  return { capture: (name, properties) => void posthog.capture(name, properties) };
}

function withoutAddresses(captured: CaptureResult | null): CaptureResult | null {
  if (!captured) return null;
  const stored = Object.entries(captured.properties).filter(([name]) => !ADDRESSES.includes(name));
  return { ...captured, properties: Object.fromEntries(stored) };
}
