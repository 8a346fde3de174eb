import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db, inTransaction } from "#app/db/db.server.ts";
import { retryDead } from "#app/models/jobs/list.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { alertOwner } from "#app/models/order/payment/alert.server.ts";
import { notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { action as checkout, loader as till } from "#app/routes/checkout/checkout.tsx";
import { loader as processing } from "#app/routes/checkout/order-processing.tsx";
import { loader as testPayment } from "#app/routes/checkout/test-payment.tsx";
import type { OrderId } from "#app/models/shared/ids.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { permutations } from "#tests/support/checks/permutations.ts";
import { refused } from "#app/models/shared/result.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  countRows,
  jobKinds,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
  TYPED,
} from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";
import { receiveWebhook, stripeBench, stripeEvents } from "#tests/support/vendors/payment-bench.ts";
import type { StripeEvent } from "#tests/support/vendors/stripe-state.ts";
import { type FakeStripe, signedByStripe, startStripe } from "#tests/support/vendors/stripe.ts";

useTestDatabase();

const MAIL_FOLDER = join(config.dataDir, "mail");
/** All 720 orders of six events with STORM_RUNS set, else twelve of them. */
const spread = <Item>(all: ReadonlyArray<Item>, count: number) =>
  process.env["STORM_RUNS"] ? all : all.filter((_, index) => index % Math.floor(all.length / count) === 0);

let stripe: FakeStripe;

beforeAll(async () => {
  stripe = await startStripe();
});

afterAll(() => stripe.stop());

beforeEach(() => connectPayments(stripeBench(stripe).port));

afterEach(() => {
  connectPayments(null);
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
});

const notify = (event: unknown) => receiveWebhook(signedByStripe(event));

async function ordered(stock = 5) {
  const variantId = await parcelVariant(stock);
  return { variantId, ...(await placedOrder({ [variantId]: 1 })) };
}

async function notifyAll(paymentId: string): Promise<void> {
  for (const event of stripeEvents(stripe, paymentId)) await notify(event);
}

/** A try that failed, the payment, an expiry that crossed it, the whole sum back, and a dispute. */
function sixEvents(paymentId: string): ReadonlyArray<StripeEvent> {
  stripe.refuseCard(paymentId);
  stripe.pay(paymentId);
  const session = stripe.session(paymentId);
  stripe.emit("checkout.session.expired", { ...session, status: "expired", payment_status: "unpaid" });
  stripe.refund({ payment_intent: stripe.intentOf(paymentId).id });
  stripe.dispute(paymentId);
  const events = stripeEvents(stripe, paymentId).filter(({ type }) => type !== "refund.created");
  expect(events.map(({ type }) => type)).toEqual([
    "payment_intent.payment_failed",
    "payment_intent.succeeded",
    "checkout.session.completed",
    "checkout.session.expired",
    "charge.refunded",
    "charge.dispute.created",
  ]);
  return events;
}

test("six events in every order end in the same state (P-02)", async () => {
  const variantId = await parcelVariant(10_000);
  const orders = spread(permutations([0, 1, 2, 3, 4, 5]), 12);
  const ends = new Set<string>();
  for (const order of orders) {
    const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
    const events = sixEvents(paymentId);

    for (const index of order) expect(await notify(events[index])).toBe(200);

    const { reserved } = await stockOf(variantId);
    const stored = await db()
      .selectFrom("payment_events")
      .select((select) => select.fn.countAll().as("count"))
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow();
    ends.add(JSON.stringify([(await findOrder(orderId))?.status, reserved, Number(stored.count)]));
  }
  expect([...ends]).toEqual([JSON.stringify(["refunded", 0, 7])]);
}, 600_000);

test("without refund and dispute every order of events ends paid, with its items and one email each", async () => {
  const orders = spread(permutations([0, 1, 2, 3]), 6);
  const variantId = await parcelVariant(orders.length);
  for (const order of orders) {
    const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
    const events = sixEvents(paymentId);

    for (const index of order) await notify(events[index]);

    expect((await findOrder(orderId))?.status).toBe("paid");
  }
  expect(await stockOf(variantId)).toEqual({ on_hand: 0, reserved: 0 });
  expect((await jobKinds()).filter((kind) => kind === "order-confirmation")).toHaveLength(orders.length);
}, 600_000);

