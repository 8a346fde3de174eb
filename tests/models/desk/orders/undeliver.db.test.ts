/** A delivery that was marked by mistake, and everything that it had set off. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, undeliverOrder } from "#app/models/order/shipments.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { sentSubjects } from "#tests/support/people/desk/order-emails.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY = 24 * 60;
const undeliver = (number: number) => ({ number, step: "undeliver", shown: "delivered" }) as const;

test("of two owners who take a delivery back at once one does it, no return period has begun, and a return stays", async () => {
  const { orderId, number } = await numbered(deliveredOrder());
  const owner = await person("owner");
  const lines = [
    { units: 1, reason: "changed-mind" },
    { units: 0, reason: "" },
  ];
  await requestReturn(orderId, { key: "r", lines, note: "", by: "customer", now: NOW });

  const done = await atOnce(stepAtDesk(undeliver(number), owner), stepAtDesk(undeliver(number), owner));

  expect(done).toEqual(["done", "unchanged"]);
  expect(await statusOf(orderId)).toBe("shipped");
  expect(await deskActions(number)).toEqual(["order-delivery-taken-back"]);
  const life = await findFulfilmentHistory(orderId);
  expect(life.deliveredAt).toBeNull();
  expect(life.returns).toHaveLength(1);
  expect(timelineOf(life, "en-GB").map(({ what }) => what)).toContain("Not delivered yet: marked by mistake");
  const breaks = await findBreaks(db());
  expect(breaks.filter(({ invariant }) => invariant.startsWith("an order"))).toEqual([]);
});

test("an email that has not gone out never does", async () => {
  const { orderId } = await deliveredOrder();
  await undeliverOrder(orderId, { by: "owner", now: later(5) });

  expect(await sentSubjects()).toEqual([
    expect.stringMatching(/^We have received/),
    "Your order … from Hollybough is on its way",
  ]);
});

test("after an email about a delivery comes one that it was a mistake, and a third at the real delivery", async () => {
  const { orderId } = await deliveredOrder();
  await sentSubjects();

  await undeliverOrder(orderId, { by: "owner", now: later(5) });
  expect(await sentSubjects()).toEqual(["Your Hollybough order … is still on its way"]);
  const repeatable = (await listRepeatableEmails(orderId)).map(({ key }) => key.split(" ")[0]);
  expect(repeatable).toEqual(["confirmation", "shipped"]);

  await deliverOrder(orderId, { by: "owner", now: later(2 * DAY) });
  expect(await sentSubjects()).toEqual(["Your Hollybough order … has been delivered"]);
  expect((await findFulfilmentHistory(orderId)).deliveredAt).toBe(later(2 * DAY).toISOString());
});

test("after 24 hours a delivery stays, also when it was delivered and taken back before", async () => {
  const { orderId, number } = await numbered(deliveredOrder());
  const owner = await person("owner");
  const undeliveredAt = (minutes: number) =>
    outcomeOf(stepAtDesk(undeliver(number), { ...owner, now: later(minutes) }));

  expect(await undeliveredAt(DAY)).toBe("delivered-too-long");
  expect(await undeliveredAt(DAY - 1)).toBe("done");
  await deliverOrder(orderId, { by: "owner", now: later(3 * DAY) });
  expect(await undeliveredAt(4 * DAY)).toBe("delivered-too-long");
});
