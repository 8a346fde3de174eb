import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { loader as addressesPage } from "#app/routes/customer/addresses.tsx";
import { loader as ordersPage } from "#app/routes/customer/orders.tsx";
import { loader as overview } from "#app/routes/customer/overview.tsx";
import { action as logIn } from "#app/routes/auth/login.tsx";
import { action as register } from "#app/routes/auth/register.tsx";
import { action as verify, loader as verifyPage } from "#app/routes/auth/verify.tsx";
import { action as lookUp, loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { deliverMail, PASSWORD, tokenIn } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { newCustomer, orderOf } from "#tests/support/people/customer.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const EMAIL = "margaret@example.com";

/** A guest's paid order: Alfie gets the parcel, Margaret pays. The browser has found it by its number. */
async function guestWithOrder() {
  const orderId = await orderOf((await newCustomer()).id);
  const { deliveryAddress } = sampleOrder();
  const to = { ...deliveryAddress, first_name: "Alfie", last_name: "Reed" };
  const bill = { ...deliveryAddress, first_name: "Margaret", last_name: "Hale", address1: "2 Hill View" };
  const row = await db()
    .updateTable("orders")
    .set({
      customer_id: null,
      email: EMAIL,
      email_key: EMAIL,
      delivery_address: JSON.stringify(to),
      billing_address: JSON.stringify(bill),
    })
    .where("id", "=", orderId)
    .returning("number")
    .executeTakeFirstOrThrow();
  const browser = new Browser();
  const clue = { number: String(row.number), email: EMAIL, postcode: to.postal_code };
  await browser.post(lookUp, "/checkout/thank-you", clue);
  await db().deleteFrom("jobs").execute();
  return { browser, orderId };
}

/** What the thank-you page posts when the guest chooses a password. */
async function acceptOffer(browser: Browser): Promise<void> {
  const { offer } = (await (await browser.get(thankYou, "/checkout/thank-you")).json()) as {
    offer: { email: string; firstName: string; lastName: string };
  };
  const { email, firstName, lastName } = offer;
  await browser.post(register, "/register", { email, firstName, lastName, password: PASSWORD });
  await browser.post(logIn, "/login", { email, password: PASSWORD });
}

async function listed(browser: Browser): Promise<ReadonlyArray<string>> {
  const page = (await (await browser.get(ordersPage, "/account/orders")).json()) as {
    list: { orders: ReadonlyArray<{ id: string }> };
  };
  return page.list.orders.map(({ id }) => id);
}

test("an account from the thank-you page has the name of the person who paid, not of the recipient", async () => {
  const { browser } = await guestWithOrder();

  await acceptOffer(browser);

  expect(await (await browser.get(overview, "/account")).json()).toMatchObject({ firstName: "Margaret" });
});

test("the order is in the account at once when its address is confirmed, and not before", async () => {
  const { browser, orderId } = await guestWithOrder();
  await acceptOffer(browser);
  const [mail] = await deliverMail();

  const before = await listed(browser);
  await browser.get(verifyPage, `/verify?token=${tokenIn(mail)}`);
  await browser.post(verify, "/verify", { intent: "verify" });

  expect(before).toEqual([]);
  expect(await listed(browser)).toEqual([orderId]);
});

test("confirming with the password logs in, and the account has both addresses of the order", async () => {
  const { browser } = await guestWithOrder();
  const { offer } = (await (await browser.get(thankYou, "/checkout/thank-you")).json()) as {
    offer: { email: string; firstName: string; lastName: string };
  };
  const { email, firstName, lastName } = offer;
  await browser.post(register, "/register", { email, firstName, lastName, password: PASSWORD });
  const [mail] = await deliverMail();

  await browser.get(verifyPage, `/verify?token=${tokenIn(mail)}`);
  const wrong = await browser.post(verify, "/verify", { intent: "verify", password: "not this one" });
  const right = await browser.post(verify, "/verify", { intent: "verify", password: PASSWORD });

  expect(wrong.status).toBe(422);
  expect([right.status, right.headers.get("Location")]).toEqual([303, "/account"]);
  expect(await (await browser.get(overview, "/account")).json()).toMatchObject({ firstName: "Margaret" });
  const book = await (await browser.get(addressesPage, "/account/addresses")).json();
  expect(book).toMatchObject({
    addresses: [
      { address: { first_name: "Margaret", address1: "2 Hill View" }, isDefaultDelivery: true },
      { address: { first_name: "Alfie" }, isDefaultDelivery: false },
    ],
  });
});
