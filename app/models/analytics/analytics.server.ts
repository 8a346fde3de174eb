/** Notes what visitors who allowed it do. Nobody waits for it: events gather in memory and are written together. */
import { randomUUID } from "node:crypto";

import { db, transact } from "#app/db/db.server.ts";
import { enqueue, IS_PENDING } from "#app/models/jobs/outbox.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { BATCH_SIZE } from "#app/services/analytics/analytics-port.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";

import { findForgotten, rememberForgotten } from "./consent-withdrawals.server.ts";
import type { ShopEvent } from "./events.ts";

/** How long events gather, in milliseconds (specification, 9). */
const FLUSH_MS = 5_000;
/** Most events that wait in memory while the database is away; the oldest go first. */
const GATHERED_MAX = 1_000;

type Noted = Readonly<{ id: string; visitorId: string; event: ShopEvent; at: string }>;

let gathered: ReadonlyArray<Noted> = [];
let timer: NodeJS.Timeout | null = null;

type Recording = Readonly<{
  /** What the visitor allows now. */
  consent: Readonly<{ analytics: boolean }> | null;
  visitorId: string | null;
  event: ShopEvent;
  now: Date;
}>;

/** Notes `event`, if the visitor allows it at this moment. Returns at once and never throws. */
export function recordEvent({ consent, visitorId, event, now }: Recording): void {
  if (!consent?.analytics || !visitorId || analytics().name === "off") return;
  const noted = { id: randomUUID(), visitorId, event, at: now.toISOString() };
  gathered = [...gathered, noted].slice(-GATHERED_MAX);
  if (gathered.length >= BATCH_SIZE) void writeEvents();
  else timer ??= setTimeout(() => void writeEvents(), FLUSH_MS).unref();
}

/** Writes down what has gathered; what cannot be written now waits for the next time. Never throws. */
export async function writeEvents(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const events = gathered;
  gathered = [];
  if (events.length === 0) return;
  try {
    await transact(async () => {
      const forgotten = await findForgotten(new Set(events.map(({ visitorId }) => visitorId)));
      const rows = events.filter(({ visitorId }) => !forgotten.has(visitorId)).map(rowOf);
      if (rows.length === 0) return ok(null);
      await db().insertInto("analytics_events").values(rows).execute();
      await queueSending();
      return ok(null);
    });
    wakeWorker();
  } catch {
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
    at,
    status: analytics().isOutside ? ("waiting" as const) : ("sent" as const),
    leased_until: null,
  };
}

/** Has the queue send what waits. One job waits at a time: a service that is down for a day leaves one behind. */
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

/**
 * Forgets a visitor who takes the consent back: what was noted of them is deleted, and what waits is never sent. The
 * counts of the report shrink by it.
 */
export async function forgetVisitor(visitorId: string): Promise<void> {
  gathered = gathered.filter((noted) => noted.visitorId !== visitorId);
  await rememberForgotten(visitorId, new Date());
  await db().deleteFrom("analytics_events").where("visitor_id", "=", visitorId).execute();
}
