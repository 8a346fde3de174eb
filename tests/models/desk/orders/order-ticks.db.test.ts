import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findDeskOrder, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { findTicks, tickAtDesk } from "#app/models/desk/orders/order-ticks.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { packOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function ticksOf(number: number) {
  const found = await findDeskOrder(number);
  return found ? [...(await findTicks(found))] : null;
}

const tick = (number: number, position: number, isTicked = true) => ({ number, position, isTicked });

test("of two packers who tick one line at once both see one tick, and either takes it back", async () => {
  const { number } = await numbered(paidOrder());
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
  const { number } = await numbered(paidOrder());
  await tickAtDesk(tick(number, 0), packer);
  for (const step of ["pack", "unpack"] as const) await stepAtDesk({ number, step, shown: null }, packer);
  expect(await ticksOf(number)).toEqual([]);
  expect(await db().selectFrom("order_ticks").selectAll().execute()).toEqual([]);

  const other = await numbered(paidOrder());
  await tickAtDesk(tick(other.number, 0), packer);
  await packOrder(other.orderId, { by: "owner", now: NOW });
  expect(await outcomeOf(tickAtDesk(tick(other.number, 1), packer))).toBe("order-state-conflict");
  await unpackOrder(other.orderId, { by: "owner", now: NOW });
  expect(await ticksOf(other.number)).toEqual([]);
  await tickAtDesk(tick(other.number, 0), packer);
  expect(await ticksOf(other.number)).toHaveLength(1);
});

test("a tick of units that are no longer to be sent, or were sent, is gone", async () => {
  const packer = await person("packer");
  const { orderId, number } = await numbered(paidOrder());
  for (const position of [0, 1]) await tickAtDesk(tick(number, position), packer);
  const refund = { units: [1, 0], delivery: false };
  await requestRefund(orderId, { key: "k", refund, isRestocked: false, reason: "x", by: "owner", now: NOW });
  expect(await ticksOf(number)).toEqual([[1, packer.staff.name]]);

  await sendShipment(orderId, { units: [0, 1] });
  expect(await ticksOf(number)).toEqual([]);
  expect(await outcomeOf(tickAtDesk(tick(number, 1), packer))).toBe("order-state-conflict");
});

test("nothing is ticked of an order that is sent, or by a line that it has not", async () => {
  const [paid, sent] = [await numbered(paidOrder()), await numbered(deliveredOrder())];
  const packer = await person("packer");
  expect(await outcomeOf(tickAtDesk(tick(sent.number, 0), packer))).toBe("order-state-conflict");
  expect(await outcomeOf(tickAtDesk(tick(paid.number, 99), packer))).toBe("order-state-conflict");
});
