/** Every figure that anybody sees comes from this file. */
import type { Currency } from "#app/models/shared/currency.ts";
import { addMoney, type Money, money, multiplyMoney, subtractMoney } from "#app/models/shared/money.ts";

import type { WrapPrice } from "./gift.ts";
import { vatWithin, vatWithinDelivery } from "./tax.ts";

export type WrapTotal = WrapPrice & Readonly<{ vat: Money }>;

export type LineTotal = Readonly<{
  variantId: number;
  quantity: number;
  unitPrice: Money;
  total: Money;
  discount: Money;
  vat: Money;
  /** Of all its units; not part of `total`. */
  wrap: WrapTotal | null;
}>;

export type CartTotals = Readonly<{
  lines: ReadonlyArray<LineTotal>;
  /** VAT inside. */
  items: Money;
  discount: Money;
  /** VAT inside; null when nothing is wrapped. */
  wrap: Money | null;
  coupon: string | null;
  /** VAT inside; null while no option is chosen. */
  delivery: Money | null;
  /** items - discount + wrap + delivery. */
  total: Money;
  vat: Money;
}>;

/** Only the quantity comes from the browser. */
export type PricedLine = Readonly<{
  variantId: number;
  quantity: number;
  unitPrice: Money;
  taxRateBasisPoints: number;
}>;

/**
 * VAT is worked out for each line, its wrapping and the delivery, then added; `discounts` and `wraps` have one entry
 * for each line.
 */
export function cartTotals(
  cart: Readonly<{
    lines: ReadonlyArray<PricedLine>;
    discounts?: ReadonlyArray<Money>;
    wraps?: ReadonlyArray<WrapPrice | null>;
    coupon?: string | null;
    delivery: Money | null;
    currency: Currency;
  }>,
): CartTotals {
  const { lines, discounts = [], wraps = [], coupon = null, delivery, currency } = cart;
  const zero = money(0, currency);
  const priced = lines.map((line, index) => priceLine(line, discounts[index] ?? zero, wraps[index]));
  const items = addMoney(zero, ...priced.map(({ lineTotal }) => lineTotal.total));
  const discount = addMoney(zero, ...priced.map(({ lineTotal }) => lineTotal.discount));
  const taxed = priced.map(({ paid, rate }) => ({ total: paid, taxRateBasisPoints: rate }));
  const wrapped = priced.flatMap(({ lineTotal }) => (lineTotal.wrap ? [lineTotal.wrap] : []));
  const wrap = addMoney(zero, ...wrapped.map(({ price }) => price));
  const deliveryVat = delivery ? vatWithinDelivery(delivery, taxed) : zero;
  return {
    lines: priced.map(({ lineTotal }) => lineTotal),
    items,
    discount,
    wrap: wrapped.length > 0 ? wrap : null,
    coupon,
    delivery,
    total: addMoney(subtractMoney(items, discount), wrap, delivery ?? zero),
    vat: addMoney(
      deliveryVat,
      ...priced.map(({ lineTotal }) => lineTotal.vat),
      ...wrapped.map(({ vat }) => vat),
    ),
  };
}

export function discountLabel({ coupon }: Pick<CartTotals, "coupon">): string {
  return coupon ? `Discount code ${coupon}` : "Discount";
}

function priceLine(line: PricedLine, requested: Money, wrapPrice: WrapPrice | null | undefined) {
  const { variantId, quantity, unitPrice, taxRateBasisPoints: rate } = line;
  const total = multiplyMoney(unitPrice, quantity);
  const discount = money(Math.min(Math.max(0, requested.minor), total.minor), total.currency);
  const paid = subtractMoney(total, discount);
  const vat = vatWithin(paid, rate);
  const wrap = wrapPrice
    ? { ...wrapPrice, vat: vatWithin(wrapPrice.price, wrapPrice.taxRateBasisPoints) }
    : null;
  const lineTotal: LineTotal = { variantId, quantity, unitPrice, total, discount, vat, wrap };
  return { lineTotal, paid, rate };
}
