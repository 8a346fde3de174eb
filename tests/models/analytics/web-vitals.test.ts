import { expect, test } from "vitest";

import { isGood, percentile75, vitalsEvent } from "#app/models/analytics/web-vitals.ts";

test.each([
  ["/", "home"],
  ["/p/wooden-toys/rainbow", "product"],
  ["/category/prams", "category"],
  ["/c", "category"],
  ["/brands/x", "brand"],
  ["/blog/play/5", "journal"],
  ["/checkout/thank-you/order_1", "checkout"],
  ["/account/orders/order_1", "other"],
  ["/cart-recovery/cart_1", "other"],
])("%s is a page of the kind %s", (pathname, kind) => {
  expect(vitalsEvent(pathname, "ordinary", { TTFB: 90 })?.properties).toMatchObject({ page_kind: kind });
});

test("the event has the kind of the page and no address", () => {
  expect(vitalsEvent("/p/x", "prerendered", { LCP: 812.5, CLS: 0 })).toEqual({
    name: "web_vitals",
    properties: { page_kind: "product", page_arrival: "prerendered", LCP: 812.5, CLS: 0 },
  });
});

test("impossible values are left out, and without values there is no event", () => {
  expect(vitalsEvent("/", "ordinary", { LCP: -1, TTFB: 90 })?.properties).toEqual({
    page_kind: "home",
    page_arrival: "ordinary",
    TTFB: 90,
  });
  expect(vitalsEvent("/", "ordinary", { LCP: 1e9, CLS: 101 })).toBeNull();
  expect(vitalsEvent("/", "ordinary", {})).toBeNull();
});

test.each([
  [[], null],
  [[7], 7],
  [[4, 1, 3, 2], 3],
  [[1, 2, 3, 4, 5, 6, 7, 8], 6],
])("three of four of %j are not above %s", (values, expected) => {
  expect(percentile75(values)).toBe(expected);
});

test("a value at its published limit is good", () => {
  expect([isGood("LCP", 2_500), isGood("LCP", 2_501), isGood("CLS", 0.1), isGood("INP", 201)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
