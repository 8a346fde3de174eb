/** One basket is paid at most once: two attempts, every order of what can happen to them, with a provider that waits. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { checkOut, type CheckoutCommand } from "#app/models/checkout/checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { findOrder, findOrderByAttempt } from "#app/models/order/order.server.ts";
import { closeOtherAttempts } from "#app/models/order/payment/other-attempts.server.ts";
import { receivePaymentEvent, settle } from "#app/models/order/payment/payment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { cancelUnpaidOrder } from "#app/models/order/reservation.server.ts";
import { HOLDS_PURCHASE, ORDER_STATUSES } from "#app/models/order/status.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import {
  embeddedPayments,
  eventsOf,
  findTestPayment,
  moveTestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import type { PaymentAttempt, PaymentPort } from "#app/services/payment/payment-port.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  commandFor,
  parcelVariant,
  placedOrder,
  stockOf,
  jobKinds,
} from "#tests/support/people/checkout.ts";
import { reportEvent } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();
afterEach(() => connectPayments(null));

const LATER = new Date(NOW.getTime() + 31 * 60_000);

type Tabs = Readonly<{ one: CheckoutCommand; other: CheckoutCommand }>;

let variantId = 0;

beforeEach(async () => {
  variantId = await parcelVariant(50);
});

/** Two tabs of one basket, each with the form of an attempt of its own. */
async function twoTabs(): Promise<Tabs> {
  const cart = await cartWith({ [variantId]: 1 });
  return { one: await commandFor(cart.id), other: await commandFor(cart.id) };
}

/** A promise and what fulfils it. */
function gate() {
  let open: (value: null) => void = () => undefined;
  const passed = new Promise<null>((resolve) => (open = resolve));
  return { open: () => open(null), passed };
}

/** The invariants that do not hold. The tests put items on the shelf without a word in the history of the stock. */
async function brokenRules(): Promise<ReadonlyArray<string>> {
  const broken = await brokenQueries(db());
  return broken.filter((rule) => !/^(?:the stock is what|no unit left the stock|stock is what)/.test(rule));
}

/** The embedded provider, in which `open` behaves otherwise for one attempt. */
function openingOf(
  { attemptId }: CheckoutCommand,
  open: (attempt: PaymentAttempt) => ReturnType<PaymentPort["open"]>,
): PaymentPort {
  return {
    ...embeddedPayments,
    open: (attempt) => (attempt.attemptId === attemptId ? open(attempt) : embeddedPayments.open(attempt)),
  };
}

/** A provider that opens the page of `slow` at once and answers only when `answer` is called. */
function slowFor(slow: CheckoutCommand) {
  const [opened, answer] = [gate(), gate()];
  connectPayments(
    openingOf(slow, async (attempt) => {
      const page = await embeddedPayments.open(attempt);
      opened.open();
      await answer.passed;
      return page;
    }),
  );
  return { opened: opened.passed, answer: answer.open };
}

/** A provider that says that it has closed a page, and has not. */
const LIES: PaymentPort = { ...embeddedPayments, close: async () => undefined };

/** The provider's pages by attempt: their ids and what became of them. */
async function pageOf({ attemptId }: CheckoutCommand): Promise<Readonly<{ id: string; status: string }>> {
  return db()
    .selectFrom("embedded_payments")
    .select(["id", "status"])
    .where("attempt_id", "=", attemptId)
    .executeTakeFirstOrThrow();
}

async function statusOf({ attemptId }: CheckoutCommand): Promise<string | undefined> {
  return (await findOrderByAttempt(attemptId))?.status;
}

async function orderIdOf({ attemptId }: CheckoutCommand): Promise<OrderId> {
  const order = await findOrderByAttempt(attemptId);
  if (!order) throw new Error("There is no order");
  return order.id;
}

async function statusesOf({ one, other }: Tabs) {
  return [await statusOf(one), await statusOf(other)];
}

async function pagesOf({ one, other }: Tabs) {
  return [(await pageOf(one)).status, (await pageOf(other)).status];
}

