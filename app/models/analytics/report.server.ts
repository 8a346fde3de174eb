import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";

import { type ReportStep, reportSteps, STEPS, type FunnelStep } from "./report.ts";

const EVENTS = {
  visits: null,
  productViews: "view_item",
  carts: "add_to_cart",
  checkouts: "begin_checkout",
  orders: "purchase",
} as const satisfies Record<FunnelStep, string | null>;

type AnalyticsReport = Readonly<{
  provider: string;
  /** First and last day, UTC, YYYY-MM-DD. */
  from: string;
  to: string;
  steps: ReadonlyArray<ReportStep>;
}>;

const DAY_MS = 86_400_000;

/** The last `days` days, today included. A visit is a visitor on a day (UTC); a purchase is an order. */
export async function analyticsReport(days: number, now: Date): Promise<AnalyticsReport> {
  const from = new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const counts = await Promise.all(STEPS.map(async (step) => [step, await countStep(step, from)] as const));
  return {
    provider: analytics().name,
    from,
    to: now.toISOString().slice(0, 10),
    steps: reportSteps(Object.fromEntries(counts) as Record<FunnelStep, number>),
  };
}

async function countStep(step: FunnelStep, from: string): Promise<number> {
  const name = EVENTS[step];
  // A purchase is noted when the money comes, perhaps on another day than the visit.
  const what =
    step === "orders"
      ? sql<number | string>`count(*)`
      : sql<number | string>`count(distinct visitor_id || substr(occurred_at, 1, 10))`;
  const row = await db()
    .selectFrom("analytics_events")
    .select(what.as("count"))
    .where("occurred_at", ">=", from)
    .where("status", "<>", "held")
    .$if(name !== null, (query) => query.where("name", "=", name ?? ""))
    .$if(name === null, (query) => query.where("name", "not in", ["purchase", "refund"]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
