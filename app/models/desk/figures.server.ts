/** Figures of the shop for the desk: from visit to order, what was not found, baskets, and how fast pages were. */
import { LRUCache } from "lru-cache";

import { type EmptySearch, listEmptySearches } from "#app/models/analytics/report.server.ts";
import { analyticsReport } from "#app/models/analytics/report.server.ts";
import type { ReportStep } from "#app/models/analytics/report.ts";
import { vitalsReport, type VitalsRow } from "#app/models/analytics/web-vitals.server.ts";
import { countLeftCarts, listSteps } from "#app/models/cart-recovery/report.server.ts";
import { type RecoveryReport, recoveryReport } from "#app/models/cart-recovery/report.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Periods that can be chosen, in days. */
export const FIGURE_PERIODS = [7, 30, 90] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

export type ShopFigures = Readonly<{
  /** True where visits are counted at all. */
  isCounted: boolean;
  steps: ReadonlyArray<ReportStep>;
  emptySearches: ReadonlyArray<EmptySearch>;
  /** Baskets with something in them that were touched last in the period, but not within the last hour. */
  leftCarts: number;
  recovery: RecoveryReport;
  /** By kind of page. */
  vitals: ReadonlyArray<VitalsRow>;
}>;

const known = new LRUCache<FigurePeriod, ShopFigures>({ max: FIGURE_PERIODS.length, ttl: MINUTE_MS });

/** Of the last `days` days. Asked again within a minute, the figures are the same. */
export async function shopFigures(days: FigurePeriod, now: Date): Promise<ShopFigures> {
  const cached = known.get(days);
  if (cached) return cached;
  const figures = await readFigures(days, now);
  known.set(days, figures);
  return figures;
}

/** Not from the cache. */
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
