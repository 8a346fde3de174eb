import { expect, test } from "vitest";

import {
  countDeadJobs,
  countOpenReturns,
  countOrderViews,
  weekFigures,
} from "#app/models/desk/waiting.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
/** A moment after everything that a test does. */
const SOON = new Date(NOW.getTime() + DAY_MS / 2);

test("paid orders wait to be packed, and packed ones to be sent", async () => {
  const store = await findStore();
  await paidOrder();
  const { orderId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });

  expect(await countOrderViews(store, NOW)).toMatchObject({ "to-pack": 1, packed: 1 });
  expect([await countOpenReturns(), await countDeadJobs()]).toEqual([0, 0]);
});

test("the figures of a week hold the orders that were paid in it, and no others", async () => {
  const store = await findStore();
  const before = await weekFigures(store, SOON);
  await paidOrder();
  const after = await weekFigures(store, SOON);

  expect(after.orders).toBe(before.orders + 1);
  expect(after.revenue.minor).toBeGreaterThan(before.revenue.minor);
  expect(after.byDay.reduce((sum, count) => sum + count, 0)).toBe(after.orders);
  expect((await weekFigures(store, new Date(NOW.getTime() - 30 * DAY_MS))).orders).toBe(0);
});
