import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { type Job, Postponed } from "#app/models/jobs/job.ts";
import { LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { isOrderStatus } from "#app/models/order/status.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import type { MarketingPort } from "#app/services/marketing/marketing-port.ts";
import { isRateLimited } from "#app/services/marketing/error-mapping.ts";
import { marketing } from "#app/services/marketing/marketing.server.ts";

import {
  findPerson,
  marketingOrderOf,
  type MarketingRow,
  sentRecord,
  type DesiredRecord,
  desiredRecord,
} from "./cart-snapshot.server.ts";
import { ensureContact, sendContactOf } from "./contact.server.ts";
import { newPace } from "./rate-limiter.server.ts";
import { syncKey } from "./sync-outbox.server.ts";

type MarketingClock = Readonly<{
  now: () => Date;
  pause: (ms: number) => Promise<void>;
}>;

const CLOCK: MarketingClock = {
  now: () => new Date(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type Work = (job: Job, port: MarketingPort, now: Date) => Promise<void>;

export const MARKETING_HANDLERS = marketingHandlers();

export function marketingHandlers(clock: MarketingClock = CLOCK) {
  return {
    "marketing-cart": handler(syncCart, clock),
    "marketing-order": handler(syncOrder, clock),
    "marketing-contact": handler(syncContact, clock),
  } as const satisfies Record<string, JobHandler>;
}

function handler(work: Work, clock: MarketingClock): JobHandler {
  return async (job) => {
    const { pace, rest } = newPace(clock);
    try {
      await work(job, marketing(pace), clock.now());
    } catch (error) {
      if (isRateLimited(error)) await rest();
      throw error;
    }
  };
}

async function syncContact({ payload }: Job, port: MarketingPort, now: Date): Promise<void> {
  await sendContactOf(String(payload["contactId"]), port, now);
}

async function syncCart(job: Job, port: MarketingPort, now: Date): Promise<void> {
  const hold = {
    cartId: String(job.payload["cartId"]),
    jobId: job.id,
    generation: Number(job.payload["generation"]),
  };
  await whileHeld(hold, now, async (row) => {
    if (row.synced_version < row.desired_version) await sendCart(row, port, { now });
  });
}

/** Releases the lock also when the job is postponed. */
async function whileHeld(hold: Hold, now: Date, work: (row: MarketingRow) => Promise<void>): Promise<void> {
  const row = await lockMarketingCart(hold, now);
  if (!row) return;
  try {
    await work(row);
  } finally {
    await releaseCart(hold);
  }
}

type Send = Readonly<{ now: Date; isForced?: boolean }>;

async function sendCart(row: MarketingRow, port: MarketingPort, send: Send): Promise<void> {
  const desired = await desiredRecord(row, send.now);
  if (desired) await saveCart({ ...desired, row }, port, send);
  else await removeCart(row, port, send);
}

async function saveCart(
  { record, person, row }: DesiredRecord & Readonly<{ row: MarketingRow }>,
  port: MarketingPort,
  { now, isForced = false }: Send,
): Promise<void> {
  const text = JSON.stringify(record);
  if (isForced || row.sync_state !== "synced" || row.record !== text) {
    if (person.email !== null) await ensureContact(person.email, port, now);
    // Noted before, because a request whose answer is lost may have been carried out.
    await noteCartRow(row.cart_id, { sync_state: "unconfirmed", record: text });
    const { contactId } = person;
    const isKnown = row.sync_state !== "none";
    const sending = { contactId, isKnown, version: row.desired_version, at: now.toISOString() };
    await orTakenBack(row, () => port.saveCart(record, sending));
  }
  await noteCartRow(row.cart_id, { sync_state: "synced", record: text, synced_version: row.desired_version });
}

/** A postponed job has sent nothing, so the service still has what it had. */
async function orTakenBack(row: MarketingRow, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof Postponed)
      await noteCartRow(row.cart_id, { sync_state: row.sync_state, record: row.record });
    throw error;
  }
}

async function removeCart(row: MarketingRow, port: MarketingPort, { now }: Send): Promise<void> {
  if (row.sync_state !== "none") {
    // The contact of the last sent record counts, even after they opted out.
    const email = sentRecord(row)?.email ?? null;
    const person = email === null ? await findPerson(subjectRow(row)) : { email, contactId: null };
    const sending = { cartId: row.cart_id, version: row.desired_version, at: now.toISOString() };
    await port.removeCart({ ...sending, email: null, contactId: null, ...person });
  }
  await noteCartRow(row.cart_id, { sync_state: "none", record: null, synced_version: row.desired_version });
}

function subjectRow({ customer_id, contact_id }: MarketingRow) {
  return { customerId: customer_id, contactId: contact_id };
}

type Sent = Readonly<Pick<MarketingRow, "sync_state" | "record">>;

async function noteCartRow(
  cartId: string,
  values: Sent & Readonly<{ synced_version?: number }>,
): Promise<void> {
  await db().updateTable("marketing_carts").set(values).where("cart_id", "=", cartId).execute();
}

/** The order first, because it closes the record of its cart. */
async function syncOrder(job: Job, port: MarketingPort, now: Date): Promise<void> {
  const { orderId, cartId } = job.payload;
  await whileHeld({ cartId: String(cartId), jobId: job.id, generation: null }, now, async (row) => {
    const isFirst = await sendOrder(String(orderId), row, { port, now });
    if (isFirst || row.synced_version < row.desired_version)
      await sendCart(row, port, { now, isForced: isFirst });
  });
}

async function sendOrder(
  orderId: string,
  row: MarketingRow,
  { port, now }: Readonly<{ port: MarketingPort; now: Date }>,
): Promise<boolean> {
  const news = await findNews(orderId);
  if (!news) return false;
  const { order, sentStatus } = news;
  const subject = subjectRow(row);
  const person = await findPerson({ ...subject, customerId: order.customerId ?? subject.customerId });
  const record = person && marketingOrderOf(order, { email: person.email, now });
  if (!record) return false;
  const { email, contactId } = person;
  const before = sentStatus && marketingOrderOf({ ...order, status: sentStatus }, { email, now });
  if (email !== null) await ensureContact(email, port, now);
  await port.saveOrder(record, { contactId, before, at: now.toISOString() });
  await db()
    .updateTable("marketing_orders")
    .set({ sent_status: order.status })
    .where("order_id", "=", orderId)
    .execute();
  return before === null;
}

async function findNews(orderId: string) {
  const order = isOrderId(orderId) ? await findOrder(orderId) : null;
  const reported = await db()
    .selectFrom("marketing_orders")
    .select("sent_status")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order || !reported || reported.sent_status === order.status) return null;
  const { sent_status: sent } = reported;
  return { order, sentStatus: sent !== null && isOrderStatus(sent) ? sent : null };
}

