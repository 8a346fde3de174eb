import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { monthsBefore, STATISTICS_MONTHS } from "#app/models/platform/retention.ts";
import { BATCH_SIZE, type VisitorEvent } from "#app/services/analytics/analytics-port.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import { queueSending } from "./event-batch.server.ts";
import type { ShopEvent } from "./events.ts";

const LEASE_MS = 60_000;
/** Ends before the worker gives the job up. */
const INTERVAL_MS = 25_000;
/** Answers that mean "not now" or "not with this key". */
const PASSING = [401, 403, 404, 408, 429];
const TOO_LARGE = 413;
const DAY_MS = 86_400_000;
const SEND_DAYS = 4;
/** Days after which purchases of unpaid orders are deleted. */
const HELD_DAYS = 12;

/** Throws if the service asks for a pause. */
export const sendAnalytics: JobHandler = async () => {
  const startedAt = performance.now();
  let size = BATCH_SIZE;
  while (performance.now() - startedAt < INTERVAL_MS) {
    const batch = await takeBatch(size, new Date());
    if (batch.length === 0) return;
    size = await sendBatch(batch);
  }
  await queueSending();
};

type Row = Awaited<ReturnType<typeof takeBatch>>[number];

async function takeBatch(size: number, now: Date) {
  const at = now.toISOString();
  const taken = await db()
    .updateTable("analytics_events")
    .set({ leased_until: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where("id", "in", (events) =>
      events
        .selectFrom("analytics_events")
        .select("id")
        .where("status", "=", "waiting")
        .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", at)]))
        .orderBy("occurred_at")
        .orderBy("id")
        .limit(size),
    )
    .where("status", "=", "waiting")
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", at)]))
    .returning(["id", "visitor_id", "name", "properties", "occurred_at"])
    .execute();
  return taken.sort((first, second) => first.occurred_at.localeCompare(second.occurred_at));
}

async function sendBatch(batch: ReadonlyArray<Row>): Promise<number> {
  const ids = batch.map(({ id }) => id);
  try {
    await analytics().send(batch.map(toEvent));
    await mark(ids, "sent");
    return BATCH_SIZE;
  } catch (error) {
    const status = error instanceof OutgoingError ? error.status : null;
    if (status === TOO_LARGE && batch.length > 1) {
      await release(ids);
      return Math.floor(batch.length / 2);
    }
    if (status === null || status >= 500 || PASSING.includes(status)) {
      await release(ids);
      throw error;
    }
    await mark(ids, "dropped");
    return BATCH_SIZE;
  }
}

function toEvent({ id, visitor_id: visitorId, name, properties, occurred_at: at }: Row): VisitorEvent {
  const event = { name, properties: JSON.parse(properties) as unknown } as ShopEvent;
  return { id: uuidOf(id), visitorId, at, ...event };
}

/** The same UUID for the same event, by which services recognise repeats. */
function uuidOf(id: string): string {
  const hex = createHash("sha256").update(id).digest("hex");
  const variant = "89ab"[parseInt(hex.charAt(16), 16) % 4] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}

async function mark(ids: ReadonlyArray<string>, status: "sent" | "dropped"): Promise<void> {
  await db()
    .updateTable("analytics_events")
    .set({ status, leased_until: null })
    .where("id", "in", ids)
    .execute();
}

async function release(ids: ReadonlyArray<string>): Promise<void> {
  await db().updateTable("analytics_events").set({ leased_until: null }).where("id", "in", ids).execute();
}

export async function cleanUpAnalytics(now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db()
    .deleteFrom("analytics_events")
    .where("occurred_at", "<", monthsBefore(now, STATISTICS_MONTHS))
    .execute();
  await db()
    .updateTable("analytics_events")
    .set({ status: "dropped" })
    .where("status", "=", "waiting")
    .where("occurred_at", "<", before(SEND_DAYS))
    .execute();
  await db()
    .deleteFrom("analytics_events")
    .where("status", "=", "held")
    .where("occurred_at", "<", before(HELD_DAYS))
    .execute();
}
