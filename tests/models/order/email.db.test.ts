import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOutOfStockRefundEmail, sendOrderConfirmationEmail } from "#app/models/order/email.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
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

beforeEach(() => rmSync(MAIL_FOLDER, { recursive: true, force: true }));

test("a paid order gets one confirmation with text and HTML, including its items' warnings", async () => {
  const order = await saveOrder();
  await enqueue({
    key: `order-confirmation:${order.id}`,
    kind: "order-confirmation",
    payload: { orderId: order.id },
  });

  await runDueJobs(HANDLERS);
  await runDueJobs(HANDLERS);

  expect(readdirSync(MAIL_FOLDER)).toEqual([`order-confirmation-${order.id}.eml`]);
  const mail = await readMail(`order-confirmation-${order.id}.eml`);
  expect(mail.from).toMatchObject({ name: "Hollybough", address: "hello@hollybough.example" });
  expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
  expect(mail.subject).toBe("We have received your Hollybough order 100001");
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("£703.95");
    expect(part).toContain("Model cancellation form");
    expect(part).toMatch(/Warning/);
    expect(part).toContain(`${ORIGIN}/orders/${order.id}?k=`);
  }
});

test("a confirmation of a product that was hidden meanwhile still has its warnings", async () => {
  const order = await saveOrder();
  const sold = db().updateTable("products").where("slug", "=", "rainbow-stacker");
  await sold.set({ is_visible: 0, is_unlisted: 0 }).execute();
  try {
    await enqueue({ key: "hidden", kind: "order-confirmation", payload: { orderId: order.id } });
    await runDueJobs(HANDLERS);
  } finally {
    await sold.set({ is_visible: 1 }).execute();
  }

  const { text } = await readMail(`order-confirmation-${order.id}.eml`);
  expect(text).toMatch(/Rainbow Stacker: .*Warning/);
});

test("a paid order whose items were sold out gets an apology", async () => {
  const order = await saveOrder();
  await enqueue({
    key: `order-refunded:${order.id}`,
    kind: "order-refunded",
    payload: { orderId: order.id },
  });

  await runDueJobs(HANDLERS);

  const mail = await readMail(`order-refunded-${order.id}.eml`);
  expect(mail.subject).toContain("Sorry, we cannot send your Hollybough order");
  expect(mail.text).toContain("£703.95");
});

test("an order whose cart was paid by another order gets an email that says so", async () => {
  const order = await saveOrder();
  await enqueue({
    key: `order-refunded:${order.id}`,
    kind: "order-refunded",
    payload: { orderId: order.id, paidOrder: 100002 },
  });

  await runDueJobs(HANDLERS);

  const mail = await readMail(`order-refunded-${order.id}.eml`);
  expect(mail.subject).toBe("We are refunding your payment for order 100001");
  expect(mail.text).toContain("order 100002");
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
    last_error: "Error: The job ghost is about an order that is not there",
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

/** The sample order in the database, its first line a toy with warnings. */
async function saveOrder(): Promise<Order> {
  const toy = await db()
    .selectFrom("products")
    .select(["id", "name"])
    .where("slug", "=", "rainbow-stacker")
    .executeTakeFirstOrThrow();
  const sample = sampleOrder();
  const order = sampleOrder({
    lines: sample.lines.map((line, index) => (index === 0 ? { ...line, productId: toy.id } : line)),
  });
  await db()
    .insertInto("orders")
    .values({
      id: order.id,
      number: order.number,
      status: order.status,
      attempt_id: "attempt_AAAAAAAAAAAAAAAAAAAAAA",
      cart_id: order.cartId,
      cart_fingerprint: "none",
      customer_id: null,
      email: order.email,
      delivery_address: JSON.stringify(order.deliveryAddress),
      billing_address: JSON.stringify(order.billingAddress),
      delivery: JSON.stringify(order.delivery),
      gift_message: null,
      note: null,
      totals: JSON.stringify(order.totals),
      total_minor: order.totals.total.minor,
      currency: "GBP",
      placed_at: order.placedAt,
      expires_at: order.expiresAt,
      paid_at: order.paidAt,
      updated_at: order.placedAt,
    })
    .execute();
  for (const [position, line] of order.lines.entries()) {
    await db()
      .insertInto("order_lines")
      .values({
        id: `line_${position}`,
        order_id: order.id,
        position,
        product_id: line.productId,
        variant_id: line.variantId,
        sku: line.sku,
        name: line.name,
        variant_label: line.variantLabel,
        image: line.image,
        path: line.path,
        age_text: line.ageText,
        quantity: line.quantity,
        unit_price_minor: line.unitPrice.minor,
        line_total_minor: line.total.minor,
        vat_minor: line.vat.minor,
        tax_rate_basis_points: 2000,
      })
      .execute();
  }
  return order;
}
