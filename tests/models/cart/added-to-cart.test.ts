import { expect, test } from "vitest";

import { addedDeliveryText } from "#app/models/cart/added-to-cart.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import { cartPricing, estimateDelivery } from "#app/models/cart/pricing.ts";
import { money } from "#app/models/shared/money.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

const NOW = new Date("2026-11-23T10:00:00Z");

const FURNITURE = { price: pence(30_000), deliveryClass: "two_person" } as const;
const FREE = "Delivery is free on this order.";

test.each([
  [
    "a parcel under fifty pounds",
    { price: pence(3800) },
    null,
    "Spend £12.00 more for free standard delivery.",
  ],
  ["a parcel of fifty pounds", { price: pence(5000) }, null, FREE],
  ["furniture", FURNITURE, null, "Delivery to the mainland: £39.00."],
  ["furniture with free delivery", { ...FURNITURE, isFreeShipping: true }, null, FREE],
  ["furniture to an island", FURNITURE, "PO30 1AA", "Delivery: £69.00."],
])("%s: the delivery text is correct", (_, changes, postcode, words) => {
  const pricing = cartPricing([line(changes)], { postcode, now: NOW }, demoDeliveryRules);

  expect(addedDeliveryText(pricing)).toBe(words);
});

test("where no items ship together the text says so, and the total excludes delivery", () => {
  const pricing = cartPricing(
    [line({ price: pence(5000) })],
    { postcode: "75001", countryCode: "FR", now: NOW },
    demoDeliveryRules,
  );

  expect(addedDeliveryText(pricing)).toBe("We cannot deliver these items to that postcode together.");
  expect(pricing.totals.delivery).toBeNull();
  expect(pricing.totals.total).toEqual(money(5000, "GBP"));
});

test("each line shows its own date for the chosen option", () => {
  const lines = [line({ variantId: 1 }), line({ variantId: 2, deliveryClass: "two_person" })];

  const { chosen } = cartPricing(lines, { now: NOW }, demoDeliveryRules);

  expect(estimateDelivery(chosen, 1)).toBe("Wednesday 25 to Friday 27 November");
  expect(estimateDelivery(chosen, 2)).toBe("on a day you choose, from Friday 27 November");
  expect(estimateDelivery(chosen, 3)).toBeNull();
  expect(estimateDelivery(null, 1)).toBeNull();
});

test("what is missing for free delivery is told if anything goes by parcel", () => {
  const missing = (...lines: ReadonlyArray<CartLine>) =>
    cartPricing(lines, { now: NOW }, demoDeliveryRules).amountToFreeShipping;
  const furniture = line({ variantId: 2, deliveryClass: "two_person" });

  expect(missing(line({}), furniture)).toEqual(money(1000, "GBP"));
  expect(missing(furniture)).toBeNull();
});

function pence(minor: number) {
  return { now: money(minor, "GBP"), was: null, percentOff: null };
}

function line(changes: Partial<CartLine>): CartLine {
  return {
    id: `line_${"0".repeat(22)}`,
    productId: 1,
    variantId: 1,
    sku: "HB-1",
    name: "Car",
    variantLabel: null,
    path: "/p/toys/car",
    image: { file: "products/car-1.jpg", alt: "Car", width: 1200, height: 1200 },
    price: pence(2000),
    quantity: 1,
    available: 9,
    stock: "in-stock",
    quantityMinimum: 1,
    quantityMaximum: 9,
    isForSale: true,
    preorderReleaseAt: null,
    deliveryClass: "small",
    isFreeShipping: false,
    isToy: true,
    gift: null,
    personalisation: null,
    taxRateBasisPoints: 2000,
    ageText: null,
    warnings: [],
    ...changes,
  };
}
