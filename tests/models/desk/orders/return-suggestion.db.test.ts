/** What the desk suggests about the delivery of a return, and what the log says when somebody decides otherwise. */
import { expect, test } from "vitest";

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
import {
  cartWith,
  cheapVariants,
  commandFor,
  details,
  parcelVariant,
} from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Two lines, sent by express and with its buyer. */
async function expressOrder(items: Readonly<Record<number, number>>): Promise<OrderId> {
  const cart = await cartWith(items);
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
async function returned(
  units: ReadonlyArray<number>,
  reason = "changed-mind",
  items: Readonly<Record<number, number>> | null = null,
) {
  const orderId = await expressOrder(
    items ?? { [await parcelVariant(9)]: 3, [await parcelVariant(9, 1)]: 1 },
  );
  const lines = units.map((count) => ({ units: count, reason: count > 0 ? reason : "" }));
  const done = await requestReturn(orderId, { key: "r", lines, note: "", by: "customer", now: NOW });
  if (!done.ok) throw new Error(done.code);
  const order = await findOrder(orderId);
  return { orderId, number: done.value.number, order };
}

/** Accepts the return as an owner, and answers with what the log says of its delivery. */
async function acceptedDelivery(returnNumber: string, hasDelivery: boolean | null): Promise<unknown> {
  const receipt = { returnNumber, isRestocked: true, hasDelivery };
  expect(await outcomeOf(acceptReturnAtDesk(receipt, await person("owner")))).toBe("done");
  const [row] = await logRows("return-accepted");
  return (row?.changes as Record<string, unknown>)["delivery"];
}

test("delivery is suggested for a whole order within the days of the law, and not for a part of it", async () => {
  // Cheap enough for standard delivery to have its price.
  const [variant = 0] = await cheapVariants(1, 2);
  const whole = await returned([2], "changed-mind", { [variant]: 2 });
  const part = await returned([1], "changed-mind", { [variant]: 2 });
  const damaged = await returned([2], "damaged", { [variant]: 2 });
  const standardIsFree = await returned([3, 1]);

  const charge = whole.order?.totals.delivery;
  const cheapest = whole.order?.delivery.cheapest;
  expect(await suggestDelivery(whole.number)).toEqual({ ground: "in-time", isDue: true, amount: cheapest });
  expect(await suggestDelivery(part.number)).toEqual({ ground: "part", isDue: false, amount: charge });
  expect(await suggestDelivery(damaged.number)).toEqual({ ground: "fault", isDue: true, amount: charge });
  expect(await suggestDelivery(standardIsFree.number)).toBeNull();
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

test.each([
  ["left as it was suggested", [3, 1], null, ["", "by the rules"]],
  ["unticked", [3, 1], false, ["due by the rules", "unticked, not refunded"]],
  ["ticked all the same", [1, 0], true, ["not due by the rules", "refunded all the same"]],
] as const)("delivery that was %s is so in the log", async (_, units, hasDelivery, words) => {
  const { number } = await returned(units);

  expect(await acceptedDelivery(number, hasDelivery)).toEqual(words);
  // Once it has been refunded, nothing is suggested.
  if (hasDelivery !== false) expect(await suggestDelivery(number)).toBeNull();
});
