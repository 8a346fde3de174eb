import { expect, test } from "vitest";

import { rateText, vatRows } from "#app/models/order/invoice.ts";
import { addMoney, money } from "#app/models/shared/money.ts";
import { sampleOrder } from "#tests/support/people/order.ts";

const RATES = new Map([
  [11, 2000],
  [21, 0],
]);

test("the invoice has a row for each VAT rate and one for delivery, and they add up to the payment", () => {
  const order = sampleOrder();

  const rows = vatRows(order, RATES);

  expect(rows.map(({ rate }) => rate)).toEqual([2000, 0, null]);
  expect(addMoney(money(0, "GBP"), ...rows.map(({ gross }) => gross))).toEqual(order.totals.total);
  expect(addMoney(money(0, "GBP"), ...rows.map(({ vat }) => vat))).toEqual(order.totals.vat);
});

test("net is gross without VAT", () => {
  const [first] = vatRows(sampleOrder(), RATES);

  expect(first).toEqual({
    rate: 2000,
    gross: money(4800, "GBP"),
    vat: money(800, "GBP"),
    net: money(4000, "GBP"),
  });
});

test("a discount reduces the price of the items, so that the rows still add up", () => {
  const { totals, lines } = sampleOrder();
  const order = sampleOrder({
    lines: lines.map((line, index) => (index === 0 ? { ...line, discount: money(1001, "GBP") } : line)),
    totals: { ...totals, discount: money(1001, "GBP"), total: money(totals.total.minor - 1001, "GBP") },
  });

  const rows = vatRows(order, RATES);

  expect(addMoney(money(0, "GBP"), ...rows.map(({ gross }) => gross))).toEqual(order.totals.total);
});

test("wrapping is in the row of its own rate, and the rows still add up", () => {
  const { totals, lines } = sampleOrder();
  const [stacker, pushchair] = lines;
  if (!stacker || !pushchair) throw new Error("The sample order has two lines");
  const wrap = { price: money(450, "GBP"), vat: money(75, "GBP"), taxRateBasisPoints: 2000 };
  const order = sampleOrder({
    lines: [stacker, { ...pushchair, gift: { paper: "Holly-leaf print", message: null }, wrap }],
    totals: { ...totals, wrap: money(450, "GBP"), total: money(70_845, "GBP"), vat: money(11_808, "GBP") },
  });

  const rows = vatRows(order, RATES);

  expect(rows[0]).toEqual({
    rate: 2000,
    gross: money(5250, "GBP"),
    vat: money(875, "GBP"),
    net: money(4375, "GBP"),
  });
  expect(addMoney(money(0, "GBP"), ...rows.map(({ gross }) => gross))).toEqual(order.totals.total);
  expect(addMoney(money(0, "GBP"), ...rows.map(({ vat }) => vat))).toEqual(order.totals.vat);
});

test("free delivery has no row", () => {
  const { totals } = sampleOrder();
  const order = sampleOrder({ totals: { ...totals, delivery: money(0, "GBP") } });

  expect(vatRows(order, RATES).map(({ rate }) => rate)).toEqual([2000, 0]);
});

test("rates are written without trailing zeros", () => {
  expect([2000, 500, 0, 1250].map(rateText)).toEqual(["20%", "5%", "0%", "12.5%"]);
});
