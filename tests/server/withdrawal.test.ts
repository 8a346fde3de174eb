/** A guest withdraws from a contract at the built shop, without scripts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { addToBasket, goToPayment, payAt, textOf } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const MUTED = 5000;
/** "25 November 2026 at 10:42:07 GMT". */
const TO_THE_SECOND = /\d{1,2} \w+ \d{4} at \d{2}:\d{2}:\d{2} \w+/;

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

function rows(query: string, ...values: ReadonlyArray<unknown>): ReadonlyArray<Record<string, unknown>> {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { readonly: true, timeout: 5_000 });
  try {
    return database.prepare(query).all(values) as ReadonlyArray<Record<string, unknown>>;
  } finally {
    database.close();
  }
}

/** The number of a paid order of two items. */
async function buy(): Promise<string> {
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, MUTED, 2);
  await payAt(buyer, await goToPayment(buyer));
  const paid = () => rows("SELECT number FROM orders WHERE status = 'paid'");
  await expect.poll(paid).toHaveLength(1);
  return String(paid()[0]?.number);
}

async function receipt(number: string): Promise<string> {
  const folder = join(shop.dataDir, "mail");
  const found = async () => {
    const emails = await Promise.all(
      readdirSync(folder)
        .filter((name) => name.endsWith(".eml"))
        .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
    );
    return emails.find(({ subject }) => subject === `We have received your withdrawal from order ${number}`)
      ?.text;
  };
  await expect.poll(found).toBeDefined();
  return (await found()) ?? "";
}

/** What the form of the second step carries; other forms of the page have hidden fields too. */
function confirmationIn(html: string): Readonly<Record<string, string>> {
  const fields = Object.entries(hiddenFields(html));
  return Object.fromEntries(fields.filter(([name]) => name === "key" || name.startsWith("units-")));
}

test("a guest withdraws from the foot of any page, in two steps, and gets a receipt to the second", async () => {
  const number = await buy();
  const guest = new Shopper(shop.origin);
  const declared = () => rows("SELECT number, legal_basis FROM order_returns");
  for (const path of ["/", "/c/wooden-toys", "/information/terms"])
    expect((await guest.get(path)).body).toMatch(
      /<a [^>]*href="\/withdraw"[^>]*>Withdraw from contract here<\/a>/,
    );

  const clue = { number, email: "hannah@example.com", postcode: "GL5 1QN" };
  const wrong = await guest.post("/withdraw", { ...clue, postcode: "BS8 2LG" });
  const found = await guest.post("/withdraw", clue);
  expect([wrong.status, found.status]).toEqual([404, 303]);
  const page = found.location ?? "";
  const first = await guest.get(page);
  const path = page.split("?")[0] ?? "";
  // A link scanner opens addresses, with whatever is in them.
  const { key = "" } = hiddenFields(first.body);
  await guest.get(`${path}?intent=confirm&key=${key}&units-0=2`);
  const second = await guest.post(path, { key, intent: "continue", "units-0": "2" });
  expect(textOf(second.body)).toContain("withdraw from my contract with Hollybough Ltd");
  expect(declared()).toEqual([]);

  const confirmed = await guest.post(path, { ...confirmationIn(second.body), intent: "confirm" });

  expect(confirmed.status).toBe(303);
  expect(declared()).toEqual([{ number: `R${number}-1`, legal_basis: "withdrawal" }]);
  expect(textOf((await guest.get(confirmed.location ?? "")).body)).toMatch(TO_THE_SECOND);
  const email = await receipt(number);
  expect(email).toMatch(TO_THE_SECOND);
  expect(email).toContain("2 × Rainbow Stacker");
  expect(email).toContain("there is nothing to send back");
});
