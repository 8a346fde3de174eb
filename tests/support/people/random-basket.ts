/** Baskets as chance makes them: items, coupon, delivery and gifts, for the shop and for the second reckoning. */
import fc from "#tests/support/fast-check.ts";

import type { CartLine } from "#app/models/cart/cart.ts";
import type { PricingRules } from "#app/models/cart/pricing.ts";
import type { Coupon } from "#app/models/coupon/coupon.ts";
import { money } from "#app/models/shared/money.ts";
import type { ReckonedBasket } from "#tests/support/checks/price-reckoning.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";

const SIZES = ["small", "large", "two_person"] as const;
const pence = (max: number) => fc.integer({ min: 0, max });
/** Prices as they are written on labels, and awkward ones. */
const price = fc.oneof(fc.constantFrom(1, 99, 499, 999, 2400, 5400, 9999, 10_000), pence(200_000));

const line = fc.record({
  price,
  quantity: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 99 })),
  rate: fc.constantFrom(0, 500, 2000),
  category: fc.integer({ min: 1, max: 3 }),
  product: fc.integer({ min: 1, max: 5 }),
  isOnSale: fc.boolean(),
  isToy: fc.boolean(),
  isWrapped: fc.boolean(),
  hasMessage: fc.boolean(),
  size: fc.constantFrom(...SIZES, "small" as const),
  isFreeShipping: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
});

const terms = {
  minimum: fc.option(pence(20_000)),
  minimumOn: fc.constantFrom("all" as const, "matching_items" as const),
  category: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  product: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 1 }),
  spares: fc.constantFrom("sale items" as const, "nothing" as const),
  methods: fc.option(fc.subarray(["standard", "express", "two_person"])),
};
const coupon = fc.oneof(
  fc.record({ type: fc.constant("percentage" as const), amount: fc.integer({ min: 1, max: 100 }), ...terms }),
  fc.record({ type: fc.constant("fixed" as const), amount: pence(30_000), ...terms }),
  fc.record({ type: fc.constant("free_delivery" as const), amount: fc.constant(0), ...terms }),
);

const bySize = fc.record({ small: pence(2_000), large: pence(5_000), two_person: pence(9_000) });
const method = fc.record({ freeOver: fc.option(pence(20_000)), price: bySize, surcharge: bySize });

export const randomBasket = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 7 }),
  coupon: fc.option(coupon, { freq: 4 }),
  methods: fc.tuple(...demoDeliveryRules.methods.map(() => method)),
  chosen: fc.nat(demoDeliveryRules.methods.length - 1),
  wrapFee: pence(1_000),
  wrapFreeOver: pence(30_000),
  // Those of providers, and one that chance stays below often enough.
  smallest: fc.constantFrom(0, 30, 50, 50_000),
});

export type RandomBasket = typeof randomBasket extends fc.Arbitrary<infer Basket> ? Basket : never;

/** The basket's lines as the shop reads them. */
export function cartLines({ lines }: RandomBasket): ReadonlyArray<CartLine> {
  return lines.map((drawn, index) => ({
    id: `line_${String(index).padStart(22, "0")}`,
    productId: drawn.product,
    variantId: 100 + index,
    sku: `S-${index}`,
    name: `Thing ${index}`,
    variantLabel: null,
    personalisation: null,
    path: "/p/thing",
    image: { file: "products/thing-1.jpg", alt: "", width: 1200, height: 1200 },
    price: {
      now: money(drawn.price, "GBP"),
      was: drawn.isOnSale ? money(drawn.price + 100, "GBP") : null,
      percentOff: null,
    },
    quantity: drawn.quantity,
    available: 99,
    stock: "in-stock",
    quantityMinimum: 1,
    quantityMaximum: 99,
    isForSale: true,
    preorderReleaseAt: null,
    deliveryClass: drawn.size,
    isFreeShipping: drawn.isFreeShipping,
    isToy: drawn.isToy,
    gift:
      drawn.isWrapped || drawn.hasMessage
        ? { paper: drawn.isWrapped ? "holly" : null, message: drawn.hasMessage ? "For you" : null }
        : null,
    taxRateBasisPoints: drawn.rate,
    ageText: null,
    warnings: [],
  }));
}

