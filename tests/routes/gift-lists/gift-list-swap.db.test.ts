import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { NEW_CLAIM } from "#app/models/gift-list/claims.server.ts";
import { makeCredit } from "#app/models/gift-list/credit.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { refundsSoFar } from "#app/models/order/fulfilment.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { remainingRefund } from "#app/models/order/refund-shares.ts";
import { makeRefund, requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { evaluateCoupon } from "#app/models/coupon/coupon.server.ts";
import { money } from "#app/models/shared/money.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { action as swap, loader as swapPage } from "#app/routes/gift-lists/swap.tsx";
import { loader as thanks } from "#app/routes/gift-lists/thanks.tsx";
import { NOW } from "#tests/support/now.ts";
import type { Browser } from "#tests/support/people/browser.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { familyOf } from "#tests/support/people/gift-list-family.ts";
import {
  GIFT_HANDLERS,
  giftListEmails,
  giftOn,
  openGiftList,
  readEmails,
} from "#tests/support/people/gift-lists.ts";
import { paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();
registerListeners();

const DAY_MS = 86_400_000;

/** A list that is no surprise, with a gift of three units that Margaret has paid for and that was delivered. */
async function givenGift({ daysAgo = 1, coupon = null as string | null } = {}) {
  const list = await openGiftList({ surprise: "shown" });
  const { orderId, first, paymentId } = await paidOrder(coupon);
  const gift = await giftOn(list, first, 3);
  const claim = newId("claim");
  const at = new Date().toISOString();
  await db()
    .insertInto("gift_list_claims")
    .values({
      ...NEW_CLAIM,
      ...{
        id: claim,
        list_id: list.id,
        gift_id: gift,
        way: "order",
        state: "taken",
        units: 3,
        held_until: null,
      },
      ...{ giver_name: "Margaret", email: "margaret@example.org", email_key: "margaret@example.org" },
      ...{
        message: null,
        device_hash: "m",
        token_hash: null,
        order_id: orderId,
        created_at: at,
        confirmed_at: at,
      },
    })
    .execute();
  await sendShipment(orderId);
  await deliverOrder(orderId, { by: "owner", now: new Date(Date.now() - daysAgo * DAY_MS) });
  await db().deleteFrom("jobs").execute();
  const family = await familyOf(list);
  return { list, claim, orderId, first, paymentId, family };
}

const placeOf = ({ id }: GiftList) => `/gift-lists/mine/${id}/swap`;

function ask(family: Browser, list: GiftList, fields: Readonly<Record<string, string>>) {
  const form = { key: newId("return"), reason: "does-not-fit", ...fields };
  return family.post(swap, placeOf(list), form, { listId: list.id });
}

async function onlyReturn() {
  return db().selectFrom("order_returns").selectAll().executeTakeFirstOrThrow();
}

const accept = (number: string) =>
  receiveReturn(number, { isRestocked: true, hasDelivery: null, by: "owner", now: new Date() });

async function orderEmails() {
  await runDueJobs(
    {
      ...GIFT_HANDLERS,
      "order-email": sendOrderStatusEmail("http://localhost:3000"),
      "order-refund": makeRefund,
    },
    { now: () => new Date(Date.now() + 60_000) },
  );
  return readEmails();
}

async function paidForThree(orderId: OrderId): Promise<number> {
  const order = await findOrder(orderId);
  const [line] = order?.lines ?? [];
  return (line?.total.minor ?? 0) - (line?.discount.minor ?? 0);
}

test("a family swaps a gift for credit: a code for what was paid for it, of which the giver learns nothing", async () => {
  const { list, claim, orderId, first, family } = await givenGift();
  const order = await findOrder(orderId);
  const before = await stockOf(first);
  const page = await (await family.get(swapPage, placeOf(list), { listId: list.id })).text();
  expect(page).toContain("Margaret");
  for (const hidden of [String(order?.number), "margaret@example.org", `"minor"`])
    expect(page).not.toContain(hidden);

  expect((await ask(family, list, { claim, remedy: "credit" })).status).toBe(303);

  const requested = await onlyReturn();
  expect(requested).toMatchObject({ status: "requested", recipient_remedy: "credit" });
  expect(requested.number).not.toContain(String(order?.number));
  const [steps, ...others] = await giftListEmails();
  expect(others).toEqual([]);
  expect(steps?.to?.[0]?.address).toBe(list.email);
  expect(steps?.text).toContain(requested.number);
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
  expect((await findFulfilmentHistory(orderId, { isForShop: true })).returns).toHaveLength(1);

  expect(await accept(requested.number)).toMatchObject({
    ok: true,
    value: { isNew: true, refund: { minor: 0 } },
  });
  expect(await accept(requested.number)).toMatchObject({ ok: true, value: { isNew: false } });

  const emails = await orderEmails();
  expect(emails.map(({ to }) => to?.[0]?.address)).toEqual([list.email, list.email]);
  const [code = ""] = /GIFT(?:-[2-9A-Z]{4}){3}/.exec(emails.map(({ text }) => text).join()) ?? [];
  expect(JSON.stringify(emails)).not.toContain(String(order?.number));
  const coupon = await db()
    .selectFrom("coupons")
    .selectAll()
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  expect(coupon).toMatchObject({ type: "fixed", amount: await paidForThree(orderId), max_uses: 1 });
  expect(coupon.ends_at?.slice(0, 4)).toBe(String(new Date().getFullYear() + 1));
  expect(await stockOf(first)).toMatchObject({ on_hand: before.on_hand + 3 });
  expect(await db().selectFrom("refunds").selectAll().execute()).toEqual([]);
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
  expect(
    await (await family.get(thanks, `/gift-lists/mine/${list.id}/thanks`, { listId: list.id })).json(),
  ).toMatchObject({ gifts: [{ givers: "Margaret" }] });
});

test("the credit takes its amount off one order in the currency that was paid, and what was credited is not refunded too", async () => {
  const { list, claim, orderId, family } = await givenGift();
  await ask(family, list, { claim, remedy: "credit" });
  await accept((await onlyReturn()).number);
  const { code, amount } = await db()
    .selectFrom("coupons")
    .select(["code", "amount"])
    .where("code", "like", "GIFT-%")
    .executeTakeFirstOrThrow();
  const line = (await findOrder(orderId))?.lines[0];
  const now = line!.unitPrice;
  const lines = [{ productId: line!.productId, quantity: 9, price: { now, was: null, percentOff: null } }];
  const weighing = {
    cartId: newId("cart"),
    lines,
    person: { customerId: null, email: null },
    now: new Date(),
  };
  const applied = await evaluateCoupon(code, weighing);
  expect(applied).toMatchObject({ ok: true, value: { discounts: [{ minor: amount }] } });
  const late = new Date(Date.now() + 366 * DAY_MS);
  expect(await evaluateCoupon(code, { ...weighing, now: late })).toMatchObject({ code: "coupon-ended" });
  const all = { units: [3, 1], delivery: true };
  expect(
    await requestRefund(orderId, {
      ...{ key: "all", refund: all, isRestocked: false, reason: "x", by: "owner", now: new Date() },
    }),
  ).toMatchObject({ code: "refund-units" });
});

test("units that a family got as credit are not refunded again, and the rest of the order is, to the penny", async () => {
  const { list, claim, orderId, family } = await givenGift();
  await ask(family, list, { claim, remedy: "credit" });
  await accept((await onlyReturn()).number);
  const order = await findOrder(orderId);
  const { credit_minor: credit } = await onlyReturn();
  const refund = (units: ReadonlyArray<number>, delivery = false) =>
    requestRefund(orderId, {
      ...{ key: `${units.join()} ${delivery}`, refund: { units, delivery }, isRestocked: false },
      ...{ reason: "x", by: "owner", now: new Date() },
    });

  const life = await findFulfilmentHistory(orderId);
  expect(order && remainingRefund(order, refundsSoFar(life))).toEqual({ units: [0, 1], delivery: true });
  expect(await refund([1, 0])).toMatchObject({ code: "refund-units" });
  expect(await refund([0, 1], true)).toMatchObject({
    value: { amount: { minor: (order?.totals.total.minor ?? 0) - credit } },
  });
  expect(await refund([0, 1])).toMatchObject({ code: "refund-units" });
});

test.each([
  ["all", 100_000],
  ["a part", 3_333],
] as const)(
  "a family gets credit also for what a credit of the giver paid, here %s, and nobody gets it twice",
  async (_, minor) => {
    const coupon = await makeCredit(money(minor, "GBP"), new Date(NOW.getTime() - DAY_MS));
    const { list, claim, orderId, family } = await givenGift({ coupon });
    const balance = async () => (await rowOf("coupons", { code: coupon })).amount;
    const [before, order] = [await balance(), await findOrder(orderId)];
    await ask(family, list, { claim, remedy: "credit" });

    await accept((await onlyReturn()).number);

    expect(await balance()).toBe(before);
    const made = await db()
      .selectFrom("coupons")
      .select("amount")
      .where("code", "like", "GIFT-%")
      .where("code", "<>", coupon)
      .executeTakeFirstOrThrow();
    expect(made.amount).toBe(order?.lines[0]?.total.minor);
    const rest = { units: [0, 1], delivery: true };
    await requestRefund(orderId, {
      ...{ key: "rest", refund: rest, isRestocked: false, reason: "x", by: "owner" },
      now: new Date(),
    });
    const back = (await moneyOfOrders([orderId])).get(orderId);
    const sum = (await balance()) - before + made.amount + (back?.underWay.minor ?? 0);
    const wholes = (order?.totals.items.minor ?? 0) + (order?.totals.delivery?.minor ?? 0);
    expect(sum).toBe(wholes);
  },
);

test("two parts of a gift that go back for credit come to what was paid for them, by unit", async () => {
  const { list, claim, orderId, family } = await givenGift();
  const line = (await findOrder(orderId))?.lines[0];
  await db().updateTable("gift_list_claims").set({ units: 1 }).where("id", "=", claim).execute();
  const credits: Array<number> = [];
  for (const part of ["one", "two", "three"]) {
    await ask(family, list, { claim, remedy: "credit" });
    const { number } = await db()
      .selectFrom("order_returns")
      .select("number")
      .where("status", "=", "requested")
      .executeTakeFirstOrThrow();
    const done = await accept(number);
    credits.push(done.ok ? (done.value.credit?.minor ?? 0) : 0);
    expect(credits, part).not.toContain(0);
  }

  const paid = (line?.total.minor ?? 0) - (line?.discount.minor ?? 0);
  expect(credits.reduce((sum, minor) => sum + minor, 0)).toBe(paid);
  expect((await findFulfilmentHistory(orderId)).lines[0]?.refunded).toBe(3);
});

test("a gift that its giver was refunded for meanwhile gets its family no credit, and its return is closed", async () => {
  const { list, claim, orderId, first, family } = await givenGift();
  await ask(family, list, { claim, remedy: "credit" });
  const { number } = await onlyReturn();
  const before = await stockOf(first);
  await requestRefund(orderId, {
    ...{ key: "k", refund: { units: [3, 0], delivery: false }, isRestocked: false },
    ...{ reason: "x", by: "owner", now: new Date() },
  });

  expect(await accept(number)).toMatchObject({ value: { credit: { minor: 0 }, isNew: true } });

  expect(await onlyReturn()).toMatchObject({ status: "received", credit_minor: 0 });
  expect((await stockOf(first)).on_hand).toBe(before.on_hand + 3);
  expect(await db().selectFrom("coupons").select("code").where("code", "like", "GIFT-%").execute()).toEqual(
    [],
  );
  const page = await (await family.get(swapPage, placeOf(list), { listId: list.id })).text();
  expect(page).toContain(`"hasCode":false`);
});

test("a gift that comes back for a refund of its giver, who was refunded before, is not called refunded", async () => {
  const { list, claim, orderId, family } = await givenGift();
  await ask(family, list, { claim, remedy: "refund" });
  const { number } = await onlyReturn();
  const page = async () => (await family.get(swapPage, placeOf(list), { listId: list.id })).text();
  await requestRefund(orderId, {
    ...{ key: "k", refund: { units: [3, 0], delivery: false }, isRestocked: false },
    ...{ reason: "x", by: "owner", now: new Date() },
  });

  expect(await accept(number)).toMatchObject({ value: { refund: { minor: 0 }, isNew: true } });

  expect(await page()).toContain(`"hasRefund":false`);
});

test("a refund that the family chose goes to the giver, who is emailed once it is accepted and not before", async () => {
  const { list, claim, orderId, family } = await givenGift();
  await ask(family, list, { claim, remedy: "refund" });
  const { number } = await onlyReturn();
  const order = await findOrder(orderId);
  const toGiver = async () =>
    (await orderEmails()).filter(({ to }) => to?.[0]?.address === order?.email).map(({ subject }) => subject);
  expect(await toGiver()).toEqual([]);
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);

  expect(await accept(number)).toMatchObject({ ok: true, value: { credit: null } });

  expect(await toGiver()).toContainEqual(expect.stringContaining("Your gift has been returned"));
  const page = await family.get(swapPage, placeOf(list), { listId: list.id });
  expect(await page.text()).toContain(`"hasRefund":true`);
  expect(await db().selectFrom("refunds").select("amount_minor").execute()).toMatchObject([
    { amount_minor: expect.any(Number) },
  ]);
  expect(await db().selectFrom("coupons").select("code").where("code", "like", "GIFT-%").execute()).toEqual(
    [],
  );
});

test("a second press, a second return of the same units and a return after the period are refused", async () => {
  const { list, claim, family, orderId } = await givenGift();
  const key = newId("return");
  const both = [
    await ask(family, list, { claim, remedy: "credit", key }),
    await ask(family, list, { claim, remedy: "credit", key }),
  ];
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await db().selectFrom("order_returns").select("id").execute()).toHaveLength(1);
  expect((await ask(family, list, { claim, remedy: "refund" })).status).toBe(422);

  await db().deleteFrom("gift_list_returns").execute();
  await db().deleteFrom("order_return_lines").execute();
  await db().deleteFrom("order_returns").execute();
  await db()
    .updateTable("order_history")
    .set({ created_at: new Date(Date.now() - 31 * DAY_MS).toISOString() })
    .where("order_id", "=", orderId)
    .where("to_status", "=", "delivered")
    .execute();
  expect((await ask(family, list, { claim, remedy: "credit" })).status).toBe(409);
});

