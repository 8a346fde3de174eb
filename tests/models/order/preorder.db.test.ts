import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findChargeClaims } from "#app/models/catalogue/charge-claims.server.ts";
import { setRelease } from "#app/models/catalogue/inventory/stock.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { cancelPreorder, followReleases, waitForPreorder } from "#app/models/order/preorder.server.ts";
import { preorderOfOrder, unsentPreorders } from "#app/models/order/preorder.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { refundsAt, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();

const OWNER = { by: "owner", now: NOW } as const;
const BUYER = { by: "customer", now: NOW } as const;
const TODAY = localTime(NOW, demoStore.timeZone).day;

/** An order of a pre-order, with an item that is in stock before it if `isMixed`, paid. */
async function paidPreorder(isMixed = false) {
  const preorder = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "variants.sku"])
    .where("availability", "=", "preorder")
    .where("delivery_class", "=", "large")
    .where("on_hand", ">", 0)
    .executeTakeFirstOrThrow();
  const other = isMixed ? { [await parcelVariant(9)]: 1 } : {};
  const placed = await placedOrder({ ...other, [preorder.id]: 1 });
  await decideTestPayment(placed.paymentId, { decision: "pay" }, NOW);
  await settle(placed.orderId, NOW);
  return { ...placed, sku: preorder.sku };
}

async function seen(id: OrderId) {
  const order = await findOrder(id);
  if (!order) throw new Error("no order");
  const life = await findFulfilmentHistory(id);
  const [unsent] = unsentPreorders(order, life);
  const text = preorderOfOrder(order, life, { store: demoStore, now: NOW });
  return { text, promise: unsent?.promise, position: unsent?.position ?? -1 };
}

async function emailsAbout(id: OrderId, about: string) {
  await runDueJobs({ "order-email": sendOrderStatusEmail("https://shop.example") });
  const jobs = await db().selectFrom("jobs").select("key").where("kind", "=", "order-email").execute();
  return jobs.filter(({ key }) => key.startsWith(`order-email:${about}:${id}`)).length;
}

test("an order says what was paid, by when it is sent and until when it can be cancelled", async () => {
  const { orderId } = await paidPreorder();

  expect((await seen(orderId)).text).toMatch(
    /^You have paid £[\d,.]+\. We send it by \w+ \d+ \w+( \d{4})?\. Cancel for a full refund until we send it; after it arrives you have 14 days\.$/,
  );
  expect(await followReleases(NOW), "nothing has moved").toBe(0);
});

test("a day that moves is told once by email and on the order, until the buyer waits for it", async () => {
  const { orderId, sku } = await paidPreorder();
  const before = await seen(orderId);
  expect(await setRelease(sku, addDays(TODAY, 60), demoStore)).toMatchObject({ ok: true });

  expect(await followReleases(NOW)).toBe(1);
  expect(await followReleases(NOW), "once").toBe(0);
  const after = await seen(orderId);
  expect(after.promise?.sendBy && before.promise?.sendBy).toBeTruthy();
  expect((after.promise?.sendBy ?? "") > (before.promise?.sendBy ?? "")).toBe(true);
  expect(after.promise?.to).not.toBe(before.promise?.to);
  expect(before.text).toContain(after.promise?.movedFrom);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(1);

  // It moves again before the buyer answers.
  await setRelease(sku, addDays(TODAY, 90), demoStore);
  await followReleases(NOW);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(1);
  expect((await seen(orderId)).promise?.movedFrom, "as it was read first").toBe(after.promise?.movedFrom);

  await waitForPreorder(orderId, { position: after.position }, NOW);
  expect((await seen(orderId)).promise?.movedFrom).toBeNull();
});

test.each(["alone", "packed", "with the rest still here", "with the rest sent"])(
  "a pre-order is cancelled for what was paid for it until it is sent: %s",
  async (state) => {
    const isMixed = state.startsWith("with");
    const { orderId, paymentId, total } = await paidPreorder(isMixed);
    if (state === "packed") await packOrder(orderId, OWNER);
    if (state === "with the rest sent") await sendShipment(orderId, { units: [1, 0] });
    const { position } = await seen(orderId);

    expect(await cancelPreorder(orderId, { position, ...BUYER })).toMatchObject({ ok: true });

    const [refund = 0] = await refundsAt(paymentId);
    const order = await findOrder(orderId);
    const paid = isMixed ? order?.lines.at(-1)?.total.minor : total;
    expect(refund).toBe(paid);
    const ends = { alone: "refunded", packed: "refunded", "with the rest sent": "shipped" }[state];
    expect(await statusOf(orderId)).toBe(ends ?? "paid");
    expect((await seen(orderId)).text).toBeNull();
    expect(await cancelPreorder(orderId, { position, ...BUYER })).toMatchObject({ code: "preorder-sent" });
  },
);

test("what is sent can no longer be cancelled", async () => {
  const { orderId } = await paidPreorder();
  const { position } = await seen(orderId);
  await sendShipment(orderId);

  expect(await cancelPreorder(orderId, { position, ...BUYER })).toMatchObject({ code: "preorder-sent" });
});

test("whoever bought under the older sentence is written to once, with the day", async () => {
  const { orderId } = await paidPreorder();
  const order = await findOrder(orderId);
  const promises = order?.delivery.promises.map(({ releaseAt: _at, sendBy: _by, ...old }) => old);
  await db()
    .updateTable("orders")
    .set({ delivery: JSON.stringify({ ...order?.delivery, promises }) })
    .where("id", "=", orderId)
    .execute();

  expect(await followReleases(NOW)).toBe(1);
  expect(await followReleases(NOW)).toBe(0);
  expect((await seen(orderId)).text).toContain("We send it by");
  expect(await emailsAbout(orderId, "preorder-terms")).toBe(1);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(0);
});

test("no product of the demo says when a card is charged, and one that does is found", async () => {
  expect(await findChargeClaims()).toEqual([]);
  await db()
    .updateTable("products")
    .set({ description: "A bed. Nothing is charged before dispatch." })
    .where("id", "=", 101)
    .execute();

  expect(await findChargeClaims()).toMatchObject([
    { field: "description", sentence: "Nothing is charged before dispatch." },
  ]);
});
