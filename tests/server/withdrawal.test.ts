/** A guest withdraws from a contract at the built shop, without scripts. */
import { expect, test } from "vitest";

import { textOf } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { emailThat } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** "25 November 2026 at 10:42:07 GMT". */
const TO_THE_SECOND = /\d{1,2} \w+ \d{4} at \d{2}:\d{2}:\d{2} \w+/;

const shop = useShop();
const { buy, withDatabase } = deskWalk(shop);

/** What the form of the second step carries; other forms of the page have hidden fields too. */
function confirmationIn(html: string): Readonly<Record<string, string>> {
  const fields = Object.entries(hiddenFields(html));
  return Object.fromEntries(fields.filter(([name]) => name === "key" || name.startsWith("units-")));
}

test("a guest withdraws from the foot of any page, in two steps, and gets a receipt to the second", async () => {
  const number = String(await buy());
  const guest = new Shopper(shop.origin);
  const declared = () =>
    withDatabase((database) => database.prepare("SELECT number, legal_basis FROM order_returns").all());
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
  const subject = `We have received your withdrawal from order ${number}`;
  const { text } = await emailThat(shop, (email) => email.subject === subject);
  expect(text).toMatch(TO_THE_SECOND);
  expect(text).toMatch(/2 × \w+/);
  expect(text).toContain("there is nothing to send back");
});
