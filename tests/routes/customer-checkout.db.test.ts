import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import { insertSession } from "#app/models/customer/session.server.ts";
import { loader } from "#app/routes/checkout/checkout.tsx";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { cartWith, parcelVariant, TYPED } from "#tests/support/people/checkout.ts";
import { customerWithBrowser, loggedIn, orderOf, savedAddress } from "#tests/support/people/customer.ts";
import { payWith } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Form = { view: CheckoutView; saved: ReadonlyArray<{ id: string }>; errors: Record<string, string> };

async function buyer() {
  const { customer, browser } = await customerWithBrowser();
  const cart = await cartWith({ [await parcelVariant(5)]: 1 });
  await browser.takeCart(cart.id);
  return { customer, browser };
}

function lastOrder() {
  return db().selectFrom("orders").selectAll().executeTakeFirst();
}

test("the checkout offers the customer's addresses, and starts with the default", async () => {
  const { customer, browser } = await buyer();
  const id = await savedAddress(customer.id);

  const page = (await (await browser.get(loader, "/checkout")).json()) as Form;

  expect(page.saved.map((saved) => saved.id)).toEqual([id]);
  expect(page.view.values).toMatchObject({
    email: customer.email,
    delivery_saved: id,
    delivery_city: "Bristol",
  });
});

test("a chosen address is the delivery address, and the order belongs to the customer", async () => {
  const { customer, browser } = await buyer();
  const id = await savedAddress(customer.id);

  const sent = await payWith(browser, {
    email: customer.email,
    method: "standard",
    billing: "same",
    delivery_saved: id,
  });

  const order = await lastOrder();
  expect(sent.status).toBe(303);
  expect(order?.customer_id).toBe(customer.id);
  expect(JSON.parse(order?.delivery_address ?? "{}")).toMatchObject({
    city: "Bristol",
    postal_code: "BS8 2LG",
  });
});

test("a customer sees their order's confirmation in another browser, and another customer does not", async () => {
  const { customer } = await customerWithBrowser();
  const orderId = await orderOf(customer.id);
  const session = { customerId: customer.id, address: "198.51.100.9", userAgent: "a phone" };
  const phone = await loggedIn(customer.id, await insertSession(session, new Date()));
  const stranger = await customerWithBrowser();
  const path = `/checkout/thank-you/${orderId}`;

  const own = await (await phone.get(thankYou, path, { orderId })).json();
  const foreign = await (await stranger.browser.get(thankYou, path, { orderId })).json();

  expect(own).toMatchObject({ kind: "order", order: { id: orderId }, offer: null });
  expect(foreign).toMatchObject({ kind: "lookup" });
});

test("a typed address is saved on request when the order is placed", async () => {
  const { customer, browser } = await buyer();

  await payWith(browser, { ...TYPED, delivery_postal_code: "", delivery_save: "on" });
  const before = await listAddresses(customer.id);
  await payWith(browser, { ...TYPED, delivery_save: "on" });

  expect(before).toEqual([]);
  expect(await listAddresses(customer.id)).toMatchObject([{ address: { city: "Stroud" } }]);
});

test("an address is not saved without the customer's request", async () => {
  const { customer, browser } = await buyer();

  await payWith(browser, TYPED);

  expect(await lastOrder()).toMatchObject({ customer_id: customer.id });
  expect(await listAddresses(customer.id)).toEqual([]);
});

test("a customer can neither use nor read another customer's saved address", async () => {
  const owner = await customerWithBrowser();
  const foreign = await savedAddress(owner.customer.id);
  const { browser } = await buyer();

  const sent = await payWith(browser, {
    email: "a@example.com",
    method: "standard",
    delivery_saved: foreign,
  });

  const text = await sent.text();
  expect(sent.status).toBe(422);
  expect(text).not.toContain("Whiteladies");
  expect(await lastOrder()).toBeUndefined();
});