/** Pays at the provider, if its page takes the money, and has the shop told. */
async function pay(command: CheckoutCommand, now: Date = NOW): Promise<void> {
  const { id } = await pageOf(command);
  await moveTestPayment(id, { from: ["pending"], to: "paid", at: now });
  const payment = await findTestPayment(id, now);
  for (const event of payment ? eventsOf(payment) : []) await receivePaymentEvent(event, now);
}

const jobsOf = (kind: string) => db().selectFrom("jobs").selectAll().where("kind", "=", kind).execute();

/** Makes the refunds that are queued, and answers with how many payments are kept: paid and not given back. */
async function countMoneyRetained(): Promise<number> {
  for (const { id, key, kind, payload } of await jobsOf("order-refund")) {
    const job = { id, key, kind, payload: JSON.parse(payload), tries: 1, firstTriedAt: NOW.toISOString() };
    // Jobs can run twice.
    await makeRefund(job);
    await makeRefund(job);
  }
  const payments = await db().selectFrom("embedded_payments").selectAll().execute();
  return payments.filter((each) => each.status === "paid" && each.refunded_minor < each.amount_minor).length;
}

async function emailsQueued(): Promise<ReadonlyArray<string>> {
  return (await jobKinds()).filter((kind) => PAID_AND_GIVEN_BACK.includes(kind));
}

/** Everything that a second payment for a paid basket sets off, beside what the first one does. */
const PAID_AND_GIVEN_BACK = ["order-confirmation", "order-refund", "order-refunded", "payment-alert"];

describe("two tabs submit the payment form", () => {
  test("while the first page is being opened: it is closed unseen, and only the second can be paid", async () => {
    const tabs = await twoTabs();
    const slow = slowFor(tabs.one);

    const first = checkOut(tabs.one, NOW);
    await slow.opened;
    const second = await checkOut(tabs.other, NOW);
    slow.answer();

    expect(second).toMatchObject({ ok: true });
    expect(await first).toMatchObject({ ok: false, code: "attempt-over" });
    expect(await pagesOf(tabs)).toEqual(["expired", "pending"]);
    expect(await statusesOf(tabs)).toEqual(["cancelled", "awaiting-payment"]);
    expect(await brokenRules()).toEqual([]);
  });

  test("and the first page is stored after the second tab looked for it: its order stays open until the page is closed", async () => {
    const tabs = await twoTabs();
    const slow = slowFor(tabs.one);
    const first = checkOut(tabs.one, NOW);
    await slow.opened;
    const seen = await closeOtherAttempts(tabs.one.cartId as never, tabs.other.attemptId, NOW);
    slow.answer();
    expect(await first).toMatchObject({ ok: true });

    const [closed] = seen.ok ? seen.value : [];
    const ended = await transact(() =>
      cancelUnpaidOrder(closed as never, { reason: "superseded", by: "customer", now: NOW }),
    );

    expect(closed?.paymentId).toBeNull();
    expect(ended).toMatchObject({ ok: false, code: "order-moved" });
    expect(await statusOf(tabs.one)).toBe("awaiting-payment");
    expect(await checkOut(tabs.other, NOW)).toMatchObject({ ok: true });
    expect((await pageOf(tabs.one)).status).toBe("expired");
  });

  test("at the same moment, 10 times: each cart has one page that can be paid (R-07)", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, twoTabs));

    for (const { one, other } of all) await Promise.all([checkOut(one, NOW), checkOut(other, NOW)]);

    const pages = await db()
      .selectFrom("embedded_payments")
      .innerJoin("orders", "orders.attempt_id", "embedded_payments.attempt_id")
      .select("orders.cart_id")
      .where("embedded_payments.status", "=", "pending")
      .execute();
    expect(pages).toHaveLength(10);
    expect(new Set(pages.map((page) => page.cart_id)).size).toBe(10);
    expect(await brokenRules()).toEqual([]);
  });

  const away = () => Promise.reject(new Error("away"));

  test.each<readonly [string, (tabs: Tabs) => unknown, string, string]>([
    [
      "the first page cannot be closed",
      () => connectPayments({ ...embeddedPayments, close: away }),
      "payment-unavailable",
      "awaiting-payment",
    ],
    [
      "the provider closes the first page without saying whether it was paid",
      async ({ one }) => {
        await moveTestPayment((await pageOf(one)).id, { from: ["pending"], to: "paid", at: NOW });
        connectPayments({ ...embeddedPayments, find: away });
      },
      "payment-unavailable",
      "awaiting-payment",
    ],
    [
      "the first payment needs a manual check",
      async ({ one }) => reportEvent((await pageOf(one)).id, "paid", { minor: one.agreedTotal - 1 }),
      "payment-under-way",
      "payment-review",
    ],
  ])("and %s: no second one opens", async (_, happen, code, status) => {
    const tabs = await twoTabs();
    await checkOut(tabs.one, NOW);
    await happen(tabs);

    expect(await checkOut(tabs.other, NOW)).toMatchObject({ ok: false, code });

    expect(await statusesOf(tabs)).toEqual([status, undefined]);
  });
});

