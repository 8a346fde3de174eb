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
import { refundDue, returnRow } from "#app/routes/desk/orders/found-rows.server.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { NOW } from "#tests/support/now.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Row = Readonly<{
  number: string;
  status?: "requested" | "received";
  requestedAt: Date;
  refundBy?: string | null;
}>;

/** Returns of one order; one with a day for its refund has arrived. */
async function makeReturns(rows: ReadonlyArray<Row>): Promise<void> {
  const { orderId } = await paidOrder();
  const values = rows.map(({ number, status = "requested", requestedAt, refundBy = null }) => ({
    ...{ id: `return_${number}`, order_id: orderId, number, request_key: number, status },
    ...{ note: "", actor: "customer", requested_at: requestedAt.toISOString(), refund_by: refundBy },
    arrived_at: refundBy && NOW.toISOString(),
  }));
  await db().insertInto("order_returns").values(values).execute();
}

/** `count` returns "R1-0", "R1-1" …, each second one asked for at the same moment as the one before. */
function makeMany(count: number, group: string, status: "requested" | "received") {
  const at = (place: number) => new Date(NOW.getTime() + Math.floor(place / 2) * 60_000);
  const places = Array.from({ length: count }, (_, place) => place);
  return makeReturns(
    places.map((place) => ({ number: `${group}-${place}`, status, requestedAt: at(place) })),
  );
}

async function pages(view: ReturnViewKey, now = NOW): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const store = await findStore();
  return allPages<string, string>(async (after) => {
    const { returns, next } = await listDeskReturns({ view, after }, store, now);
    return { rows: returns.map(({ number }) => number), next };
  });
}

test("returns are listed by pages, each once: open ones the oldest first, accepted ones the newest", async () => {
  await makeMany(120, "R1", "requested");
  await makeMany(51, "R2", "received");

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

test("returns that have arrived come first, by the day the refund is due, and each list is as long as its number", async () => {
  const daysBefore = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
  const store = await findStore();
  const { sendBackWithinDays } = store.returns;
  await makeReturns([
    { number: "R1-1", requestedAt: daysBefore(1) },
    { number: "R1-2", requestedAt: daysBefore(sendBackWithinDays + 9) },
    { number: "R1-3", requestedAt: daysBefore(3), refundBy: "2026-12-09" },
    { number: "R1-4", requestedAt: daysBefore(40), refundBy: "2026-12-20" },
    { number: "R1-5", requestedAt: daysBefore(2), refundBy: "2026-12-09" },
    { number: "R2-0", requestedAt: NOW, status: "received" },
  ]);

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
    oldestAt: daysBefore(40).toISOString(),
    firstRefundBy: "2026-12-09",
  });
});

test("pages of open returns go on from what has arrived to what has not", async () => {
  await makeMany(60, "R1", "requested");
  const arrived = { arrived_at: NOW.toISOString(), refund_by: "2026-12-09" };
  const numbers = Array.from({ length: 55 }, (_, place) => `R1-${place + 5}`);
  await db().updateTable("order_returns").set(arrived).where("number", "in", numbers).execute();

  const found = await pages("open");

  expect(found.map(({ length }) => length)).toEqual([50, 10]);
  expect(new Set(found.flat()).size).toBe(60);
  expect(found[1]?.slice(-5)).toEqual(["R1-0", "R1-1", "R1-2", "R1-3", "R1-4"]);
});

test("the list says when two people fetch a return, until it is accepted", async () => {
  await makeReturns([
    { number: "R1-1", requestedAt: NOW },
    { number: "R1-2", requestedAt: NOW },
  ]);
  await db()
    .updateTable("order_returns")
    .set({ collect_on: "2026-12-04", collect_method: "two_person" })
    .where("number", "=", "R1-1")
    .execute();
  const store = await findStore();
  const [one, other] = [await findDeskReturn("R1-1"), await findDeskReturn("R1-2")];

  expect(returnRow(one!, store, NOW).collected).toMatch(/^Collected on .*Friday 4 December/);
  expect(returnRow({ ...one!, status: "received" }, store, NOW).collected).toBeNull();
  expect(returnRow(other!, store, NOW).collected).toBeNull();
});
