/** Refunds that failed, and what is noted at the desk once the customer has the money another way. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { mayBeAtProvider, notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { giveGoodwillAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { findCreditNotes } from "#app/models/order/credit-note.server.ts";
import { creditStateText } from "#app/models/order/credit-note.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { money } from "#app/models/shared/money.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { action } from "#app/routes/desk/orders/order-payment.tsx";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import { NOW } from "#tests/support/now.ts";
import { deliveredOrder, refundsAt, reportEvent } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const OWED = 1_000;

/** The order of a refund that `by` gave and that the bank has sent back. */
async function owedBy(by: DeskPerson) {
  const made = await numbered(deliveredOrder());
  const given = { number: made.number, minor: OWED, reason: "Goodwill", key: String(made.number) };
  expect(await outcomeOf(giveGoodwillAtDesk(given, by))).toBe("done");
  await refundsAt(made.paymentId);
  const row = await refundOf(made.orderId);
  const failed = { minor: OWED, reference: row.provider_refund_id ?? "" };
  await reportEvent(made.paymentId, "refund-failed", failed);
  return { ...made, refundId: row.id };
}

const refundOf = (orderId: string) =>
  db().selectFrom("refunds").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();

/** The texts of the order emails that go out now. */
async function emailsSent(): Promise<string> {
  await runDueJobs({ "order-email": sendOrderStatusEmail("http://localhost:3000") });
  return (await readEmails()).map(({ text }) => text).join();
}

async function limitPerson({ staff: { id } }: DeskPerson, refundLimitMinor: number, owner: DeskPerson) {
  const { version = 0, role = "packer" } = (await findStaff(id)) ?? {};
  await changeStaff(id, { role, refundLimitMinor, version }, owner);
}

test("a packer notes what others owe up to the limit of a day, and what they have refunded themselves once", async () => {
  const [owner, packer] = [await person("owner"), await person("packer")];
  await limitPerson(packer, OWED, owner);
  const own = await owedBy(packer);
  const other = await owedBy(owner);
  const note = ({ number, refundId }: typeof own) => outcomeOf(notePaidBack(number, { refundId }, packer));

  expect(await note(other)).toBe("desk-refund-limit");
  expect((await refundOf(other.orderId)).status).toBe("failed");
  expect(await note(own)).toBe("done");
  await limitPerson(packer, 2 * OWED, owner);
  expect(await note(other)).toBe("done");
});

test("what was paid another way is said so everywhere, and its customer is told once", async () => {
  const { number, orderId, refundId } = await owedBy(await person("owner"));
  const history = async () => {
    const life = await findFulfilmentHistory(orderId);
    return { life, entries: timelineOf(life, "en-GB").map(({ what }) => what) };
  };
  expect((await history()).entries).toContain("Refund of £10.00 not accepted, still owed");
  expect(await emailsSent()).toContain("We still owe you this money");

  await notePaidBack(number, { refundId }, await person("packer"));

  const { life, entries } = await history();
  expect(entries).toContain("Refund of £10.00 not accepted");
  expect(entries).toContain("£10.00 paid back another way");
  expect(entries).not.toContain("£10.00 refunded");
  const order = await findOrder(orderId);
  const notes = order ? await findCreditNotes(order, life) : [];
  expect(notes.map(creditStateText)).toEqual(["We have paid this back to you another way."]);
  expect(await emailsSent()).toContain("We do not owe you this money any more");
  // The first told of the refund before it failed.
  const emails = await db().selectFrom("jobs").select("key").where("key", "like", "%:refunded:%").execute();
  expect(emails).toHaveLength(2);
});