test("an order that its buyer cancels while its page is being opened has no page that can be paid", async () => {
  const { one } = await twoTabs();
  const slow = slowFor(one);
  const first = checkOut(one, NOW);
  await slow.opened;

  const cancelled = await cancelOrder(await orderIdOf(one), { by: "customer", now: NOW, reason: "asked" });
  slow.answer();

  expect(cancelled).toMatchObject({ ok: true });
  expect(await first).toMatchObject({ ok: false, code: "attempt-over" });
  expect((await pageOf(one)).status).toBe("expired");
});

test("a page whose response was lost is returned for the next submission of the same form", async () => {
  const { one } = await twoTabs();
  connectPayments(
    openingOf(one, async (attempt) => {
      await embeddedPayments.open(attempt);
      return { ok: false, code: "payment-unavailable", detail: {} };
    }),
  );
  expect(await checkOut(one, NOW)).toMatchObject({ ok: false, code: "payment-unavailable" });
  connectPayments(null);

  const again = await checkOut(one, NOW);

  const { id } = await pageOf(one);
  expect(again).toMatchObject({ ok: true, value: { url: `/test-payment/${id}` } });
});

test("of two pages that a provider opens for one attempt, the first is shown again and the second is closed", async () => {
  const { one } = await twoTabs();
  const [both, closed] = [gate(), [] as Array<string>];
  let opened = 0;
  connectPayments({
    ...embeddedPayments,
    open: async () => {
      opened += 1;
      const id = `page-${opened}`;
      if (opened === 2) both.open();
      await both.passed;
      return { ok: true, value: { paymentId: id, url: `/pages/${id}` } };
    },
    close: async (id) => void closed.push(id),
  });

  const answers = await Promise.all([checkOut(one, NOW), checkOut(one, NOW)]);

  const shown = new Set(answers.map((answer) => answer.ok && answer.value.url));
  expect(shown.size).toBe(1);
  expect(closed).toHaveLength(1);
  expect([...shown]).not.toContain(`/pages/${closed[0]}`);
});

test("a payment that arrives before its page's own response pays the order, and the page is not shown", async () => {
  const tabs = await twoTabs();
  const slow = slowFor(tabs.one);
  const first = checkOut(tabs.one, NOW);
  await slow.opened;

  await pay(tabs.one);
  slow.answer();

  expect(await first).toMatchObject({ ok: false, code: "already-ordered" });
  expect(await statusOf(tabs.one)).toBe("paid");
  expect(await countMoneyRetained()).toBe(1);
});

