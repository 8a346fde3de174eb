/** The parcel of a return, and returns that the shop opens for a customer. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import {
  findReturnable,
  openReturnAtDesk,
  stepOnArrival,
} from "#app/models/desk/orders/return-steps.server.ts";
import { findDeskReturn } from "#app/models/desk/orders/returns.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { noteReturnArrival, takeBackReturnArrival } from "#app/models/order/returns/return-arrival.server.ts";
import { refundDay } from "#app/models/order/returns/return.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY = 24 * 60;
type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

async function linesOf(orderId: OrderId, units: number) {
  const { lines } = await findFulfilmentHistory(orderId);
  return lines.map((_, at) => ({ units: at === 0 ? units : 0, reason: at === 0 ? "changed-mind" : "" }));
}

async function requested(): Promise<string> {
  const { orderId } = await deliveredOrder();
  const lines = await linesOf(orderId, 1);
  const done = await requestReturn(orderId, { key: "r", lines, note: "", by: "customer", now: NOW });
  if (!done.ok) throw new Error(done.code);
  return done.value.number;
}

async function logOf(number: string): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("desk_log")
    .select("action")
    .where("subject_kind", "=", "return")
    .where("subject_id", "=", number)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

test("a packer notes that a parcel has come: once, with the day of the refund, and nothing is refunded", async () => {
  const number = await requested();
  const packer = await person("packer");

  const twice = await Promise.all([
    stepOnArrival({ number, step: "arrive", shown: null }, packer),
    stepOnArrival({ number, step: "arrive", shown: null }, packer),
  ]);

  expect(twice.every(({ ok }) => ok)).toBe(true);
  expect(twice.filter((done) => done.ok && done.value.isChanged)).toHaveLength(1);
  expect(await logOf(number)).toEqual(["return-arrived"]);
  const requestedAt = NOW.toISOString();
  const due = refundDay({ requestedAt, isWithdrawal: false }, await findStore(), packer.now);
  expect(await findDeskReturn(number)).toMatchObject({
    ...{ status: "requested", arrivedAt: packer.now.toISOString() },
    ...{ arrivedBy: packer.staff.name, refundBy: due },
  });
  expect(await db().selectFrom("refunds").select("id").execute()).toEqual([]);
});

test("a mistaken arrival is taken back, and noted again", async () => {
  const number = await requested();
  const owner = await person("owner");
  await stepOnArrival({ number, step: "arrive", shown: null }, owner);

  expect(await stepOnArrival({ number, step: "take-back-arrival", shown: null }, owner)).toMatchObject({
    value: { isChanged: true, refundBy: null },
  });
  expect(await findDeskReturn(number)).toMatchObject({ arrivedAt: null, arrivedBy: "", refundBy: null });
  expect(await stepOnArrival({ number, step: "take-back-arrival", shown: null }, owner)).toMatchObject({
    value: { isChanged: false },
  });
  await stepOnArrival({ number, step: "arrive", shown: null }, owner);
  expect(await logOf(number)).toEqual(["return-arrived", "return-arrival-taken-back", "return-arrived"]);
});

test("an arrival is taken back only by a page that shows it", async () => {
  const number = await requested();
  const owner = await person("owner");
  await noteReturnArrival(number, { by: "", now: later(1) });
  const shown = later(1).toISOString();
  const takeBack = { number, step: "take-back-arrival", shown } as const;
  expect((await stepOnArrival(takeBack, owner)).ok).toBe(true);
  await noteReturnArrival(number, { by: "", now: later(2) });

  expect(await stepOnArrival(takeBack, owner)).toMatchObject({ code: "order-state-conflict" });
  expect((await findDeskReturn(number))?.arrivedAt).toBe(later(2).toISOString());
});

test("of an arrival and an acceptance at once both count, or the arrival is refused", async () => {
  const number = await requested();
  const owner = await person("owner");

  const [arrival, accepted] = await Promise.all([
    stepOnArrival({ number, step: "arrive", shown: null }, owner),
    acceptReturnAtDesk({ returnNumber: number, isRestocked: true, hasDelivery: null }, owner),
  ]);

  expect(accepted.ok).toBe(true);
  expect((await findDeskReturn(number))?.status).toBe("received");
  expect((await findDeskReturn(number))?.arrivedAt !== null).toBe(arrival.ok);
});

test("an accepted return keeps its arrival, and takes no other", async () => {
  const number = await requested();
  const owner = await person("owner");
  await stepOnArrival({ number, step: "arrive", shown: null }, owner);
  await acceptReturnAtDesk({ returnNumber: number, isRestocked: true, hasDelivery: null }, owner);

  expect(await noteReturnArrival(number, { by: "", now: NOW })).toMatchObject({
    code: "order-state-conflict",
  });
  expect(await takeBackReturnArrival(number, null)).toMatchObject({ code: "order-state-conflict" });
  expect((await findDeskReturn(number))?.arrivedAt).not.toBeNull();
  expect(await noteReturnArrival("R1-1", { by: "", now: NOW })).toMatchObject({ code: "return-not-found" });
});

test.each(["editor", "reader"] as const)(
  "the role %s neither notes an arrival nor opens a return",
  async (role) => {
    const number = await requested();
    const actor = await person(role);
    expect(await stepOnArrival({ number, step: "arrive", shown: null }, actor)).toMatchObject({
      code: "desk-not-allowed",
    });
    const request = { orderNumber: 1, lines: [], note: "", key: "k" };
    expect(await openReturnAtDesk(request, actor)).toMatchObject({ code: "desk-not-allowed" });
    expect(await logOf(number)).toEqual([]);
  },
);

test("the customer sees on their order that the parcel has come", async () => {
  const number = await requested();
  await noteReturnArrival(number, { by: "", now: later(DAY) });
  const row = await db()
    .selectFrom("order_returns")
    .select("order_id")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();

  const life = await findFulfilmentHistory(row.order_id as OrderId);

  expect(timelineOf(life, "en-GB").at(-1)).toEqual({
    what: `Parcel of return ${number} arrived`,
    at: later(DAY).toISOString(),
  });
});

test("the shop opens a return for a customer, after the return period too, and twice is once", async () => {
  const { orderId } = await deliveredOrder();
  const orderNumber = await numberOf(orderId);
  const packer = { ...(await person("packer")), now: later(200 * DAY) };
  const lines = await linesOf(orderId, 1);
  const asCustomer = { key: "c", lines, note: "", by: "customer", now: packer.now } as const;
  expect(await requestReturn(orderId, asCustomer)).toMatchObject({ code: "return-too-late" });

  const found = await findReturnable(orderNumber, packer.now);
  expect(found?.endedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  const request = { orderNumber, lines, note: "By phone", key: "k" };
  const done = await openReturnAtDesk(request, packer);
  const again = await openReturnAtDesk(request, packer);

  expect(done).toMatchObject({ value: { isNew: true } });
  expect(again).toMatchObject({ value: { isNew: false } });
  const number = done.ok ? done.value.number : "";
  expect(await findDeskReturn(number)).toMatchObject({ note: "By phone", status: "requested" });
  expect(await logOf(number)).toEqual(["return-opened"]);
  const jobs = await db().selectFrom("jobs").select("payload").where("kind", "=", "order-email").execute();
  expect(jobs.filter(({ payload }) => payload.includes("return-requested"))).toHaveLength(1);
  const left = (await findReturnable(orderNumber, packer.now))?.lines[0]?.left;
  expect(left).toBe((found?.lines[0]?.left ?? 0) - 1);
});

test("two people who open a return for the same units at once open one", async () => {
  const { orderId } = await deliveredOrder();
  const orderNumber = await numberOf(orderId);
  const [owner, packer] = [await person("owner"), await person("packer")];
  const left = (await findReturnable(orderNumber, NOW))?.lines[0]?.left ?? 0;
  const lines = await linesOf(orderId, left);

  const done = await Promise.all([
    openReturnAtDesk({ orderNumber, lines, note: "", key: "one" }, owner),
    openReturnAtDesk({ orderNumber, lines, note: "", key: "two" }, packer),
  ]);

  expect(left).toBeGreaterThan(0);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "return-units" });
  expect(await db().selectFrom("order_returns").select("id").execute()).toHaveLength(1);
});

test("nothing comes back of what was not sent, and of an order that does not exist", async () => {
  const { orderId } = await paidOrder();
  const orderNumber = await numberOf(orderId);
  const owner = await person("owner");
  const found = await findReturnable(orderNumber, NOW);
  expect(found?.lines.every(({ left }) => left === 0)).toBe(true);
  const lines = await linesOf(orderId, 1);
  const request = { orderNumber, lines, note: "", key: "k" };
  expect(await openReturnAtDesk(request, owner)).toMatchObject({ code: "return-units" });
  expect(await findReturnable(999_999, NOW)).toBeNull();
  expect(await openReturnAtDesk({ ...request, orderNumber: 999_999 }, owner)).toMatchObject({
    code: "order-not-found",
  });
});
