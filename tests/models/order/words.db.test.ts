import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { packOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { changeWords, stepOnWork } from "#app/models/order/words.server.ts";
import { canBuyerCancel, madeForYouTexts, shownWords, wordsStates } from "#app/models/order/words.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { largeCredit } from "#tests/support/people/free-items.ts";
import {
  paidArkForList,
  paidArks,
  paidArksWith,
  paidOrder,
  sendShipment,
} from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const OWNER = { by: "owner", now: NOW } as const;
const START = { step: "start-work", shown: null, ...OWNER } as const;
const STOP = { step: "stop-work", shown: null, ...OWNER } as const;

const change = (id: OrderId, typed: string, position = 0) => changeWords({ id, position, typed }, NOW);

async function wordsOf(id: OrderId) {
  return (await findOrder(id))?.lines.map(({ personalisation }) => personalisation?.text ?? null);
}

async function statesOf(id: OrderId) {
  const order = await findOrder(id);
  return order && wordsStates(order, await findFulfilmentHistory(id));
}

async function textsOf(id: OrderId) {
  const order = await findOrder(id);
  return order && madeForYouTexts(order, await findFulfilmentHistory(id));
}

async function emailsOf(id: OrderId): Promise<number> {
  const jobs = await db().selectFrom("jobs").select("key").where("kind", "=", "order-email").execute();
  return jobs.filter(({ key }) => key.startsWith(`order-email:words-changed:${id}`)).length;
}

test("the buyer changes the words until the work begins, and again once it was taken back", async () => {
  const { id } = await paidArks("Wilfred", null, "Ida");
  expect(await statesOf(id)).toEqual(["open", null, "open"]);

  expect(await change(id, "  Wilfred   2026 ")).toEqual({ ok: true, value: { isChanged: true } });
  expect(await wordsOf(id)).toEqual(["Wilfred 2026", null, "Ida"]);
  expect(await emailsOf(id)).toBe(1);

  expect(await stepOnWork(id, START)).toMatchObject({ value: { isChanged: true } });
  expect(await stepOnWork(id, START)).toMatchObject({ value: { isChanged: false } });
  expect(await statesOf(id)).toEqual(["in-work", null, "in-work"]);
  expect(await change(id, "Winifred")).toMatchObject({ code: "words-in-work" });
  expect(await wordsOf(id)).toEqual(["Wilfred 2026", null, "Ida"]);

  expect(await stepOnWork(id, STOP)).toMatchObject({ value: { isChanged: true } });
  expect((await change(id, "Winifred")).ok).toBe(true);
  expect(await wordsOf(id)).toEqual(["Winifred", null, "Ida"]);
});

test("the same words again change nothing and send no email", async () => {
  const { id } = await paidArks("Wilfred");

  expect(await change(id, "Wilfred ")).toEqual({ ok: true, value: { isChanged: false } });
  expect(await emailsOf(id)).toBe(0);
});

test("words against the rules are refused, and the old ones stay", async () => {
  const { id } = await paidArks("Wilfred");

  expect(await change(id, "♥")).toMatchObject({ code: "personalisation-character" });
  expect(await change(id, " ")).toMatchObject({ code: "personalisation-empty" });
  expect(await change(id, "W".repeat(25))).toMatchObject({ code: "personalisation-too-long" });
  expect(await wordsOf(id)).toEqual(["Wilfred"]);
});

test("words of a packed, sent or cancelled order stay, and so do items without words", async () => {
  const { id } = await paidArks("Wilfred", null);
  expect(await change(id, "Ida", 1)).toMatchObject({ code: "order-not-found" });
  await packOrder(id, OWNER);
  expect(await statesOf(id)).toEqual(["in-work", null]);
  expect(await textsOf(id), "nobody engraves a packed item").toEqual([
    "It was made for you. It is yours to keep, unless it is faulty.",
    null,
  ]);
  expect(await change(id, "Ida")).toMatchObject({ code: "words-in-work" });
  expect(await stepOnWork(id, START)).toMatchObject({ code: "order-state-conflict" });

  await unpackOrder(id, OWNER);
  await sendShipment(id, { units: [1, 0] });
  expect(await statesOf(id)).toEqual([null, null]);
  expect(await change(id, "Ida")).toMatchObject({ code: "words-in-work" });

  const other = await paidArks("Tom");
  await cancelOrder(other.id, { by: "customer", reason: "changed my mind", now: NOW });
  expect(await change(other.id, "Ida")).toMatchObject({ code: "words-in-work" });
  const { orderId: plain } = await paidOrder();
  expect(await stepOnWork(plain, START)).toMatchObject({ code: "order-state-conflict" });
});

test("words that a family chose on its gift list are not its buyer's, and the shop begins the work as usual", async () => {
  const { id } = await paidArkForList("Ida");
  expect(await statesOf(id)).toEqual(["list"]);

  expect(await change(id, "Winifred")).toMatchObject({ code: "order-not-found" });
  expect(await wordsOf(id)).toEqual(["Ida"]);
  expect(await stepOnWork(id, START)).toMatchObject({ value: { isChanged: true } });
  expect(await statesOf(id)).toEqual(["in-work"]);
  expect((await change(id, "Winifred")).ok).toBe(false);
  expect(await stepOnWork(id, STOP)).toMatchObject({ value: { isChanged: true } });
  expect(await statesOf(id)).toEqual(["list"]);
});

test("the work begins only on the words that were read", async () => {
  const order = await paidArks("Wilfred");
  const shown = shownWords(order);
  await change(order.id, "Winifred");

  expect(await stepOnWork(order.id, { ...START, shown })).toMatchObject({ code: "words-changed" });
  expect(await statesOf(order.id)).toEqual(["open"]);
});

test("of a change and a beginning at once one is refused", async () => {
  for (let round = 0; round < 3; round += 1) {
    const order = await paidArks("Wilfred");
    const shown = shownWords(order);
    const [changed, begun] = await Promise.all([
      change(order.id, "Winifred"),
      stepOnWork(order.id, { ...START, shown }),
    ]);

    expect([changed.ok, begun.ok].filter(Boolean)).toHaveLength(1);
    expect(await wordsOf(order.id)).toEqual([changed.ok ? "Winifred" : "Wilfred"]);
    expect(await statesOf(order.id)).toEqual([changed.ok ? "open" : "in-work"]);
    await cancelOrder(order.id, { by: "owner", reason: "the next round", now: NOW });
  }
});

test("the history says when words were changed and when the work began", async () => {
  const { id } = await paidArks("Wilfred");
  await change(id, "Ida");
  await stepOnWork(id, START);

  const entries = timelineOf(await findFulfilmentHistory(id), "en-GB").map(({ what }) => what);
  expect(entries).toEqual(expect.arrayContaining(["Words changed", "Work on it started"]));
});

test("beginning the work ends the buyer's own cancellation, and the shop can still cancel", async () => {
  const { id } = await paidArks("Wilfred", null);
  await stepOnWork(id, START);
  const cancel = (by: "customer" | "owner") => cancelOrder(id, { by, reason: "changed my mind", now: NOW });
  const order = await findOrder(id);
  if (!order) throw new Error("no order");

  expect(await cancel("customer")).toMatchObject({ code: "cancel-work-begun" });
  expect(madeForYouTexts(order, await findFulfilmentHistory(id))).toEqual([
    "We are engraving it now, so it is yours to keep, unless it is faulty.",
    null,
  ]);
  await stepOnWork(id, STOP);
  await stepOnWork(id, START);
  expect(await cancel("owner")).toMatchObject({ value: { isChanged: true } });
});

const begin = (id: OrderId) => stepOnWork(id, START);
const pack = (id: OrderId) => packOrder(id, OWNER);
const sendPlain = (id: OrderId) => sendShipment(id, { units: [0, 1] });
const sendArk = (id: OrderId) => sendShipment(id, { units: [1, 0] });

test.each([
  ["paid", [], true],
  ["begun", [begin], false],
  ["packed", [pack], false],
  ["packed after it was begun", [begin, pack], false],
  ["left of a partly sent order", [sendPlain], true],
  ["begun in a partly sent order", [sendPlain, begin], false],
  ["sent in a partly sent order", [sendArk], false],
] as const)(
  "an item that is %j is said to be cancellable exactly where its buyer can cancel it",
  async (_, events, isOpen) => {
    const { id } = await paidArks("Wilfred", null);
    for (const event of events) expect((await event(id)).ok).toBe(true);
    const order = await findOrder(id);
    if (!order) throw new Error("no order");

    const [text] = (await textsOf(id)) ?? [];
    expect(text?.includes("cancel until")).toBe(isOpen);
    expect(canBuyerCancel(order, await findFulfilmentHistory(id))).toBe(isOpen);
    const done = await cancelOrder(id, { by: "customer", reason: "changed my mind", now: NOW });
    expect(done.ok).toBe(isOpen);
  },
);

test("of a partly sent order only what is made for the buyer is cancelled and refunded, once", async () => {
  const { id } = await paidArks("Wilfred", null, null);
  await sendShipment(id, { units: [0, 1] });
  const before = await findOrder(id);
  const promised = before && (await refundOfCancelling(before));
  const cancel = () => cancelOrder(id, { by: "customer", reason: "changed my mind", now: NOW });

  expect(await cancel()).toMatchObject({ value: { before: "partially-shipped", refund: promised } });

  expect(promised).toEqual(before?.lines[0]?.total);
  expect(await findOrder(id), "the third ark is still to be sent").toMatchObject({
    status: "partially-shipped",
  });
  const { lines, refunds } = await findFulfilmentHistory(id);
  expect(lines.map(({ unsent }) => unsent)).toEqual([1, 0]);
  expect(refunds).toHaveLength(1);
  expect(await cancel()).toMatchObject({ value: { isChanged: false } });
  await sendShipment(id, { units: [0, 1], key: "two" });
  expect(await cancel()).toMatchObject({ value: { isChanged: false } });
});

test("what a credit paid of a partly sent order is cancelled once, and a second press hears that it is done", async () => {
  const { id } = await paidArksWith(await largeCredit(), "Wilfred", null, null);
  await sendShipment(id, { units: [0, 1] });
  const cancel = () => cancelOrder(id, { by: "customer", reason: "changed my mind", now: NOW });

  expect(await cancel()).toMatchObject({ value: { refund: { minor: 0 }, isChanged: true } });
  expect((await findFulfilmentHistory(id)).refunds).toEqual([]);
  expect(await cancel()).toMatchObject({ value: { isChanged: false } });
  await sendShipment(id, { key: "two" });
  expect(await cancel()).toMatchObject({ value: { isChanged: false } });
  expect((await findFulfilmentHistory(id)).lines.map(({ unsent }) => unsent)).toEqual([1, 0]);
});

test("a cancellation that comes after one of two items with words was taken out and the other sent is too late", async () => {
  const { id } = await paidArksWith(await largeCredit(), "Wilfred", "Ida");
  const refund = { units: [1, 0], delivery: false };
  const out = { ...OWNER, key: "k", isRestocked: true, reason: "sold out", refund };
  expect(await requestRefund(id, out)).toMatchObject({ ok: true });
  await sendShipment(id, { units: [0, 1] });

  const done = await cancelOrder(id, { by: "customer", reason: "changed my mind", now: NOW });
  expect(done).toMatchObject({ ok: false, code: "cancel-too-late" });
});

test("an item with words whose work has begun is not called cancelled beside one without words that was taken out", async () => {
  const { id } = await paidArksWith(await largeCredit(), "Wilfred", null, null);
  await sendShipment(id, { units: [0, 1] });
  const refund = { units: [0, 1], delivery: false };
  const out = { ...OWNER, key: "k", isRestocked: true, reason: "sold out", refund };
  expect(await requestRefund(id, out)).toMatchObject({ ok: true });
  await begin(id);

  const done = await cancelOrder(id, { by: "customer", reason: "changed my mind", now: NOW });
  expect(done).toMatchObject({ ok: false, code: "cancel-work-begun" });
});
