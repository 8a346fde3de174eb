import { expect, test } from "vitest";

import { failedEmails, repeatEmailAtDesk } from "#app/models/desk/orders/order-emails.server.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { withCircuit } from "#app/services/email/email.server.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { NOW } from "#tests/support/now.ts";
import { placedOrder, parcelVariant } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { sendOrderEmails, sentSubjects } from "#tests/support/people/desk/order-emails.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidArkForList, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { type MailRefusal, startMailServer } from "#tests/support/vendors/mail-server.ts";

useTestDatabase();

test("an email of what has happened goes out once more with its own words, and once however often two people press", async () => {
  const { orderId, number } = await numbered(deliveredOrder());
  const [tom, martha] = [await person("packer"), await person("owner")];
  await sentSubjects();
  const emails = await listRepeatableEmails(orderId);
  expect(emails.map(({ key, title }) => [key.split(" ")[0], title])).toEqual([
    ["confirmation", "Order confirmation"],
    ["shipped", "Parcel sent: Royal Mail AB12"],
    ["delivered", "Delivered"],
  ]);
  const email = emails[1]?.key ?? "";

  const done = await atOnce(
    repeatEmailAtDesk({ number, email, key: "k1" }, tom),
    repeatEmailAtDesk({ number, email, key: "k1" }, tom),
    repeatEmailAtDesk({ number, email, key: "k2" }, martha),
  );

  expect(done).toEqual(["done", "unchanged", "unchanged"]);
  expect(await sentSubjects()).toEqual([expect.stringContaining("is on its way")]);
  expect(await deskActions(number)).toEqual(["order-email-repeated"]);
});

test("after some minutes the same email can be sent once more again, and another one at once", async () => {
  const { number } = await numbered(deliveredOrder());
  const owner = await person("owner");
  await sentSubjects();
  const again = (email: string, key: string, minutes: number) =>
    outcomeOf(repeatEmailAtDesk({ number, email, key }, { ...owner, now: later(minutes) }));

  expect(await again("confirmation", "k1", 0)).toBe("done");
  expect(await again("delivered", "k2", 0)).toBe("done");
  expect(await again("confirmation", "k3", 4)).toBe("unchanged");
  expect(await again("confirmation", "k4", 6)).toBe("done");
  expect((await sentSubjects()).filter((subject) => subject.startsWith("We have received"))).toHaveLength(2);
});

test("nothing is sent of what was not, of an unpaid order, or to a buyer who is forgotten", async () => {
  const owner = await person("owner");
  const unpaid = await placedOrder({ [await parcelVariant(9)]: 1 });
  const { orderId, number } = await numbered(deliveredOrder());

  expect(await listRepeatableEmails(unpaid.orderId)).toEqual([]);
  const repeat = { number, email: "cancelled", key: "k" };
  expect(await outcomeOf(repeatEmailAtDesk(repeat, owner))).toBe("email-not-sent");
  await pseudonymiseOldOrders(later(1).toISOString(), NOW);
  expect(await listRepeatableEmails(orderId)).toEqual([]);
});

test("the buyer of a gift for a list does not learn from a repeated email where it went", async () => {
  const order = await paidArkForList("Wilfred");
  await sendShipment(order.id);
  const [, shipped] = await listRepeatableEmails(order.id);
  expect(shipped?.title).toBe("Parcel sent: Royal Mail");
});

/** Every email of orders that waits is sent once by SMTP. */
async function sendToServer(refuses: Readonly<{ refuses?: MailRefusal }>): Promise<void> {
  const server = await startMailServer(refuses);
  await sendOrderEmails(withCircuit(smtpEmail(server.url)));
  await server.stop();
}

test("an order names the email that the mail server refused for good, until a later one arrives", async () => {
  const { orderId, number } = await numbered(deliveredOrder());
  const { orderId: other } = await numbered(deliveredOrder());
  await sentSubjects();
  const owner = await person("owner");
  const repeat = (email: string) => repeatEmailAtDesk({ number, email, key: email }, owner);

  await repeat("confirmation");
  await sendToServer({ refuses: { at: "RCPT TO", code: 550 } });
  await repeat("delivered");
  await sendToServer({ refuses: { at: "RCPT TO", code: 450 } });

  expect(await failedEmails(orderId)).toEqual([
    { what: "Email: an order is confirmed", why: expect.stringContaining("550 Not today") },
  ]);
  expect(await failedEmails(other)).toEqual([]);
  const [, parcel] = await listRepeatableEmails(orderId);
  await repeat(parcel?.key ?? "");
  await sendToServer({});
  expect(await failedEmails(orderId)).toEqual([]);
});
