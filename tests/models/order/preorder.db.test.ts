import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { findChargeClaims } from "#tests/support/checks/charge-claims.ts";
import { setRelease } from "#app/models/catalogue/inventory/stock.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { textClaimLines } from "#app/models/health/text-claims.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { cancelPreorder, followReleases, waitForPreorder } from "#app/models/order/preorder.server.ts";
import { preorderOfOrder, unsentPreorders } from "#app/models/order/preorder.ts";
import { stepOnWork } from "#app/models/order/words.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { orderStatusEmail } from "#app/models/order/status-email.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import { addWorkingDays } from "#app/models/shipping/delivery-estimate.ts";
import { hasBooking } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { ARK, paidArks, refundsAt, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { rowOf } from "#tests/support/shops/rows.ts";
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

/** An order of two products with the same release, paid; on the first day that can be booked where it is bookable. */
async function paidTogether(deliveryClass: "large" | "two_person" = "large") {
  const variants = [];
  for (const index of [0, 1]) {
    const id = await parcelVariant(9, index * 3, deliveryClass);
    variants.push(
      await db().selectFrom("variants").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  }
  const productIds = variants.map((row) => row.product_id);
  expect(new Set(productIds).size, "two products").toBe(2);
  await db()
    .updateTable("products")
    .set({ availability: "preorder" })
    .where("id", "in", productIds)
    .execute();
  const skus = variants.map(({ sku }) => sku);
  for (const sku of skus) await setRelease(sku, addDays(TODAY, 20), demoStore);
  const cart = await cartWith(Object.fromEntries(variants.map(({ id }) => [id, 1])));
  const method = deliveryClass === "two_person" ? "two_person" : "standard";
  const { days } = await priceCart(cart, { method, postcode: "GL5 1QN", now: NOW });
  const typed = details({ method, delivery_day: days[0] ?? "" });
  const done = await checkOut(await commandFor(cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  await decideTestPayment(url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  return { orderId, skus, days, ids: variants.map(({ id }) => id), productIds };
}

async function unsentOf(id: OrderId) {
  const order = await findOrder(id);
  if (!order) throw new Error("no order");
  return unsentPreorders(order, await findFulfilmentHistory(id));
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

  const { sendBy = "" } = (await seen(orderId)).promise ?? {};
  const { position } = after;
  expect(
    await waitForPreorder(orderId, { position, sendBy: after.promise?.sendBy ?? "" }, NOW),
    "the page showed the day before",
  ).toMatchObject({ code: "preorder-moved" });
  await waitForPreorder(orderId, { position, sendBy }, NOW);
  expect((await seen(orderId)).promise?.movedFrom).toBeNull();
});

test.each([
  [0, 40],
  [1, 40],
  [0, 5],
])("of two that share a release only the one that moves is told: %i to day %i", async (moving, day) => {
  const { orderId, skus, ids } = await paidTogether();
  const [before] = await unsentOf(orderId);
  expect(before?.promise.variantIds).toHaveLength(2);
  await setRelease(skus[moving] ?? "", addDays(TODAY, day), demoStore);

  expect(await followReleases(NOW)).toBe(1);
  expect(await followReleases(NOW), "once").toBe(0);

  const [unmoved, moved] = await unsentOf(orderId);
  expect(unmoved?.promise).toEqual({ ...before?.promise, variantIds: [ids[1 - moving]] });
  expect(moved?.promise).toMatchObject({
    variantIds: [ids[moving]],
    movedFrom: expect.stringMatching(/^We send it by/),
  });
  expect((moved?.promise.sendBy ?? "") > (unmoved?.promise.sendBy ?? "")).toBe(day > 20);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(1);
});

test("two that share a release and move together stay together", async () => {
  const { orderId, skus } = await paidTogether();
  for (const sku of skus) await setRelease(sku, addDays(TODAY, 40), demoStore);

  await followReleases(NOW);

  expect(await unsentOf(orderId)).toMatchObject([{ position: 0, promise: { movedFrom: /./ } }]);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(1);
});

test("a booked day is kept as long as it could be booked after the new release", async () => {
  const { orderId, skus, days } = await paidTogether("two_person");
  const [booked = ""] = days;
  expect((await seen(orderId)).promise).toMatchObject({ day: booked });
  const later = async (count: number) => {
    await setRelease(skus[1] ?? "", addDays(TODAY, 20 + count), demoStore);
    await followReleases(NOW);
    return (await seen(orderId)).promise;
  };

  expect(await later(-10), "earlier").toMatchObject({ day: booked });
  // Two working days before the booked day: time to send it, but not the days that a booking takes.
  const here = { calendar: (await findDeliveryRules()).calendar, divisions: ["england-and-wales"] } as const;
  await setRelease(skus[1] ?? "", addWorkingDays(booked, -2, here), demoStore);
  await followReleases(NOW);

  const { promise } = await seen(orderId);
  expect(promise).toMatchObject({ day: null, movedFrom: expect.stringMatching(/^We deliver it on/) });
  expect((promise?.from ?? "") > booked).toBe(true);
  // No page of an order offers a day.
  const { text } = await seen(orderId);
  for (const shown of [promise?.when, text]) {
    expect(shown).toContain("on a day that suits you: write to us to agree it");
    expect(shown).not.toContain("you choose");
  }
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(1);
  expect(await hasBooking(orderId)).toBe(false);
});

test("an order that cannot be followed keeps no other from its new day", async () => {
  const broken = await paidPreorder();
  const { orderId, sku } = await paidPreorder();
  await setRelease(sku, addDays(TODAY, 60), demoStore);
  await db()
    .updateTable("orders")
    .set({ delivery_address: "broken" })
    .where("id", "=", broken.orderId)
    .execute();

  await expect(followReleases(NOW)).rejects.toThrow(broken.orderId);
  expect((await seen(orderId)).promise?.movedFrom).toBeTruthy();
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
    expect(await cancelPreorder(orderId, { position, ...BUYER }), "pressed again").toMatchObject({
      ok: true,
    });
    expect(await refundsAt(paymentId)).toHaveLength(1);
  },
);

test("what was cancelled is named no more, and what remains is", async () => {
  const { orderId, ids } = await paidTogether();
  const order = await findOrder(orderId);
  const [first = "", second = ""] = order?.lines.map(({ name }) => name) ?? [];
  expect((await seen(orderId)).text).toContain(`We send ${first} and ${second} by`);
  const units = order?.lines.map(({ variantId }) => (variantId === ids[0] ? 1 : 0)) ?? [];
  const gone = order?.lines.find(({ variantId }) => variantId === ids[0])?.name ?? "";

  const refund = { units, delivery: false } as const;
  const done = await requestRefund(orderId, {
    ...{ key: "one", refund, isRestocked: true, reason: "test" },
    ...OWNER,
  });

  expect(done).toMatchObject({ ok: true });
  const { text } = await seen(orderId);
  expect(text).toMatch(/We send it by/);
  expect(text).not.toContain(gone);
});

test.each([
  ["is being made", (id: OrderId) => stepOnWork(id, { step: "start-work", shown: null, ...OWNER })],
  ["is packed", (id: OrderId) => packOrder(id, OWNER)],
])("what %s for its buyer is not offered to be cancelled", async (_, event) => {
  const ark = db().selectFrom("variants").select("product_id").where("id", "=", ARK);
  await db().updateTable("products").set({ availability: "preorder" }).where("id", "=", ark).execute();
  const { sku } = await db()
    .selectFrom("variants")
    .select("sku")
    .where("id", "=", ARK)
    .executeTakeFirstOrThrow();
  await setRelease(sku, addDays(TODAY, 20), demoStore);
  const { id } = await paidArks("Noah");
  const emailText = async () => {
    const [order, life, [unsent]] = [
      await findOrder(id),
      await findFulfilmentHistory(id),
      await unsentOf(id),
    ];
    if (!order || !unsent) throw new Error("no pre-order");
    const about = {
      order,
      life,
      store: demoStore,
      origin: "https://shop.example",
      link: "https://shop.example/o",
    };
    return orderStatusEmail(about, { about: "preorder-moved", unsent, now: NOW }).text;
  };
  expect(await emailText()).toContain("you can cancel it on the page of your order");

  await event(id);

  expect(await emailText()).toContain("you can no longer cancel it");
  expect(await emailText()).not.toContain("on the page of your order");
  const { position } = await seen(id);
  expect(await cancelPreorder(id, { position, ...BUYER })).toMatchObject({ code: "cancel-work-begun" });
});

test("what is sent can no longer be cancelled", async () => {
  const { orderId } = await paidPreorder();
  const { position } = await seen(orderId);
  await sendShipment(orderId);

  expect(await cancelPreorder(orderId, { position, ...BUYER })).toMatchObject({ code: "preorder-sent" });
});

test("an order from before the days were stored gets its day and one email, also once the texts are mended", async () => {
  const { orderId } = await paidPreorder();
  await forgetDays(orderId);
  expect(await findChargeClaims()).toEqual([]);

  expect(await followReleases(NOW)).toBe(1);
  expect(await followReleases(NOW)).toBe(0);
  expect((await seen(orderId)).text).toContain("We send it by");
  expect(await emailsAbout(orderId, "preorder-terms")).toBe(1);
  expect(await emailsAbout(orderId, "preorder-moved")).toBe(0);
});

test("an order from before that was sent gets no email", async () => {
  const { orderId } = await paidPreorder();
  await forgetDays(orderId);
  await sendShipment(orderId);

  expect(await followReleases(NOW)).toBe(0);
  expect(await emailsAbout(orderId, "preorder-terms")).toBe(0);
});

test("the day of an old order whose product is released already is not past", async () => {
  const { orderId, productIds } = await paidTogether();
  await forgetDays(orderId, { to: addDays(TODAY, -30) });
  await db()
    .updateTable("products")
    .set({ availability: "available" })
    .where("id", "in", productIds)
    .execute();

  await followReleases(NOW);

  expect((await seen(orderId)).promise?.sendBy).toBe(TODAY);
});

/** Its promises are as they were stored before releases were. */
async function forgetDays(id: OrderId, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const order = await findOrder(id);
  const promises = order?.delivery.promises.map((promise) => ({
    ...promise,
    ...{ releaseAt: undefined, sendBy: undefined },
    ...changes,
  }));
  await db()
    .updateTable("orders")
    .set({ delivery: JSON.stringify({ ...order?.delivery, promises }) })
    .where("id", "=", id)
    .execute();
}

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

test("whatever shoppers read of a product is searched for such a sentence", async () => {
  const claim = "We take the money on the day we dispatch.";
  const { sku, details } = await rowOf("products", { id: 103 });
  const found = async () => (await findChargeClaims()).find((one) => one.sku === sku)?.field ?? null;
  const texts = {
    ...{ care: claim, assembly: claim, finish: claim, made_in: claim, materials: [claim] },
    ...{ personalisation: { name: "Engraving", note: claim }, set: [{ product_id: 102, reason: claim }] },
  };

  for (const [field, text] of Object.entries(texts)) {
    expect(await found()).toBeNull();
    const changed = JSON.stringify({ ...JSON.parse(details), [field]: text });
    await db().updateTable("products").set({ details: changed }).where("id", "=", 103).execute();
    expect(await found()).toBe(field);
    await db().updateTable("products").set({ details }).where("id", "=", 103).execute();
  }

  await db().updateTable("product_metafields").set({ value: claim }).where("product_id", "=", 103).execute();
  expect(await found()).toBe("metafields");
});

test("doctor names the file of a stored message that claims another payment", async () => {
  const sentence = "We charge your card when it leaves us, not before.";
  await db().updateTable("products").set({ preorder_message: sentence }).where("id", "=", 102).execute();

  expect((await textClaimLines())[0]).toMatchObject({
    verdict: "warn",
    words: expect.stringContaining("preorder_message"),
    remedy: expect.stringContaining("products.json"),
  });
});
