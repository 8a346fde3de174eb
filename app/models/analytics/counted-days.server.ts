/** Statistics of days that are over (UTC), counted once, so that a figure of 90 days does not read every event. */
import { sql } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import { monthsBefore, STATISTICS_MONTHS } from "#app/models/platform/retention.ts";
import { addDays } from "#app/models/shared/local-date.ts";

import type { StepCounts } from "./report.ts";
import { countEmptySearches, countSteps, type Period } from "./step-counts.server.ts";

/** Events of a day may be written this long after its end. */
const LATE_MS = 3_600_000;
const DAYS_A_CALL = 10;

export async function countAnalyticsDays(now: Date): Promise<void> {
  const oldest = dayOf(monthsBefore(now, STATISTICS_MONTHS));
  const first = await firstUncounted(oldest);
  const today = dayOf(new Date(now.getTime() - LATE_MS).toISOString());
  for (let place = 0, day = first; day !== null && day < today && place < DAYS_A_CALL; place += 1) {
    await countDay(day);
    day = addDays(day, 1);
  }
  const old = await db()
    .selectFrom("analytics_days")
    .select("day")
    .where("day", "<", oldest)
    .limit(1)
    .execute();
  if (old.length > 0) await db().deleteFrom("analytics_days").where("day", "<", oldest).execute();
}

async function firstUncounted(oldest: string): Promise<string | null> {
  const last = await lastCountedDay();
  if (last !== null) return addDays(last, 1);
  const { first } = await db()
    .selectFrom("analytics_events")
    .select(({ fn }) => fn.min<string | null>("occurred_at").as("first"))
    .executeTakeFirstOrThrow();
  if (first === null) return null;
  return dayOf(first) < oldest ? oldest : dayOf(first);
}

async function lastCountedDay(): Promise<string | null> {
  const { last } = await db()
    .selectFrom("analytics_days")
    .select(({ fn }) => fn.max<string | null>("day").as("last"))
    .executeTakeFirstOrThrow();
  return last;
}

async function countDay(day: string): Promise<void> {
  const period = { from: day, before: addDays(day, 1) };
  const { visits, productViews, carts, checkouts, orders } = await countSteps(period);
  const searches = await countEmptySearches(period);
  await inTransaction(async () => {
    const { numInsertedOrUpdatedRows: count } = await db()
      .insertInto("analytics_days")
      .values({ day, visits, product_views: productViews, carts, checkouts, orders })
      .onConflict((conflict) => conflict.column("day").doNothing())
      .executeTakeFirstOrThrow();
    if (Number(count) === 1 && searches.size > 0)
      await db()
        .insertInto("analytics_day_searches")
        .values([...searches].map(([words, times]) => ({ day, words, times })))
        .execute();
  });
}

export async function countedSince(
  from: string,
  now: Date,
): Promise<Readonly<{ counts: StepCounts; searches: ReadonlyMap<string, number>; rest: Period }>> {
  const last = await lastCountedDay();
  const sum = (column: "visits" | "product_views" | "carts" | "checkouts" | "orders") =>
    sql<number | string>`coalesce(sum(${sql.ref(column)}), 0)`;
  const row = await db()
    .selectFrom("analytics_days")
    .select([sum("visits").as("visits"), sum("product_views").as("productViews"), sum("carts").as("carts")])
    .select([sum("checkouts").as("checkouts"), sum("orders").as("orders")])
    .where("day", ">=", from)
    .executeTakeFirstOrThrow();
  const searches = await db()
    .selectFrom("analytics_day_searches")
    .select(["words", ({ fn }) => fn.sum<number | string>("times").as("times")])
    .where("day", ">=", from)
    .groupBy("words")
    .execute();
  const [visits, productViews, carts] = [Number(row.visits), Number(row.productViews), Number(row.carts)];
  return {
    counts: { visits, productViews, carts, checkouts: Number(row.checkouts), orders: Number(row.orders) },
    searches: new Map(searches.map(({ words, times }) => [words, Number(times)])),
    rest: {
      from: last === null || last < from ? from : addDays(last, 1),
      before: addDays(dayOf(now.toISOString()), 1),
    },
  };
}

const dayOf = (time: string) => time.slice(0, 10);
