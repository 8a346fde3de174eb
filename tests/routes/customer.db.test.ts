import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { OrderBodyProps } from "#app/components/order/order-body.tsx";
import { findCart } from "#app/models/cart/cart.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import { hashPassword } from "#app/models/customer/password-hash.server.ts";
import { insertSession } from "#app/models/customer/session.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { action as changeAddress, loader as address } from "#app/routes/customer/address.tsx";
import { loader as addresses } from "#app/routes/customer/addresses.tsx";
import { action as changeDetails, loader as details } from "#app/routes/customer/details.tsx";
import { action as download } from "#app/routes/customer/export.ts";
import { loader as invoice } from "#app/routes/customer/invoice.tsx";
import { action as addAddress } from "#app/routes/customer/new-address.tsx";
import { action as again, loader as order } from "#app/routes/customer/order.tsx";
import { loader as orders } from "#app/routes/customer/orders.tsx";
import { loader as overview } from "#app/routes/customer/overview.tsx";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import {
  customerWithBrowser,
  loggedIn,
  orderOf,
  savedAddress,
  TYPED_ADDRESS,
} from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const LONDON = { locale: "en-GB", timeZone: "Europe/London" };

useTestDatabase();

const PASSWORD = "three small boats upstream";

async function withPassword() {
  const hashed = await hashPassword(PASSWORD);
  if (!hashed.ok) throw new Error(hashed.code);
  return customerWithBrowser({ passwordHash: hashed.value });
}

test("the overview shows the next delivery, the last order and the default address", async () => {
  const { customer, browser } = await customerWithBrowser();
  const orderId = await orderOf(customer.id);
  const addressId = await savedAddress(customer.id);

  const page = await (await browser.get(overview, "/account")).json();

  expect(page).toMatchObject({
    firstName: "Grace",
    coming: { order: { id: orderId } },
    lastOrder: { id: orderId, placedText: dateText(NOW.toISOString(), LONDON) },
    address: { id: addressId },
  });
});

test("a form that was opened for another customer changes nothing, and says why", async () => {
  const { customer: hana } = await customerWithBrowser();
  const { customer: ivo, browser } = await customerWithBrowser();
  const send = {
    address: (owner: string) =>
      browser.post(addAddress, "/account/addresses/new", {
        ...TYPED_ADDRESS,
        intent: "save",
        account: owner,
      }),
    name: (owner: string) =>
      browser.post(changeDetails, "/account/details", {
        ...{ intent: "rename", firstName: "Hana", lastName: "Moss", account: owner },
      }),
  };

  for (const form of Object.values(send)) {
    const answer = await form(hana.id);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"]);
  }
  const page = await (await browser.get(overview, "/account")).json();
  expect(page).toMatchObject({
    firstName: "Grace",
    note: { tone: "error", text: expect.stringContaining(`You are logged in as ${ivo.email}`) },
  });
  expect(await listAddresses(ivo.id)).toEqual([]);

  await send.address(ivo.id);
  await send.name(ivo.id);
  expect(await listAddresses(ivo.id)).toHaveLength(1);
  expect((await findCustomer(ivo.id))?.firstName).toBe("Hana");
});

test("a new customer's overview is empty, and says so", async () => {
  const { browser } = await customerWithBrowser({ isVerified: false });

  const page = await (await browser.get(overview, "/account")).json();

  expect(page).toMatchObject({ isVerified: false, coming: null, lastOrder: null, address: null });
});

test("the list of orders can be searched", async () => {
  const { customer, browser } = await customerWithBrowser();
  await orderOf(customer.id);

  const found = async (query: string) =>
    (await (await browser.get(orders, `/account/orders?q=${query}`)).json()).list.total as number;

  expect([await found(""), await found("zzgrmpf")]).toEqual([1, 0]);
});

test("an order is shown with its history, and its invoice adds up", async () => {
  const { customer, browser } = await customerWithBrowser();
  const orderId = await orderOf(customer.id);

  const page = await (await browser.get(order, `/account/orders/${orderId}`, { orderId })).json();
  const paper = await (await browser.get(invoice, `/account/orders/${orderId}/invoice`, { orderId })).json();

  expect(page).toMatchObject({
    order: { id: orderId },
    hasInvoice: true,
    history: [{ what: "Placed" }, { what: "Paid" }],
    again: { text: "Still available", isPossible: true, done: null },
  });
  const gross = (paper.vat as ReadonlyArray<{ gross: { minor: number } }>).map((row) => row.gross.minor);
  expect(gross.reduce((sum, minor) => sum + minor, 0)).toBe(paper.order.totals.total.minor);
});

test("an order without payment has no invoice", async () => {
  const { customer, browser } = await customerWithBrowser();
  const orderId = await orderOf(customer.id, { isPaid: false });

  const answer = await browser.get(invoice, `/account/orders/${orderId}/invoice`, { orderId });

  expect(answer.status).toBe(404);
});

