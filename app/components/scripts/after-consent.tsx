import { type Location, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

import { isNewPage } from "#app/components/layout/route-announcer.tsx";
import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { isLeftBehind, isQuietPage, needsNewDocument } from "#app/models/analytics/consent.ts";

import { watchConsentNavigation } from "./consent-navigation.ts";

/** Milliseconds after load in browsers without requestIdleCallback. */
const QUIET_MOMENT_MS = 200;

/** Only visitors who agreed download the services' code. */
export function AfterConsent() {
  const root = useRootData();
  const location = useLocation();
  const agreed = root?.agreed ?? null;
  const consent = root?.consent ?? null;
  const opened = useRef(agreed);
  const reported = useRef<Location | null>(null);

  useEffect(() => {
    watchConsentNavigation(location.pathname, (agreed ?? opened.current) !== null);
    if (needsNewDocument(opened.current, agreed)) {
      opened.current = agreed;
      window.location.reload();
      return;
    }
    opened.current = agreed;
    if (!agreed) forgetStored();
    if (!agreed || !consent || isQuietPage(location.pathname)) return;
    const isReported = reported.current !== null && !isNewPage(reported.current, location);
    reported.current = location;
    // Read now, because the visitor may have navigated meanwhile.
    const page = { address: window.location.href.split("#", 1)[0] ?? "", title: document.title };
    void services().then((scripts) => {
      scripts?.startAfterConsent(consent, agreed);
      if (!isReported) scripts?.pageViewed(page);
    });
  }, [agreed, consent, location]);

  const isCounted = consent?.analytics === true;
  useEffect(() => {
    if (isCounted) void measurement().then((part) => part?.measureVisit());
  }, [isCounted]);

  return null;
}

async function measurement() {
  await idle();
  return lazyOptional(() => import("./web-vitals.client.ts"));
}

const fetchServices = () => lazyOptional(() => import("./after-consent.client.ts"));

let fetched: ReturnType<typeof fetchServices> | null = null;

function services() {
  fetched ??= idle().then(fetchServices);
  return fetched;
}

/** Removes what the services stored in the browser; the server expires their cookies. */
function forgetStored(): void {
  try {
    for (const storage of [window.localStorage, window.sessionStorage]) {
      for (const name of Object.keys(storage).filter(isLeftBehind)) storage.removeItem(name);
    }
  } catch {
    // The browser may forbid storage.
  }
}

async function idle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(resolve);
    else setTimeout(resolve, QUIET_MOMENT_MS);
  });
}
