/** Every currency that Intl knows, from the price in a file through a purchase to the last refund. */
import { expect, test } from "vitest";

import { cartTotals, type CartTotals } from "#app/models/cart/totals.ts";
import { addRefunds, noRefund, refundShares, remainingRefund } from "#app/models/order/refund-shares.ts";
import { currencyDigits, isCurrency, minorPerUnit, smallestStep } from "#app/models/shared/currency.ts";
import {
  amountOf,
  decimalAmount,
  hundredthsOf,
  minorOfHundredths,
  priceSchema,
} from "#app/models/shared/decimal.ts";
import {
  formatMoney,
  money,
  shareOfMoney,
  splitMoney,
  subtractMoney,
  sumMoney,
} from "#app/models/shared/money.ts";
import { amountField, readAmount } from "#app/models/shared/typed-amount.ts";
import { amountFromStripe, stripeAmount } from "#app/services/payment/payment-stripe-amount.ts";
import fc from "#tests/support/fast-check.ts";
import { sampled } from "#tests/support/test-part.ts";

const CURRENCIES = Intl.supportedValuesOf("currency");
/** With two tests each. */
const ROWS = sampled(CURRENCIES, 30);
const RUNS = 20;

const baskets = fc.record({
  lines: fc.array(
    fc.record({
      steps: fc.integer({ min: 0, max: 99_999 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      rate: fc.constantFrom(0, 500, 1_000, 1_900, 2_300),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  percent: fc.integer({ min: 0, max: 100 }),
  deliverySteps: fc.integer({ min: 0, max: 9_999 }),
  order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
});
type Basket = typeof baskets extends fc.Arbitrary<infer Value> ? Value : never;

function totalsOf({ lines, percent, deliverySteps }: Basket, currency: string): CartTotals {
  const step = smallestStep(currency);
  const priced = lines.map(({ steps, quantity, rate }, index) => ({
    variantId: index,
    quantity,
    unitPrice: money(steps * step, currency),
    taxRateBasisPoints: rate,
  }));
  const worth = priced.map(({ unitPrice, quantity }) => unitPrice.minor * quantity);
  const items = money(
    worth.reduce((sum, minor) => sum + minor, 0),
    currency,
  );
  return cartTotals({
    lines: priced,
    discounts: splitMoney(shareOfMoney(items, percent, 100), worth),
    delivery: money(deliverySteps * step, currency),
    currency,
  });
}

test("the table of digits has every currency that is not divided into hundredths", () => {
  expect(CURRENCIES.length).toBeGreaterThan(150);
  expect(CURRENCIES.every(isCurrency)).toBe(true);
  expect(["GBP", "EUR", "JPY", "KRW", "KWD", "BHD", "TND"].map(currencyDigits)).toEqual([
    2, 2, 0, 0, 3, 3, 3,
  ]);
});

test.each(ROWS)("%s comes back from every form in which it is written", (currency) => {
  const step = smallestStep(currency);
  const format = { currency, locale: "en-GB" };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (steps) => {
      const amount = money(steps * step, currency);
      const decimal = amountOf(amount);

      expect(priceSchema(currency).parse(decimal)).toBe(amount.minor);
      expect(Math.round(Number(decimalAmount(amount)) * minorPerUnit(currency))).toBe(amount.minor);
      expect(amountFromStripe(stripeAmount(amount), currency)).toEqual(amount);
      expect(readAmount(amountField(amount.minor, format), format)).toBe(amount.minor);
      if (currencyDigits(currency) <= 3)
        expect(minorOfHundredths(hundredthsOf(amount), currency)).toBe(amount.minor);
      expect(formatMoney(amount, "en-GB").replace(/\D/g, "")).toBe(decimalAmount(amount).replace(/\D/g, ""));
    }),
    { numRuns: RUNS },
  );
});

test.each(ROWS)("a basket in %s is paid and refunded to the last minor unit", (currency) => {
  fc.assert(
    fc.property(baskets, (basket) => {
      const totals = totalsOf(basket, currency);
      const lines = totals.lines.map((line) => ({ ...line, wrap: null }));
      const order = { totals, lines };
      const paid = sumMoney(
        [subtractMoney(totals.items, totals.discount), totals.delivery ?? money(0, currency)],
        currency,
      );
      expect(totals.total).toEqual(paid);

      let given = noRefund(lines.length);
      let [amount, vat] = [0, 0];
      for (const draw of basket.order) {
        const left = remainingRefund(order, given);
        const open = left.units.flatMap((units, index) => (units > 0 ? [index] : []));
        const line = open[draw % Math.max(1, open.length)];
        const requested =
          line === undefined
            ? { units: lines.map(() => 0), delivery: left.delivery }
            : { units: lines.map((_, index) => (index === line ? 1 : 0)), delivery: false };
        const shares = refundShares(order, requested, given);
        if (!shares.ok) break;
        expect(shares.value.total.amount.minor % smallestStep(currency)).toBe(0);
        amount += shares.value.total.amount.minor;
        vat += shares.value.total.vat.minor;
        given = addRefunds(given, requested);
      }
      const done = remainingRefund(order, given);
      expect(done).toEqual(noRefund(lines.length));
      expect([amount, vat]).toEqual([totals.total.minor, totals.vat.minor]);
    }),
    { numRuns: RUNS },
  );
});
