import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  countOpenReturns,
  findDeskReturn,
  listDeskReturns,
  RETURN_VIEWS,
  type ReturnViewKey,
} from "#app/models/desk/orders/returns.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { refundDue } from "#app/routes/desk/orders/found-rows.server.ts";
import { NOW } from "#tests/support/now.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** `count` returns of one order, a minute after each other, all of them in `status`. */
async function makeReturns(count: number, status: "requested" | "received"): Promise<void> {
  const { orderId } = await paidOrder();
  const rows = Array.from({ length: count }, (_, place) => ({
    ...{
      id: `return_${status}_${place}`,
      order_id: orderId,
      number: `R${status === "requested" ? 1 : 2}-${place}`,
    },
    ...{ request_key: `${status} ${place}`, status, note: "", actor: "customer" },
    // Every second one is asked for at the same moment as the one before.
    requested_at: new Date(NOW.getTime() + Math.floor(place / 2) * 60_000).toISOString(),
  }));
  await db().insertInto("order_returns").values(rows).execute();
}

async function pages(view: ReturnViewKey, now = NOW): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const store = await findStore();
  const found: Array<ReadonlyArray<string>> = [];
  for (let after: string | null = null, isLast = false; !isLast;) {
    const { returns, next } = await listDeskReturns({ view, after }, store, now);
    found.push(returns.map(({ number }) => number));
    [after, isLast] = [next, next === null];
  }
  return found;
}

test("returns are listed by pages, each once: open ones the oldest first, accepted ones the newest", async () => {
  await makeReturns(120, "requested");
  await makeReturns(51, "received");

  const [open, accepted] = [await pages("open"), await pages("accepted")];

  expect(open.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(new Set(open.flat()).size).toBe(120);
  expect([open[0]?.[0], open.at(-1)?.at(-1)?.slice(0, 5)]).toEqual(["R1-0", "R1-11"]);
  expect(accepted.map(({ length }) => length)).toEqual([50, 1]);
  expect([accepted[0]?.[0], accepted[1]]).toEqual(["R2-50", ["R2-0"]]);
  expect((await findDeskReturn("R2-7"))?.status).toBe("received");
  expect(await findDeskReturn("R3-1")).toBeNull();
});

test("a withdrawal is to be refunded within 14 days, by the shop's days, until it is accepted", async () => {
  const store = { ...(await findStore()), timeZone: "Europe/London" };
  // Half past midnight in London.
  const requestedAt = "2026-06-01T23:30:00.000Z";
  const one = { status: "requested", isWithdrawal: true, requestedAt, refundBy: null } as const;
  const at = (now: string) => refundDue(one, store, new Date(now));

  expect(at("2026-06-10T10:00:00Z")).toEqual({
    text: expect.stringMatching(/^Refund by .*16 June/),
    day: expect.stringContaining("16 June"),
    isLate: false,
  });
  expect(at("2026-06-16T22:59:00Z")?.isLate).toBe(false);
  expect(at("2026-06-16T23:01:00Z")?.isLate).toBe(true);
  expect(refundDue({ ...one, isWithdrawal: false }, store, NOW)).toBeNull();
  expect(refundDue({ ...one, status: "received" }, store, NOW)).toBeNull();
});

/** A row for each: when it was asked for, and when its refund is due if it has arrived. */
async function makeReturn(number: string, requestedAt: string, refundBy: string | null): Promise<void> {
  const { orderId } = await paidOrder();
  await db()
    .insertInto("order_returns")
    .values({
      ...{ id: `return_${number}`, order_id: orderId, number, request_key: number, status: "requested" },
      ...{ note: "", actor: "customer", requested_at: requestedAt, refund_by: refundBy },
      arrived_at: refundBy && NOW.toISOString(),
    })
    .execute();
}

test("returns that have arrived come first, by the day the refund is due, and each list is as long as its number", async () => {
  const daysBefore = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
  const store = await findStore();
  const { sendBackWithinDays } = store.returns;
  await makeReturn("R1-1", daysBefore(1), null);
  await makeReturn("R1-2", daysBefore(sendBackWithinDays + 9), null);
  await makeReturn("R1-3", daysBefore(3), "2026-12-09");
  await makeReturn("R1-4", daysBefore(40), "2026-12-20");
  await makeReturn("R1-5", daysBefore(2), "2026-12-09");
  await makeReturns(1, "received");

  const lists = Object.fromEntries(
    await Promise.all(RETURN_VIEWS.map(async ({ key }) => [key, (await pages(key)).flat()] as const)),
  );
  expect(lists).toEqual({
    open: ["R1-3", "R1-5", "R1-4", "R1-2", "R1-1"],
    arrived: ["R1-3", "R1-5", "R1-4"],
    requested: ["R1-1"],
    overdue: ["R1-2"],
    accepted: ["R2-0"],
  });
  expect(await countOpenReturns(store, NOW)).toEqual({
    views: { open: 5, arrived: 3, requested: 1, overdue: 1 },
    oldestAt: daysBefore(40),
    firstRefundBy: "2026-12-09",
  });
});

test("pages of open returns go on from what has arrived to what has not", async () => {
  await makeReturns(60, "requested");
  const arrived = { arrived_at: NOW.toISOString(), refund_by: "2026-12-09" };
  const numbers = Array.from({ length: 55 }, (_, place) => `R1-${place + 5}`);
  await db().updateTable("order_returns").set(arrived).where("number", "in", numbers).execute();

  const found = await pages("open");

  expect(found.map(({ length }) => length)).toEqual([50, 10]);
  expect(new Set(found.flat()).size).toBe(60);
  expect(found[1]?.slice(-5)).toEqual(["R1-0", "R1-1", "R1-2", "R1-3", "R1-4"]);
});
