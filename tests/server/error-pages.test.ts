/** What a shopper sees when something does not work: forms, addresses, and at last the database. In this order. */
import { beforeAll, expect, test } from "vitest";

import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { readPage } from "#tests/support/people/page.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** The rainbow in muted colours. */
const RAINBOW_MUTED = 5000;

/** Of its own: in the end its tables are gone. */
const shop = useShop({});
let shopper: Shopper;
let customer: Shopper;

beforeAll(async () => {
  shopper = new Shopper(shop.origin);
  await addToBasket(shopper, RAINBOW_MUTED);
  customer = await newCustomer(shop, "ida@example.com");
});

/** The links of the page's main part, and whether there is a search. */
function waysOn({ body }: Answer) {
  const { document } = readPage(body, shop.origin);
  const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
  const search = document.querySelector("main form[role=search][action='/search'] input[name=q]");
  return { links, hasSearch: search !== null || links.includes("/search") };
}

async function isGoodPage(answer: Answer): Promise<void> {
  const { links, hasSearch } = waysOn(answer);
  expect(await htmlFaults(answer.body)).toEqual([]);
  expect(answer.body).toMatch(/<main[\s\S]*<h1/);
  expect(links).toEqual(expect.arrayContaining(["/", "/information/contact-us"]));
  expect(hasSearch).toBe(true);
}

test("every account page without a form is valid HTML", async () => {
  for (const path of ["/account", "/account/orders", "/account/addresses"]) {
    const { status, body } = await customer.get(path);
    expect([path, status, await htmlFaults(body)]).toEqual([path, 200, []]);
  }
});

test("a not-found page has a search, a link home and contact details", async () => {
  const answer = await shopper.get("/nowhere");

  expect(answer.status).toBe(404);
  await isGoodPage(answer);
});

test("a malformed address gets a page with the same links", async () => {
  const answer = await shopper.get("/%E0%A4%A");

  expect([answer.status, answer.headers["cache-control"]]).toEqual([400, "private, no-store"]);
  await isGoodPage(answer);
});

test("without its tables the shop still shows what happened, the id under which its log has more, and contact details", async () => {
  withDatabase(shop, (database) => {
    database.pragma("foreign_keys = off");
    for (const table of ["settings", "catalogue_version", "categories"]) database.exec(`DROP TABLE ${table}`);
  });

  const answers = [
    await shopper.get("/"),
    await shopper.get("/p/prams/none"),
    await shopper.get("/checkout"),
  ];

  for (const answer of answers) {
    expect([answer.status, answer.headers["retry-after"]]).toEqual([500, undefined]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const id = String(answer.headers["x-request-id"]);
    expect(answer.body).toContain(id);
    expect(answer.body).not.toMatch(/no such table|Error:|SqliteError|\bat \w+ \(|\.server\.|node_modules/);
    await expect.poll(shop.logs).toMatch(new RegExp(`"id":"${id}".*unexpected error`));
    await isGoodPage(answer);
    expect(waysOn(answer).links).toEqual(
      expect.arrayContaining(["tel:+441632960184", "mailto:hello@hollybough.example"]),
    );
  }
});
