import { expect, test } from "vitest";

import { isGiftable, paperText, standingGift, wrapFee, wrapPrices } from "#app/models/cart/gift.ts";
import { priceOrFree } from "#app/models/cart/totals.ts";
import type { Order } from "#app/models/order/order.ts";
import { giftInstructions, showsPrices } from "#app/models/order/packing-instructions.ts";
import { money } from "#app/models/shared/money.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";

const HOLLY = { paper: "Holly-leaf print", message: null };

test("a fee is charged for each wrapped unit, and none for a card", () => {
  const lines = [
    { gift: HOLLY, quantity: 3, isToy: true, paid: money(3000, "GBP") },
    { gift: { paper: null, message: "For you" }, quantity: 2, isToy: true, paid: money(2000, "GBP") },
    { gift: null, quantity: 1, isToy: false, paid: money(90_000, "GBP") },
  ];

  expect(wrapPrices(lines, demoGiftRules)).toEqual([
    { price: money(1350, "GBP"), taxRateBasisPoints: 2000 },
    null,
    null,
  ]);
});

test.each([
  [9_999, 0, 450],
  [10_000, 0, 0],
  [9_999, 50_000, 450],
])("with %i pence of toys and %i of other items, wrapping one costs %i", (toys, others, fee) => {
  const lines = [
    { isToy: true, paid: money(toys, "GBP") },
    { isToy: false, paid: money(others, "GBP") },
  ];

  expect(wrapFee(lines, demoGiftRules)).toEqual(money(fee, "GBP"));
});

test.each([
  ["small", { paper: "holly", message: "For you" }, { paper: "Holly-leaf print", message: "For you" }],
  ["two_person", { paper: "holly", message: "For you" }, null],
  // A paper that is not offered any more is ignored.
  ["small", { paper: "gold", message: null }, null],
  ["large", null, null],
] as const)("a %s item with the request %j gets %j", (deliveryClass, gift, standing) => {
  expect(standingGift({ deliveryClass, gift }, demoGiftRules)).toEqual(standing);
  expect(isGiftable({ deliveryClass }, demoGiftRules)).toBe(deliveryClass !== "two_person");
});

test("a gift request is described in a sentence", () => {
  expect([money(0, "GBP"), money(450, "GBP")].map((price) => priceOrFree(price, "en-GB"))).toEqual([
    "Free",
    "£4.50",
  ]);
  expect(paperText(HOLLY)).toBe("Wrapped in holly-leaf print");
  expect(paperText({ paper: null, message: "For you" })).toBeNull();
});

test("packing instructions list the wrapping, the cards, and whether prices may be shown", () => {
  const [first, second] = sampleOrder().lines as [Order["lines"][0], Order["lines"][0]];
  const birthday = { paper: "Holly-leaf print", message: "Happy birthday!\nGrandma" };
  const order = sampleOrder({
    lines: [
      { ...first, gift: birthday },
      { ...second, gift: null },
      { ...second, gift: { paper: null, message: "Sleep well" } },
      { ...second, gift: { paper: "Brown kraft with cotton ribbon", message: null } },
    ],
    giftMessage: "To all of you",
    hasGiftReceipt: true,
  });
  const pushchair = { name: "City Pushchair, Sage", quantity: 1 };

  expect(giftInstructions(order)).toEqual({
    lines: [
      {
        ...{ position: 0, name: "Rainbow Stacker, Muted", quantity: 2, message: birthday.message },
        wrapping: "Wrap each of the 2 in Holly-leaf print",
      },
      { ...pushchair, position: 2, wrapping: null, message: "Sleep well" },
      { ...pushchair, position: 3, wrapping: "Wrap in Brown kraft with cotton ribbon", message: null },
    ],
    message: "To all of you",
    showsPrices: false,
  });
  expect(giftInstructions(sampleOrder())).toEqual({ lines: [], message: null, showsPrices: true });
});

test("a delivery to someone else hides prices, and so does an order that requests it", () => {
  const { deliveryAddress, delivery } = sampleOrder();
  const toAda = { deliveryAddress: { ...deliveryAddress, first_name: "Ada" } };
  const collected = { ...toAda, delivery: { ...delivery, collection: { address: [], hours: [] } } };

  expect(showsPrices(sampleOrder())).toBe(true);
  expect(showsPrices(sampleOrder({ deliveryAddress: { ...deliveryAddress, phone: "" } }))).toBe(true);
  expect(showsPrices(sampleOrder(toAda))).toBe(false);
  expect(showsPrices(sampleOrder(collected))).toBe(true);
  expect(showsPrices(sampleOrder({ ...collected, hasGiftReceipt: true }))).toBe(false);
});