test.each([
  ["a penny less", { amount_total: -1 }],
  ["another currency", { currency: "eur" }],
  ["another order's attempt", { metadata: { attempt_id: "attempt_of-another-order-00000" } }],
])("a signed event with %s needs a manual check, and the admin gets an email (P-07)", async (_, change) => {
  const { orderId, paymentId, total } = await ordered();
  stripe.pay(paymentId);
  const event = stripeEvents(stripe, paymentId).find(({ type }) => type === "checkout.session.completed");
  const amount = "amount_total" in change ? { amount_total: total + change.amount_total } : {};

  const status = await notify({
    ...event,
    data: { object: { ...event?.data.object, ...change, ...amount } },
  });

  expect(status).toBe(200);
  expect((await findOrder(orderId))?.status).toBe("payment-review");
  expect(await jobKinds()).toEqual(["payment-alert"]);
});

test("an event of live mode or of another merchant is refused (P-07)", async () => {
  const { orderId, paymentId } = await ordered();
  stripe.pay(paymentId);
  const event = stripeEvents(stripe, paymentId).at(-1);

  const statuses = [
    await notify({ ...event, livemode: true }),
    await notify({ ...event, account: "acct_1" }),
  ];

  expect(statuses).toEqual([400, 400]);
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
  expect(await countRows("payment_events")).toBe(0);
});

test("an event for an unknown order is answered 200 and stored", async () => {
  const session = { ...stripe.openSession(foreignSession()), status: "complete", payment_status: "paid" };

  const status = await notify(stripe.emit("checkout.session.completed", session));

  expect(status).toBe(200);
  expect(await countRows("payment_events")).toBe(1);
  expect(await jobKinds()).toEqual([]);
});

function foreignSession() {
  return {
    mode: "payment",
    line_items: { 0: { quantity: 1, price_data: { unit_amount: 1000, currency: "gbp" } } },
    expires_at: Math.floor(Date.now() / 1000) + 3_600,
    success_url: "https://elsewhere.example/",
    cancel_url: "https://elsewhere.example/",
  };
}

test("the intent's own event pays the order when the session's is missing", async () => {
  const { orderId, paymentId } = await ordered();
  stripe.pay(paymentId);

  await notify(stripeEvents(stripe, paymentId).find(({ type }) => type === "payment_intent.succeeded"));

  expect((await findOrder(orderId))?.status).toBe("paid");
});

test("a page whose response was lost ends no order, because nobody was sent there", async () => {
  const { orderId, paymentId } = await ordered();
  const { metadata } = stripe.session(paymentId);
  const lost = stripe.openSession({ ...foreignSession(), metadata });

  await notify(stripe.emit("checkout.session.expired", { ...lost, status: "expired" }));

  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
});

test("a declined card ends nothing, and the shopper tries another on the same page", async () => {
  const { orderId, paymentId } = await ordered();
  stripe.refuseCard(paymentId);
  await notifyAll(paymentId);
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");

  stripe.pay(paymentId);
  await notifyAll(paymentId);

  expect((await findOrder(orderId))?.status).toBe("paid");
});

test("a dispute, its end, and a failed refund are each audited, and the admin gets one email", async () => {
  const { orderId, paymentId } = await ordered();
  stripe.pay(paymentId);
  await notifyAll(paymentId);
  const refund = stripe.refund({ payment_intent: stripe.intentOf(paymentId).id, amount: 100 });
  stripe.failRefund(refund.id);
  stripe.closeDispute(stripe.dispute(paymentId).id, "lost");

  await notifyAll(paymentId);
  await notifyAll(paymentId);
  await db().deleteFrom("jobs").where("kind", "<>", "payment-alert").execute();
  await runDueJobs({ "payment-alert": alertOwner("http://localhost:3000") });

  const mails = await Promise.all(
    readdirSync(MAIL_FOLDER).map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  const number = (await findOrder(orderId))?.number ?? 0;
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    `Order ${number}: a refund failed`,
    `Order ${number}: the payment is disputed`,
    `Order ${number}: you lost the dispute`,
  ]);
  expect(mails.every(({ to }) => to?.[0]?.address === "hello@hollybough.example")).toBe(true);
  expect(mails.find(({ subject }) => subject?.endsWith("a refund failed"))?.text).toMatch(/£1\.00[\s\S]*re_/);
  const audit = await db().selectFrom("audit_log").select(["event", "detail"]).execute();
  expect(audit.map(({ event }) => event)).toEqual(["payment-alert", "payment-alert", "payment-alert"]);
  expect(audit.map(({ detail }) => (JSON.parse(detail) as { kind: string }).kind).sort()).toEqual([
    "dispute-lost",
    "disputed",
    "refund-failed",
  ]);
});

