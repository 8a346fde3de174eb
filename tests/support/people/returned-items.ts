/** Returns and withdrawals that a buyer asks for, and what the shop has of it afterwards. */
import { expect } from "vitest";

import { db } from "#app/db/db.server.ts";
import { countOpenReturns } from "#app/models/desk/orders/returns.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";

import { stockOf } from "./checkout.ts";

type ReturnRequest = Readonly<{ reason?: string; key?: string; now?: Date }>;

/** Asks to return so many units of each line. Answers with the number of the return. */
export async function askReturn(
  orderId: OrderId,
  units: ReadonlyArray<number>,
  { reason = "changed-mind", key = "r", now = NOW }: ReturnRequest = {},
): Promise<string> {
  const lines = units.map((count) => ({ units: count, reason }));
  const legalBasis = reason === "withdrawal" ? { legalBasis: "withdrawal" as const } : {};
  const requested = await requestReturn(orderId, {
    ...{ by: "customer", now, key, lines, note: "" },
    ...legalBasis,
  });
  if (!requested.ok) throw new Error(requested.code);
  return requested.value.number;
}

export function withdraw(orderId: OrderId, units: ReadonlyArray<number>): Promise<string> {
  return askReturn(orderId, units, { reason: "withdrawal", key: "w" });
}

/** The units on the shelf of an order's two variants. */
export async function shelves({ first, second }: Readonly<{ first: number; second: number }>) {
  return [(await stockOf(first)).on_hand, (await stockOf(second)).on_hand];
}

export async function openReturns(): Promise<number> {
  return (await countOpenReturns(await findStore(), NOW)).views.open;
}

/** The invariants but for the stock, which the tests set by hand, and what is set off, which they refund at the provider. */
export async function expectOrdersToHold(): Promise<void> {
  const breaks = await findBreaks(db(), { isYoung: true });
  expect(breaks.filter(({ invariant }) => !/stock|set off/.test(invariant))).toEqual([]);
}
