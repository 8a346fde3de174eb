/** Tells the marketing service what carts, orders and contacts are by now: the handlers of its jobs. */
import { db } from "#app/db/db.server.ts";
import { type Job, Postponed } from "#app/models/jobs/job.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { isOrderStatus } from "#app/models/order/status.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { marketing } from "#app/services/marketing/marketing.server.ts";
import type { MarketingPort } from "#app/services/marketing/marketing-port.ts";
import { isTooMuch } from "#app/services/marketing/marketing-trouble.ts";

import { type Hold, holdCart, releaseCart } from "./cart-lock.server.ts";
import {
  findPerson,
  marketingOrderOf,
  type MarketingRow,
  sentRecord,
  type WishedRecord,
  wishedRecord,
} from "./cart-snapshot.server.ts";
import { ensureContact, sendContactOf } from "./contact.server.ts";
import { newPace } from "./rate-limiter.server.ts";

export type MarketingClock = Readonly<{
  now: () => Date;
  pause: (ms: number) => Promise<void>;
}>;

const CLOCK: MarketingClock = {
  now: () => new Date(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

type Work = (job: Job, port: MarketingPort, now: Date) => Promise<void>;

/** Does the jobs of each kind. */
export const MARKETING_HANDLERS = marketingHandlers();

/** As MARKETING_HANDLERS, by another clock: for tests. */
export function marketingHandlers(clock: MarketingClock = CLOCK) {
  return {
    "marketing-cart": handler(tellOfCart, clock),
    "marketing-order": handler(tellOfOrder, clock),
    "marketing-contact": handler(tellOfContact, clock),
  } as const satisfies Record<string, JobHandler>;
}

function handler(work: Work, clock: MarketingClock): JobHandler {
  return async (job) => {
    const { pace, rest } = newPace(clock);
    try {
      await work(job, marketing(pace), clock.now());
    } catch (error) {
      if (isTooMuch(error)) await rest();
      throw error;
    }
  };
}

async function tellOfContact({ payload }: Job, port: MarketingPort): Promise<void> {
  await sendContactOf(String(payload["contactId"]), port);
}

async function tellOfCart(job: Job, port: MarketingPort, now: Date): Promise<void> {
  const hold = { cartId: String(job.payload["cartId"]), jobId: job.id, turn: Number(job.payload["turn"]) };
  await whileHeld(hold, now, async (row) => {
    if (row.sent < row.wanted) await sendCart(row, port, { now });
  });
}

/** Held until it is done; a job that was put off keeps nobody waiting either. */
async function whileHeld(hold: Hold, now: Date, work: (row: MarketingRow) => Promise<void>): Promise<void> {
  const row = await holdCart(hold, now);
  if (!row) return;
  try {
    await work(row);
  } finally {
    await releaseCart(hold);
  }
}

type Send = Readonly<{ now: Date; isForced?: boolean }>;

/** Saves or removes the record, whichever the cart calls for by now, and notes what the service has from then on. */
async function sendCart(row: MarketingRow, port: MarketingPort, send: Send): Promise<void> {
  const wished = await wishedRecord(row, send.now);
  if (wished) await saveCart({ ...wished, row }, port, send);
  else await removeCart(row, port, send);
}

async function saveCart(
  { record, person, row }: WishedRecord & Readonly<{ row: MarketingRow }>,
  port: MarketingPort,
  { now, isForced = false }: Send,
): Promise<void> {
  const text = JSON.stringify(record);
  if (isForced || row.is_sent !== 1 || row.record !== text) {
    if (person.email !== null) await ensureContact(person.email, port, now);
    // Said before it is done: a request whose answer is lost may have been carried out.
    await noteCartRow(row.cart_id, { is_sent: 2, record: text });
    const { contactId } = person;
    const isKnown = row.is_sent > 0;
    const sending = { contactId, isKnown, version: row.wanted, at: now.toISOString() };
    await orTakenBack(row, () => port.saveCart(record, sending));
  }
  await noteCartRow(row.cart_id, { is_sent: 1, record: text, sent: row.wanted });
}

/** A job that was put off has asked for nothing: what the service has is what it had before. */
async function orTakenBack(row: MarketingRow, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof Postponed)
      await noteCartRow(row.cart_id, { is_sent: row.is_sent, record: row.record });
    throw error;
  }
}

async function removeCart(row: MarketingRow, port: MarketingPort, { now }: Send): Promise<void> {
  if (row.is_sent > 0) {
    // Whoever opted out or left is still the one it was about.
    const email = sentRecord(row)?.email ?? null;
    const person = email === null ? await findPerson(whoseRow(row)) : { email, contactId: null };
    const sending = { cartId: row.cart_id, version: row.wanted, at: now.toISOString() };
    await port.removeCart({ ...sending, email: null, contactId: null, ...person });
  }
  await noteCartRow(row.cart_id, { is_sent: 0, record: null, sent: row.wanted });
}

function whoseRow({ customer_id, contact_id }: MarketingRow) {
  return { customerId: customer_id, contactId: contact_id };
}

type Sent = Readonly<{ is_sent: number; record: string | null }>;

async function noteCartRow(cartId: string, values: Sent & Readonly<{ sent?: number }>): Promise<void> {
  await db().updateTable("marketing_carts").set(values).where("cart_id", "=", cartId).execute();
}

/** The order first, then what is left of its cart: an order closes the record of its cart at the service. */
async function tellOfOrder(job: Job, port: MarketingPort, now: Date): Promise<void> {
  const { orderId, cartId } = job.payload;
  await whileHeld({ cartId: String(cartId), jobId: job.id, turn: null }, now, async (row) => {
    const isFirst = await sendOrder(String(orderId), row, { port, now });
    if (isFirst || row.sent < row.wanted) await sendCart(row, port, { now, isForced: isFirst });
  });
}

/** True when the service hears of the order for the first time. */
async function sendOrder(
  orderId: string,
  row: MarketingRow,
  { port, now }: Readonly<{ port: MarketingPort; now: Date }>,
): Promise<boolean> {
  const news = await findNews(orderId);
  if (!news) return false;
  const { order, sentStatus } = news;
  const whose = whoseRow(row);
  const person = await findPerson({ ...whose, customerId: order.customerId ?? whose.customerId });
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

/** The order, and what it was when the service heard of it last; null when there is nothing new about it. */
async function findNews(orderId: string) {
  const order = isOrderId(orderId) ? await findOrder(orderId) : null;
  const told = await db()
    .selectFrom("marketing_orders")
    .select("sent_status")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order || !told || told.sent_status === order.status) return null;
  const { sent_status: sent } = told;
  return { order, sentStatus: sent !== null && isOrderStatus(sent) ? sent : null };
}
