/** A delivery that was marked by mistake, and everything that it had set off. */
import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, undeliverOrder } from "#app/models/order/shipments.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY = 24 * 60;
const person = async (role: "owner" | "packer") => actorAt((await deskPerson(role)).token);
const undeliver = (number: number) => ({ number, step: "undeliver", shown: "delivered" }) as const;

/** Runs the jobs that wait, and answers with the subjects of the emails. */
async function subjects(): Promise<ReadonlyArray<string>> {
  const sent: Array<string> = [];
  connectEmail({ send: async ({ subject }) => void sent.push(subject) });
  onTestFinished(() => connectEmail(null));
  await runDueJobs({ "order-email": sendOrderStatusEmail("https://shop.example") });
  return sent.map((subject) => subject.replace(/\d{6,}/g, "…"));
}

test("of two owners who take a delivery back at once one does it, and no return period has begun", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");

  const done = await Promise.all([
    stepAtDesk(undeliver(number), owner),
    stepAtDesk(undeliver(number), owner),
  ]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await statusOf(orderId)).toBe("shipped");
  expect(await deskActions(number)).toEqual(["order-delivery-taken-back"]);
  const life = await findFulfilmentHistory(orderId);
  expect(life.deliveredAt).toBeNull();
  expect(timelineOf(life, "en-GB").map(({ what }) => what)).toContain("Not delivered yet: marked by mistake");
  const breaks = await findBreaks(db());
  expect(breaks.filter(({ invariant }) => invariant.startsWith("an order"))).toEqual([]);
});

test("an email that has not gone out never does", async () => {
  const { orderId } = await deliveredOrder();
  await undeliverOrder(orderId, { by: "owner", now: later(5) });

  expect(await subjects()).toEqual(["Your order … from Hollybough is on its way"]);
});

test("after an email about a delivery comes one that it was a mistake, and a third at the real delivery", async () => {
  const { orderId } = await deliveredOrder();
  await subjects();

  await undeliverOrder(orderId, { by: "owner", now: later(5) });
  expect(await subjects()).toEqual(["Your Hollybough order … is still on its way"]);
  expect((await listRepeatableEmails(orderId)).map(({ key }) => key.split(" ")[0])).toEqual([
    "confirmation",
    "shipped",
  ]);

  await deliverOrder(orderId, { by: "owner", now: later(2 * DAY) });
  expect(await subjects()).toEqual(["Your Hollybough order … has been delivered"]);
  expect((await findFulfilmentHistory(orderId)).deliveredAt).toBe(later(2 * DAY).toISOString());
});

test("after 24 hours a delivery stays, also when it was delivered and taken back before", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");

  expect(await stepAtDesk(undeliver(number), { ...owner, now: later(DAY) })).toMatchObject({
    code: "delivered-too-long",
  });
  expect(await stepAtDesk(undeliver(number), { ...owner, now: later(DAY - 1) })).toMatchObject({ ok: true });
  await deliverOrder(orderId, { by: "owner", now: later(3 * DAY) });
  expect(await stepAtDesk(undeliver(number), { ...owner, now: later(4 * DAY) })).toMatchObject({
    code: "delivered-too-long",
  });
});

test("a return that the customer requested meanwhile stays", async () => {
  const { orderId } = await deliveredOrder();
  const lines = [
    { units: 1, reason: "changed-mind" },
    { units: 0, reason: "" },
  ];
  await requestReturn(orderId, { key: "r", lines, note: "", by: "customer", now: NOW });
  await undeliverOrder(orderId, { by: "owner", now: later(5) });

  expect((await findFulfilmentHistory(orderId)).returns).toHaveLength(1);
});

test("a packer takes no delivery back", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);

  expect(await stepAtDesk(undeliver(number), await person("packer"))).toMatchObject({
    code: "desk-not-allowed",
  });
  expect(await statusOf(orderId)).toBe("delivered");
});
