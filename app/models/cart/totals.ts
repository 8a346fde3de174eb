/** Every figure that anybody sees comes from this file. */
import type { Currency } from "#app/models/shared/currency.ts";
import {
  addMoney,
  formatMoney,
  type Money,
  money,
  multiplyMoney,
  subtractMoney,
} from "#app/models/shared/money.ts";

import { countItems, itemsLabel } from "./cart.ts";
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

const CHARGES = ["wrap", "delivery"] as const;
type Charge = (typeof CHARGES)[number];
const WAIVED = "Too little to charge";

export type CartTotals = Readonly<{
  lines: ReadonlyArray<LineTotal>;
  /** VAT inside. */
  items: Money;
  discount: Money;
  /** The part of `discount` that the shop gives up because no payment provider charges so little; missing: none. */
  waived?: Money;
  /** What else it gives up then; missing: nothing. */
  waivedCharges?: ReadonlyArray<Charge>;
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

type PricedCart = Readonly<{
  lines: ReadonlyArray<PricedLine>;
  discounts?: ReadonlyArray<Money>;
  wraps?: ReadonlyArray<WrapPrice | null>;
  coupon?: string | null;
  delivery: Money | null;
  currency: Currency;
}>;

/**
 * VAT is worked out for each line, its wrapping and the delivery, then added; `discounts` and `wraps` have one entry
 * for each line. A total below `smallestCharge` (minor units) is let go: the items are discounted as a whole, wrapping
 * and delivery are free.
 */
export function cartTotals({
  smallestCharge = 0,
  ...cart
}: PricedCart & Readonly<{ smallestCharge?: number }>): CartTotals {
  const totals = sumUp(cart);
  const { total, lines, discount, delivery } = totals;
  if (delivery === null || total.minor === 0 || total.minor >= smallestCharge) return totals;
  const zero = money(0, cart.currency);
  const free = sumUp({
    ...cart,
    discounts: lines.map((line) => line.total),
    wraps: cart.wraps?.map((wrap) => wrap && { ...wrap, price: zero }),
    delivery: zero,
  });
  const waivedCharges = CHARGES.filter((charge) => (totals[charge]?.minor ?? 0) > 0);
  return { ...free, waived: subtractMoney(free.discount, discount), waivedCharges };
}

function sumUp(cart: PricedCart): CartTotals {
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

type Reduced = Pick<CartTotals, "coupon" | "discount" | "waived">;

/** What a discount code takes off, without what is let go beside it. */
export function codeDiscount({ discount, waived }: Reduced): Money {
  return waived ? subtractMoney(discount, waived) : discount;
}

type Names = Readonly<{ locale: string; delivery?: string }>;

/** What the total is made of, as every list of sums names it. */
export function sumRows(
  totals: CartTotals,
  lines: Parameters<typeof countItems>[0],
  { locale, delivery = "Delivery" }: Names,
): ReadonlyArray<Readonly<{ label: string; amount: string }>> {
  return [
    { label: itemsLabel(countItems(lines)), amount: formatMoney(totals.items, locale) },
    ...reductions(totals).map(({ label, amount }) => ({ label, amount: `−${formatMoney(amount, locale)}` })),
    ...(totals.wrap ? [{ label: "Gift wrapping", amount: priceTextOf(totals, "wrap", locale) }] : []),
    { label: delivery, amount: priceTextOf(totals, "delivery", locale) },
  ];
}

function reductions(totals: Reduced): ReadonlyArray<Readonly<{ label: string; amount: Money }>> {
  const label = totals.coupon ? `Discount code ${totals.coupon}` : "Discount";
  const named = [
    { label, amount: codeDiscount(totals) },
    ...(totals.waived ? [{ label: WAIVED, amount: totals.waived }] : []),
  ];
  return named.filter(({ amount }) => amount.minor > 0);
}

/** What wrapping or delivery costs, as every list of sums says it. */
export function priceTextOf(totals: CartTotals, charge: Charge, locale: string): string {
  if (totals.waivedCharges?.includes(charge)) return WAIVED;
  const amount = totals[charge];
  return amount === null ? "Not available" : priceOrFree(amount, locale);
}

export function priceOrFree(price: Money, locale: string): string {
  return price.minor === 0 ? "Free" : formatMoney(price, locale);
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
