import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import { type FunnelStep, type StepCounts, STEPS } from "./report.ts";

const EVENTS = {
  visits: null,
  productViews: "view_item",
  carts: "add_to_cart",
  checkouts: "begin_checkout",
  orders: "purchase",
} as const satisfies Record<FunnelStep, string | null>;

const SEARCHES_READ = 500;

/** From one moment to before another, ISO 8601, UTC. */
export type Period = Readonly<{ from: string; before: string }>;

/** A visit is a visitor on a day (UTC); a purchase is an order. */
export async function countSteps(period: Period): Promise<StepCounts> {
  const counts: Array<readonly [FunnelStep, number]> = [];
  for (const step of STEPS) counts.push([step, await countStep(step, period)]);
  return Object.fromEntries(counts) as StepCounts;
}

async function countStep(step: FunnelStep, { from, before }: Period): Promise<number> {
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
    .where("occurred_at", "<", before)
    .where("status", "<>", "held")
    .$if(name !== null, (query) => query.where("name", "=", name ?? ""))
    .$if(name === null, (query) => query.where("name", "not in", ["purchase", "refund"]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function countEmptySearches({ from, before }: Period): Promise<ReadonlyMap<string, number>> {
  const rows = await db()
    .selectFrom("analytics_events")
    .select(["properties", ({ fn }) => fn.countAll<number | string>().as("times")])
    .where("occurred_at", ">=", from)
    .where("occurred_at", "<", before)
    .where("name", "=", "search")
    .where("status", "<>", "held")
    .where("properties", "like", '%"results":0%')
    .groupBy("properties")
    .orderBy("times", "desc")
    .orderBy("properties")
    .limit(SEARCHES_READ)
    .execute();
  const counts = new Map<string, number>();
  for (const { properties, times } of rows) {
    const words = emptyWords(properties);
    if (words !== null) counts.set(words, (counts.get(words) ?? 0) + Number(times));
  }
  return counts;
}

/** Null for a search that found something, and for words that were hidden because they looked like an address. */
function emptyWords(text: string): string | null {
  const { search_term: term, results } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (results !== 0 || typeof term !== "string" || term === "(hidden)") return null;
  const words = term.trim().toLowerCase();
  return words === "" ? null : words;
}
