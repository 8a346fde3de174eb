/** The order of it all: one function prices a cart, and every figure anybody sees comes from it. */
import { addMoney, type Money, money, multiplyMoney, subtractMoney } from "#app/models/shared/money.ts";

import type { WrapPrice } from "./gift.ts";
import { vatWithin, vatWithinDelivery } from "./tax.ts";

/** What gift wrapping costs and the VAT inside that. */
export type WrapTotal = WrapPrice & Readonly<{ vat: Money }>;

export type LineTotal = Readonly<{
  variantId: number;
  quantity: number;
  unitPrice: Money;
  /** unitPrice × quantity. */
  total: Money;
  /** What discounts take off `total`. */
  discount: Money;
  /** The VAT inside `total` after discounts. */
  vat: Money;
  /** Gift wrapping of all its units, or null: not wrapped. No part of `total`. */
  wrap: WrapTotal | null;
}>;

export type CartTotals = Readonly<{
  lines: ReadonlyArray<LineTotal>;
  /** Sum of the lines, VAT inside. */
  goods: Money;
  /** What discounts take off, zero or more. */
  discount: Money;
  /** Gift wrapping with VAT inside, or null when nothing is wrapped. */
  wrap: Money | null;
  /** Code of the coupon behind the discount, or null. */
  coupon: string | null;
  /** Delivery with VAT inside, or null while no option is chosen. */
  delivery: Money | null;
  /** What the shopper pays: goods - discount + wrap + delivery. */
  total: Money;
  /** The VAT inside `total`. */
  vat: Money;
}>;

/** A line as it is priced: nothing in it comes from a browser but the quantity. */
export type PricedLine = Readonly<{
  variantId: number;
  quantity: number;
  unitPrice: Money;
  /** Hundredths of a per cent: 2000 is 20 %. */
  taxRateBasisPoints: number;
}>;

/**
 * Prices a cart: each line is unit price × quantity, less its discount; VAT is reckoned for each line, for its
 * wrapping and for delivery, then added; the total is goods - discount + wrapping + delivery. `discounts` has one
 * amount for each line and is never more than the line costs; `wraps` has one price for each, null for none.
 */
export function cartTotals(
  cart: Readonly<{
    lines: ReadonlyArray<PricedLine>;
    discounts?: ReadonlyArray<Money>;
    wraps?: ReadonlyArray<WrapPrice | null>;
    coupon?: string | null;
    delivery: Money | null;
  }>,
): CartTotals {
  const { lines, discounts = [], wraps = [], coupon = null, delivery } = cart;
  const zero = money(0);
  const priced = lines.map((line, index) => priceLine(line, discounts[index] ?? zero, wraps[index]));
  const goods = addMoney(zero, ...priced.map(({ lineTotal }) => lineTotal.total));
  const discount = addMoney(zero, ...priced.map(({ lineTotal }) => lineTotal.discount));
  const taxed = priced.map(({ paid, rate }) => ({ total: paid, taxRateBasisPoints: rate }));
  const wrapped = priced.flatMap(({ lineTotal }) => (lineTotal.wrap ? [lineTotal.wrap] : []));
  const wrap = addMoney(zero, ...wrapped.map(({ price }) => price));
  const deliveryVat = delivery ? vatWithinDelivery(delivery, taxed) : zero;
  return {
    lines: priced.map(({ lineTotal }) => lineTotal),
    goods,
    discount,
    wrap: wrapped.length > 0 ? wrap : null,
    coupon,
    delivery,
    total: addMoney(subtractMoney(goods, discount), wrap, delivery ?? zero),
    vat: addMoney(
      deliveryVat,
      ...priced.map(({ lineTotal }) => lineTotal.vat),
      ...wrapped.map(({ vat }) => vat),
    ),
  };
}

/** "Coupon WELCOME10": what the discount of these totals is called. */
export function discountLabel({ coupon }: Pick<CartTotals, "coupon">): string {
  return coupon ? `Coupon ${coupon}` : "Discount";
}

function priceLine(line: PricedLine, wanted: Money, wrapPrice: WrapPrice | null | undefined) {
  const { variantId, quantity, unitPrice, taxRateBasisPoints: rate } = line;
  const total = multiplyMoney(unitPrice, quantity);
  const discount = money(Math.min(Math.max(0, wanted.minor), total.minor), total.currency);
  const paid = subtractMoney(total, discount);
  const vat = vatWithin(paid, rate);
  const wrap = wrapPrice
    ? { ...wrapPrice, vat: vatWithin(wrapPrice.price, wrapPrice.taxRateBasisPoints) }
    : null;
  const lineTotal: LineTotal = { variantId, quantity, unitPrice, total, discount, vat, wrap };
  return { lineTotal, paid, rate };
}
