import { expect, onTestFinished, test } from "vitest";

import { repeatEmailAtDesk } from "#app/models/desk/orders/order-emails.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderConfirmationEmail, sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { NOW } from "#tests/support/now.ts";
import { placedOrder, parcelVariant } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidArkForList, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ORIGIN = "https://shop.example";

const person = async (role: "owner" | "packer" | "editor" | "reader") =>
  actorAt((await deskPerson(role)).token);

/** Runs the jobs that wait, and answers with the subjects of what was sent. */
async function subjects(): Promise<ReadonlyArray<string>> {
  const sent: Array<string> = [];
  connectEmail({ send: async ({ subject }) => void sent.push(subject) });
  onTestFinished(() => connectEmail(null));
  await runDueJobs({
    "order-email": sendOrderStatusEmail(ORIGIN),
    "order-confirmation": sendOrderConfirmationEmail(ORIGIN),
  });
  return sent.map((subject) => subject.replace(/\d{6,}/g, "…"));
}

test("the emails of an order are those of what has happened to it", async () => {
  const { orderId } = await deliveredOrder();
  const emails = await listRepeatableEmails(orderId);
  expect(emails.map(({ key, title }) => [key.split(" ")[0], title])).toEqual([
    ["confirmation", "Order confirmation"],
    ["shipped", "Parcel sent: Royal Mail AB12"],
    ["delivered", "Delivered"],
  ]);
});

test("an email goes out once more with its own words, and once however often two people press", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const [tom, martha] = [await person("packer"), await person("owner")];
  await subjects();
  const [, shipped] = await listRepeatableEmails(orderId);
  const email = shipped?.key ?? "";

  const done = await Promise.all([
    repeatEmailAtDesk({ number, email, key: "k1" }, tom),
    repeatEmailAtDesk({ number, email, key: "k1" }, tom),
    repeatEmailAtDesk({ number, email, key: "k2" }, martha),
  ]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  expect(await subjects()).toEqual([expect.stringContaining("is on its way")]);
  expect(await deskActions(number)).toEqual(["order-email-repeated"]);
});

test("after some minutes the same email can be sent once more again, and another one at once", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  await subjects();
  const again = (email: string, key: string, minutes: number) =>
    repeatEmailAtDesk({ number, email, key }, { ...owner, now: later(minutes) });

  expect(await again("confirmation", "k1", 0)).toMatchObject({ value: { isNew: true } });
  expect(await again("delivered", "k2", 0)).toMatchObject({ value: { isNew: true } });
  expect(await again("confirmation", "k3", 4)).toMatchObject({ value: { isNew: false } });
  expect(await again("confirmation", "k4", 6)).toMatchObject({ value: { isNew: true } });
  expect((await subjects()).filter((subject) => subject.startsWith("We have received"))).toHaveLength(2);
});

test("nothing is sent of what was not, of an unpaid order, or to a buyer who is forgotten", async () => {
  const owner = await person("owner");
  const unpaid = await placedOrder({ [await parcelVariant(9)]: 1 });
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);

  expect(await listRepeatableEmails(unpaid.orderId)).toEqual([]);
  expect(await repeatEmailAtDesk({ number, email: "cancelled", key: "k" }, owner)).toMatchObject({
    code: "email-not-sent",
  });
  await pseudonymiseOldOrders(later(1).toISOString(), NOW);
  expect(await listRepeatableEmails(orderId)).toEqual([]);
});

test("the buyer of a gift for a list does not learn from a repeated email where it went", async () => {
  const order = await paidArkForList("Wilfred");
  await sendShipment(order.id);
  const [, shipped] = await listRepeatableEmails(order.id);
  expect(shipped?.title).toBe("Parcel sent: Royal Mail");
});

test.each(["editor", "reader"] as const)("the role %s sends no email once more", async (role) => {
  const { orderId } = await deliveredOrder();
  const repeat = { number: await numberOf(orderId), email: "confirmation", key: "k" };
  expect(await repeatEmailAtDesk(repeat, await person(role))).toMatchObject({ code: "desk-not-allowed" });
});
