/** In the database: processes count together, and restarts forget nothing. */
import { sql } from "kysely";

import { config } from "#app/config.server.ts";

import { db } from "./db.server.ts";
import { compiledQuery } from "./compiled-query.server.ts";
import { hmac } from "./hmac.server.ts";

export type LimitRule = Readonly<{
  points: number;
  seconds: number;
  /** True: the window starts anew with each try that was let in. */
  slides?: boolean;
  /** Seconds to wait after the first, second … try of a window. */
  waits?: ReadonlyArray<number>;
}>;

/** Retry-After is rounded up to this many seconds, so that nobody learns the exact window. */
const RETRY_STEP_SECONDS = 5;

/** The key under which tries are counted: nobody reads in it by whom. */
export function counterOf(name: string, key: string): string {
  return `${name}:${hmac(`limit ${name}`, key)}`;
}

/** Zero, or the seconds to wait. One statement: of tries at once, no more than the rule allows are let in. */
export async function consumeAttempt(key: string, rule: LimitRule, now: Date): Promise<number> {
  // Most refusals end here, without a write: a storm of guesses must not keep the disk busy.
  const waiting = await secondsToWait(key, rule, now);
  if (waiting > 0) return waiting;
  return (await letIn(key, rule, now))
    ? 0
    : Math.max(RETRY_STEP_SECONDS, await secondsToWait(key, rule, now));
}

export async function returnAttempt(key: string): Promise<void> {
  await db()
    .updateTable("rate_limits")
    .set({ count: sql<number>`count - 1` })
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

export async function resetAttempts(key: string): Promise<void> {
  await db().deleteFrom("rate_limits").where("key", "=", key).execute();
}

export async function cleanUpRateLimits(now: Date): Promise<void> {
  await db().deleteFrom("rate_limits").where("resets_at", "<=", now.toISOString()).execute();
}

const counters = compiledQuery((database, { key }: Readonly<{ key: string }>) =>
  database.selectFrom("rate_limits").selectAll().where("key", "=", key),
);

async function secondsToWait(key: string, rule: LimitRule, now: Date): Promise<number> {
  const [row] = await counters({ key });
  const at = now.toISOString();
  if (!row || row.resets_at <= at) return 0;
  const until = row.count >= pointsOf(rule) ? row.resets_at : row.free_at;
  if (until <= at) return 0;
  const seconds = (Date.parse(until) - now.getTime()) / 1000;
  return Math.ceil(seconds / RETRY_STEP_SECONDS) * RETRY_STEP_SECONDS;
}

async function letIn(key: string, rule: LimitRule, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const resets = later(now, rule.seconds);
  const { rows } = await sql`
    INSERT INTO rate_limits AS known (key, count, free_at, resets_at)
    VALUES (${key}, 1, ${freeAt(rule, 1, now)}, ${resets})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.resets_at <= ${at} THEN 1 ELSE known.count + 1 END,
      free_at = CASE WHEN known.resets_at <= ${at} THEN excluded.free_at ${waitCases(rule, now)} ELSE '' END,
      resets_at = CASE WHEN known.resets_at <= ${at} OR ${rule.slides ? 1 : 0} = 1
                  THEN excluded.resets_at ELSE known.resets_at END
    WHERE known.resets_at <= ${at} OR (known.count < ${pointsOf(rule)} AND known.free_at <= ${at})
    RETURNING count
  `.execute(db());
  return rows.length === 1;
}

function waitCases(rule: LimitRule, now: Date) {
  const cases = (rule.waits ?? []).map((_, index) =>
    index === 0 ? sql`` : sql` WHEN known.count = ${sql.lit(index)} THEN ${freeAt(rule, index + 1, now)}`,
  );
  return sql.join(cases, sql``);
}

/** Without a wait that is always: tries at the same time are counted in any order, and none waits for another. */
function freeAt(rule: LimitRule, count: number, now: Date): string {
  const wait = rule.waits?.[count - 1] ?? 0;
  return wait === 0 ? "" : later(now, wait / config.rateLimitScale);
}

function pointsOf({ points }: LimitRule): number {
  return Math.ceil(points * config.rateLimitScale);
}

function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