type Alerted = Readonly<{ subject: string; has: RegExp; hasNot: RegExp }>;

/** Sends the alerts that wait, and looks at the one about `orderId` with this subject. */
async function expectAlert(orderId: OrderId, { subject, has, hasNot }: Alerted): Promise<void> {
  await runDueJobs({ "payment-alert": alertOwner("http://localhost:3000") });
  const mails = await Promise.all(
    readdirSync(MAIL_FOLDER).map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  const number = (await findOrder(orderId))?.number ?? 0;
  const text = mails
    .find((mail) => mail.subject === `Order ${number}: ${subject}`)
    ?.text?.replace(/\s+/g, " ");
  expect(text).toMatch(has);
  expect(text).not.toMatch(hasNot);
}

const WON = "you won the dispute";
const CLOSED = "the bank has closed its question";
const SEND = /Send any items you were holding/;
const KEEP = /keep the money|Send any/;

test.each([
  ["needs_response", "won", { subject: WON, has: SEND, hasNot: /cancelled|refund/ }],
  ["warning_needs_response", "warning_closed", { subject: CLOSED, has: SEND, hasNot: /won|favour/ }],
] as const)(
  "after %s and %s of an order that is not sent, its owner is told to send it",
  async (from, to, mail) => {
    const { orderId, paymentId } = await paidAtStripe();
    stripe.closeDispute(stripe.dispute(paymentId, from).id, to);
    await notifyAll(paymentId);

    await expectAlert(orderId, mail);
  },
);

test("an inquiry that a refund of all has ended is not called won, and nothing is to be sent", async () => {
  const { orderId, paymentId, intent } = await paidAtStripe();
  const { id } = stripe.dispute(paymentId, "warning_needs_response");
  await notifyAll(paymentId);
  stripe.refund({ payment_intent: intent });
  await notifyAll(paymentId);
  stripe.closeDispute(id, "warning_closed");
  await notifyAll(paymentId);

  await expectAlert(orderId, { subject: CLOSED, has: /All of the payment has been refunded/, hasNot: KEEP });
});

test("an order that was cancelled after a lost dispute stays cancelled once it is won, and its owner is told to refund it", async () => {
  const { orderId, paymentId, total } = await paidAtStripe();
  const { id } = stripe.dispute(paymentId);
  stripe.closeDispute(id, "lost");
  await notifyAll(paymentId);
  await cancelOrder(orderId, CANCEL);
  stripe.closeDispute(id, "won");
  await notifyAll(paymentId);

  const has = /The order has been cancelled.*refund the rest at the desk/;
  await expectAlert(orderId, { subject: WON, has, hasNot: KEEP });
  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect((await moneyOfOrders([orderId])).get(orderId)?.left.minor).toBe(total);
});

test("a dispute about another shop's payment sends no email", async () => {
  const other = stripe.openSession(foreignSession());
  stripe.pay(other.id);
  stripe.dispute(other.id);

  await notifyAll(other.id);
  await runDueJobs({ "payment-alert": alertOwner("http://localhost:3000") });

  expect(await db().selectFrom("jobs").select("status").execute()).toEqual([{ status: "done" }]);
  expect(() => readdirSync(MAIL_FOLDER)).toThrow("ENOENT");
});

test("a refund reported before the payment's two ids were known is found later", async () => {
  const { orderId, paymentId } = await ordered();
  stripe.pay(paymentId);
  stripe.refund({ payment_intent: stripe.intentOf(paymentId).id });
  const refund = stripeEvents(stripe, paymentId).find(({ type }) => type === "refund.created");
  await notify(refund);
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");

  await settle(orderId, NOW);

  expect((await findOrder(orderId))?.status).toBe("refunded");
});

async function shopper() {
  const cart = await cartWith({ [await parcelVariant(5)]: 1 });
  const browser = await new Browser().takeCart(cart.id);
  const hidden = hiddenFields(await checkoutView(browser));
  return { browser, fields: { ...hidden, ...TYPED, intent: "pay" } };
}

test("the checkout redirects to Stripe's page, and Back from there restores the checkout", async () => {
  const { browser, fields } = await shopper();

  const sent = await browser.post(checkout, "/checkout", fields);
  const page = sent.headers.get("Location") ?? "";
  const session = stripe.session(page.split("/").at(-1) ?? "");
  const cancelled = new URL(String(session["cancel_url"]));
  const back = await browser.get(processing, cancelled.pathname + cancelled.search);

  expect(sent.status).toBe(303);
  expect(page).toBe(`${stripe.url}/c/pay/${session.id}`);
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/checkout?payment=back"]);
  expect((await browser.get(till, "/checkout?payment=back")).status).toBe(200);
});

test("nothing in the address makes an order paid or shows another visitor's order (P-10)", async () => {
  const { browser, fields } = await shopper();
  const sent = await browser.post(checkout, "/checkout", fields);
  const sessionId = sent.headers.get("Location")?.split("/").at(-1) ?? "";
  const back = new URL(String(stripe.session(sessionId)["success_url"]));
  const forged = `${back.pathname}${back.search}&session_id=cs_test_other&success=1&payment_status=paid`;

  const own = await browser.get(processing, forged);
  const strangers = await new Browser().get(processing, back.pathname + back.search);

  expect(own.status).toBe(200);
  expect(strangers.status).toBe(404);
  expect(await db().selectFrom("orders").select("status").execute()).toEqual([
    { status: "awaiting-payment" },
  ]);
});

test("the test payment page is closed in a shop that uses Stripe", async () => {
  connectPayments(null);
  const { paymentId } = await ordered();
  connectPayments(stripeBench(stripe).port);

  const answer = await new Browser().get(testPayment, `/test-payment/${paymentId}`, { paymentId });

  expect(answer.status).toBe(404);
});

const MAKES = { "order-refund": makeRefund, "order-email": async () => undefined };
const LATER = () => new Date(Date.now() + 3_600_000);

async function paidAtStripe() {
  const order = await ordered();
  stripe.pay(order.paymentId);
  await notifyAll(order.paymentId);
  const intent = stripe.intentOf(order.paymentId).id;
  return {
    ...order,
    intent,
    made: () => stripe.refundsOf(intent).map(({ amount, status }) => [amount, status]),
  };
}

const CANCEL = { by: "owner", reason: "sold out", now: NOW } as const;

test("a refund of all after one on Stripe's pages, whose message is late, pays the rest and ends", async () => {
  const { orderId, intent, total, made } = await paidAtStripe();
  stripe.refund({ payment_intent: intent, amount: 1000 });
  expect(await cancelOrder(orderId, CANCEL)).toMatchObject({ value: { refund: { minor: total } } });

  await runDueJobs(MAKES);

  expect(made()).toEqual([
    [1000, "succeeded"],
    [total - 1000, "succeeded"],
  ]);
  const jobs = await db().selectFrom("jobs").select("status").where("kind", "=", "order-refund").execute();
  expect(jobs).toEqual([{ status: "done" }]);
  expect((await findOrder(orderId))?.status).toBe("refunded");
});

test("a refund that the bank sends back goes out once more with a key of its own, when somebody says so", async () => {
  const { orderId, paymentId, total, made } = await paidAtStripe();
  await cancelOrder(orderId, CANCEL);
  await runDueJobs(MAKES);
  const [first] = stripe.refundsOf(stripe.intentOf(paymentId).id);
  stripe.failRefund(first?.id ?? "");
  await notifyAll(paymentId);
  expect((await findOrder(orderId))?.status).toBe("cancelled");
  await runDueJobs(MAKES, { now: LATER });
  expect(made()).toEqual([[total, "failed"]]);

  await retryDead(["order-refund"], new Date());
  await runDueJobs(MAKES);

  expect(made()).toEqual([
    [total, "failed"],
    [total, "succeeded"],
  ]);
  expect((await findOrder(orderId))?.status).toBe("refunded");
});

test("a refund that Stripe refuses for good ends with its reason, and is not repeated", async () => {
  const { orderId } = await paidAtStripe();
  await cancelOrder(orderId, CANCEL);
  const refuse = async () => refused("refund-failed", { reason: "charge_too_old" });
  connectPayments({ ...stripeBench(stripe).port, refund: refuse });

  await runDueJobs(MAKES);

  const row = await db().selectFrom("refunds").select(["status", "last_error"]).executeTakeFirst();
  expect(row).toMatchObject({
    status: "failed",
    last_error: expect.stringContaining("charge_too_old") as string,
  });
  const job = await db()
    .selectFrom("jobs")
    .select("status")
    .where("kind", "=", "order-refund")
    .executeTakeFirst();
  expect(job).toEqual({ status: "dead" });
});

test("while a dispute is open a refund waits, and afterwards it asks for no more than is left", async () => {
  const { orderId, paymentId, total, made } = await paidAtStripe();
  await cancelOrder(orderId, CANCEL);
  const { id } = stripe.dispute(paymentId);
  await notifyAll(paymentId);

  await runDueJobs(MAKES);

  expect(made()).toEqual([]);
  stripe.closeDispute(id, "lost");
  await notifyAll(paymentId);
  await runDueJobs(MAKES, { now: LATER });
  expect(made()).toEqual([]);
  const row = await db().selectFrom("refunds").select(["status", "amount_minor"]).executeTakeFirst();
  expect(row).toEqual({ status: "void", amount_minor: total });
});

test("a refund that is noted as paid another way stays so, whatever Stripe still says of the one that failed", async () => {
  const { orderId, paymentId, intent, note } = await sentBack();
  expect(await note()).toMatchObject({ value: { isChanged: true } });

  await notifyAll(paymentId);
  await settle(orderId, NOW);

  expect(await refundRow()).toMatchObject({ status: "completed", provider_refund_id: null });
  expect(await note()).toMatchObject({ value: { isChanged: false } });
  await runDueJobs(MAKES, { now: LATER });
  expect(stripe.refundsOf(intent)).toHaveLength(1);
});

/** A refund that the bank has sent back, and what notes at the desk that it was paid another way. */
async function sentBack() {
  const order = await paidAtStripe();
  await cancelOrder(order.orderId, CANCEL);
  await runDueJobs(MAKES);
  stripe.failRefund(stripe.refundsOf(order.intent)[0]?.id ?? "");
  await notifyAll(order.paymentId);
  const { id } = await refundRow();
  const number = (await findOrder(order.orderId))?.number ?? 0;
  const owner = await person("owner");
  return { ...order, id, number, note: () => notePaidBack(number, { refundId: id }, owner) };
}

/** The note and the next try at once, by `race`, end as the note says. */
async function expectNoted(race: (note: Step, start: Step) => Promise<unknown>): Promise<void> {
  const { id, total, made, note } = await sentBack();
  const job = { id: "job_1", key: `refund:${id}`, kind: "order-refund", payload: { refundId: id }, tries: 1 };
  await race(note, () => makeRefund({ ...job, firstTriedAt: NOW.toISOString() }));

  expect(await refundRow()).toMatchObject({ status: "completed", provider_refund_id: null });
  expect(made()).toEqual([[total, "failed"]]);
}

type Step = () => Promise<unknown>;

test.runIf(hasPostgresServer)(
  "a refund that waits to be tried again while it is noted as paid another way is not sent",
  () => expectNoted((note, start) => whileWaiting(note, { start, work: () => Promise.resolve() })),
);

test.skipIf(process.env["TEST_ENGINE"] === "postgres")(
  "a refund that was read before it is noted as paid another way is not sent",
  () =>
    expectNoted(async (note, start) => {
      let end: () => void = () => undefined;
      const isEnded = new Promise<void>((resolve) => (end = resolve));
      const noting = inTransaction(async () => {
        await note();
        await isEnded;
      });
      const trying = start();
      // So that it has read the refund before the note is there to see.
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      end();
      await Promise.all([noting, trying]);
    }),
);

const refundRow = () => db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();

test("a refund that Stripe refuses because of a dispute nobody has heard of waits, and goes out once it is won", async () => {
  const { orderId, paymentId, total, made } = await paidAtStripe();
  await cancelOrder(orderId, CANCEL);
  const { id } = stripe.dispute(paymentId);
  const { port } = stripeBench(stripe);
  const refusals = new Set<string>();
  // The same key gets the same answer, as at Stripe.
  const refund: typeof port.refund = async (payment, amount, key) => {
    if (refusals.size > 0 && !refusals.has(key)) return port.refund(payment, amount, key);
    refusals.add(key);
    return refused("refund-failed", { reason: "charge_disputed" });
  };
  connectPayments({ ...port, refund });

  await runDueJobs(MAKES);

  expect(await refundRow()).toMatchObject({ status: "queued", failed_at: null });
  expect((await refundRow()).last_error).toMatch(/^The payment is disputed/);
  stripe.closeDispute(id, "won");
  await notifyAll(paymentId);
  await runDueJobs(MAKES, { now: () => new Date(Date.now() + 7_200_000) });
  expect(made()).toEqual([[total, "succeeded"]]);
  expect(await refundRow()).toMatchObject({ status: "completed", failed_at: null });
});

/** The customer has paid, and the items are gone: the money goes back. */
async function soldOutAtStripe() {
  const order = await ordered();
  stripe.pay(order.paymentId);
  const intent = stripe.intentOf(order.paymentId).id;
  await db().deleteFrom("reservations").execute();
  await setStock(order.variantId, 0);
  return {
    ...order,
    made: () => stripe.refundsOf(intent).map(({ amount, status }) => [amount, status]),
    intent,
  };
}

test("money that goes back by itself is a refund of the shop: it is told when the bank refuses it, and sent again", async () => {
  const { paymentId, total, intent, made } = await soldOutAtStripe();
  await notifyAll(paymentId);
  await runDueJobs(MAKES);
  await notifyAll(paymentId);
  expect(await refundRow()).toMatchObject({ status: "completed", actor: "clock", credit_note_number: null });
  // The email that the order cannot be sent has said that its payment goes back.
  expect(await emailsQueued()).toEqual([expect.stringContaining("order-refunded:")]);

  stripe.failRefund(stripe.refundsOf(intent)[0]?.id ?? "");
  await notifyAll(paymentId);

  expect(await refundRow()).toMatchObject({ status: "failed", amount_minor: total });
  expect((await emailsQueued()).filter((key) => key.includes(":refund-changed:"))).toHaveLength(1);
  await retryDead(["order-refund"], new Date());
  await runDueJobs(MAKES);
  expect((await emailsQueued()).filter((key) => key.includes(":refunded:"))).toHaveLength(1);
  expect(made()).toEqual([
    [total, "failed"],
    [total, "succeeded"],
  ]);
  expect(await db().selectFrom("refunds").select("id").execute()).toHaveLength(1);
});

/** The keys of what is to be emailed to the customer. */
async function emailsQueued(): Promise<ReadonlyArray<string>> {
  const jobs = db().selectFrom("jobs").select("key").where("kind", "in", ["order-email", "order-refunded"]);
  return (await jobs.orderBy("key").execute()).map(({ key }) => key);
}

test("money that goes back by itself after a part of it did at Stripe is the rest", async () => {
  const { paymentId, total, intent, made } = await soldOutAtStripe();
  await notifyAll(paymentId);
  stripe.refund({ payment_intent: intent, amount: 1000 });

  await runDueJobs(MAKES);

  expect(made()).toEqual([
    [1000, "succeeded"],
    [total - 1000, "succeeded"],
  ]);
  const rows = await db().selectFrom("refunds").select(["actor", "amount_minor", "status"]).execute();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ actor: "clock", amount_minor: total - 1000, status: "completed" });
});

test("a refund of everything on Stripe's pages counts while it is pending, in the sums as in the status", async () => {
  const { orderId, paymentId, intent, total } = await paidAtStripe();
  const refund = stripe.refund({ payment_intent: intent });
  refund["status"] = "pending";
  await notify(stripeEvents(stripe, paymentId).find(({ type }) => type === "charge.refunded"));
  await settle(orderId, NOW);
  expect([(await findOrder(orderId))?.status, await refundedSum(orderId)]).toEqual(["refunded", total]);

  stripe.failRefund(refund.id);
  await notifyAll(paymentId);

  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect((await moneyOfOrders([orderId])).get(orderId)?.owed.minor).toBe(total);
});

const refundedSum = async (orderId: string) => (await moneyOfOrders([orderId])).get(orderId)?.refunded.minor;
