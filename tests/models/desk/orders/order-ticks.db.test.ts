import { expect, test } from "vitest";

import { findTicks, tickAtDesk } from "#app/models/desk/orders/order-ticks.server.ts";
import { findDeskOrder, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { packOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { db } from "#app/db/db.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "packer" | "editor" | "reader") =>
  actorAt((await deskPerson(role)).token);

async function paid() {
  const { orderId } = await paidOrder();
  return { orderId, number: await numberOf(orderId) };
}

async function ticksOf(number: number) {
  const found = await findDeskOrder(number);
  return found ? [...(await findTicks(found))] : null;
}

const tick = (number: number, position: number, isTicked = true) => ({ number, position, isTicked });

test("of two packers who tick one line at once both see one tick, and either takes it back", async () => {
  const { number } = await paid();
  const [tom, martha] = [await person("packer"), await person("owner")];

  const done = await Promise.all([tickAtDesk(tick(number, 0), tom), tickAtDesk(tick(number, 0), martha)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  const ticks = await ticksOf(number);
  expect(ticks).toHaveLength(1);
  expect([tom.staff.name, martha.staff.name]).toContain(ticks?.[0]?.[1]);
  await tickAtDesk(tick(number, 1), martha);
  await tickAtDesk(tick(number, 0, false), martha);
  expect(await ticksOf(number)).toEqual([[1, martha.staff.name]]);
});

test("packing at the desk and by the command ends the ticks, also once it is unpacked", async () => {
  const packer = await person("packer");
  const { number } = await paid();
  await tickAtDesk(tick(number, 0), packer);
  await stepAtDesk({ number, step: "pack", shown: null }, packer);
  await stepAtDesk({ number, step: "unpack", shown: null }, packer);
  expect(await ticksOf(number)).toEqual([]);
  expect(await db().selectFrom("order_ticks").selectAll().execute()).toEqual([]);

  const other = await paid();
  await tickAtDesk(tick(other.number, 0), packer);
  await packOrder(other.orderId, { by: "owner", now: NOW });
  expect(await tickAtDesk(tick(other.number, 1), packer)).toMatchObject({ code: "order-state-conflict" });
  await unpackOrder(other.orderId, { by: "owner", now: NOW });
  expect(await ticksOf(other.number)).toEqual([]);
  await tickAtDesk(tick(other.number, 0), packer);
  expect(await ticksOf(other.number)).toHaveLength(1);
});

test("a tick of units that are no longer to be sent, or were sent, is gone", async () => {
  const packer = await person("packer");
  const { orderId, number } = await paid();
  await tickAtDesk(tick(number, 0), packer);
  await tickAtDesk(tick(number, 1), packer);
  const refund = { units: [1, 0], delivery: false };
  const request = { key: "k", refund, isRestocked: false, reason: "x", by: "owner", now: NOW } as const;
  await requestRefund(orderId, request);
  expect(await ticksOf(number)).toEqual([[1, packer.staff.name]]);

  await sendShipment(orderId, { units: [0, 1] });
  expect(await ticksOf(number)).toEqual([]);
  expect(await tickAtDesk(tick(number, 1), packer)).toMatchObject({ code: "order-state-conflict" });
});

test("nothing is ticked of an order that is sent, by a line that it has not, or by who does not pack", async () => {
  const { number } = await paid();
  const sent = await numberOf((await deliveredOrder()).orderId);
  const packer = await person("packer");
  expect(await tickAtDesk(tick(sent, 0), packer)).toMatchObject({ code: "order-state-conflict" });
  expect(await tickAtDesk(tick(number, 99), packer)).toMatchObject({ code: "order-state-conflict" });
  expect(await tickAtDesk(tick(number, 0), await person("editor"))).toMatchObject({
    code: "desk-not-allowed",
  });
});