test("what was made for the family comes back for a fault alone", async () => {
  const { list, claim, family, orderId } = await givenGift();
  await db()
    .updateTable("order_lines")
    .set({
      personalisation: "Okafor 2027",
      personalisation_terms: JSON.stringify({
        name: "Engraving",
        isReturnable: false,
        workingDays: 2,
      }),
    })
    .where("order_id", "=", orderId)
    .execute();
  expect(await (await family.get(swapPage, placeOf(list), { listId: list.id })).json()).toMatchObject({
    gifts: [{ isMadeForThem: true }],
  });
  expect((await ask(family, list, { claim, remedy: "credit" })).status).toBe(409);
  expect((await ask(family, list, { claim, remedy: "credit", reason: "faulty" })).status).toBe(303);
});

test("another family, a gift that is a surprise and a form without a choice are refused", async () => {
  const { list, claim, family } = await givenGift();
  const other = await openGiftList({ email: "zoe@example.org", surprise: "shown" });
  const stranger = await familyOf(other);
  expect((await ask(stranger, other, { claim, remedy: "credit" })).status).toBe(404);
  expect((await ask(stranger, list, { claim, remedy: "credit" })).status).toBe(404);
  expect((await ask(family, list, { claim, remedy: "nothing" })).status).toBe(422);
  expect((await ask(family, list, { claim, remedy: "credit", reason: "" })).status).toBe(422);
  await db().updateTable("gift_lists").set({ reveal_on: list.eventDay }).where("id", "=", list.id).execute();
  expect((await ask(family, list, { claim, remedy: "credit" })).headers.get("Location")).toBe(
    `/gift-lists/mine/${list.id}`,
  );
  expect(await db().selectFrom("order_returns").select("id").execute()).toEqual([]);
});