describe("a payment for a replaced order", () => {
  /** Both pages can be paid: the provider says that it has closed the first, and has not. */
  async function bothPayable(): Promise<Tabs> {
    connectPayments(LIES);
    const tabs = await twoTabs();
    for (const tab of [tabs.one, tabs.other]) expect(await checkOut(tab, NOW)).toMatchObject({ ok: true });
    expect(await pagesOf(tabs)).toEqual(["pending", "pending"]);
    return tabs;
  }

  test.each([
    ["after the other was paid is refunded", "other", ["cancelled", "paid"], ["refunded", "paid"]],
    [
      "before the other is paid is accepted and ends the other",
      "one",
      ["paid", "cancelled"],
      ["paid", "refunded"],
    ],
  ] as const)("%s, and customer and admin get an email", async (_, first, between, after) => {
    const tabs = await bothPayable();

    await pay(tabs[first]);
    expect(await statusesOf(tabs)).toEqual(between);
    await pay(tabs[first === "one" ? "other" : "one"]);

    expect(await statusesOf(tabs)).toEqual(after);
    expect(await countMoneyRetained()).toBe(1);
    expect(await emailsQueued()).toEqual(PAID_AND_GIVEN_BACK);
    expect(await notifiedAbout()).toEqual({ alert: "paid-twice", audit: 1, paidOrder: true });
    expect(await brokenRules()).toEqual([]);
  });

  test("before the other is paid closes the other page, where the provider can", async () => {
    const tabs = await bothPayable();
    connectPayments(null);

    await pay(tabs.one);
    await pay(tabs.other);

    expect((await pageOf(tabs.other)).status).toBe("expired");
    expect(await statusesOf(tabs)).toEqual(["paid", "cancelled"]);
    expect(await countMoneyRetained()).toBe(1);
  });

  test("at the same moment as the other's, reported several times, leaves one payment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const tabs = await bothPayable();

      await Promise.all([tabs.one, tabs.other, tabs.one, tabs.other].map((tab) => pay(tab)));

      expect((await statusesOf(tabs)).sort()).toEqual(["paid", "refunded"]);
      expect(await countMoneyRetained()).toBe(round + 1);
    }
    expect(await brokenRules()).toEqual([]);
  });

  test("at the same moment as a third's, with the cart gone, passes the database only once", async () => {
    connectPayments(LIES);
    for (let round = 0; round < 5; round += 1) {
      const { one, other } = await bothPayable();
      await cancelOrder(await orderIdOf(other), { by: "customer", now: NOW, reason: "asked" });
      await db().deleteFrom("cart_lines").where("cart_id", "=", one.cartId).execute();
      await db().deleteFrom("carts").where("id", "=", one.cartId).execute();

      await Promise.all([pay(one), pay(other)]);

      expect((await statusesOf({ one, other })).sort()).toEqual(["paid", "refunded"]);
      expect(await countMoneyRetained()).toBe(round + 1);
    }
  });

  test("with an unknown page, because the process died, is accepted or refunded", async () => {
    for (const isFirst of [true, false]) {
      const tabs = await twoTabs();
      connectPayments(
        openingOf(tabs.one, async (attempt) => {
          await embeddedPayments.open(attempt);
          throw new Error("the process dies");
        }),
      );
      await expect(checkOut(tabs.one, NOW)).rejects.toThrow("the process dies");
      expect(await checkOut(tabs.other, NOW)).toMatchObject({ ok: true });

      for (const tab of isFirst ? [tabs.one, tabs.other] : [tabs.other, tabs.one]) await pay(tab);

      expect(await statusesOf(tabs)).toEqual(isFirst ? ["paid", "cancelled"] : ["refunded", "paid"]);
    }
    expect(await countMoneyRetained()).toBe(2);
    expect(await brokenRules()).toEqual([]);
  });

  test("after the other was refunded in part, or is disputed, is refunded", async () => {
    for (const type of ["refunded", "disputed"] as const) {
      const tabs = await bothPayable();
      await pay(tabs.other);
      const minor = type === "refunded" ? 1 : tabs.other.agreedTotal;
      await reportEvent((await pageOf(tabs.other)).id, type, { minor, reference: "r1" });

      await pay(tabs.one);

      expect(await statusesOf(tabs)).toEqual(["refunded", type === "refunded" ? "paid" : "disputed"]);
    }
  });

  test("after the other was paid and refunded in full is accepted", async () => {
    const tabs = await bothPayable();
    await pay(tabs.other);
    const amount = { minor: tabs.other.agreedTotal, currency: "GBP" } as const;
    await embeddedPayments.refund((await pageOf(tabs.other)).id, amount, "by hand");
    await settle(await orderIdOf(tabs.other), NOW);

    await pay(tabs.one);

    expect(await statusesOf(tabs)).toEqual(["paid", "refunded"]);
    expect(await countMoneyRetained()).toBe(1);
  });
});

