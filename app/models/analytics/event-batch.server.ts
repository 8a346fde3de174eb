import { randomUUID } from "node:crypto";

import { db, inTransaction } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { consumeAttempt } from "#app/db/rate-limits.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { enqueue, IS_PENDING, wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { BATCH_SIZE } from "#app/services/analytics/analytics-port.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";

import type { ShopEvent } from "./events.ts";

/** Milliseconds (requirement analytics-3). */
const FLUSH_MS = 5_000;
/** While the database is away; the oldest are dropped first. */
const GATHERED_MAX = 1_000;

const STAYS_HERE: ReadonlyArray<ShopEvent["name"]> = ["web_vitals"];

type Noted = Readonly<{ id: string; visitorId: string; event: ShopEvent; at: string }>;

let gathered: ReadonlyArray<Noted> = [];
let timer: NodeJS.Timeout | null = null;

type Recording = Readonly<{
  consent: Readonly<{ analytics: boolean }> | null;
  visitorId: string | null;
  event: ShopEvent;
  now: Date;
}>;

/** Returns at once and never throws. */
export function recordEvent({ consent, visitorId, event, now }: Recording): void {
  if (!consent?.analytics || !visitorId || analytics().name === "off") return;
  const noted = { id: randomUUID(), visitorId, event, at: now.toISOString() };
  gathered = [...gathered, noted].slice(-GATHERED_MAX);
  if (gathered.length >= BATCH_SIZE) void writeEvents();
  else timer ??= setTimeout(() => void writeEvents(), FLUSH_MS).unref();
}

let writing: Promise<void> = Promise.resolve();
let next: Promise<void> | null = null;
let isComplainedOf = false;

/** What cannot be written waits; never throws. */
export function writeEvents(): Promise<void> {
  next ??= writing.then(() => {
    next = null;
    return writeGathered();
  });
  writing = next;
  return next;
}

async function writeGathered(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const events = gathered;
  gathered = [];
  if (events.length === 0) return;
  try {
    await inTransaction(async () => {
      const forgotten = await findForgotten(new Set(events.map(({ visitorId }) => visitorId)));
      const rows = events.filter(({ visitorId }) => !forgotten.has(visitorId)).map(rowOf);
      if (rows.length === 0) return;
      // Stored before, where the answer of a commit was lost.
      await db()
        .insertInto("analytics_events")
        .values(rows)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await queueSending();
    });
    wakeWorker();
    isComplainedOf = false;
  } catch (error) {
    // Once, until a write succeeds: a database that is away must not fill the log.
    if (!isComplainedOf)
      process.emitWarning(`Visits wait to be written: ${failureText(error)}`, "AnalyticsWarning");
    isComplainedOf = true;
    gathered = [...events, ...gathered].slice(-GATHERED_MAX);
    timer ??= setTimeout(() => void writeEvents(), FLUSH_MS).unref();
  }
}

function rowOf({ id, visitorId, event, at }: Noted) {
  return {
    id,
    visitor_id: visitorId,
    name: event.name,
    properties: JSON.stringify(event.properties),
    occurred_at: at,
    status:
      analytics().isOutside && !STAYS_HERE.includes(event.name) ? ("waiting" as const) : ("sent" as const),
    leased_until: null,
  };
}

export async function queueSending(): Promise<void> {
  if (!analytics().isOutside) return;
  const waiting = await db()
    .selectFrom("jobs")
    .select("id")
    .where(IS_PENDING)
    .where("kind", "=", "analytics-send")
    .where("status", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  if (waiting) return;
  await enqueue({ key: `analytics-send:${newId("send")}`, kind: "analytics-send", payload: {} });
}

/** Also drops events that were not sent yet; the report's figures shrink by them. */
export async function forgetVisitor(visitorId: string): Promise<void> {
  gathered = gathered.filter((noted) => noted.visitorId !== visitorId);
  await rememberForgotten(visitorId, new Date());
  await db().deleteFrom("analytics_events").where("visitor_id", "=", visitorId).execute();
}

/** Far longer than events wait in memory. The id never comes back. */
const REMEMBERED = { points: 1, seconds: 3_600 };

/** Only a hash is stored. */
async function rememberForgotten(visitorId: string, now: Date): Promise<void> {
  await consumeAttempt(keyOf(visitorId), REMEMBERED, now);
}

async function findForgotten(visitorIds: Iterable<string>): Promise<ReadonlySet<string>> {
  const byKey = new Map([...visitorIds].map((id) => [keyOf(id), id]));
  if (byKey.size === 0) return new Set();
  const rows = await db()
    .selectFrom("rate_limits")
    .select("key")
    .where("key", "in", [...byKey.keys()])
    .execute();
  return new Set(rows.map(({ key }) => byKey.get(key) ?? ""));
}

function keyOf(visitorId: string): string {
  return `forgotten:${hmac("forgotten visitor", visitorId)}`;
}
