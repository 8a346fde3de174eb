import { expect, test } from "vitest";

import {
  countedPath,
  itemsEvent,
  itemOf,
  purchaseEvent,
  refundEvent,
  searchEvent,
} from "#app/models/analytics/events.ts";
import { reportChart, reportSteps } from "#app/models/analytics/report.ts";
import { money } from "#app/models/shared/money.ts";

test.each([
  ["/", "/"],
  ["/c/wooden-toys/stackers", "/c/wooden-toys/stackers"],
  ["/p/wooden-toys/rainbow-stacker", "/p/wooden-toys/rainbow-stacker"],
  ["/search/birthday of hannah", "/search"],
  ["/cart", "/cart"],
  ["/cart-recovery/cart_abc", "/cart-recovery"],
  ["/checkout/thank-you/order_abc", "/checkout"],
  ["/orders/order_abc/cancel", "/orders"],
  ["/favourites/list_abc", "/favourites"],
  ["/account/addresses/address_abc", "/account"],
  ["/hannah@example.com", "/other"],
])("%s is counted as %s", (path, counted) => {
  expect(countedPath(path)).toBe(counted);
});

test.each(["hannah@example.com", "07700 900142", "order 12-34-56-78"])(
  "a search for %s is counted without its words",
  (words) => {
    expect(searchEvent(words, 0).properties).toEqual({ search_term: "(hidden)", results: 0 });
  },
);

test("amounts are decimal pounds, exact to the penny", () => {
  const line = (minor: number, quantity: number) => ({
    productId: 7,
    name: "Boat",
    variantLabel: "Red",
    quantity,
    price: { now: money(minor, "GBP"), was: null, percentOff: null },
  });

  expect(itemsEvent("view_cart", [line(1010, 3), line(35, 1)]).properties).toEqual({
    currency: "GBP",
    value: 30.65,
    items: [
      { item_id: "7", item_name: "Boat", item_variant: "Red", price: 10.1, quantity: 3 },
      { item_id: "7", item_name: "Boat", item_variant: "Red", price: 0.35, quantity: 1 },
    ],
  });
  expect(refundEvent("order_a", money(1999, "GBP")).properties).toMatchObject({ value: 19.99 });
});

test("a purchase contains items and sums, and no personal data", () => {
  const totals = {
    total: money(5470, "GBP"),
    vat: money(912, "GBP"),
    delivery: money(395, "GBP"),
    coupon: "WELCOME10",
  };
  const bought = {
    productId: 101,
    name: "Rainbow",
    variantLabel: null,
    unitPrice: money(5075, "GBP"),
    quantity: 1,
  };
  const order = { id: "order_a", totals, lines: [bought], email: "hannah@example.com", note: "Ring twice" };

  const event = purchaseEvent(order as unknown as Parameters<typeof purchaseEvent>[0]);

  expect(event.properties).toEqual({
    transaction_id: "order_a",
    currency: "GBP",
    value: 54.7,
    tax: 9.12,
    shipping: 3.95,
    coupon: "WELCOME10",
    items: [{ item_id: "101", item_name: "Rainbow", price: 50.75, quantity: 1 }],
  });
});

test("texts are cut at 255 characters", () => {
  expect(itemOf({ id: 1, name: "x".repeat(300), price: money(1, "GBP") }).item_name).toHaveLength(255);
});

test("the chart has a bar for each step, and none for nothing", () => {
  const chart = reportChart(
    reportSteps({ visits: 200, productViews: 100, carts: 3, checkouts: 1, orders: 0 }),
  ).split("\n");

  expect(chart).toEqual([
    `Visits            ${"#".repeat(40)}  200  100 %`,
    `Viewed a product  ${"#".repeat(20).padEnd(40)}  100   50 %`,
    `Added to basket   ${"#".padEnd(40)}    3    2 %`,
    `Started checkout  ${"#".padEnd(40)}    1    1 %`,
    `Ordered           ${" ".repeat(40)}    0    0 %`,
  ]);
  expect(
    reportSteps({ visits: 0, productViews: 0, carts: 0, checkouts: 0, orders: 0 })[1]?.ofVisits,
  ).toBeNull();
});
