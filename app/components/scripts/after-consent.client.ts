import { type AgreedServices, type Consent, NO_CONSENT } from "#app/models/analytics/consent.ts";

import { startAnalytics } from "./analytics.client.ts";

/** Its address without a fragment. */
export type PageView = Readonly<{ address: string; title: string }>;

type Queue = { push: (entry: unknown) => unknown };

declare global {
  interface Window {
    dataLayer?: Queue;
    omnisend?: Queue;
  }
}

let hasLauncher = false;
/** The consent sent to the tag manager, or null while it does not run. */
let reported: Consent | null = null;

/** Never called on pages without third-party scripts. */
export function startAfterConsent(
  consent: Consent,
  { tagManager, launcher, analytics }: AgreedServices,
): void {
  if (analytics !== null) void startAnalytics(analytics);
  if (tagManager !== null) updateTagManager(consent, tagManager);
  if (launcher !== null && !hasLauncher) {
    hasLauncher = true;
    // Omnisend's snippet: the launcher reads this queue when it loads.
    window.omnisend ??= emptyQueue();
    window.omnisend.push(["brandID", launcher.brandId]);
    load(launcher.script);
  }
}

export function pageViewed({ address, title }: PageView): void {
  if (reported) {
    window.dataLayer?.push({ event: "page_view", page_location: address, page_title: title });
  }
  if (hasLauncher) window.omnisend?.push(["track", "$pageViewed"]);
}

/** Google's basic consent mode, version 2: the container loads after consent only, and gets "denied" first. */
function updateTagManager(consent: Consent, script: string): void {
  if (reported?.analytics === consent.analytics && reported.marketing === consent.marketing) return;
  const isFirst = reported === null;
  reported = consent;
  const queue = (window.dataLayer ??= emptyQueue());
  if (isFirst) notify(queue, "consent", "default", terms(NO_CONSENT));
  notify(queue, "consent", "update", terms(consent));
  if (!isFirst) return;
  queue.push({ "gtm.start": Date.now(), event: "gtm.js" });
  load(script);
}

function terms({ analytics, marketing }: Consent) {
  const state = (isGiven: boolean) => (isGiven ? "granted" : "denied");
  return {
    analytics_storage: state(analytics),
    ad_storage: state(marketing),
    ad_user_data: state(marketing),
    ad_personalization: state(marketing),
  };
}

/** Google's `gtag`: a command is an arguments object, not an array. */
function notify(queue: Queue, ...command: ReadonlyArray<unknown>): void {
  const gtag: (...given: ReadonlyArray<unknown>) => void = function () {
    // eslint-disable-next-line prefer-rest-params -- it must be this very object
    queue.push(arguments);
  };
  gtag(...command);
}

function emptyQueue(): Queue {
  const entries: Array<unknown> = [];
  return entries;
}

function load(address: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  document.head.append(script);
}
