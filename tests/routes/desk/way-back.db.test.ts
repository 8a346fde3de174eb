/** The way back in the line that says what was done: it is offered only from where the order really stands. */
import { expect, test } from "vitest";

import type { DeskVisit } from "#app/http/request/require-staff.server.ts";
import { changeAddressAtDesk } from "#app/models/desk/orders/order-address.server.ts";
import { stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { findWayBack } from "#app/routes/desk/order.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function visitOf(role: "owner" | "packer" | "editor", minutes = 0): Promise<DeskVisit> {
  const { token } = await deskPerson(role);
  const found = await findDeskSession(token, NOW);
  if (!found) throw new Error("no session");
  return { ...found, actor: { ...(await actorAt(token)), now: later(minutes) } };
}

async function moveAddress(orderId: OrderId, address1: string, { actor }: DeskVisit): Promise<void> {
  const order = await findOrder(orderId);
  const typed = { ...order?.deliveryAddress, address1 };
  const change = { number: await numberOf(orderId), typed, shown: null, agreed: null };
  const changed = await changeAddressAtDesk(change, actor);
  if (changed.errors || !changed.done.ok) throw new Error("The address has not changed");
}

test("an order whose address was changed before it was packed can be unpacked from the line", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const visit = await visitOf("owner");
  await moveAddress(orderId, "2 Quay Street", visit);
  await stepAtDesk({ number, step: "pack", shown: null }, visit.actor);

  const back = await findWayBack({ done: "pack", number }, visit);
  expect(back).toEqual({ number, step: "unpack", shown: "packed address 2" });
  expect(await stepAtDesk({ number, step: "unpack", shown: back?.shown ?? "" }, visit.actor)).toMatchObject({
    value: { isChanged: true },
  });
});

test("what the line knew is refused once the address has changed after it", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const visit = await visitOf("owner");
  await stepAtDesk({ number, step: "pack", shown: null }, visit.actor);
  const back = await findWayBack({ done: "pack", number }, visit);
  await moveAddress(orderId, "2 Quay Street", visit);

  expect(await stepAtDesk({ number, step: "unpack", shown: back?.shown ?? "" }, visit.actor)).toMatchObject({
    code: "order-state-conflict",
  });
});

test("no way back is offered where the rules or the role refuse it", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const owner = await visitOf("owner");

  expect(await findWayBack({ done: "pack", number }, owner)).toBeNull();
  await stepAtDesk({ number, step: "pack", shown: null }, owner.actor);
  expect(await findWayBack({ done: "pack", number }, await visitOf("editor"))).toBeNull();
  const parcel = { number, carrier: "royal-mail", tracking: "AB 12", units: null, shown: "packed", key: "k" };
  await planSending(parcel, owner.actor);
  expect(await findWayBack({ done: "pack", number }, owner)).toBeNull();
  expect(await findWayBack({ done: "note", number }, owner)).toBeNull();
  expect(await findWayBack({ done: "pack", number: 0 }, owner)).toBeNull();
});

test("a delivery is taken back from the line by owners, for 24 hours", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const line = { done: "deliver", number };

  expect(await findWayBack(line, await visitOf("owner"))).toEqual({
    number,
    step: "undeliver",
    shown: "delivered",
  });
  expect(await findWayBack(line, await visitOf("packer"))).toBeNull();
});

test("after 24 hours the line offers no way back from a delivery", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);

  expect(await findWayBack({ done: "deliver", number }, await visitOf("owner", 24 * 60))).toBeNull();
});
