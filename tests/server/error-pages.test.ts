/** What a shopper sees when something does not work: forms, addresses, and at last the database. In this order. */
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { newCustomer } from "#tests/support/people/account/account-visitor.ts";
import { readPage } from "#tests/support/people/page.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

/** The rainbow in muted colours. */
const RAINBOW_MUTED = 5000;

let shop: RunningShop;
let shopper: Shopper;
let customer: Shopper;

beforeAll(async () => {
  shop = await startShop();
  shopper = new Shopper(shop.origin);
  await addToBasket(shopper, RAINBOW_MUTED);
  customer = await newCustomer(shop, "ida@example.com");
});

afterAll(() => shop.stop());

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

test.each([
  ["/information/contact-us", { name: "<b>Ida", message: '"' }],
  ["/login", { email: "ida", password: "" }],
  ["/register", { firstName: "" }],
  ["/forgot-password", { email: "" }],
  ["/orders", { number: "", email: "", postcode: "" }],
  ["/products/101/review", { rating: "", title: "<i>" }],
  ["/stock-alerts?variant=5002", { email: "x" }],
  ["/checkout", { email: "x", intent: "pay" }],
])("a refused form at %s is valid HTML", async (path, fields) => {
  const answer = await shopper.post(path, fields);

  expect([path, answer.status]).toEqual([path, 422]);
  expect(await htmlFaults(answer.body)).toEqual([]);
});

test("every account page is valid HTML, also after an error", async () => {
  const paths = [
    "/account",
    "/account/details",
    "/account/orders",
    "/account/addresses",
    "/account/addresses/new",
  ];
  const answers = [
    ...(await Promise.all(paths.map((path) => customer.get(path)))),
    await customer.post("/account/addresses/new", { first_name: "" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 422]);
  for (const { body } of answers) expect(await htmlFaults(body)).toEqual([]);
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

test("without its tables the shop still shows what happened, the error's id, and contact details", async () => {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"));
  database.pragma("foreign_keys = off");
  for (const table of ["settings", "catalogue_version", "categories"]) database.exec(`DROP TABLE ${table}`);
  database.close();

  const answers = [
    await shopper.get("/"),
    await shopper.get("/p/prams/none"),
    await shopper.get("/checkout"),
  ];

  for (const answer of answers) {
    expect([answer.status, answer.headers["retry-after"]]).toEqual([500, undefined]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.body).toContain(String(answer.headers["x-request-id"]));
    expect(answer.body).not.toMatch(/no such table|SqliteError|\bat \w+ \(/);
    await isGoodPage(answer);
    expect(waysOn(answer).links).toEqual(
      expect.arrayContaining(["tel:+441632960184", "mailto:hello@hollybough.example"]),
    );
  }
});
