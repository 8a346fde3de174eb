/** What the desk suggests about the delivery of a return, and what the log says when somebody decides otherwise. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { requestReturn, suggestDelivery } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Two lines, three units and one, sent by express and with its buyer. */
async function expressOrder(): Promise<OrderId> {
  const [first, second] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const cart = await cartWith({ [first]: 3, [second]: 1 });
  const done = await checkOut(await commandFor(cart.id, details({ method: "express" })), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  await decideTestPayment(url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await sendShipment(orderId);
  await deliverOrder(orderId, { by: "owner", now: NOW });
  return orderId;
}

/** A return of `units` of each line, and what delivery had cost. */
async function returned(units: ReadonlyArray<number>, reason = "changed-mind") {
  const orderId = await expressOrder();
  const lines = units.map((count) => ({ units: count, reason: count > 0 ? reason : "" }));
  const done = await requestReturn(orderId, { key: "r", lines, note: "", by: "customer", now: NOW });
  if (!done.ok) throw new Error(done.code);
  const order = await findOrder(orderId);
  return { orderId, number: done.value.number, delivery: order?.totals.delivery };
}

async function loggedDelivery(): Promise<unknown> {
  const row = await db()
    .selectFrom("desk_log")
    .select("changes")
    .where("action", "=", "return-accepted")
    .executeTakeFirstOrThrow();
  return (JSON.parse(row.changes) as Record<string, unknown>)["delivery"];
}

test("delivery is suggested for a whole order within the days of the law, and not for a part of it", async () => {
  const whole = await returned([3, 1]);
  const part = await returned([1, 0]);
  const damaged = await returned([3, 1], "damaged");

  expect(await suggestDelivery(whole.number)).toEqual({ ground: "in-time", amount: whole.delivery });
  expect(await suggestDelivery(part.number)).toMatchObject({ ground: "part" });
  expect(await suggestDelivery(damaged.number)).toMatchObject({ ground: "fault" });
  expect(await suggestDelivery("R1-1")).toBeNull();
});

test("delivery is not suggested while the buyer keeps a unit, though a unit of the return was refunded meanwhile", async () => {
  const { orderId, number } = await returned([2, 1]);
  const refund = { units: [1, 0], delivery: false };
  const request = {
    key: "k",
    refund,
    isRestocked: false,
    reason: "asked by telephone",
    by: "owner",
  } as const;
  await requestRefund(orderId, { ...request, now: new Date(NOW.getTime() + 60_000) });

  expect(await suggestDelivery(number)).toMatchObject({ ground: "part" });
});

test("nothing is suggested once the delivery has been refunded", async () => {
  const { number } = await returned([3, 1]);
  const owner = await actorAt((await deskPerson("owner")).token);
  await acceptReturnAtDesk({ returnNumber: number, isRestocked: true, hasDelivery: null }, owner);

  expect(await suggestDelivery(number)).toBeNull();
  expect(await loggedDelivery()).toEqual(["", "by the rules"]);
});

test.each([
  ["unticked", [3, 1], false, ["due by the rules", "unticked, not refunded"]],
  ["ticked all the same", [1, 0], true, ["not due by the rules", "refunded all the same"]],
] as const)("delivery that was %s is so in the log", async (_, units, hasDelivery, words) => {
  const { number } = await returned(units);
  const owner = await actorAt((await deskPerson("owner")).token);

  const done = await acceptReturnAtDesk({ returnNumber: number, isRestocked: true, hasDelivery }, owner);

  expect(done.ok).toBe(true);
  expect(await loggedDelivery()).toEqual(words);
});
