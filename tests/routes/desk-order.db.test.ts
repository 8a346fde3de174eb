import { expect, test } from "vitest";

import { findStore } from "#app/models/store/store.server.ts";
import { orderPageData } from "#app/routes/desk/order-view.server.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NO_LINE = {
  id: "a",
  sent: 0,
  refunded: 0,
  unsent: 0,
  requested: 0,
  refundedWithoutReturn: 0,
  workStartedAt: null,
  wordsChangedAt: null,
  awaitsAnswerUntil: null,
};
const LIFE = {
  lines: [NO_LINE, NO_LINE],
  shipments: [],
  refunds: [],
  returns: [],
  moves: [],
  deliveredAt: null,
};

async function promisesOf(neededBy: string | null): Promise<ReadonlyArray<string>> {
  const order = sampleOrder();
  const facts = {
    order: { ...order, delivery: { ...order.delivery, ...(neededBy ? { neededBy } : {}) } },
    life: LIFE,
    ...{ sendBy: null, planned: null, notes: [], log: [] },
  };
  const reader = { store: await findStore(), role: "owner", now: new Date("2026-11-24T10:00:00Z") } as const;
  return orderPageData(facts, reader).delivery.promises;
}

test("the page of an order at the desk says by when the customer needs it", async () => {
  expect(await promisesOf("2026-12-04")).toEqual([
    "Parcels: Tuesday 24 November",
    "Needed by 4 December 2026",
  ]);
  expect(await promisesOf(null)).toEqual(["Parcels: Tuesday 24 November"]);
});
