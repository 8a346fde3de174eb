import { expect, test } from "vitest";

import { missingPrices, pathInList, pricedIn } from "#app/models/shared/price-list.ts";

test("an object with a price list reads otherwise in that currency, at any depth, and has no list left", () => {
  const file = {
    name: "Ark",
    price: 54,
    prices: { EUR: { price: 64 }, USD: { price: 70 } },
    variants: [{ price: 60, prices: { EUR: { price: 71, sale_price: 65 } } }, { price: null }],
  };

  expect(pricedIn(file, "EUR")).toEqual({
    name: "Ark",
    price: 64,
    variants: [{ price: 71, sale_price: 65 }, { price: null }],
  });
  // Without a list an object keeps its own fields.
  expect(pricedIn(file, "JPY")).toEqual({
    name: "Ark",
    price: 54,
    variants: [{ price: 60 }, { price: null }],
  });
});

test("what costs something needs a price of its own, and nothing costs nothing in any currency", () => {
  const missing = (value: unknown) => missingPrices(value, "EUR");

  expect(missing({ price: 5, sale_price: null, minimum_spend: 0 })).toEqual(["prices.EUR.price"]);
  expect(missing({ price: 5, prices: { EUR: { price: 6 } } })).toEqual([]);
  // That something is not reduced there has to be said.
  expect(missing({ price: 5, sale_price: 4, prices: { EUR: { price: 6 } } })).toEqual([
    "prices.EUR.sale_price",
  ]);
  expect(missing({ price: 5, sale_price: 4, prices: { EUR: { price: 6, sale_price: null } } })).toEqual([]);
  expect(missing({ variants: [{ price: null }, { price: 5 }] })).toEqual(["variants.1.prices.EUR.price"]);
  expect(missing({ surcharge: { small: 0, large: 0 } })).toEqual([]);
  expect(missing({ surcharge: { small: 0, large: 2 } })).toEqual(["prices.EUR.surcharge"]);
  expect(missing({ price_history: [] })).toEqual([]);
  expect(missing({ price_history: [{ price: 3 }] })).toEqual(["prices.EUR.price_history"]);
});

test("the amount of a coupon is a price only where it is money", () => {
  expect(missingPrices({ type: "percentage", amount: 10 }, "EUR")).toEqual([]);
  expect(missingPrices({ type: "fixed", amount: 10 }, "EUR")).toEqual(["prices.EUR.amount"]);
});

test("a mistake in a list is named where it stands in the file", () => {
  expect(pathInList(["price"], "EUR")).toBe("prices.EUR.price");
  expect(pathInList(["methods", 0, "price", "small"], "EUR")).toBe("methods.0.prices.EUR.price.small");
  expect(pathInList(["price_history", 0, "price"], "EUR")).toBe("prices.EUR.price_history.0.price");
  expect(pathInList(["gift", "papers"], "EUR")).toBe("gift.prices.EUR.papers");
});
