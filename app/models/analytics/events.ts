/** Event names and shapes, without personal data. */
import type { CartLine } from "#app/models/cart/cart.ts";
import type { Order } from "#app/models/order/order.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { amountOf } from "#app/models/shared/decimal.ts";
import { type Money, money } from "#app/models/shared/money.ts";

import type { Vital } from "./web-vitals.ts";

/** Characters (requirement analytics-3). */
const TEXT_MAX_CHARACTERS = 255;
const ITEMS_MAX = 50;

/** Names as in Google Analytics 4; amounts are decimal numbers. */
export type EventItem = Readonly<{
  item_id: string;
  item_name: string;
  item_brand?: string;
  item_category?: string;
  item_variant?: string;
  price: number;
  quantity: number;
  index?: number;
}>;

type Items = Readonly<{ currency?: string; value: number; items: ReadonlyArray<EventItem> }>;

export type ShopEvent =
  | Readonly<{ name: "page_view"; properties: Readonly<{ page_path: string; page_referrer?: string }> }>
  | Readonly<{
      name: "view_item_list" | "select_item";
      properties: Readonly<{ item_list_name: string; items: ReadonlyArray<EventItem> }>;
    }>
  | Readonly<{
      name: "view_item" | "add_to_cart" | "remove_from_cart" | "view_cart" | "begin_checkout";
      properties: Items;
    }>
  | Readonly<{ name: "search"; properties: Readonly<{ search_term: string; results: number }> }>
  | Readonly<{ name: "sign_up" | "login"; properties: Readonly<{ method: "password" | "passkey" }> }>
  | Readonly<{ name: "add_shipping_info"; properties: Items & Readonly<{ shipping_tier: string }> }>
  | Readonly<{ name: "add_payment_info"; properties: Items & Readonly<{ payment_type: string }> }>
  | Readonly<{
      name: "purchase";
      properties: Items &
        Readonly<{ transaction_id: string; tax: number; shipping: number; coupon?: string }>;
    }>
  | Readonly<{
      name: "web_vitals";
      properties: Readonly<Partial<Record<Vital, number>> & { page_kind: string; page_arrival: string }>;
    }>
  | Readonly<{
      name: "refund";
      properties: Readonly<{ transaction_id: string; currency: string; value: number }>;
    }>;

type Line = Pick<CartLine, "productId" | "name" | "variantLabel" | "quantity" | "price"> & Chosen;

type Chosen = Readonly<{
  variantLabel: string | null;
  personalisation?: Readonly<{ plainLabel: string | null }> | null;
}>;

/** The variant without the shopper's words, which may be a child's name (requirement analytics-5). */
function variantOf({ variantLabel, personalisation }: Chosen): string | null {
  return personalisation ? personalisation.plainLabel : variantLabel;
}

export function itemsEvent(
  name: "add_to_cart" | "remove_from_cart" | "view_cart" | "begin_checkout",
  lines: ReadonlyArray<Line>,
): ShopEvent {
  return { name, properties: itemsOf(lines) };
}

export function deliveryEvent(lines: ReadonlyArray<Line>, tier: string): ShopEvent {
  return { name: "add_shipping_info", properties: { ...itemsOf(lines), shipping_tier: shortened(tier) } };
}

export function paymentEvent(lines: ReadonlyArray<Line>, provider: string): ShopEvent {
  return { name: "add_payment_info", properties: { ...itemsOf(lines), payment_type: shortened(provider) } };
}

function itemsOf(lines: ReadonlyArray<Line>): Items {
  const [first] = lines;
  if (!first) return { value: 0, items: [] };
  const { currency } = first.price.now;
  const minor = lines.reduce((sum, { price, quantity }) => sum + price.now.minor * quantity, 0);
  return { currency, value: amountOf({ minor, currency }), items: lines.slice(0, ITEMS_MAX).map(lineItem) };
}

function lineItem(line: Line): EventItem {
  const { productId, name, quantity, price } = line;
  return itemOf({ id: productId, name, variant: variantOf(line), price: price.now, quantity });
}

type EventSubject = Readonly<{
  id: number;
  name: string;
  price: Money;
  quantity?: number;
  brand?: string | null;
  category?: string | null;
  variant?: string | null;
  index?: number;
}>;

export function itemOf({
  id,
  name,
  price,
  quantity = 1,
  brand,
  category,
  variant,
  index,
}: EventSubject): EventItem {
  return {
    item_id: String(id),
    item_name: shortened(name),
    ...(brand ? { item_brand: shortened(brand) } : {}),
    ...(category ? { item_category: shortened(category) } : {}),
    ...(variant ? { item_variant: shortened(variant) } : {}),
    price: amountOf(price),
    quantity,
    ...(index === undefined ? {} : { index }),
  };
}

export function viewItemEvent(thing: EventSubject): ShopEvent {
  const { currency } = thing.price;
  return {
    name: "view_item",
    properties: { currency, value: amountOf(thing.price), items: [itemOf(thing)] },
  };
}

export function purchaseEvent(order: Pick<Order, "id" | "lines" | "totals">): ShopEvent {
  const { totals } = order;
  return {
    name: "purchase",
    properties: {
      transaction_id: order.id,
      currency: totals.total.currency,
      value: amountOf(totals.total),
      tax: amountOf(totals.vat),
      shipping: amountOf(totals.delivery ?? money(0, totals.total.currency)),
      ...(totals.coupon ? { coupon: shortened(totals.coupon) } : {}),
      items: order.lines.slice(0, ITEMS_MAX).map((line) =>
        itemOf({
          ...{ id: line.productId, name: line.name, variant: variantOf(line) },
          ...{ price: line.unitPrice, quantity: line.quantity },
        }),
      ),
    },
  };
}

export function refundEvent(orderId: string, amount: Money): ShopEvent {
  const { currency } = amount;
  return { name: "refund", properties: { transaction_id: orderId, currency, value: amountOf(amount) } };
}

/** Words that look like somebody's address or number are not passed on. */
export function searchEvent(words: string, results: number): ShopEvent {
  const isPersonal = /@|\d{6,}/.test(words.replace(/[\s-]/g, ""));
  return { name: "search", properties: { search_term: isPersonal ? "(hidden)" : shortened(words), results } };
}

/** Addresses of all other pages hold ids, secrets or what somebody typed: those are counted under their first word. */
const WHOLE: ReadonlyArray<string | undefined> = [
  "home",
  "category",
  "product",
  "brand",
  "journal",
  "information",
];

export function countedPath(pathname: string): string {
  if (WHOLE.includes(addressAt(pathname).kind)) return shortened(pathname);
  const [, first = ""] = pathname.split("/");
  return /^[\w-]+$/.test(first) ? shortened(`/${first}`) : "/other";
}

export function shortened(text: string): string {
  return text.slice(0, TEXT_MAX_CHARACTERS);
}
