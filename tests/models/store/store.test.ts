import { expect, test } from "vitest";

import { homeTitle } from "#app/models/store/store.ts";

test.each([
  ["Hollybough | Wooden toys, prams and nursery furniture", "Wooden toys, prams and nursery furniture"],
  ["Otterlea | Toys | Prams", "Toys | Prams"],
  ["Toys and prams", "Toys and prams"],
  ["Otterlea", "Otterlea"],
])("the title %j says %j, with any name of the shop", (pageTitle, title) => {
  expect(homeTitle({ pageTitle })).toBe(title);
});
