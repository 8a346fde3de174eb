import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import type { BrowserAnalytics } from "#app/models/analytics/consent.ts";

export type AnalyticsLibrary = Readonly<{
  capture(name: string, properties: Readonly<Record<string, string>>): void;
}>;

let library: Promise<AnalyticsLibrary | null> | null = null;

export async function startAnalytics(settings: BrowserAnalytics): Promise<void> {
  if (library) return;
  library = fetchLibrary(settings);
  const started = await library;
  if (!started) library = null;
  else document.addEventListener("click", noteLink, { capture: true });
}

async function fetchLibrary(settings: BrowserAnalytics): Promise<AnalyticsLibrary | null> {
  const visitorId = await askVisitor();
  if (visitorId === null) return null;
  if (settings.provider === "posthog") {
    const loaded = await lazyOptional(() => import("./analytics-posthog.client.ts"));
    return loaded?.startPostHog(settings, visitorId) ?? null;
  }
  const loaded = await lazyOptional(() => import("./analytics-mixpanel.client.ts"));
  return loaded?.startMixpanel(settings, visitorId) ?? null;
}

async function askVisitor(): Promise<string | null> {
  try {
    const answer = await fetch("/ingest/visitor", { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    const { visitorId } = (await answer.json()) as { visitorId: string };
    return visitorId;
  } catch {
    return null;
  }
}

/** Outbound links, which the server never sees. */
function noteLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  const kind = link && kindOf(link);
  if (!link || !kind) return;
  const properties = { link_kind: kind, ...(kind === "outside" ? { link_host: link.host } : {}) };
  void library?.then((started) => started?.capture("link_click", properties));
}

function kindOf({ protocol, host }: HTMLAnchorElement): string | null {
  if (protocol === "mailto:") return "e-mail";
  if (protocol === "tel:") return "phone";
  return /^https?:$/.test(protocol) && host !== window.location.host ? "outside" : null;
}
