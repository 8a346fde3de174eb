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
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "packer" | "editor") => actorAt((await deskPerson(role)).token);

/** By their numbers, which are drawn by lot. */
async function orders(count: number) {
  const made = [];
  for (let each = 0; each < count; each += 1) {
    const { orderId } = await paidOrder();
    made.push({ orderId, number: await numberOf(orderId) });
  }
  return made.sort((one, other) => one.number - other.number);
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
  const [good, cancelled, empty, untracked, twice, other] = (await orders(6)).map((one) => one);
  if (!good || !cancelled || !empty || !untracked || !twice || !other) throw new Error("too few");
  await cancelOrder(cancelled.orderId, { by: "customer", reason: "changed my mind", now: NOW });
  const packer = await person("packer");
  const parcels = [
    parcel(good.number, "AB 1"),
    parcel(cancelled.number, "AB 2"),
    parcel(empty.number, ""),
    parcel(untracked.number, "", { isUntracked: true, carrier: "own" }),
    parcel(twice.number, "AB 3"),
    parcel(other.number, "ab3"),
  ];

  expect(refusals(await planSendings(parcels, "k1", packer))).toEqual([
    [good.number, "sent"],
    [cancelled.number, "order-state-conflict"],
    [empty.number, "parcel-without-number"],
    [untracked.number, "sent"],
    [twice.number, "parcel-number-twice"],
    [other.number, "parcel-number-twice"],
  ]);
  expect(await planned()).toEqual([
    [good.number, "AB 1"],
    [untracked.number, ""],
  ]);
  expect(await deskActions(good.number)).toEqual(["order-send-planned"]);
  expect(await deskActions(empty.number)).toEqual([]);
});

test("the same form twice at once plans each parcel once, and takes back only its own", async () => {
  const [one, other] = await orders(2);
  if (!one || !other) throw new Error("too few");
  const packer = await person("packer");
  const parcels = [parcel(one.number, "AB 1"), parcel(other.number, "AB 2")];

  const done = await Promise.all([planSendings(parcels, "k1", packer), planSendings(parcels, "k1", packer)]);
  expect(done.flatMap(refusals).map(([, words]) => words)).toEqual(["sent", "sent", "sent", "sent"]);
  expect(await planned()).toHaveLength(2);

  await withdrawSending(other.number, packer);
  await planSendings([parcel(other.number, "AB 9")], "k2", packer);
  expect(await stillPlanned([one.number, other.number, 1], "k1")).toEqual([one.number]);
  expect(await withdrawSendings([one.number, other.number], "k1", packer)).toEqual([one.number]);
  expect(await planned()).toEqual([[other.number, "AB 9"]]);
  expect(await withdrawSendings([one.number], "k1", packer)).toEqual([]);
});

test("an editor sends nothing", async () => {
  const [one] = await orders(1);
  const editor = await person("editor");

  expect(refusals(await planSendings([parcel(one?.number ?? 0, "AB 1")], "k1", editor))).toEqual([
    [one?.number, "desk-not-allowed"],
  ]);
});

test("the page has the orders that can be sent now, and says of the others why not", async () => {
  const [good, cancelled, going] = await orders(3);
  if (!good || !cancelled || !going) throw new Error("too few");
  await cancelOrder(cancelled.orderId, { by: "customer", reason: "changed my mind", now: NOW });
  await planSendings([parcel(going.number, "AB 1")], "k1", await person("packer"));

  const chosen = [good.number, cancelled.number, going.number, 1];
  const found = await findSendable(chosen);
  expect(found.orders.map(({ order }) => order.number)).toEqual([good.number]);
  expect(refusals(found.leftOut)).toEqual([
    [cancelled.number, "shipment-empty"],
    [going.number, "parcel-planned"],
    [1, "order-not-found"],
  ]);
  const many = Array.from({ length: SEND_ROWS_MAX + 7 }, () => good.number);
  expect((await findSendable(many)).more).toBe(7);
});
