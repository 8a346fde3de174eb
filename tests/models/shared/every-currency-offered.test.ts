/** Every currency that Intl knows, offered beside the pound: price lists, delivery, coupons, and amounts typed in filters. */
import { expect, test } from "vitest";

import { productAmounts, soldPrice } from "#app/models/catalogue/row-prices.ts";
import { filterParams, requestedFilters } from "#app/models/listing/filter.ts";
import { readGiftAnswers } from "#app/models/listing/gift-finder.ts";
import { type Coupon, couponDiscount } from "#app/models/coupon/coupon.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { amountOf, priceSchema } from "#app/models/shared/decimal.ts";
import { money, sumMoney } from "#app/models/shared/money.ts";
import { missingPrices, pricedIn } from "#app/models/shared/price-list.ts";
import { deliveryOptions, type DeliveryRules } from "#app/models/shipping/shipping.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { NOW } from "#tests/support/now.ts";
import fc from "#tests/support/fast-check.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { sampled } from "#tests/support/test-part.ts";
import { NO_HISTORY } from "#tests/support/shops/coupon-history.ts";

const CURRENCIES = Intl.supportedValuesOf("currency").filter((currency) => currency !== "GBP");
/** With four tests each. */
const OFFERED = sampled(CURRENCIES, 15);
const RUNS = 10;

const steps = fc.integer({ min: 1, max: 99_999 });

test.each(OFFERED)(
  "a price list in %s is read from the file and from the row to the minor unit",
  (currency) => {
    const step = smallestStep(currency);
    const terms = { currency, priceList: currency, lowStockThreshold: 0, lowestPrice: "beside" } as const;
    fc.assert(
      fc.property(steps, steps, (more, least) => {
        const [sale, price] = [least * step, (least + more) * step];
        const decimal = (minor: number) => amountOf(money(minor, currency));
        const file = {
          price: 54,
          sale_price: 49,
          prices: { [currency]: { price: decimal(price), sale_price: decimal(sale) } },
        };

        const read = pricedIn(file, currency) as Record<string, unknown>;
        expect(read).toEqual({ price: decimal(price), sale_price: decimal(sale) });
        expect(priceSchema(currency).parse(read["price"])).toBe(price);
        expect(missingPrices(file, currency)).toEqual([]);
        expect(missingPrices({ price: 54, sale_price: 49 }, currency)).toEqual([
          `prices.${currency}.price`,
          `prices.${currency}.sale_price`,
        ]);

        const list = { price, sale_price: sale, retail_price: null, sort_price: sale };
        const product = {
          price_minor: 5_400,
          sale_price_minor: 4_900,
          prices: JSON.stringify({ [currency]: list }),
        };
        const variant = {
          price_minor: null,
          sale_price_minor: null,
          prices: "{}",
          lowest_price_before_minor: 5_000,
          lowest_prices_before: JSON.stringify({ [currency]: price }),
        };
        expect(
          productAmounts({ ...product, retail_price_minor: 6_000, sort_price_minor: 4_900 }, terms),
        ).toEqual({
          price: money(price, currency),
          salePrice: money(sale, currency),
          retailPrice: null,
          lowest: money(sale, currency),
        });
        const { now, was, lowestBefore } = soldPrice(product, variant, terms);
        expect([now, was, lowestBefore]).toEqual([sale, price, price].map((minor) => money(minor, currency)));
      }),
      { numRuns: RUNS },
    );
  },
);

test.each(OFFERED)(
  "delivery in %s costs its price and its surcharge, and nothing above the limit",
  (currency) => {
    const step = smallestStep(currency);
    fc.assert(
      fc.property(steps, steps, steps, (charge, surcharge, limit) => {
        const [price, extra, freeOver] = [charge, surcharge, limit].map((count) =>
          money(count * step, currency),
        );
        if (!price || !extra || !freeOver) throw new Error("Three amounts");
        const rules = rulesWith({ price, extra, freeOver });
        const costOf = (items: number) =>
          deliveryOptions(
            {
              lines: [
                { variantId: 1, deliveryClass: "small", isFreeShipping: false, preorderReleaseAt: null },
              ],
              items: money(items, currency),
              destination: { postcode: null },
              now: NOW,
            },
            rules,
          ).map((option) => option.price);

        expect(costOf(freeOver.minor - step)).toEqual([sumMoney([price, extra], currency)]);
        expect(costOf(freeOver.minor)).toEqual([extra]);
      }),
      { numRuns: RUNS },
    );
  },
);