test("the desk asks for a code before it takes a refund for paid", async () => {
  const { number, orderId, refundId } = await owedBy(await person("owner"));
  const headers = { Cookie: await deskCookieOf("packer"), Host: "localhost" };
  await db().updateTable("staff_sessions").set({ confirmed_at: null }).execute();
  const body = new URLSearchParams({ intent: "paid-back", refund: refundId });
  const request = new Request("http://localhost/desk", { method: "POST", headers, body });

  const answer = await action({ request, params: { number: String(number) }, context: {} });

  expect(await answer.json()).toMatchObject({ errors: { code: expect.any(String) as string } });
  expect((await refundOf(orderId)).status).toBe("failed");
});

test("a failed refund that was made at the provider in parts counts once, and its customer is told", async () => {
  const { number, orderId, paymentId, total, refundId } = await owedBy(await person("owner"));
  await emailsSent();
  const packer = await person("packer");
  const note = () => outcomeOf(notePaidBack(number, { refundId, isAtProvider: true }, packer));
  const made = (minor: number, reference: string) =>
    reportEvent(paymentId, "refunded", {
      ...{ minor, reference, occurredAt: new Date(NOW.getTime() + 60_000).toISOString() },
    });
  await made(OWED - 1, "re_2");
  expect(await note()).toBe("order-state-conflict");
  await made(1, "re_3");

  expect(await note()).toBe("done");

  expect(await note()).toBe("unchanged");
  const sums = (await moneyOfOrders([orderId])).get(orderId);
  expect(sums).toMatchObject({
    refunded: { minor: OWED },
    owed: { minor: 0 },
    left: { minor: total - OWED },
  });
  expect(await emailsSent()).toContain("That money had already gone back to you another way");
});

test("of two failed refunds, what was made at the provider voids no more than its own sum", async () => {
  const owner = await person("owner");
  const made = await owedBy(owner);
  const later = { ...owner, now: new Date(NOW.getTime() + 30_000) };
  await giveGoodwillAtDesk({ number: made.number, minor: 1_200, reason: "Goodwill", key: "second" }, later);
  await refundsAt(made.paymentId);
  const { refunds } = await findFulfilmentHistory(made.orderId);
  const second = refunds.find(({ amount }) => amount.minor === 1_200)?.id ?? "";
  const row = await rowOf("refunds", { id: second });
  await reportEvent(made.paymentId, "refund-failed", {
    minor: 1_200,
    reference: row.provider_refund_id ?? "",
  });
  const atProvider = (minor: number, seconds: number) =>
    reportEvent(made.paymentId, "refunded", {
      ...{ minor, reference: `re_${seconds}` },
      occurredAt: new Date(NOW.getTime() + seconds * 1_000).toISOString(),
    });
  const note = (refundId: string) =>
    outcomeOf(notePaidBack(made.number, { refundId, isAtProvider: true }, owner));
  await atProvider(1_300, 60);

  expect(await note(made.refundId)).toBe("done");
  expect(await note(second)).toBe("order-state-conflict");

  const sums = (await moneyOfOrders([made.orderId])).get(made.orderId);
  expect(sums).toMatchObject({ refunded: { minor: 1_300 }, owed: { minor: 1_200 } });
  await atProvider(900, 90);
  expect(await note(second)).toBe("done");
});

test("what was made at the provider before the second refund was requested can be the first alone", () => {
  const refund = (id: string, minor: number, createdAt: string, more: Partial<OrderRefund> = {}) => {
    const facts = { by: "owner", status: "failed", lastError: null } as const;
    return { ...({} as OrderRefund), ...facts, id, amount: money(minor, "GBP"), createdAt, ...more };
  };
  const elsewhere = { by: "payment", status: "completed" } as const;
  const noted = { status: "void", lastError: "It was refunded at the payment provider." } as const;
  const first = [refund("a", 1_000, "10:00", noted), refund("p", 1_000, "11:00", elsewhere)];
  const second = refund("b", 500, "12:00");

  expect(mayBeAtProvider(second, [...first, second])).toBe(false);
  expect(mayBeAtProvider(second, [...first, second, refund("q", 500, "13:00", elsewhere)])).toBe(true);
});
