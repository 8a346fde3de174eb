import { analytics } from "#app/services/analytics/analytics.server.ts";

import { countedSince } from "./counted-days.server.ts";
import { type ReportStep, reportSteps, type StepCounts, STEPS } from "./report.ts";
import { countEmptySearches, countSteps } from "./step-counts.server.ts";

type AnalyticsReport = Readonly<{
  provider: string;
  /** First and last day, UTC, YYYY-MM-DD. */
  from: string;
  to: string;
  steps: ReadonlyArray<ReportStep>;
}>;

const DAY_MS = 86_400_000;
const SEARCHES_LISTED = 500;

export async function analyticsReport(days: number, now: Date): Promise<AnalyticsReport> {
  const from = firstDay(days, now);
  const { counts, rest } = await countedSince(from, now);
  const since = await countSteps(rest);
  const sums = STEPS.map((step) => [step, counts[step] + since[step]]);
  return {
    provider: analytics().name,
    from,
    to: now.toISOString().slice(0, 10),
    steps: reportSteps(Object.fromEntries(sums) as StepCounts),
  };
}

function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

export type EmptySearch = Readonly<{
  words: string;
  times: number;
}>;

export async function listEmptySearches(days: number, now: Date): Promise<ReadonlyArray<EmptySearch>> {
  const { searches, rest } = await countedSince(firstDay(days, now), now);
  const counts = new Map(searches);
  for (const [words, times] of await countEmptySearches(rest))
    counts.set(words, (counts.get(words) ?? 0) + times);
  return [...counts]
    .map(([words, times]) => ({ words, times }))
    .sort((one, other) => other.times - one.times || one.words.localeCompare(other.words, "en"))
    .slice(0, SEARCHES_LISTED);
}