describe("a late payment for an expired order", () => {
  async function expired(): Promise<Tabs> {
    connectPayments(LIES);
    const { cart, command: one } = await placedOrder({ [variantId]: 1 });
    await releaseStaleOrders(LATER);
    expect(await statusOf(one)).toBe("cancelled");
    return { one, other: await commandFor(cart.id) };
  }

  test.each([
    ["revives it when the cart was not bought since", "left", ["paid", undefined]],
    ["ends another order of the cart that awaits payment", "ordered", ["paid", "cancelled"]],
    ["is refunded when the cart was paid by another order since", "paid", ["refunded", "paid"]],
  ])("%s", async (_, since, statuses) => {
    const tabs = await expired();
    if (since !== "left") await checkOut(tabs.other, LATER);
    if (since === "paid") await pay(tabs.other, LATER);

    await pay(tabs.one, LATER);

    expect(await statusesOf(tabs)).toEqual(statuses);
    if (since === "left") expect(await emailsQueued()).toEqual(["order-confirmation"]);
    expect(await countMoneyRetained()).toBe(1);
  });
});

test("items added while a payment runs are a separate purchase, and a late payment for the first order is refunded", async () => {
  connectPayments(LIES);
  const { cart, command: first } = await placedOrder({ [variantId]: 1 });
  const second = await commandFor(cart.id);
  await checkOut(second, NOW);
  await addToCart(cart.id, [{ variantId, quantity: 2 }], NOW);
  await pay(second);

  const third = await commandFor(cart.id);
  expect(await checkOut(third, NOW)).toMatchObject({ ok: true });
  await pay(third);
  await pay(first);

  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    "refunded",
    "paid",
    "paid",
  ]);
  expect(await stockOf(variantId)).toEqual({ on_hand: 47, reserved: 0 });
  expect(await countMoneyRetained()).toBe(2);
});

test("of the orders of one cart the database allows one that is or was paid, and any number of others", async () => {
  const { orderId } = await placedOrder({ [variantId]: 1 });
  const order = await db().selectFrom("orders").selectAll().executeTakeFirstOrThrow();
  const isTaken = async (status: string, number: number) => {
    const twin = { ...order, id: `order_${number}`, attempt_id: `attempt_${number}`, number, status };
    const [stored] = await Promise.allSettled([db().insertInto("orders").values(twin).execute()]);
    return stored.status === "fulfilled";
  };

  const taken: Array<string> = [];
  for (const [index, status] of ORDER_STATUSES.entries())
    if (await isTaken(status, index + 1)) taken.push(status);

  const holds: ReadonlyArray<string> = HOLDS_PURCHASE;
  expect(taken).toEqual(ORDER_STATUSES.filter((status) => !holds.includes(status)));
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
});

async function notifiedAbout() {
  const payloadOf = async (kind: string) =>
    JSON.parse((await jobsOf(kind))[0]?.payload ?? "{}") as Record<string, unknown>;
  const paid = await db().selectFrom("orders").select("number").where("status", "=", "paid").execute();
  const events = await db().selectFrom("audit_log").select("event").execute();
  return {
    alert: (await payloadOf("payment-alert"))["kind"],
    audit: events.filter(({ event }) => event === "payment-alert").length,
    paidOrder: (await payloadOf("order-refunded"))["paidOrder"] === paid[0]?.number,
  };
}
