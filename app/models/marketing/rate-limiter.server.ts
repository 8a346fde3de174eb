/** All processes together stay below the request limit of the marketing service. */
import { db } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import type { Pace } from "#app/services/marketing/marketing-port.ts";

/** The service takes 400 requests in any 60 seconds. With BURST at once at most 381 are made. */
const REQUESTS_A_MINUTE = 360;
const BURST = 20;
const MINUTE_MS = 60_000;
const GAP_MS = Math.ceil(MINUTE_MS / REQUESTS_A_MINUTE);
/** After a 429, because the service's window slides. */
const REST_MS = MINUTE_MS;
const QUEUES = "marketing-pace";
const LINE = "marketing-line";
const TRIES = 50;

type Clock = Readonly<{
  now: () => Date;
  pause: (ms: number) => Promise<void>;
}>;

type Row = typeof QUEUES | typeof LINE;

export type JobPace = Readonly<{ pace: Pace; rest: () => Promise<void> }>;

/**
 * The first request needs a free slot, or the job is postponed to the end of the queue, so that it does not block
 * others; further ones book a slot and wait for it.
 */
export function newPace(clock: Clock): JobPace {
  let isFirst = true;
  return {
    pace: async () => {
      const wait = await takeSlot(clock.now().getTime(), isFirst);
      if (wait > 0 && isFirst)
        throw new Postponed(
          await joinLine(clock.now().getTime(), wait),
          "The marketing service is asked as often as it takes",
        );
      isFirst = false;
      if (wait > 0) await clock.pause(wait);
    },
    rest: () => moveOn(clock.now().getTime() + REST_MS),
  };
}

/**
 * Milliseconds until the slot; with `onlyNow` none is taken if it is not free now. The row only moves forward, by
 * compare-and-set, so clocks that differ make it slower and never faster.
 */
async function takeSlot(now: number, onlyNow: boolean): Promise<number> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const freeAt = await readFreeAt(QUEUES);
    const start = Math.max(freeAt ?? 0, now);
    const wait = Math.max(0, start - BURST * GAP_MS - now);
    if (wait > 0 && onlyNow) return wait;
    if (await setFreeAt(QUEUES, freeAt, start + GAP_MS)) return wait;
  }
  return GAP_MS;
}

async function joinLine(now: number, wait: number): Promise<number> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const end = await readFreeAt(LINE);
    const place = Math.max(end ?? 0, now + wait);
    if (await setFreeAt(LINE, end, place + GAP_MS)) return place - now;
  }
  return wait;
}

async function moveOn(until: number): Promise<void> {
  const freeAt = await readFreeAt(QUEUES);
  await setFreeAt(QUEUES, freeAt, Math.max(freeAt ?? 0, until + BURST * GAP_MS));
}

async function readFreeAt(key: Row): Promise<number | null> {
  const row = await db()
    .selectFrom("rate_limits")
    .select("free_at")
    .where("key", "=", key)
    .executeTakeFirst();
  return row ? Date.parse(row.free_at) : null;
}

/** False if another process has moved it. */
async function setFreeAt(key: Row, before: number | null, after: number): Promise<boolean> {
  const free_at = new Date(after).toISOString();
  const row = { free_at, resets_at: new Date(after + MINUTE_MS).toISOString() };
  if (before === null) {
    const { numInsertedOrUpdatedRows } = await db()
      .insertInto("rate_limits")
      .values({ key, count: 0, ...row })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) === 1;
  }
  const { numUpdatedRows } = await db()
    .updateTable("rate_limits")
    .set(row)
    .where("key", "=", key)
    .where("free_at", "=", new Date(before).toISOString())
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