const WAIT_MS = 2_000;

type Hold = Readonly<{
  cartId: string;
  jobId: string;
  /** For which the job was queued; null for jobs without one. */
  generation: number | null;
}>;

/**
 * Later changes belong to the next generation; null if a later one has begun. Throws Postponed while another job holds
 * the lock.
 */
export async function lockMarketingCart(
  { cartId, jobId, generation }: Hold,
  now: Date,
): Promise<MarketingRow | null> {
  const held = await db()
    .updateTable("marketing_carts")
    .set({
      sync_generation:
        generation === null
          ? sql<number>`sync_generation`
          : sql<number>`CASE WHEN sync_generation = ${generation} THEN sync_generation + 1 ELSE sync_generation END`,
      lease_owner: jobId,
      leased_until: new Date(now.getTime() + LEASE_MS).toISOString(),
    })
    .where("cart_id", "=", cartId)
    .$if(generation !== null, (query) => query.where("sync_generation", "<=", (generation ?? 0) + 1))
    .where((row) =>
      row.or([
        row("leased_until", "is", null),
        row("leased_until", "<=", now.toISOString()),
        row("lease_owner", "=", jobId),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (held) {
    if (generation !== null) await dropEarlier(cartId, generation - 1);
    return held;
  }
  const row = await db()
    .selectFrom("marketing_carts")
    .select("sync_generation")
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
  if (!row || (generation !== null && row.sync_generation > generation + 1)) return null;
  throw new Postponed(WAIT_MS, "Another job tells of this cart");
}

/** This job sends everything. */
async function dropEarlier(cartId: string, generation: number): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("key", "=", syncKey(cartId, generation))
    .where("status", "<>", "running")
    .execute();
}

async function releaseCart({ cartId, jobId }: Hold): Promise<void> {
  await db()
    .updateTable("marketing_carts")
    .set({ lease_owner: null, leased_until: null })
    .where("cart_id", "=", cartId)
    .where("lease_owner", "=", jobId)
    .execute();
}
