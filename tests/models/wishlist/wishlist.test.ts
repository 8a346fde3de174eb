import { expect, test } from "vitest";

import { money } from "#app/models/shared/money.ts";
import {
  favouritesText,
  GUEST_FAVOURITES_MAX,
  newFavourites,
  readFavourite,
  readFavourites,
  restoredFavourite,
  savingSince,
  withFavourite,
  withoutFavourite,
} from "#app/models/wishlist/wishlist.ts";

const one = (productId: number, variantId: number | null = null) => ({ productId, variantId });

test("what is saved last stands first, and a product stands in a list once", () => {
  const list = withFavourite([one(1), one(2, 20)], one(2, 21), 50);

  expect(list).toEqual([one(2, 21), one(1)]);
});

test("beyond the bound the oldest makes way", () => {
  const full = Array.from({ length: GUEST_FAVOURITES_MAX }, (_, index) => one(index + 1));

  const list = withFavourite(full, one(999), GUEST_FAVOURITES_MAX);

  expect(list).toHaveLength(GUEST_FAVOURITES_MAX);
  expect(list[0]).toEqual(one(999));
  expect(list).not.toContainEqual(full.at(-1));
});

test("what was removed goes back to where it was, once", () => {
  const left = withoutFavourite([one(1), one(2, 20), one(3)], 2);

  const again = restoredFavourite(left, one(2, 20), 1);

  expect(again).toEqual([one(1), one(2, 20), one(3)]);
  expect(restoredFavourite(again, one(2, 20), 1)).toEqual(again);
  expect(restoredFavourite(left, one(2, 20), 900)).toEqual([one(1), one(3), one(2, 20)]);
});

test("of another list only what is new is taken over, in its order", () => {
  expect(newFavourites([one(2)], [one(3), one(2, 20), one(1)], 50)).toEqual([one(3), one(1)]);
});

test("a list is written as text and read back, and whatever else the text holds is left out", () => {
  const list = [one(101, 1003), one(102)];

  expect(readFavourites(favouritesText(list), 50)).toEqual(list);
  expect(readFavourites("", 50)).toEqual([]);
  expect(readFavourites("101.101-7.x.-1.0.1e3.1-2-3.99999999999.102", 50)).toEqual([one(101), one(102)]);
  expect(readFavourites("1.2.3", 2)).toEqual([one(1), one(2)]);
  expect(readFavourite("101-")).toBeNull();
});

test("only a price that came down is worth a word", () => {
  expect(savingSince(money(3000, "GBP"), money(2500, "GBP"))).toEqual(money(500, "GBP"));
  expect(savingSince(money(2500, "GBP"), money(2500, "GBP"))).toBeNull();
  expect(savingSince(money(2500, "GBP"), money(3000, "GBP"))).toBeNull();
  expect(savingSince(null, money(1, "GBP"))).toBeNull();
});
