import { expect, test } from "vitest";

import { isGiftable, paperText, standingGift, wrapFee, wrapPrices, wrapText } from "#app/models/cart/gift.ts";
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

test("two-person items cannot be gifts, and an unavailable paper is ignored", () => {
  const request = { paper: "holly", message: "For you" };

  expect(isGiftable({ deliveryClass: "large" }, demoGiftRules)).toBe(true);
  expect(standingGift({ deliveryClass: "small", gift: request }, demoGiftRules)).toEqual({
    paper: "Holly-leaf print",
    message: "For you",
  });
  expect(standingGift({ deliveryClass: "two_person", gift: request }, demoGiftRules)).toBeNull();
  expect(
    standingGift({ deliveryClass: "small", gift: { paper: "gold", message: null } }, demoGiftRules),
  ).toBeNull();
  expect(standingGift({ deliveryClass: "small", gift: null }, demoGiftRules)).toBeNull();
});

test("a gift request is described in a sentence", () => {
  expect([money(0, "GBP"), money(450, "GBP")].map((price) => wrapText(price, "en-GB"))).toEqual([
    "Free",
    "£4.50",
  ]);
  expect(paperText(HOLLY)).toBe("Wrapped in holly-leaf print");
  expect(paperText({ paper: null, message: "For you" })).toBeNull();
});

test("packing instructions list the wrapping, the cards, and whether prices may be shown", () => {
  const [first, second] = sampleOrder().lines;
  if (!first || !second) throw new Error("The sample order has two lines");
  const order = sampleOrder({
    lines: [
      { ...first, gift: { paper: "Holly-leaf print", message: "Happy birthday!\nGrandma" } },
      { ...second, gift: null },
      { ...second, gift: { paper: null, message: "Sleep well" } },
      { ...second, gift: { paper: "Brown kraft with cotton ribbon", message: null } },
    ],
    giftMessage: "To all of you",
    hasGiftReceipt: true,
  });

  expect(giftInstructions(order)).toEqual({
    lines: [
      {
        position: 0,
        name: "Rainbow Stacker, Muted",
        quantity: 2,
        wrapping: "Wrap each of the 2 in Holly-leaf print",
        message: "Happy birthday!\nGrandma",
      },
      { position: 2, name: "City Pushchair, Sage", quantity: 1, wrapping: null, message: "Sleep well" },
      {
        position: 3,
        name: "City Pushchair, Sage",
        quantity: 1,
        wrapping: "Wrap in Brown kraft with cotton ribbon",
        message: null,
      },
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
