import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOutOfStockRefundEmail, sendOrderConfirmationEmail } from "#app/models/order/email.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { NOW } from "#tests/support/now.ts";
import { placedOrder } from "#tests/support/people/checkout.ts";
import { MUTED } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { startMailServer } from "#tests/support/vendors/mail-server.ts";

useTestDatabase();

const ORIGIN = "http://localhost:3000";
const MAIL_FOLDER = join(config.dataDir, "mail");
const HANDLERS = {
  "order-confirmation": sendOrderConfirmationEmail(ORIGIN),
  "order-refunded": sendOutOfStockRefundEmail(ORIGIN),
};
const HOUR_MS = 3_600_000;

test("a paid order gets one confirmation with text and HTML, including its items' warnings", async () => {
  const { id, number } = await paidStackers();

  await runDueJobs(HANDLERS);
  await runDueJobs(HANDLERS);

  expect(readdirSync(MAIL_FOLDER)).toEqual([`order-confirmation-${id}.eml`]);
  const mail = await readMail(`order-confirmation-${id}.eml`);
  expect(mail.from).toMatchObject({ name: "Hollybough", address: "hello@hollybough.example" });
  expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
  expect(mail.subject).toBe(`We have received your Hollybough order ${number}`);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("£108.00");
    expect(part).toContain("Model cancellation form");
    expect(part).toMatch(/Warning/);
    expect(part).toContain(`${ORIGIN}/orders/${id}?k=`);
  }
});

test("a confirmation of a product that was hidden meanwhile still has its warnings", async () => {
  const { id } = await paidStackers();
  const sold = db().updateTable("products").where("slug", "=", "rainbow-stacker");
  await sold.set({ is_visible: 0, is_unlisted: 0 }).execute();
  try {
    await runDueJobs(HANDLERS);
  } finally {
    await sold.set({ is_visible: 1 }).execute();
  }

  const { text } = await readMail(`order-confirmation-${id}.eml`);
  expect(text).toMatch(/Rainbow Stacker: .*Warning/);
});

test.each([
  [
    "whose items were sold out gets an apology",
    {},
    ({ number }: Order) => `Sorry, we cannot send your Hollybough order ${number}`,
    "£108.00",
  ],
  [
    "whose cart was paid by another order gets an email that says so",
    { paidOrder: 100002 },
    ({ number }: Order) => `We are refunding your payment for order ${number}`,
    "order 100002",
  ],
])("a paid order %s", async (_, payload, subject, words) => {
  const order = await paidStackers();
  const key = `order-refunded:${order.id}`;
  await enqueue({ key, kind: "order-refunded", payload: { orderId: order.id, ...payload } });

  await runDueJobs(HANDLERS);

  const mail = await readMail(`order-refunded-${order.id}.eml`);
  expect(mail.subject).toBe(subject(order));
  expect(mail.text).toContain(words);
});

test("a job about an unknown order fails with a clear message and sends nothing", async () => {
  await enqueue({
    key: "ghost",
    kind: "order-confirmation",
    payload: { orderId: "order_BBBBBBBBBBBBBBBBBBBBBB" },
  });

  await runDueJobs(HANDLERS);

  const job = await db().selectFrom("jobs").selectAll().where("key", "=", "ghost").executeTakeFirstOrThrow();
  expect(job).toMatchObject({
    status: "waiting",
    last_error: "The job ghost is about an order that is not there",
  });
});

test("while the mail server is down no email is lost, and each is sent once when it is back", async () => {
  const first = await startMailServer();
  const port = Number(new URL(first.url).port);
  await first.stop();
  const carrier = smtpEmail(first.url);
  const handlers = {
    "order-confirmation": (job: { key: string }) =>
      carrier.send({
        key: job.key,
        from: { name: "Hollybough", address: "hello@hollybough.example" },
        to: "hannah@example.com",
        subject: job.key,
        text: "Thank you",
        html: "<p>Thank you</p>",
      }),
  };
  for (const key of ["a", "b", "c"]) await enqueue({ key, kind: "order-confirmation", payload: {} });

  for (let hour = 0; hour < 24; hour += 6)
    await runDueJobs(handlers, { now: () => new Date(Date.now() + hour * HOUR_MS) });
  const second = await startMailServer({ port });
  for (const hour of [30, 36, 42])
    await runDueJobs(handlers, { now: () => new Date(Date.now() + hour * HOUR_MS) });

  expect(second.received.map(({ mail }) => mail.subject).sort()).toEqual(["a", "b", "c"]);
  expect(new Set(second.received.map(({ mail }) => mail.messageId)).size).toBe(3);
  await second.stop();
});

async function readMail(name: string) {
  return PostalMime.parse(readFileSync(join(MAIL_FOLDER, name), "utf8"));
}

/** A paid order of two toys with warnings for £54.00 each, whose confirmation waits to be sent. */
async function paidStackers(): Promise<Order> {
  const { orderId, paymentId } = await placedOrder({ [MUTED]: 2 });
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  const order = await findOrder(orderId);
  if (!order) throw new Error("There is no order");
  return order;
}
