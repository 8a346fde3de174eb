import { expect, test } from "vitest";

import { sessionEndText } from "#app/models/customer/ended-session.ts";
import { typedWords, unsentFormName } from "#app/models/customer/unsent-form.ts";

test.each([
  ["/cart", "A change to your basket"],
  ["/cart-recovery/cart_x", "A change to your basket"],
  ["/products/101/review", "Your review"],
  ["/orders/order_x/return", "Your return"],
  ["/orders/order_x/withdraw", "Your withdrawal"],
  ["/orders", "Your form"],
  ["/new-form-of-tomorrow", "Your form"],
])("the form at %s is called %j", (address, name) => {
  expect(unsentFormName(address)).toBe(name);
});

test("only text fields that a person typed are shown, without codes, ids or addresses of pages", () => {
  const fields = {
    intent: "add",
    variantId: "5000",
    redirectTo: "/p/a b",
    body: "Sturdy\nand quiet",
    email: "a@b.example",
  };

  expect(typedWords(fields)).toEqual(["Sturdy\nand quiet", "a@b.example"]);
});

test("every reason fits into the message that the next page shows", () => {
  const ends = ["away", "account-deleted", "password-changed", "ended"] as const;

  for (const end of ends)
    expect(sessionEndText(end, { hasBasket: true, hasTyped: true }).length).toBeLessThanOrEqual(160);
});