test.each(OFFERED)("a coupon in %s is shared out to the minor unit, at most the basket", (currency) => {
  const step = smallestStep(currency);
  const lines = fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lines, steps, fc.integer({ min: 1, max: 100 }), (worth, amount, percent) => {
      const basket = worth.map((count, index) => ({
        productId: index,
        categoryIds: [],
        isOnSale: false,
        total: money(count * step, currency),
      }));
      const items = sumMoney(
        basket.map(({ total }) => total),
        currency,
      );
      const discountsBy = (terms: Pick<Coupon, "type" | "amount">) => {
        const applied = couponDiscount(couponWith(terms), {
          lines: basket,
          history: NO_HISTORY,
          now: NOW,
        });
        return applied.ok ? applied.value.discounts : [];
      };

      const fixed = discountsBy({ type: "fixed", amount: amount * step });
      const share = discountsBy({ type: "percentage", amount: percent });

      expect(sumMoney(fixed, currency).minor).toBe(Math.min(amount * step, items.minor));
      for (const [index, { minor }] of [...fixed, ...share].entries()) {
        expect(minor % step).toBe(0);
        expect(minor).toBeLessThanOrEqual(basket[index % basket.length]?.total.minor ?? 0);
      }
      expect(Math.abs(sumMoney(share, currency).minor - (items.minor * percent) / 100)).toBeLessThan(step);
    }),
    { numRuns: RUNS },
  );
});

test.each(OFFERED)("prices typed in filters and budgets in %s mean what they say", (currency) => {
  const step = smallestStep(currency);
  fc.assert(
    fc.property(steps, steps, (one, other) => {
      const format = { currency, locale: "en-GB" };
      const [minMinor, maxMinor] = [Math.min(one, other) * step, Math.max(one, other) * step];
      const filters = { values: {}, minMinor, maxMinor };

      const query = new URLSearchParams(filterParams(filters, format).map(([name, value]) => [name, value]));
      expect(requestedFilters(query, format)).toMatchObject(filters);
      const gift = { ...demoStore.gift, budgets: [money(minMinor, currency)] };
      const answers = readGiftAnswers(
        new URLSearchParams({ budget: query.get("min") ?? "" }),
        { bands: [], interests: [], occasions: [] },
        { ...format, gift },
      );
      expect(answers.budgetMinor).toBe(minMinor);
    }),
    { numRuns: RUNS },
  );
});

type Charges = Readonly<Record<"price" | "extra" | "freeOver", ReturnType<typeof money>>>;

/** One method and one zone, with a surcharge. */
function rulesWith({ price, extra, freeOver }: Charges): DeliveryRules {
  return {
    methods: [
      {
        key: "standard",
        name: "Standard",
        description: "",
        freeOver,
        price: { small: price },
        handling: { min: 0, max: 1 },
        transit: { min: 1, max: 2 },
        cutoff: "14:00",
        booking: null,
      },
    ],
    zones: [
      {
        key: "home",
        name: "Home",
        isDefault: true,
        isExcluded: false,
        countries: ["GB"],
        postcodes: [],
        methods: { standard: { surcharge: { small: extra }, extraDays: 0 } },
        note: null,
      },
    ],
    calendar: demoDeliveryRules.calendar,
    country: "GB",
    taxRates: {},
    currency: price.currency,
    locale: "en-GB",
    classNames: { small: "Parcel" },
  };
}

function couponWith(terms: Pick<Coupon, "type" | "amount">): Coupon {
  return {
    ...{ id: 1, code: "OFF", name: "Off", message: "", locale: "en-GB", onlyIn: null },
    ...{ minimumSpend: null, minimumAppliesTo: "all", maxUses: null, used: 0 },
    ...{ startsAt: "2020-01-01T00:00:00.000Z", endsAt: null, isEnabled: true },
    ...{ categoryIds: null, productIds: null, deliveryMethods: null },
    ...{ excludesSaleItems: false, isOncePerCustomer: false, isFirstOrderOnly: false },
    ...terms,
  };
}
