import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  findSendable,
  planSendings,
  SEND_ROWS_MAX,
  stillPlanned,
  type TypedParcel,
  withdrawSendings,
} from "#app/models/desk/orders/sending-many.server.ts";
import { withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** The numbers of paid orders in their order, the second of which is cancelled. */
async function orders(count: number, isCancelled = true): Promise<ReadonlyArray<number>> {
  const made = [];
  for (let each = 0; each < count; each += 1) made.push(await numbered(paidOrder()));
  made.sort((one, other) => one.number - other.number);
  const [, cancelled] = made;
  if (cancelled && isCancelled)
    await cancelOrder(cancelled.orderId, { by: "customer", reason: "changed my mind", now: NOW });
  return made.map(({ number }) => number);
}

function parcel(number: number, tracking: string, more: Partial<TypedParcel> = {}): TypedParcel {
  return { number, carrier: "royal-mail", tracking, isUntracked: false, shown: "paid", ...more };
}

async function planned(): Promise<ReadonlyArray<unknown>> {
  const rows = await db().selectFrom("jobs").select("payload").where("kind", "=", "desk-send").execute();
  return rows
    .map(({ payload }) => JSON.parse(payload) as { number: number; tracking: string })
    .sort((one, other) => one.number - other.number)
    .map(({ number, tracking }) => [number, tracking]);
}

const refusals = (rows: Awaited<ReturnType<typeof planSendings>>) =>
  rows.map(({ number, refusal }) => [number, refusal?.code ?? "sent"]);

test("each order of the form is sent on its own, and what cannot be sent is named with why", async () => {
  const [good = 0, cancelled = 0, empty = 0, untracked = 0, twice = 0, other = 0] = await orders(6);
  const parcels = [
    parcel(good, "AB 1"),
    parcel(cancelled, "AB 2"),
    parcel(empty, ""),
    parcel(untracked, "", { isUntracked: true, carrier: "own" }),
    parcel(twice, "AB 3"),
    parcel(other, "ab3"),
  ];

  expect(refusals(await planSendings(parcels, "k1", await person("packer")))).toEqual([
    [good, "sent"],
    [cancelled, "order-state-conflict"],
    [empty, "parcel-without-number"],
    [untracked, "sent"],
    [twice, "parcel-number-twice"],
    [other, "parcel-number-twice"],
  ]);
  expect(await planned()).toEqual([
    [good, "AB 1"],
    [untracked, ""],
  ]);
  expect(await deskActions(good)).toEqual(["order-send-planned"]);
  expect(await deskActions(empty)).toEqual([]);
});

test("the same form twice at once plans each parcel once, and takes back only its own", async () => {
  const [one = 0, other = 0] = await orders(2, false);
  const packer = await person("packer");
  const parcels = [parcel(one, "AB 1"), parcel(other, "AB 2")];

  const done = await Promise.all([planSendings(parcels, "k1", packer), planSendings(parcels, "k1", packer)]);
  expect(done.flatMap(refusals).map(([, words]) => words)).toEqual(["sent", "sent", "sent", "sent"]);
  expect(await planned()).toHaveLength(2);

  await withdrawSending(other, packer);
  await planSendings([parcel(other, "AB 9")], "k2", packer);
  expect(await stillPlanned([one, other, 1], "k1")).toEqual([one]);
  expect(await withdrawSendings([one, other], "k1", packer)).toEqual([one]);
  expect(await planned()).toEqual([[other, "AB 9"]]);
  expect(await withdrawSendings([one], "k1", packer)).toEqual([]);
});

test("the page has the orders that can be sent now, and says of the others why not", async () => {
  const [good = 0, cancelled = 0, going = 0] = await orders(3);
  await planSendings([parcel(going, "AB 1")], "k1", await person("packer"));

  const found = await findSendable([good, cancelled, going, 1]);
  expect(found.orders.map(({ order }) => order.number)).toEqual([good]);
  expect(refusals(found.leftOut)).toEqual([
    [cancelled, "shipment-empty"],
    [going, "parcel-planned"],
    [1, "order-not-found"],
  ]);
  const many = Array.from({ length: SEND_ROWS_MAX + 7 }, () => good);
  expect((await findSendable(many)).more).toBe(7);
});
