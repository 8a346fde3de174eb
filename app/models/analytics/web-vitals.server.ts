import { db } from "#app/db/db.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { percentile75, type Vital, VITALS } from "./web-vitals.ts";

const DAY_MS = 86_400_000;
const VISITS_MAX = 20_000;

export type VitalsRow = Readonly<{
  pageKind: string;
  count: number;
  /** 75th percentiles: milliseconds, and for CLS a score. */
  values: Readonly<Partial<Record<Vital, number>>>;
}>;

export async function vitalsReport(days: number, now: Date): Promise<ReadonlyArray<VitalsRow>> {
  const rows = await db()
    .selectFrom("analytics_events")
    .select("properties")
    .where("name", "=", "web_vitals")
    .where("occurred_at", ">=", new Date(now.getTime() - days * DAY_MS).toISOString())
    .orderBy("occurred_at", "desc")
    .limit(VISITS_MAX)
    .execute();
  const visits = rows.map(({ properties }) => JSON.parse(properties) as Record<string, unknown>);
  return [...grouped(visits, ({ page_kind }) => String(page_kind))]
    .map(([pageKind, own]) => reportOf(pageKind, own))
    .sort((one, other) => other.count - one.count);
}

function reportOf(pageKind: string, visits: ReadonlyArray<Record<string, unknown>>): VitalsRow {
  const values = VITALS.flatMap((vital) => {
    const known = visits.map((visit) => visit[vital]).filter((value) => typeof value === "number");
    const value = percentile75(known);
    return value === null ? [] : [[vital, value] as const];
  });
  return { pageKind, count: visits.length, values: Object.fromEntries(values) };
}
