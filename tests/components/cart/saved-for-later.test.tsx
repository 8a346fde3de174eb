// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { SavedSection } from "#app/components/cart/saved-for-later.tsx";
import type { SavedForLater } from "#app/models/cart/saved-for-later.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

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

function show(item: Partial<SavedForLater>, isGuest = true): void {
  renderPage(<SavedSection items={[{ ...ITEM, ...item }]} isGuest={isGuest} />);
}

test.each<readonly [string, Partial<SavedForLater>, string]>([
  ["cheaper", { change: { kind: "cheaper", by: money(5_400, "GBP") } }, "£54.00 less than when you saved it"],
  ["dearer", { change: { kind: "dearer", was: money(3_200, "GBP") } }, "Was £32.00 when you saved it"],
  ["low in stock", { state: { kind: "available", isBack: false, left: 2 } }, "2 left"],
  ["back in stock", { state: { kind: "available", isBack: true, left: 2 } }, "Back in stock. 2 left"],
  ["sold out", { state: { kind: "sold-out" } }, "Sold out"],
  ["of a colour that has ended", { state: { kind: "variant-gone" } }, "No longer made in Olive"],
  ["discontinued", { state: { kind: "not-for-sale" }, path: null }, "We no longer sell this"],
])("a saved item that is %s says so", (_, item, text) => {
  show(item);

  expect(screen.getByText(text)).toBeDefined();
});

test.each<readonly [string, Partial<SavedForLater>, string, string]>([
  ["sold out", { state: { kind: "sold-out" } }, "Tell me when it is back", "/stock-alerts?variant=5005"],
  ["of a colour that has ended", { state: { kind: "variant-gone" } }, "Choose another", ITEM.path!],
  ["discontinued", { state: { kind: "not-for-sale" } }, "See something like it", "/search/Travel%20Buggy"],
])("a saved item that is %s leads on instead of to the basket", (_, item, name, path) => {
  show(item);

  expect(screen.queryByRole("button", { name: /Move to basket/ })).toBeNull();
  expect(screen.getByRole("link", { name: `${name} Travel Buggy` }).getAttribute("href")).toBe(path);
});

test("the list tells guests how long it lasts, and customers that it stays", () => {
  show({});
  expect(screen.getByText(/Kept for 90 days/)).toBeDefined();
  cleanup();
  show({}, false);
  expect(screen.getByText(/Kept with your account/)).toBeDefined();
});
