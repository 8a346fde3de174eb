import { LRUCache } from "lru-cache";

import { type EmptySearch, listEmptySearches } from "#app/models/analytics/report.server.ts";
import { analyticsReport } from "#app/models/analytics/report.server.ts";
import type { ReportStep } from "#app/models/analytics/report.ts";
import { vitalsReport, type VitalsRow } from "#app/models/analytics/web-vitals.server.ts";
import { countLeftCarts, listSteps } from "#app/models/cart-recovery/report.server.ts";
import { type RecoveryReport, recoveryReport } from "#app/models/cart-recovery/report.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export const FIGURE_PERIODS = [7, 30, 90] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

export type ShopFigures = Readonly<{
  isCounted: boolean;
  steps: ReadonlyArray<ReportStep>;
  emptySearches: ReadonlyArray<EmptySearch>;
  /** Baskets with something in them that were touched last in the period, but not within the last hour. */
  leftCarts: number;
  recovery: RecoveryReport;
  vitals: ReadonlyArray<VitalsRow>;
}>;

const known = new LRUCache<FigurePeriod, ShopFigures>({ max: FIGURE_PERIODS.length, ttl: MINUTE_MS });

/** Cached for a minute. */
export async function shopFigures(days: FigurePeriod, now: Date): Promise<ShopFigures> {
  const cached = known.get(days);
  if (cached) return cached;
  const figures = await readFigures(days, now);
  known.set(days, figures);
  return figures;
}

export async function readFigures(days: FigurePeriod, now: Date): Promise<ShopFigures> {
  const since = new Date(now.getTime() - days * DAY_MS);
  const [report, emptySearches, leftCarts, steps, vitals] = await Promise.all([
    analyticsReport(days, now),
    listEmptySearches(days, now),
    countLeftCarts(since, now),
    listSteps(since),
    vitalsReport(days, now),
  ]);
  return {
    ...{ isCounted: report.provider !== "off", steps: report.steps, emptySearches, leftCarts },
    ...{ recovery: recoveryReport(steps), vitals },
  };
}
