/** The parcel of a return, and returns that the shop opens for a customer. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
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
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY = 24 * 60;

/** Of an order of two lines. */
const linesOf = (units: number) => [
  { units, reason: "changed-mind" },
  { units: 0, reason: "" },
];

async function requested() {
  const { orderId } = await deliveredOrder();
  const request = { key: "r", lines: linesOf(1), note: "", by: "customer", now: NOW } as const;
  const done = await requestReturn(orderId, request);
  if (!done.ok) throw new Error(done.code);
  return { orderId, number: done.value.number };
}

const arrive = (number: string, by: DeskPerson) => stepOnArrival({ number, step: "arrive", shown: null }, by);
const takeBack = (number: string, by: DeskPerson, shown: string | null = null) =>
  stepOnArrival({ number, step: "take-back-arrival", shown }, by);
const accept = (returnNumber: string, by: DeskPerson) =>
  acceptReturnAtDesk({ returnNumber, isRestocked: true, hasDelivery: null }, by);

test("a packer notes that a parcel has come: once, with the day of the refund; the customer sees it, and nothing is refunded", async () => {
  const { orderId, number } = await requested();
  const packer = await person("packer");

  expect(await atOnce(arrive(number, packer), arrive(number, packer))).toEqual(["done", "unchanged"]);

  expect(await deskActions(number)).toEqual(["return-arrived"]);
  const terms = { requestedAt: NOW.toISOString(), isWithdrawal: false };
  expect(await findDeskReturn(number)).toMatchObject({
    ...{ status: "requested", arrivedAt: packer.now.toISOString(), arrivedBy: packer.staff.name },
    refundBy: refundDay(terms, await findStore(), packer.now),
  });
  expect(await db().selectFrom("refunds").select("id").execute()).toEqual([]);
  const seen = timelineOf(await findFulfilmentHistory(orderId), "en-GB").at(-1);
  expect(seen).toEqual({ what: `Parcel of return ${number} arrived`, at: packer.now.toISOString() });
});

test("a mistaken arrival is taken back by a page that shows it, and noted again", async () => {
  const { number } = await requested();
  const owner = await person("owner");
  await arrive(number, owner);

  expect(await takeBack(number, owner)).toMatchObject({ value: { isChanged: true, refundBy: null } });
  expect(await findDeskReturn(number)).toMatchObject({ arrivedAt: null, arrivedBy: "", refundBy: null });
  expect(await outcomeOf(takeBack(number, owner))).toBe("unchanged");
  const shown = later(1).toISOString();
  await noteReturnArrival(number, { by: "", now: later(1) });
  expect(await outcomeOf(takeBack(number, owner, shown))).toBe("done");
  await arrive(number, owner);
  expect(await outcomeOf(takeBack(number, owner, shown))).toBe("order-state-conflict");
  expect((await findDeskReturn(number))?.arrivedAt).toBe(owner.now.toISOString());
  expect(await deskActions(number)).toEqual([
    ...["return-arrived", "return-arrival-taken-back", "return-arrival-taken-back", "return-arrived"],
  ]);
});

test("of an arrival and an acceptance at once both count, or the arrival is refused", async () => {
  const { number } = await requested();
  const owner = await person("owner");

  const [arrival, accepted] = await Promise.all([arrive(number, owner), accept(number, owner)]);

  expect(accepted.ok).toBe(true);
  expect((await findDeskReturn(number))?.status).toBe("received");
  expect((await findDeskReturn(number))?.arrivedAt !== null).toBe(arrival.ok);
});

test("an accepted return keeps its arrival, and takes no other", async () => {
  const { number } = await requested();
  const owner = await person("owner");
  await arrive(number, owner);
  await accept(number, owner);

  const anew = { by: "", now: NOW };
  expect(await outcomeOf(noteReturnArrival(number, anew))).toBe("order-state-conflict");
  expect(await outcomeOf(takeBackReturnArrival(number, null))).toBe("order-state-conflict");
  expect((await findDeskReturn(number))?.arrivedAt).not.toBeNull();
  expect(await outcomeOf(noteReturnArrival("R1-1", anew))).toBe("return-not-found");
});

test("the shop opens a return for a customer, after the return period too, and twice is once", async () => {
  const { orderId, number: orderNumber } = await numbered(deliveredOrder());
  const packer = { ...(await person("packer")), now: later(200 * DAY) };
  const lines = linesOf(1);
  const asCustomer = { key: "c", lines, note: "", by: "customer", now: packer.now } as const;
  expect(await outcomeOf(requestReturn(orderId, asCustomer))).toBe("return-too-late");

  const found = await findReturnable(orderNumber, packer.now);
  expect(found?.endedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  const request = { orderNumber, lines, note: "By phone", key: "k" };
  const done = await openReturnAtDesk(request, packer);

  expect(done).toMatchObject({ value: { isNew: true } });
  expect(await openReturnAtDesk(request, packer)).toMatchObject({ value: { isNew: false } });
  const number = done.ok ? done.value.number : "";
  expect(await findDeskReturn(number)).toMatchObject({ note: "By phone", status: "requested" });
  expect(await deskActions(number)).toEqual(["return-opened"]);
  const jobs = await db().selectFrom("jobs").select("payload").where("kind", "=", "order-email").execute();
  expect(jobs.filter(({ payload }) => payload.includes("return-requested"))).toHaveLength(1);
  const left = (await findReturnable(orderNumber, packer.now))?.lines[0]?.left;
  expect(left).toBe((found?.lines[0]?.left ?? 0) - 1);
});

test("two people who open a return for the same units at once open one", async () => {
  const { number: orderNumber } = await numbered(deliveredOrder());
  const left = (await findReturnable(orderNumber, NOW))?.lines[0]?.left ?? 0;
  const [owner, packer] = [await person("owner"), await person("packer")];
  const open = (key: string, by: DeskPerson) =>
    openReturnAtDesk({ orderNumber, lines: linesOf(left), note: "", key }, by);

  expect(left).toBeGreaterThan(0);
  expect(await atOnce(open("one", owner), open("two", packer))).toEqual(["done", "return-units"]);
  expect(await db().selectFrom("order_returns").select("id").execute()).toHaveLength(1);
});

test("nothing comes back of what was not sent, and of an order that does not exist", async () => {
  const { number } = await numbered(paidOrder());
  const owner = await person("owner");
  const open = (orderNumber: number) =>
    openReturnAtDesk({ orderNumber, lines: linesOf(1), note: "", key: "k" }, owner);

  expect((await findReturnable(number, NOW))?.lines.map(({ left }) => left)).toEqual([0, 0]);
  expect(await outcomeOf(open(number))).toBe("return-units");
  expect(await findReturnable(999_999, NOW)).toBeNull();
  expect(await outcomeOf(open(999_999))).toBe("order-not-found");
});
