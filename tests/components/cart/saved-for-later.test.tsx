import { expect, test } from "vitest";

import { SavedSection } from "#app/components/cart/saved-for-later.tsx";
import type { SavedForLater } from "#app/models/cart/saved-for-later.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const ITEM: SavedForLater = {
  id: newId("saved"),
  variantId: 5005,
  name: "Travel Buggy",
  variantLabel: "Olive",
  quantity: 1,
  path: "/p/pushchairs/compact-and-travel/travel-buggy",
  image: null,
  ageText: "6 months +",
  price: { now: money(18_900, "GBP"), was: null, percentOff: null },
  state: { kind: "available", isBack: false, left: null },
  change: null,
};

const show = (item: Partial<SavedForLater>, isGuest = true) =>
  staticPage(<SavedSection items={[{ ...ITEM, ...item }]} isGuest={isGuest} />);

test.each<readonly [string, Partial<SavedForLater>, string]>([
  ["cheaper", { change: { kind: "cheaper", by: money(5_400, "GBP") } }, "£54.00 less than when you saved it"],
  ["dearer", { change: { kind: "dearer", was: money(3_200, "GBP") } }, "Was £32.00 when you saved it"],
  ["low in stock", { state: { kind: "available", isBack: false, left: 2 } }, "2 left"],
  ["back in stock", { state: { kind: "available", isBack: true, left: 2 } }, "Back in stock. 2 left"],
])("a saved item that is %s says so", async (_, item, text) => {
  expect((await show(item)).getByText(text)).toBeDefined();
});

test.each<readonly [string, Partial<SavedForLater>, string, string, string]>([
  ["sold-out", {}, "Sold out", "Tell me when it is back", "/stock-alerts?variant=5005"],
  ["variant-gone", {}, "No longer made in Olive", "Choose another", ITEM.path!],
  [
    "not-for-sale",
    { path: null },
    "We no longer sell this",
    "See something like it",
    "/search/Travel%20Buggy",
  ],
])(
  "a saved item that is %s says so and leads on instead of to the basket",
  async (kind, item, text, name, path) => {
    const shown = await show({
      ...item,
      state: { kind } as SavedForLater["state"],
    });

    expect(shown.getByText(text)).toBeDefined();
    expect(shown.queryByRole("button", { name: /Move to basket/ })).toBeNull();
    expect(shown.getByRole("link", { name: `${name} Travel Buggy` }).getAttribute("href")).toBe(path);
  },
);

test("the list tells guests how long it lasts, and customers that it stays", async () => {
  expect((await show({})).getByText(/Kept for 90 days/)).toBeDefined();
  expect((await show({}, false)).getByText(/Kept with your account/)).toBeDefined();
});