test("reordering fills the customer's own basket and reports what was available", async () => {
  const { customer, browser } = await customerWithBrowser();
  const [first, second] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const orderId = await orderOf(customer.id, { items: { [first]: 1, [second]: 2 } });
  await setStock(first, 0);

  const sent = await browser.post(
    again,
    `/account/orders/${orderId}`,
    { intent: "order-again" },
    { orderId },
  );

  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/account/orders/${orderId}?again=1`]);
  const page = (await (
    await browser.get(order, `/account/orders/${orderId}?again=1`, { orderId })
  ).json()) as OrderBodyProps;
  expect(page.again.done).toMatch(/^We have added 1 of 2 items/);
  expect(page.again.text).toBe("1 of 2 still available");
  expect(page.again.states[0]).toBe("gone");
  const [cart] = await db().selectFrom("carts").select("id").where("customer_id", "=", customer.id).execute();
  expect((await findCart(cart?.id as CartId))?.lines).toMatchObject([{ variantId: second, quantity: 2 }]);
});

test("an address is added, and input is preserved after an error", async () => {
  const { customer, browser } = await customerWithBrowser();

  const wrong = await browser.post(addAddress, "/account/addresses/new", {
    ...TYPED_ADDRESS,
    postal_code: "BS8",
  });
  const right = await browser.post(addAddress, "/account/addresses/new", TYPED_ADDRESS);

  expect([wrong.status, await wrong.json()]).toMatchObject([
    422,
    { errors: { postal_code: expect.stringMatching(/full UK postcode/) }, values: { city: "Bristol" } },
  ]);
  expect([right.status, right.headers.get("Location")]).toEqual([303, "/account/addresses?done=added"]);
  expect(await listAddresses(customer.id)).toMatchObject([{ address: { postal_code: "BS8 2LG" } }]);
});

test("an address is changed and deleted, after a confirmation", async () => {
  const { customer, browser } = await customerWithBrowser();
  const addressId = await savedAddress(customer.id);
  const path = `/account/addresses/${addressId}`;

  const requested = await (await browser.get(address, `${path}?delete=ask`, { addressId })).json();
  await browser.post(changeAddress, path, { ...TYPED_ADDRESS, intent: "save", city: "Bath" }, { addressId });
  const changed = await listAddresses(customer.id);
  const gone = await browser.post(changeAddress, path, { intent: "delete" }, { addressId });

  expect(requested).toMatchObject({ isLeaving: true });
  expect(changed).toMatchObject([{ address: { city: "Bath" } }]);
  expect([gone.status, gone.headers.get("Location")]).toEqual([303, "/account/addresses?done=deleted"]);
  expect(await listAddresses(customer.id)).toEqual([]);
});

test("a form cannot set columns that it has no field for", async () => {
  const { customer, browser } = await customerWithBrowser();
  const other = await customerWithBrowser();

  await browser.post(addAddress, "/account/addresses/new", {
    ...TYPED_ADDRESS,
    customer_id: other.customer.id,
    id: "address_AAAAAAAAAAAAAAAAAAAAAA",
    is_default_delivery: "0",
    country: "Atlantis",
  });

  expect(await listAddresses(other.customer.id)).toEqual([]);
  expect(await listAddresses(customer.id)).toMatchObject([
    { address: { country: "United Kingdom" }, isDefaultDelivery: true },
  ]);
});

test("a missing page, another customer's page and a malformed id get the same 404, byte for byte", async () => {
  const owner = await customerWithBrowser();
  const { browser } = await customerWithBrowser();
  const orderId = await orderOf(owner.customer.id);
  const addressId = await savedAddress(owner.customer.id);
  const doors = [
    ["order", "orderId", orderId, (id: string) => browser.get(order, "/account/orders/x", { orderId: id })],
    [
      "invoice",
      "orderId",
      orderId,
      (id: string) => browser.get(invoice, "/account/orders/x", { orderId: id }),
    ],
    [
      "order again",
      "orderId",
      orderId,
      (id: string) => browser.post(again, "/account/orders/x", { intent: "order-again" }, { orderId: id }),
    ],
    [
      "address",
      "addressId",
      addressId,
      (id: string) => browser.get(address, "/account/addresses/x", { addressId: id }),
    ],
    [
      "address changed",
      "addressId",
      addressId,
      (id: string) =>
        browser.post(changeAddress, "/account/addresses/x", { intent: "delete" }, { addressId: id }),
    ],
  ] as const;

  for (const [, , foreign, ask] of doors) {
    const missing = `${foreign.slice(0, -4)}AAAA`;
    const answers = await Promise.all([foreign, missing, "1", "' or 1=1 --"].map(ask));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(texts).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1);
  }
  expect(await listAddresses(owner.customer.id)).toHaveLength(1);
});

test("name and newsletter can be changed", async () => {
  const { customer, browser } = await customerWithBrowser();

  const renamed = await browser.post(changeDetails, "/account/details", {
    intent: "rename",
    firstName: "  Grâce ",
    lastName: "Okafor",
  });
  await browser.post(changeDetails, "/account/details", { intent: "newsletter", newsletter: "on" });

  expect(renamed.headers.get("Location")).toBe("/account/details?done=rename");
  expect(await findCustomer(customer.id)).toMatchObject({ firstName: "Grâce", wantsNewsletter: true });
});

test("sensitive changes require the password, and a wrong one is reported at its field", async () => {
  const { browser } = await withPassword();
  const wrong = "not my password at all";

  const answers = [
    await browser.post(changeDetails, "/account/details", {
      intent: "change-email",
      newEmail: "new@example.com",
      emailPassword: wrong,
    }),
    await browser.post(changeDetails, "/account/details", {
      intent: "change-password",
      currentPassword: wrong,
      newPassword: "quite another long sentence",
    }),
    await browser.post(changeDetails, "/account/details", {
      intent: "remove-account",
      removalPassword: wrong,
    }),
  ];

  const pages = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(pages.map(({ errors }) => Object.keys(errors as object))).toEqual([
    ["emailPassword"],
    ["currentPassword"],
    ["removalPassword"],
  ]);
  expect(pages[0].values).toEqual({ newEmail: "new@example.com" });
  expect(JSON.stringify(pages)).not.toContain(wrong);
});

test("a new password logs all other browsers out, and this one stays logged in", async () => {
  const { customer, browser, token } = await withPassword();
  const thief = await loggedIn(customer.id, token);

  const changed = await browser.post(changeDetails, "/account/details", {
    intent: "change-password",
    currentPassword: PASSWORD,
    newPassword: "four large boats downstream",
  });

  expect(changed.headers.get("Location")).toBe("/account/details?done=change-password");
  expect((await browser.get(overview, "/account")).status).toBe(200);
  expect((await thief.get(overview, "/account")).status).toBe(302);
});

test("the list of sessions marks this browser and ends the others", async () => {
  const { customer, browser } = await customerWithBrowser();
  const now = new Date();
  for (const userAgent of ["Chrome/1 (Android)", "Safari/1 (iPhone)"])
    await insertSession({ customerId: customer.id, address: "203.0.113.9", userAgent }, now);
  const sessions = async () =>
    (await (await browser.get(details, "/account/details")).json()).sessions as ReadonlyArray<{
      id: string;
      isCurrent: boolean;
    }>;
  const before = await sessions();
  const other = before.find(({ isCurrent }) => !isCurrent);

  await browser.post(changeDetails, "/account/details", {
    intent: "end-session",
    sessionId: other?.id ?? "",
  });
  const between = await sessions();
  await browser.post(changeDetails, "/account/details", { intent: "end-others" });

  expect([before.length, between.length]).toEqual([3, 2]);
  expect(await sessions()).toMatchObject([{ isCurrent: true }]);
});

test("the customer's data is downloaded as a file, with the password", async () => {
  const { customer, browser } = await withPassword();
  await savedAddress(customer.id);

  const refused = await browser.post(download, "/account/details/export", { exportPassword: "no" });
  const given = await browser.post(download, "/account/details/export", { exportPassword: PASSWORD });

  expect(refused.headers.get("Location")).toBe("/account/details?export=password-wrong");
  expect(given.headers.get("Content-Disposition")).toMatch(/^attachment/);
  expect(await given.text()).toContain("22 Whiteladies Road");
});

test("the sixth download of the data within the hour is refused on the page, and a wrong password uses none up", async () => {
  const { browser } = await withPassword();
  const answers = [];
  for (const exportPassword of ["no", ...Array.from({ length: 6 }, () => PASSWORD)])
    answers.push(await browser.post(download, "/account/details/export", { exportPassword }));

  expect(answers.map(({ status }) => status)).toEqual([303, 200, 200, 200, 200, 200, 303]);
  const to = answers.at(-1)?.headers.get("Location") ?? "";
  expect(to).toBe("/account/details?export=rate-limited");
  expect(await (await browser.get(details, to)).json()).toMatchObject({
    exportErrors: {
      exportPassword: "You have downloaded your data too many times. Wait an hour, then try again",
    },
  });
});

test("a deleted account is gone, and its browser is a guest's", async () => {
  const { customer, browser } = await withPassword();

  const gone = await browser.post(changeDetails, "/account/details", {
    intent: "remove-account",
    removalPassword: PASSWORD,
  });

  expect([gone.status, gone.headers.get("Location")]).toEqual([303, "/goodbye"]);
  expect(await findCustomer(customer.id)).toBeNull();
  expect((await browser.get(addresses, "/account/addresses")).status).toBe(302);
});

test("an unknown intent changes nothing", async () => {
  const { browser } = await customerWithBrowser();

  const answer = await browser.post(changeDetails, "/account/details", { intent: "make-me-admin" });

  expect([answer.status, (await answer.json()).problem]).toEqual([
    422,
    "We did not recognise that action. Go back and try again",
  ]);
});
