import { createElement } from "react";
import { expect, test } from "vitest";

import { InvoiceBody } from "#app/components/customer/invoice-page.tsx";

import { rateText, vatRows } from "#app/models/order/invoice.ts";
import type { Order } from "#app/models/order/order.ts";
import { addMoney, money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";

const RATES = new Map([
  [11, 2000],
  [21, 0],
]);

/** The rows, which together are what was paid for the order, and its VAT. */
function rowsOf(order: Order) {
  const rows = vatRows(order, RATES);
  const nothing = money(0, "GBP");
  expect(addMoney(nothing, ...rows.map(({ gross }) => gross))).toEqual(order.totals.total);
  expect(addMoney(nothing, ...rows.map(({ vat }) => vat))).toEqual(order.totals.vat);
  return rows;
}

const row = (gross: number, vat: number) => ({
  ...{
    rate: 2000,
    isDelivery: false,
    gross: money(gross, "GBP"),
    vat: money(vat, "GBP"),
    net: money(gross - vat, "GBP"),
  },
});

test("the invoice has a row for each VAT rate, and for each rate of the delivery, with its net sum", () => {
  const rows = rowsOf(sampleOrder());

  expect(rows.map(({ rate, isDelivery }) => [rate, isDelivery])).toEqual([
    [2000, false],
    [0, false],
    [2000, true],
    [0, true],
  ]);
  expect(rows[0]).toEqual(row(4800, 800));
});

test("a discount reduces the price of the items, so that the rows still add up", () => {
  const { totals, lines } = sampleOrder();
  const [stacker, pushchair] = lines;
  const discount = money(1001, "GBP");
  const total = money(totals.total.minor - 1001, "GBP");

  const [first] = rowsOf(
    sampleOrder({
      lines: [{ ...stacker!, discount }, pushchair!],
      totals: { ...totals, discount, total },
    }),
  );

  expect(first?.gross).toEqual(money(3799, "GBP"));
});

test("wrapping is in the row of its own rate, and the rows still add up", () => {
  const { totals, lines } = sampleOrder();
  const [stacker, pushchair] = lines;
  const wrap = { price: money(450, "GBP"), vat: money(75, "GBP"), taxRateBasisPoints: 2000 };
  const sums = { wrap: wrap.price, total: money(70_845, "GBP"), vat: money(11_808, "GBP") };
  const gift = { paper: "Holly-leaf print", message: null };

  const [first] = rowsOf(
    sampleOrder({ lines: [stacker!, { ...pushchair!, gift, wrap }], totals: { ...totals, ...sums } }),
  );

  expect(first).toEqual(row(5250, 875));
});

test("free delivery has no row", () => {
  const { totals } = sampleOrder();
  const order = sampleOrder({ totals: { ...totals, delivery: money(0, "GBP") } });

  expect(vatRows(order, RATES).map(({ rate }) => rate)).toEqual([2000, 0]);
});

test("rates are written without trailing zeros", () => {
  expect([2000, 500, 0, 1250].map(rateText)).toEqual(["20%", "5%", "0%", "12.5%"]);
});

/** The amounts of an invoice as it is read, in pence; "None" and "Free" are nothing. */
async function readInvoice(order: Order) {
  const texts = { paidText: "", placedText: "", seller: { lines: [], numbers: [] } };
  const body = createElement(InvoiceBody, { order, ...texts, vat: vatRows(order, RATES), money: [] });
  const { page } = await staticPage(body, { store: { locale: "en-GB", taxName: "VAT" } });
  const amounts = (cells: ReadonlyArray<string>) =>
    cells.map((text) => Number(text.replace(/^−/, "-").replace(/[£,]/g, "")) * 100 || 0).map(Math.round);
  const [items = [], vat = []] = [...page.querySelectorAll("table")].map((table) =>
    [...table.querySelectorAll("tbody tr")].map((row) =>
      amounts([...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    ),
  );
  const names = [...page.querySelectorAll("dl dt")].map((name) => name.textContent);
  const sums = amounts([...page.querySelectorAll("dl dd")].map((amount) => amount.textContent));
  return { items, vat, sumOf: (name: string) => sums[names.indexOf(name)] ?? NaN };
}

test("a discounted invoice adds up as it is read: lines, delivery, rates and total", async () => {
  const { totals, lines } = sampleOrder();
  const [stacker, pushchair] = lines;
  const wrap = { price: money(450, "GBP"), vat: money(75, "GBP"), taxRateBasisPoints: 2000 };
  const discounted = { ...stacker!, discount: money(1001, "GBP"), vat: money(633, "GBP") };
  const order = sampleOrder({
    lines: [discounted, { ...pushchair!, gift: { paper: "Forest", message: null }, wrap }],
    totals: {
      ...{ ...totals, discount: discounted.discount, wrap: wrap.price, coupon: "TEN" },
      ...{ total: money(69_844, "GBP"), vat: money(11_641, "GBP") },
    },
  });

  const { items, vat, sumOf } = await readInvoice(order);

  const sum = (numbers: ReadonlyArray<number | undefined>) =>
    numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  // Of an item: quantity (as if in pounds), price, discount, VAT and total.
  expect(items).toHaveLength(3);
  for (const [quantity = 0, price = 0, discount = 0, , total] of items)
    expect(total).toBe((quantity / 100) * price + discount);
  const delivery = sumOf("Delivery");
  expect(sum(items.map((row) => row.at(-1))) + delivery).toBe(69_844);
  expect(sumOf("Paid")).toBe(69_844);
  expect(sum(vat.map((row) => row.at(-1)))).toBe(69_844);
  expect(sum(vat.map(([, tax]) => tax))).toBe(11_641);
  for (const [net = 0, tax = 0, gross] of vat) expect(net + tax).toBe(gross);
  expect(sum(vat.slice(-2).map((row) => row.at(-1)))).toBe(delivery);
});
