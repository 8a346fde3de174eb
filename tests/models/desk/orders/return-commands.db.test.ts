/** The commands that open returns, note their arrival and refund. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { Outcome } from "#scripts/shop/command.ts";
import { ORDER_VERBS } from "#scripts/shop/orders.ts";
import { readCall } from "#scripts/shop/verbs.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import {
  deliveredOrder,
  paidExpress,
  paidOrder,
  refundsAt,
  reportEvent,
  sendShipment,
} from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** `npm run shop -- orders …`. */
async function orders(...args: ReadonlyArray<string>): Promise<Outcome> {
  const call = readCall({ verbs: ORDER_VERBS }, args);
  if (typeof call === "string") throw new Error(call);
  return call.run();
}

async function delivered() {
  const { orderId } = await deliveredOrder();
  const sku = (await findOrder(orderId))?.lines[0]?.sku ?? "";
  return { number: await numberOf(orderId), sku };
}

test("a return is opened once, and its parcel noted and taken back", async () => {
  const { number, sku } = await delivered();
  const open = ["open-return", String(number), "--lines", `${sku}=1`, "--reason", "faulty"];

  expect(await orders(...open)).toMatchObject({
    isDone: true,
    words: `Return R${number}-1 of order ${number} is open. The running shop emails the customer.`,
  });
  expect(await orders(...open)).toMatchObject({ data: { isChanged: false } });

  const note = ["note-arrival", `R${number}-1`];
  expect(await orders(...note)).toMatchObject({
    words: expect.stringMatching(/has arrived\. Refund it by \d{4}-\d\d-\d\d\.$/),
  });
  expect((await orders(...note)).words).toMatch(/, as before\.$/);
  expect((await orders("take-back-arrival", `R${number}-1`)).words).toBe(
    `Return R${number}-1 has not arrived.`,
  );
});

test("what is not in the order, was not sent or does not exist is refused with words", async () => {
  const { number } = await delivered();
  const unsent = await numberOf((await paidOrder()).orderId);
  const open = (...args: ReadonlyArray<string>) => orders("open-return", ...args, "--reason", "changed-mind");

  expect(await open(String(number), "--lines", "NO-SUCH")).toMatchObject({ isDone: false });
  expect(await open("999999", "--lines", "NO-SUCH")).toMatchObject({ isDone: false });
  const sku = (await delivered()).sku;
  expect(await open(String(unsent), "--lines", sku)).toMatchObject({ isDone: false });
  expect(await orders("note-arrival", "R1-1")).toMatchObject({ isDone: false });
});

test("a refund of what is left, and of a sum that nobody can read, is refused with the reason", async () => {
  const { orderId, paymentId } = await deliveredOrder();
  const number = String(await numberOf(orderId));
  const say = async (...args: ReadonlyArray<string>) =>
    (await orders("refund", number, ...args, "--reason", "x", "--yes")).words;

  expect(await say("--amount", "1.5.5")).toBe("--amount: must be an amount such as 46.50.");
  expect(await say("--all")).toContain("will be refunded");
  expect(await say("--all", "--key", "again")).toBe(`Nothing of order ${number} is left to refund.`);
  await refundsAt(paymentId);
  const { provider_refund_id: reference, amount_minor: minor } = await db()
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await reportEvent(paymentId, "refund-failed", { minor, reference: reference ?? "" });
  expect(await say("--all", "--key", "again")).toMatch(/is left to refund\. "jobs retry"/);
});

test.each([
  [
    "sent",
    /\. If all items go back .* £3\.95 of the delivery goes back too: refund it with --cheapest-delivery\./,
  ],
  ["not sent", /\. Nothing of this order .* £6\.95 goes back too: refund it with --delivery\./],
])("a refund of all items names the delivery before and after it is made: %s", async (state, words) => {
  const { orderId } = await paidExpress();
  if (state === "sent") await sendShipment(orderId);
  const number = await numberOf(orderId);
  const items = ["--lines", `${(await findOrder(orderId))?.lines[0]?.sku}=2`];
  const say = async (...args: ReadonlyArray<string>) =>
    (await orders("refund", String(number), ...args, "--reason", "x")).words;

  expect(await say(...items, "--delivery")).not.toContain("by law");
  expect(await say(...items)).toMatch(words);
  expect(await say(...items, "--yes")).toMatch(words);
});

test.each([
  ["open-return 1 --reason faulty", "--lines: Required."],
  ["open-return 1 --lines HB-1 --reason because", /^--reason: Use changed-mind, .* or faulty\.$/],
  ["open-return 1 --lines HB-1=0 --reason faulty", /^--lines: Use article numbers/],
  ["note-arrival 100001", "<return>: Use a number such as R100001-1."],
  ["note-arrival R1-1 --yes", /^Unknown option/],
  ["take-back-arrival", "<return>: Required."],
  ["receive-return R1-1", "Use --restock or --no-restock."],
  ["receive-return R1-1 --restock --delivery --no-delivery", "Use --delivery or --no-delivery."],
  ["receive-return R1-1 --restock --wear 5", "Use --wear with --wear-reason."],
  ["refund 1 --reason x", /^Use one of these/],
  ["refund 1 --reason x --all --delivery", /^Use one of these/],
  ["refund 1 --all --restock --restock-lines HB-1 --reason x", "Use --restock or --restock-lines."],
  ["refund 1 --delivery --restock-lines HB-1,HB-1 --reason x", /^--restock-lines: Use article numbers/],
  ["refund 1 --amount 5 --restock --reason x", "Nothing goes back in stock with --amount."],
  ["change-address 1 --yes", "Say what changes, such as --postcode."],
  ["ship 1 --carrier dpd --url http://x", "--url: Use an address with https://."],
])("%s is called wrongly", (call, problem) => {
  expect(readCall({ verbs: ORDER_VERBS }, call.split(" "))).toMatch(problem);
});
