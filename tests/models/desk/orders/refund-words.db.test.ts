/** What a refund at the desk says of each item, and to the customer. */
import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  giveGoodwillAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { NOW } from "#tests/support/now.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const owner = async () => actorAt((await deskPerson("owner")).token);

const BOTH = { units: [2, 1], delivery: false };

async function refundOf(number: number) {
  const preview = await previewRefund(number, BOTH);
  const shownMinor = preview.ok ? preview.value.given.amount.minor : 0;
  return { number, refund: BOTH, reason: "It arrived damaged", shownMinor, key: "k" };
}

/** Runs the jobs of refunds and emails, and answers with both forms of each email about a refund. */
async function refundEmails(): Promise<ReadonlyArray<Readonly<{ text: string; html: string }>>> {
  const sent: Array<Readonly<{ subject: string; text: string; html: string }>> = [];
  connectEmail({ send: async ({ subject, text, html }) => void sent.push({ subject, text, html }) });
  onTestFinished(() => connectEmail(null));
  const handlers = {
    "order-refund": makeRefund,
    "order-email": sendOrderStatusEmail("https://shop.example"),
  };
  await runDueJobs(handlers);
  await runDueJobs(handlers);
  return sent.filter(({ subject }) => subject.startsWith("Refund of"));
}

test("each item goes back in stock or not, as chosen for it, and the log says so", async () => {
  const { orderId, first, second } = await deliveredOrder();
  const number = await numberOf(orderId);
  const before = [await stockOf(first), await stockOf(second)].map(({ on_hand }) => on_hand);

  const done = await refundAtDesk({ ...(await refundOf(number)), isRestocked: [true, false] }, await owner());

  expect(done.ok).toBe(true);
  const after = [await stockOf(first), await stockOf(second)].map(({ on_hand }) => on_hand);
  expect(after).toEqual([(before[0] ?? 0) + 2, before[1]]);
  const rows = await db()
    .selectFrom("refund_lines")
    .select("is_restocked")
    .orderBy("quantity", "desc")
    .execute();
  expect(rows.map(({ is_restocked }) => is_restocked)).toEqual([1, 0]);
  const [row] = await db()
    .selectFrom("desk_log")
    .select("changes")
    .where("action", "=", "order-refunded")
    .execute();
  expect(JSON.parse(row?.changes ?? "{}")).toEqual({
    stock: ["", expect.stringMatching(/^\S+ back, \S+ not$/)],
  });
});

test("the sentence stands in the email without its web addresses and markup, and not in the log", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const words = "Keep it, Ada.\nSee https://evil.example/claim <b>now</b> " + "x".repeat(300);

  await refundAtDesk({ ...(await refundOf(number)), isRestocked: false, words }, await owner());

  const [mail] = await refundEmails();
  const text = mail?.text.replaceAll(/\s+/g, " ") ?? "";
  expect(text).toContain("Keep it, Ada. See (web address removed) <b>now</b> xxx");
  expect(text).not.toContain("x".repeat(200));
  expect(mail?.html).not.toMatch(/evil\.example|<b>now/);
  const log = await db().selectFrom("desk_log").select(["changes", "reason"]).execute();
  expect(JSON.stringify(log)).not.toContain("Ada");
  expect(JSON.stringify(log)).toContain("with a sentence");
});

test("a sum without items has its sentence too, and it goes once the customer is forgotten", async () => {
  const { orderId } = await deliveredOrder();
  const gift = {
    number: await numberOf(orderId),
    minor: 500,
    reason: "Goodwill",
    words: "Sorry, Ada.",
    key: "g",
  };
  expect(await giveGoodwillAtDesk(gift, await owner())).toMatchObject({ ok: true });

  const [mail] = await refundEmails();
  expect(mail?.text).toContain("Sorry, Ada.");
  await pseudonymiseOldOrders(later(1).toISOString(), NOW);
  const rows = await db().selectFrom("refunds").select("customer_words").execute();
  expect(rows).toEqual([{ customer_words: "" }]);
});
