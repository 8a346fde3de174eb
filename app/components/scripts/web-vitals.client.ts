import { onCLS, onINP, onLCP, onTTFB } from "web-vitals";

import { paths } from "#app/paths.ts";

const measured: Record<string, number> = {};
let isMeasuring = false;

/** Only for visitors who agreed to be counted; the server checks it again. */
export function measureVisit(): void {
  if (isMeasuring) return;
  isMeasuring = true;
  const [entry] = performance.getEntriesByType("navigation");
  const path = new URL(entry?.name ?? location.href).pathname;
  for (const measure of [onLCP, onINP, onCLS, onTTFB])
    measure(({ name, value }) => (measured[name] = value), { reportAllChanges: true });
  addEventListener("visibilitychange", report);

  function report() {
    if (document.visibilityState !== "hidden") return;
    removeEventListener("visibilitychange", report);
    const body = JSON.stringify({ path, arrival: arrivalOf(entry), values: measured });
    navigator.sendBeacon(paths.webVitals(), new Blob([body], { type: "application/json" }));
  }
}

type Entry = PerformanceEntry & { activationStart?: number; deliveryType?: string };

function arrivalOf(entry: Entry | undefined): string {
  if ((entry?.activationStart ?? 0) > 0) return "prerendered";
  return entry?.deliveryType === "navigational-prefetch" ? "prefetched" : "ordinary";
}
