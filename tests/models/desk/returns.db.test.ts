import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findDeskReturn, listDeskReturns, type ReturnViewKey } from "#app/models/desk/returns.server.ts";
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

async function pages(view: ReturnViewKey): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const found: Array<ReadonlyArray<string>> = [];
  for (let after: string | null = null, isLast = false; !isLast;) {
    const { returns, next } = await listDeskReturns(view, after);
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
  const one = { status: "requested", isWithdrawal: true, requestedAt: "2026-06-01T23:30:00.000Z" } as const;
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
