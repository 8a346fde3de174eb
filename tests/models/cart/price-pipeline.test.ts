import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { cartPricing } from "#app/models/cart/pricing.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import {
  addRefunds,
  noRefund,
  refundShares,
  type RefundUnits,
  remainingRefund,
} from "#app/models/order/refund-shares.ts";
import { couponDiscount } from "#app/models/coupon/coupon.ts";
import { multiplyMoney } from "#app/models/shared/money.ts";
import { ok } from "#app/models/shared/result.ts";
import { type Reckoned, reckon, reckonRefund } from "#tests/support/checks/price-reckoning.ts";
import {
  cartLines,
  couponOf,
  type RandomBasket,
  randomBasket,
  reckonedBasket,
  rulesOf,
} from "#tests/support/people/random-basket.ts";
import { NO_HISTORY } from "#tests/support/shops/coupon-history.ts";

/** `npm run storm` asks for 10,000. */
const RUNS = Number(process.env["PIPELINE_RUNS"] ?? 500);
const NOW = new Date("2026-11-24T10:00:00.000Z");

test(`${RUNS} carts cost what a second calculation gives, to the penny, and so does every refund (X-05)`, () => {
  const refunds = fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 99 }), fc.boolean()), {
    maxLength: 12,
  });
  const seen = { coupons: 0, wrapped: 0, refunds: 0, waived: 0 };
  fc.assert(
    fc.property(randomBasket, refunds, (basket, tries) => {
      const { totals, method, couponWorks } = priced(basket);
      const reckoned = reckon(reckonedBasket(basket, method));

      expect(couponWorks).toBe(reckoned.couponWorks);
      expect(reckoned).toMatchObject(figures(totals));
      expectPartsToAddUp(totals);
      seen.refunds += expectRefundsToAgree(totals, reckoned, tries);
      seen.waived += totals.waived ? 1 : 0;
      seen.coupons += couponWorks ? 1 : 0;
      seen.wrapped += totals.wrap && totals.wrap.minor > 0 ? 1 : 0;
    }),
    { numRuns: RUNS },
  );
  // Chance must have drawn what the test is about.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 20);
});

/** The basket through the whole of it, as a page and an order go. */
function priced(basket: RandomBasket) {
  const lines = cartLines(basket);
  const coupon = couponOf(basket);
  const applied =
    coupon &&
    couponDiscount(coupon, {
      lines: lines.map(({ productId, price, quantity }, index) => ({
        productId,
        categoryIds: [basket.lines[index]?.category ?? 0],
        isOnSale: price.was !== null,
        total: multiplyMoney(price.now, quantity),
      })),
      history: NO_HISTORY,
      now: NOW,
    });
  const weighed = coupon && applied ? (applied.ok ? ok({ ...coupon, ...applied.value }) : applied) : null;
  const rules = rulesOf(basket);
  const requested = rules.methods[basket.chosen]?.key ?? null;
  const { totals, chosen } = cartPricing(lines, { method: requested, now: NOW, coupon: weighed }, rules);
  if (!chosen) throw new Error("Nothing carries the basket");
  return { totals, method: chosen.method, couponWorks: weighed?.ok ?? false };
}

/** As the second calculation has them. */
function figures({ lines, delivery, total, vat }: CartTotals) {
  return {
    lines: lines.map((line) => ({
      total: BigInt(line.total.minor),
      discount: BigInt(line.discount.minor),
      vat: BigInt(line.vat.minor),
      wrap: line.wrap && BigInt(line.wrap.price.minor),
      wrapVat: BigInt(line.wrap?.vat.minor ?? 0),
    })),
    delivery: delivery && BigInt(delivery.minor),
    total: BigInt(total.minor),
    vat: BigInt(vat.minor),
  };
}

function expectPartsToAddUp({ lines, items, discount, wrap, delivery, total }: CartTotals): void {
  const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((one, other) => one + other, 0);
  expect(sum(lines.map((line) => line.total.minor))).toBe(items.minor);
  expect(sum(lines.map((line) => line.discount.minor))).toBe(discount.minor);
  expect(sum(lines.map((line) => line.wrap?.price.minor ?? 0))).toBe(wrap?.minor ?? 0);
  expect(items.minor - discount.minor + (wrap?.minor ?? 0) + (delivery?.minor ?? 0)).toBe(total.minor);
}

/** Units here and there, in the order that chance wants, then all that is left. Answers with how many were made. */
function expectRefundsToAgree(
  totals: CartTotals,
  reckoned: Reckoned,
  tries: ReadonlyArray<readonly [index: number, units: number, delivery: boolean]>,
): number {
  const order = { totals, lines: totals.lines };
  let earlier = noRefund(order.lines.length);
  const given = { amount: 0, vat: 0, count: 0 };
  const give = (requested: RefundUnits) => {
    const result = refundShares(order, requested, earlier);
    if (!result.ok) return;
    const { total, lines, delivery } = result.value;
    for (const { amount, vat } of [...lines, delivery]) {
      expect(vat.minor).toBeGreaterThanOrEqual(0);
      expect(vat.minor).toBeLessThanOrEqual(amount.minor);
    }
    expect({ amount: total.amount.minor, vat: total.vat.minor }).toEqual(
      reckonedRefund(totals, reckoned, { requested, earlier }),
    );
    earlier = addRefunds(earlier, requested);
    given.amount += total.amount.minor;
    given.vat += total.vat.minor;
    given.count += 1;
  };
  for (const [index, units, delivery] of tries)
    give({ units: order.lines.map((_, at) => (at === index ? units : 0)), delivery });
  give(remainingRefund(order, earlier));
  expect([given.amount, given.vat]).toEqual([totals.total.minor, totals.vat.minor]);
  expect(remainingRefund(order, earlier)).toEqual(noRefund(order.lines.length));
  return given.count;
}

function reckonedRefund(
  { lines }: CartTotals,
  { lines: reckoned, delivery, deliveryVat }: Reckoned,
  { requested, earlier }: Readonly<{ requested: RefundUnits; earlier: RefundUnits }>,
) {
  const shares = reckoned.flatMap((line, index) => {
    const quantity = BigInt(lines[index]?.quantity ?? 0);
    const from = BigInt(earlier.units[index] ?? 0);
    const to = from + BigInt(requested.units[index] ?? 0);
    return [
      reckonRefund({ amount: line.total - line.discount, vat: line.vat, quantity }, from, to),
      reckonRefund({ amount: line.wrap ?? 0n, vat: line.wrapVat, quantity }, from, to),
    ];
  });
  if (requested.delivery) shares.push({ amount: delivery, vat: deliveryVat });
  return {
    amount: shares.reduce((sum, share) => sum + Number(share.amount), 0),
    vat: shares.reduce((sum, share) => sum + Number(share.vat), 0),
  };
}
