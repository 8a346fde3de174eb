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

test("the latest saved product is first, and a product is in a list once", () => {
  const list = withFavourite([one(1), one(2, 20)], one(2, 21), 50);

  expect(list).toEqual([one(2, 21), one(1)]);
});

test("beyond the limit the oldest product is dropped", () => {
  const full = Array.from({ length: GUEST_FAVOURITES_MAX }, (_, index) => one(index + 1));

  const list = withFavourite(full, one(999), GUEST_FAVOURITES_MAX);

  expect(list).toHaveLength(GUEST_FAVOURITES_MAX);
  expect(list[0]).toEqual(one(999));
  expect(list).not.toContainEqual(full.at(-1));
});

test("a removed product is restored to its place, once", () => {
  const left = withoutFavourite([one(1), one(2, 20), one(3)], 2);

  const again = restoredFavourite(left, one(2, 20), 1);

  expect(again).toEqual([one(1), one(2, 20), one(3)]);
  expect(restoredFavourite(again, one(2, 20), 1)).toEqual(again);
  expect(restoredFavourite(left, one(2, 20), 900)).toEqual([one(1), one(3), one(2, 20)]);
});

test("only new products are taken over from another list, in its order", () => {
  expect(newFavourites([one(2)], [one(3), one(2, 20), one(1)], 50)).toEqual([one(3), one(1)]);
});

test("a list is read back from its text, and anything else in the text is ignored", () => {
  const list = [one(101, 1003), one(102)];

  expect(readFavourites(favouritesText(list), 50)).toEqual(list);
  expect(readFavourites("", 50)).toEqual([]);
  expect(readFavourites("101.101-7.x.-1.0.1e3.1-2-3.99999999999.102", 50)).toEqual([one(101), one(102)]);
  expect(readFavourites("1.2.3", 2)).toEqual([one(1), one(2)]);
  expect(readFavourite("101-")).toBeNull();
});

test("only a price that fell is mentioned", () => {
  expect(savingSince(money(3000, "GBP"), money(2500, "GBP"))).toEqual(money(500, "GBP"));
  expect(savingSince(money(2500, "GBP"), money(2500, "GBP"))).toBeNull();
  expect(savingSince(money(2500, "GBP"), money(3000, "GBP"))).toBeNull();
  expect(savingSince(null, money(1, "GBP"))).toBeNull();
});
