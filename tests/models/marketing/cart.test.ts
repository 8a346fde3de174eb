import fc from "#tests/support/fast-check.ts";
import { describe, expect, test } from "vitest";

import type { Cart } from "#app/models/cart/cart.ts";
import { cartPricing } from "#app/models/cart/pricing.ts";
import { cartSum, marketingCart } from "#app/models/marketing/cart.ts";
import { currentStatement, isGuestMarker, isOwnContactId } from "#app/models/marketing/contact.ts";
import { amountOf } from "#app/models/shared/decimal.ts";
import { money } from "#app/models/shared/money.ts";
import { cartLines, randomBasket } from "#tests/support/people/random-basket.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

const FACTS = {
  email: "grace@example.com",
  recoveryUrl: "https://shop.example/cart-recovery/cart_1?sig=x",
  origin: "https://shop.example",
  imagePath: (file: string) => `/image/${file}?w=640`,
};

const FIELDS = ["cartID", "currency", "email", "cartRecoveryUrl", "cartSum", "products"];

function cartOf(lines: Cart["lines"]): Cart {
  const nothing = { customerId: null, email: null, couponCode: null, formerCurrency: null };
  const delivery = { deliveryMethod: null, deliveryPostcode: null };
  return { id: `cart_${"1".repeat(22)}`, version: 1, ...nothing, ...delivery, lines };
}

describe("the record of a cart", () => {
  test("has whole amounts (the shop's decimals × 100, rounded), texts for ids, and absolute addresses (requirement marketing-3)", () => {
    fc.assert(
      fc.property(randomBasket, (basket) => {
        const lines = cartLines(basket);
        const { totals } = cartPricing(lines, { now: new Date("2026-11-21T09:00:00Z") }, demoDeliveryRules);

        const record = marketingCart({ cart: cartOf(lines), totals }, FACTS);

        expect(record?.cartSum).toBe(
          Math.round(amountOf(totals.items) * 100) - Math.round(amountOf(totals.discount) * 100),
        );
        for (const [at, product] of record?.products.entries() ?? []) {
          const price = lines[at]?.price.now ?? money(-1, "GBP");
          expect(product.price).toBe(Math.round(amountOf(price) * 100));
          expect(Number.isSafeInteger(product.price)).toBe(true);
        }
        expect(Object.keys(record ?? {})).toEqual(FIELDS);
        expect(record?.products[0]).toMatchObject({
          cartProductID: lines[0]?.id,
          productID: String(lines[0]?.productId),
          variantID: String(lines[0]?.variantId),
          imageUrl: "https://shop.example/image/products/thing-1.jpg?w=640",
          productUrl: "https://shop.example/p/thing",
        });
      }),
    );
  });

  test("leaves out items that were taken off sale, and is null when none are left", () => {
    const [line] = cartLines(fc.sample(randomBasket, 1)[0]!);
    const off = { ...line!, isForSale: false };
    const totals = { items: money(0, "GBP"), discount: money(0, "GBP") };

    expect(marketingCart({ cart: cartOf([off]), totals }, FACTS)).toBeNull();
    expect(marketingCart({ cart: cartOf([]), totals }, FACTS)).toBeNull();
  });

  test("has 0 for a free cart, and the items' price only for a missing amount", () => {
    expect(cartSum({ cartAmount: money(0, "GBP"), baseAmount: money(5_000, "GBP") })).toBe(0);
    expect(cartSum({ cartAmount: null, baseAmount: money(5_000, "GBP") })).toBe(5_000);
  });
});

describe("the marketing consent of an address", () => {
  const output = (state: "subscribed" | "unsubscribed" | "nonSubscribed", at: number) => ({
    state,
    source: "test",
    at: `2026-11-21T09:00:0${at}.000Z`,
  });

  test("is the latest statement, in every order of arrival, and a missing one withdraws nothing", () => {
    const state = fc.constantFrom("subscribed" as const, "unsubscribed" as const, "nonSubscribed" as const);
    fc.assert(
      fc.property(
        fc.array(state, { minLength: 1, maxLength: 9 }),
        fc.infiniteStream(fc.nat()),
        (states, dice) => {
          const statements = states.map((one, at) => output(one, at));
          const shuffled = [...statements]
            .map((one) => ({ one, key: dice.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          const last = statements.findLast((one) => one.state !== "nonSubscribed");

          const end = shuffled.reduce<ReturnType<typeof output> | null>(
            (known, next) => currentStatement(known, next),
            null,
          );

          expect(end?.state).toBe(last?.state ?? "nonSubscribed");
        },
      ),
    );
  });

  test("a marker contains an id or the word guest, and nothing else", () => {
    expect(["guest", "0123456789abcdef01234567", `contact_${"a".repeat(22)}`].every(isGuestMarker)).toBe(
      true,
    );
    expect(["", "a b", "a;b", "x".repeat(65), "<script>", null, 7].some(isGuestMarker)).toBe(false);
    expect(isOwnContactId(`contact_${"a".repeat(22)}`)).toBe(true);
    expect(isOwnContactId("0123456789abcdef01234567")).toBe(false);
  });
});
