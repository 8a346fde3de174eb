import { expect, test } from "vitest";

import { storedRating } from "#app/models/catalogue/rating.ts";
import { customerReviewSchema, guestReviewSchema } from "#app/models/review/form.ts";
import { hiddenFieldsOf, readReviewQuery, reviewQueryText } from "#app/models/review/list.ts";
import { mayReplace } from "#app/models/review/review.ts";

const requested = (text: string) => readReviewQuery(new URLSearchParams(text));

test("an address contains the stars, the sort order and the page, and everything else is ignored", () => {
  expect(requested("stars=4&sort=helpful&reviews=3")).toEqual({ stars: 4, sort: "helpful", page: 3 });
  for (const odd of [
    "",
    "stars=0",
    "stars=6",
    "stars=4.5",
    "sort=%00",
    "reviews=-1",
    "reviews=1e9",
    "reviews=99999999999",
  ])
    expect(requested(odd)).toEqual({ stars: null, sort: "newest", page: 1 });
});

test("links within the reviews retain the swatch and omit defaults", () => {
  const stored = hiddenFieldsOf(new URLSearchParams("swatch=sunset&utm_source=x"));

  expect(reviewQueryText({ stars: null, sort: "newest", page: 1 }, [])).toBe("");
  expect(reviewQueryText({ stars: 4, sort: "lowest", page: 2 }, stored)).toBe(
    "?swatch=sunset&stars=4&sort=lowest&reviews=2",
  );
});

test("an empty form names each field", () => {
  const read = guestReviewSchema.safeParse({});

  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([
    "rating",
    "title",
    "body",
    "author",
    "email",
  ]);
});

test("stars are whole numbers from one to five, and a text is not empty", () => {
  const words = { title: "Good", body: "Good and sturdy", author: "Ida" };

  for (const rating of ["0", "6", "4.5", "-1", "5 ", "five", "1e0"])
    expect(customerReviewSchema.safeParse({ ...words, rating }).success).toBe(false);
  expect(customerReviewSchema.parse({ ...words, rating: "5" })).toEqual({ ...words, rating: 5 });
  expect(customerReviewSchema.safeParse({ ...words, rating: "5", body: "a".repeat(3_001) }).success).toBe(
    false,
  );
});

test("an author known by a typed address only never replaces a verified one", () => {
  expect(mayReplace("guest", "guest")).toBe(true);
  expect(mayReplace("guest", "order")).toBe(false);
  expect(mayReplace("guest", "customer")).toBe(false);
  expect(mayReplace("customer", "guest")).toBe(true);
  expect(mayReplace("order", "customer")).toBe(true);
});

test("a product without reviews has no rating", () => {
  expect(
    storedRating({ rating_count: 0, rating_average_hundredths: 0, rating_distribution: "[]" }),
  ).toBeNull();
});
