/** A basket as its page shows it. */
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import { cartPricing } from "#app/models/cart/pricing.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";

const CART_ID: CartId = `cart_${"0".repeat(22)}`;

export function lineId(number: number): CartLineId {
  return `line_${String(number).padStart(22, "0")}`;
}

/** One rainbow of many, or a line that differs from it by `changes`. */
export function basketLine(changes: Partial<CartLine> = {}): CartLine {
  return {
    id: lineId(1),
    productId: 101,
    variantId: 5001,
    sku: "HB-0101-SUNS",
    name: "Rainbow Stacker",
    variantLabel: "Sunset",
    path: "/p/toys/rainbow-stacker?swatch=sunset",
    image: { file: "products/rainbow-stacker--sunset-1.jpg", alt: "Rainbow", width: 1200, height: 1200 },
    price: { now: money(5400, "GBP"), was: null, percentOff: null },
    quantity: 1,
    available: 18,
    stock: "in-stock",
    quantityMinimum: 1,
    quantityMaximum: 6,
    isForSale: true,
    preorderReleaseAt: null,
    deliveryClass: "small",
    isFreeShipping: false,
    isToy: true,
    gift: null,
    personalisation: null,
    taxRateBasisPoints: 2000,
    ageText: "12 months +",
    warnings: ["Warning. Remove all packaging."],
    ...changes,
  };
}

export function basketOf(lines: ReadonlyArray<CartLine>): Cart {
  return {
    id: CART_ID,
    version: 1,
    customerId: null,
    email: null,
    deliveryMethod: null,
    deliveryPostcode: null,
    formerCurrency: null,
    couponCode: null,
    lines,
  };
}

/** What the lines cost on a Monday in November. */
export function pricingOf(lines: ReadonlyArray<CartLine>) {
  const now = new Date("2026-11-23T10:00:00Z");
  return cartPricing(lines, { now }, { ...demoDeliveryRules, gift: demoGiftRules });
}
