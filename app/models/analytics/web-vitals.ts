import { addressAt } from "#app/models/platform/address-at.ts";

import type { ShopEvent } from "./events.ts";

export const VITALS = ["LCP", "INP", "CLS", "TTFB"] as const;
export type Vital = (typeof VITALS)[number];

/** Milliseconds, and for CLS a score. What the browser could not measure is left out. */
export type VitalValues = Readonly<Partial<Record<Vital, number>>>;

/** Larger values come from a browser that slept, or are invented. */
const MOST: Readonly<Record<Vital, number>> = { LCP: 120_000, INP: 120_000, CLS: 100, TTFB: 120_000 };
/** The limits below which three of four visits are good (web.dev/articles/vitals). */
const GOOD: Readonly<Record<Vital, number>> = { LCP: 2_500, INP: 200, CLS: 0.1, TTFB: 800 };
const SHARE = 0.75;

export const PAGE_ARRIVALS = ["ordinary", "prefetched", "prerendered"] as const;
export type PageArrival = (typeof PAGE_ARRIVALS)[number];

export function vitalsEvent(pathname: string, arrival: PageArrival, values: VitalValues): ShopEvent | null {
  const known = VITALS.flatMap((vital) => {
    const value = values[vital];
    return value !== undefined && value >= 0 && value <= MOST[vital] ? [[vital, value] as const] : [];
  });
  if (known.length === 0) return null;
  const { kind } = addressAt(pathname);
  return {
    name: "web_vitals",
    properties: { page_kind: kind ?? "other", page_arrival: arrival, ...Object.fromEntries(known) },
  };
}

export function percentile75(values: ReadonlyArray<number>): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * SHARE) - 1] ?? null;
}

export function isGood(vital: Vital, value: number): boolean {
  return value <= GOOD[vital];
}
