import { expect, test } from "vitest";

import { readCheckout } from "#app/models/checkout/checkout.ts";
import { choiceOf, withFoundAddress } from "#app/models/checkout/found-address.ts";
import { TYPED } from "#tests/support/people/checkout.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const CHOICE = choiceOf("GL5 1QN", { line1: "Flat 2", line2: "5 Slad Road", town: "Stroud" });

const read = (changes: Record<string, string>) =>
  readCheckout(withFoundAddress({ ...TYPED, ...changes }, "GB"), demoStore.places);

test("a chosen address is the address of the order, whatever is in the hidden fields", () => {
  expect(CHOICE.label).toBe("Flat 2, 5 Slad Road, Stroud");
  expect(read({ delivery_found: CHOICE.value, delivery_company: "Larch" })).toMatchObject({
    ok: true,
    value: {
      deliveryAddress: {
        first_name: "Hannah",
        company: "",
        address1: "Flat 2",
        address2: "5 Slad Road",
        city: "Stroud",
        postal_code: "GL5 1QN",
      },
    },
  });
});

test.each(["EH1 2AB", "nowhere"])(
  "with the postcode %s it does not count, and neither does what it filled in",
  (postcode) => {
    const answer = read({ delivery_found: CHOICE.value, delivery_postal_code: postcode });

    expect(answer).toMatchObject({
      ok: false,
      errors: { delivery_found: expect.stringContaining("Choose") },
    });
    expect(answer.ok ? {} : answer.errors).not.toHaveProperty("delivery_address1");
  },
);

test.each(["", "{}", "[1,2]", '["GL5 1QN"', "constructor"])(
  "the choice %j is none, and the shopper is to choose",
  (delivery_found) => {
    const errors = { delivery_found: expect.anything() as unknown };
    expect(read({ delivery_found })).toMatchObject({ ok: false, errors });
  },
);

test("typed fields count when the shopper chooses to type", () => {
  expect(read({ delivery_found: "typed" })).toMatchObject({
    ok: true,
    value: { deliveryAddress: { address1: TYPED.delivery_address1, city: TYPED.delivery_city } },
  });
});

test("a chosen address is checked as a typed one is", () => {
  const empty = choiceOf("GL5 1QN", { line1: "", line2: "", town: "" });
  const answer = read({ delivery_found: empty.value });

  expect(answer.ok ? [] : Object.keys(answer.errors)).toEqual(["delivery_address1", "delivery_city"]);
});

test("a saved address and collection need no list", () => {
  expect(read({ delivery_found: "", delivery_saved: "adr_1" }).ok).toBe(true);
  expect(read({ delivery_found: "", method: "collection" }).ok).toBe(true);
});
