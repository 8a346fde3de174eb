import { afterEach, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendNewOrders } from "#app/models/order/emails/new-orders.server.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import type { Email } from "#app/services/email/email-port.ts";
import { NOW } from "#tests/support/now.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { later } from "#tests/support/people/desk/desk.ts";
import { paidArkForList, paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const DAY_MINUTES = 1_440;
const SITE = { origin: "https://shop.example", deskOrigin: "https://desk.shop.example" };

let sent: Array<Email>;

beforeEach(() => {
  sent = [];
  connectEmail({ send: async (email) => void sent.push(email) });
});

afterEach(() => connectEmail(null));

async function choose(often: string): Promise<string> {
  const values = { "order-emails": often };
  return (await changeSettings("contact", values, NOW)).kind;
}

async function subjects(now: Date): Promise<ReadonlyArray<string>> {
  await runDueJobs({ "new-order-email": sendNewOrders(SITE) }, { now: () => now, onError: () => undefined });
  return sent.map(({ subject }) => subject);
}

test("the shop gets an email for each order that is paid, once, and it names nobody", async () => {
  const { number } = await numbered(paidOrder());
  const gift = await paidArkForList("For Wilfred");

  expect([...(await subjects(later(1)))].sort()).toEqual(
    [number, gift.number].map((each) => `New order ${each}`).sort(),
  );
  expect(await subjects(later(2))).toHaveLength(2);
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([(await findStore()).contact.email]));
  const words = sent.map(({ text }) => text).join("\n");
  expect(words).toContain(`https://desk.shop.example/desk/orders/${number}`);
  expect(words).not.toMatch(/hannah|okafor|wilfred|slad road/i);
});

test("one email a day has the orders of the day, and comes when the day is over", async () => {
  expect(await choose("daily")).toBe("done");
  const [one, two] = [await numbered(paidOrder()), await numbered(paidOrder())];
  const earlier = await numbered(paidOrder());
  await db()
    .updateTable("orders")
    .set({ paid_at: later(-2 * DAY_MINUTES).toISOString() })
    .where("id", "=", earlier.orderId)
    .execute();

  const midnight = Date.parse(startOfDay(NOW, -1, demoStore.timeZone));
  expect(await subjects(new Date(midnight - 1))).toEqual([]);
  expect(await subjects(new Date(midnight))).toEqual([expect.stringMatching(/^2 new orders on /)]);
  expect(sent[0]?.text).toContain(`${one.number}: £`);
  expect(sent[0]?.text).toContain(`${two.number}: £`);
  expect(sent[0]?.text).not.toContain(String(earlier.number));
});

test("a shop that wants no such email gets none, also for orders of before", async () => {
  await paidOrder();
  expect(await choose("often")).toBe("invalid");
  expect(await choose("none")).toBe("done");
  await paidOrder();

  expect(await subjects(later(DAY_MINUTES))).toEqual([]);
});
