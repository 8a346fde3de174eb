import { expect, test } from "vitest";

import { sessionEndText } from "#app/models/customer/ended-session.ts";
import { typedWords } from "#app/models/customer/unsent-form.ts";

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
