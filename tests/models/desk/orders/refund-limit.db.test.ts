/** What owners learn of a packer who would give back more than their daily limit, and of who did what to an order. */
import { rmSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import {
  acceptReturnAtDesk,
  cancelAtDesk,
  giveGoodwillAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { type DeskPerson, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { sendStaffEmail } from "#app/models/staff/email.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { show } from "#scripts/shop/orders-read.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { logRows, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import { deliveredOrder, paidOrder, refundsAt, reportEvent } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

beforeEach(() => {
  rmSync(join(config.dataDir, "mail"), { recursive: true, force: true });
});

const ONE = { units: [1, 0], delivery: false };
const OWED = 1_000;
const SITE = { origin: "https://shop.example", deskOrigin: "https://desk.shop.example" };

/** A packer who may give nothing back, and what they try. */
async function penniless() {
  const [owner, packer] = [await person("owner"), await person("packer")];
  const { version = 0 } = (await findStaff(packer.staff.id)) ?? {};
  await changeStaff(packer.staff.id, { role: "packer", refundLimitMinor: 0, version }, owner);
  return { owner, packer };
}

const give = (number: number, by: DeskPerson, key = "k1") =>
  giveGoodwillAtDesk({ number, minor: OWED, reason: "Late", key }, by);

/** The id of a refund that the bank has sent back. */
async function failedRefund(
  { number, paymentId }: Readonly<{ number: number; paymentId: string }>,
  by: DeskPerson,
) {
  await give(number, by);
  await refundsAt(paymentId);
  const row = await db().selectFrom("refunds").select(["id", "provider_refund_id"]).executeTakeFirstOrThrow();
  await reportEvent(paymentId, "refund-failed", { minor: OWED, reference: row.provider_refund_id ?? "" });
  return row.id;
}

async function openReturn(orderId: Parameters<typeof requestReturn>[0]): Promise<string> {
  const lines = [1, 0].map((units) => ({ units, reason: units > 0 ? "does-not-fit" : "" }));
  const opened = await requestReturn(orderId, { by: "customer", now: NOW, key: "r", lines, note: "" });
  if (!opened.ok) throw new Error(opened.code);
  return opened.value.number;
}

async function unitSum(number: number): Promise<number> {
  const shares = await previewRefund(number, ONE);
  if (!shares.ok) throw new Error(shares.code);
  return shares.value.total.amount.minor;
}

const emailed = async () =>
  (await payloadsOf<{ template: string }>("staff-email")).filter(
    ({ template }) => template === "owner-refund-limit",
  ).length;

test("every way of giving back above the daily limit is logged, and emailed to the owners once a day", async () => {
  const { owner, packer } = await penniless();
  const [owed, delivered, paid] = [
    await numbered(deliveredOrder()),
    await numbered(deliveredOrder()),
    await numbered(paidOrder()),
  ];
  const refundId = await failedRefund(owed, owner);
  const { number } = delivered;
  const shownMinor = await unitSum(number);
  const returnNumber = await openReturn(delivered.orderId);
  const refund = { number, refund: ONE, isRestocked: false, reason: "Broken", shownMinor, key: "k2" };

  const ways = [
    give(number, packer),
    refundAtDesk(refund, packer),
    cancelAtDesk({ number: paid.number, reason: "out of stock", shown: "paid" }, packer),
    acceptReturnAtDesk({ returnNumber, isRestocked: true, hasDelivery: null }, packer),
    notePaidBack(owed.number, { refundId }, packer),
  ];

  expect(await Promise.all(ways.map(outcomeOf))).toEqual(ways.map(() => "desk-refund-limit"));
  const rows = await logRows("refund-limit-refused");
  expect(rows.map(({ subject_id }) => subject_id).sort()).toEqual(
    [number, number, paid.number, returnNumber, owed.number].map(String).sort(),
  );
  for (const row of rows)
    expect(row).toMatchObject({
      ...{ staff_name: "The packer", amount_minor: null },
      changes: { sum: ["", expect.stringMatching(/^£\d/)], "daily limit": ["", "£0.00"] },
    });
  expect(await emailed()).toBe(1);
  await give(number, packer);
  expect(await emailed()).toBe(1);
  await give(number, { ...packer, now: later(48 * 60) });
  expect(await emailed()).toBe(2);
});

test("the email says who, how much, of what and what may be given back", async () => {
  const { packer } = await penniless();
  const { number } = await numbered(deliveredOrder());
  await db().deleteFrom("jobs").execute();

  await give(number, packer);
  await runDueJobs({ "staff-email": sendStaffEmail(SITE) });

  const [mail, ...others] = await readEmails();
  expect(others).toEqual([]);
  expect(mail?.to?.[0]?.address).toBe("owner@example.com");
  expect(mail?.subject).toBe("More than The packer may give back in a day");
  expect(mail?.text).toContain(`£10.00 of order ${number}, above £0.00 a day. Nothing was given back.`);
  expect(mail?.text).toContain("https://desk.shop.example/desk/log");
});

test("the command that shows an order names the person of each step at the desk", async () => {
  const [owner, packer] = [await person("owner"), await person("packer")];
  const { number, orderId } = await numbered(paidOrder());
  await stepAtDesk({ number, step: "pack", shown: "paid" }, { ...packer, now: later(1) });
  await stepAtDesk({ number, step: "unpack", shown: "packed" }, { ...owner, now: later(2) });
  await packOrder(orderId, { by: "owner", now: later(3) });
  await give(number, { ...packer, now: later(4) });

  const { words } = await show(number);

  expect(words).toMatch(/paid > packed {2}by The packer: /);
  expect(words).toMatch(/packed > paid {2}by The owner: /);
  expect(words).toMatch(/paid > packed {2}by the shop: /);
  expect(words).toMatch(/£10\.00 {2}Late, by The packer: /);
  expect(words).not.toContain("by owner");
});