/** The basket's coupon as the shop reads it, or null. */
export function couponOf({ coupon: drawn }: RandomBasket): Coupon | null {
  if (!drawn) return null;
  return {
    id: 1,
    code: "CHANCE",
    name: "Chance",
    type: drawn.type,
    amount: drawn.amount,
    locale: "en-GB",
    minimumSpend: drawn.minimum === null ? null : money(drawn.minimum, "GBP"),
    onlyIn: null,
    minimumAppliesTo: drawn.minimumOn,
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: null,
    isEnabled: true,
    maxUses: null,
    used: 0,
    categoryIds: drawn.category === null ? null : new Set([drawn.category]),
    productIds: drawn.product === null ? null : new Set([drawn.product]),
    deliveryMethods: drawn.methods,
    excludesSaleItems: drawn.spares === "sale items",
    isOncePerCustomer: false,
    isFirstOrderOnly: false,
    message: "Taken off.",
  };
}

/** The demo shop's methods with the basket's prices; they reach one zone, which is everywhere. */
export function rulesOf({ methods, wrapFee, wrapFreeOver, smallest }: RandomBasket): PricingRules {
  const [zone] = demoDeliveryRules.zones;
  if (!zone) throw new Error("The demo shop has no zone");
  return {
    ...demoDeliveryRules,
    methods: demoDeliveryRules.methods.map((known, index) => ({
      ...known,
      freeOver: minorOrNull(methods[index]?.freeOver ?? null),
      price: Object.fromEntries(
        SIZES.filter((size) => known.price[size] !== undefined).map((size) => [
          size,
          money(methods[index]?.price[size] ?? 0, "GBP"),
        ]),
      ),
    })),
    zones: [
      {
        ...zone,
        isDefault: true,
        isExcluded: false,
        methods: Object.fromEntries(
          demoDeliveryRules.methods.map(({ key }, index) => [
            key,
            {
              extraDays: 0,
              surcharge: Object.fromEntries(
                SIZES.map((size) => [size, money(methods[index]?.surcharge[size] ?? 0, "GBP")]),
              ),
            },
          ]),
        ),
      },
    ],
    gift: { ...demoGiftRules, fee: money(wrapFee, "GBP"), freeOver: money(wrapFreeOver, "GBP") },
    smallestCharge: smallest,
  };
}

/** The same basket for the second reckoning; `method` is the one that was chosen. */
export function reckonedBasket(basket: RandomBasket, method: string): ReckonedBasket {
  const { lines, coupon: drawn, methods, wrapFee, wrapFreeOver } = basket;
  return {
    lines: lines.map((one) => ({
      ...one,
      price: BigInt(one.price),
      quantity: BigInt(one.quantity),
      rate: BigInt(one.rate),
    })),
    coupon: drawn && {
      ...drawn,
      amount: BigInt(drawn.amount),
      minimum: drawn.minimum === null ? null : BigInt(drawn.minimum),
    },
    methods: demoDeliveryRules.methods.map(({ key, price: carried }, index) => ({
      key,
      freeOver: bigOrNull(methods[index]?.freeOver ?? null),
      price: bigs(
        methods[index]?.price ?? {},
        SIZES.filter((size) => carried[size] !== undefined),
      ),
      surcharge: bigs(methods[index]?.surcharge ?? {}, SIZES),
    })),
    method,
    wrapFee: BigInt(wrapFee),
    wrapFreeOver: BigInt(wrapFreeOver),
    wrapRate: BigInt(demoGiftRules.taxRateBasisPoints),
    smallest: BigInt(basket.smallest),
  };
}

function bigs(amounts: Readonly<Record<string, number>>, sizes: ReadonlyArray<string>) {
  return new Map(sizes.map((size) => [size, BigInt(amounts[size] ?? 0)]));
}

const minorOrNull = (minor: number | null) => (minor === null ? null : money(minor, "GBP"));
const bigOrNull = (minor: number | null) => (minor === null ? null : BigInt(minor));
