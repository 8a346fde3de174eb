import { expect, test } from "vitest";

import { addAllLabel, matchingVariant } from "#app/models/catalogue/product-set.ts";

const one = (id: number, finish: string, isAvailable = true) => ({
  id,
  options: { Finish: finish },
  isAvailable,
});

test("a set is offered in the finish of the product that it belongs to", () => {
  const variants = [one(1, "white"), one(2, "natural"), one(3, "blue")];
  expect(matchingVariant(variants, { Finish: "natural", Mattress: "none" })?.id).toBe(2);
  // A finish that it is not made in, and another product's option: the first.
  expect(matchingVariant(variants, { Finish: "walnut" })?.id).toBe(1);
  expect(matchingVariant(variants, {})?.id).toBe(1);
  expect(matchingVariant([], {})).toBeNull();
});

test("what can be bought comes before what matches", () => {
  const variants = [one(1, "white"), one(2, "natural", false)];
  expect(matchingVariant(variants, { Finish: "natural" })?.id).toBe(1);
});

test("the button says how many it adds", () => {
  const words = ["it", "both", "all three", "all four", "all five"];
  expect([1, 2, 3, 4, 5].map(addAllLabel)).toEqual(words.map((word) => `Add ${word} to basket`));
});
