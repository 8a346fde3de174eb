/** The commands that open returns, note their arrival and refund. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { arrival, openReturn } from "#scripts/shop/orders-desk.ts";
import {
  type ArrivalNote,
  type NewReturn,
  readArguments,
  type Refund,
} from "#scripts/shop/orders-options.ts";
import { refund } from "#scripts/shop/orders-write.ts";
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

async function delivered() {
  const { orderId } = await deliveredOrder();
  const sku = (await findOrder(orderId))?.lines[0]?.sku ?? "";
  return { number: await numberOf(orderId), sku };
}

test("a return is opened once, and its parcel noted and taken back", async () => {
  const { number, sku } = await delivered();
  const read = readArguments(["open-return", String(number), "--lines", `${sku}=1`, "--reason", "faulty"]);

  const opened = await openReturn(read as NewReturn);
  expect(opened).toMatchObject({
    isDone: true,
    words: `Return R${number}-1 of order ${number} is open. The running shop emails the customer.`,
  });
  expect(await openReturn(read as NewReturn)).toMatchObject({ data: { isChanged: false } });

  const note = readArguments(["note-arrival", `R${number}-1`]) as ArrivalNote;
  expect(await arrival(note)).toMatchObject({
    words: expect.stringMatching(/has arrived\. Refund it by \d{4}-\d\d-\d\d\.$/),
  });
  expect((await arrival(note)).words).toMatch(/, as before\.$/);
  const back = readArguments(["take-back-arrival", `R${number}-1`]) as ArrivalNote;
  expect((await arrival(back)).words).toBe(`Return R${number}-1 has not arrived.`);
});

test("what is not in the order, was not sent or does not exist is refused with words", async () => {
  const { number } = await delivered();
  const unsent = await numberOf((await paidOrder()).orderId);
  const open = async (...args: ReadonlyArray<string>) => {
    const read = readArguments(["open-return", ...args, "--reason", "changed-mind"]);
    return openReturn(read as NewReturn);
  };

  expect(await open(String(number), "--lines", "NO-SUCH")).toMatchObject({ isDone: false });
  expect(await open("999999", "--lines", "NO-SUCH")).toMatchObject({ isDone: false });
  const sku = (await delivered()).sku;
  expect(await open(String(unsent), "--lines", sku)).toMatchObject({ isDone: false });
  expect(await arrival({ verb: "note-arrival", returnNumber: "R1-1" })).toMatchObject({ isDone: false });
});

test("a refund of what is left, and of a sum that nobody can read, is refused with the reason", async () => {
  const { orderId, paymentId } = await deliveredOrder();
  const number = String(await numberOf(orderId));
  const say = async (...args: ReadonlyArray<string>) =>
    (await refund(readArguments(["refund", number, ...args, "--reason", "x", "--yes"]) as Refund)).words;

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
    (await refund(readArguments(["refund", String(number), ...args, "--reason", "x"]) as Refund)).words;

  expect(await say(...items, "--delivery")).not.toContain("by law");
  expect(await say(...items)).toMatch(words);
  expect(await say(...items, "--yes")).toMatch(words);
});

test.each([
  ["open-return", "1", "--reason", "faulty"],
  ["open-return", "1", "--lines", "HB-1", "--reason", "because"],
  ["open-return", "1", "--lines", "HB-1=0", "--reason", "faulty"],
  ["note-arrival", "100001"],
  ["note-arrival", "R1-1", "--yes"],
  ["take-back-arrival"],
])("%s %s %s %s shows the usage", (...args) => {
  expect(readArguments(args.filter((one) => typeof one === "string"))).toBeNull();
});
