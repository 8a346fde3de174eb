import { z } from "zod";

import {
  countedPath,
  type EventItem,
  itemsEvent,
  itemOf,
  searchEvent,
  type ShopEvent,
  shortened,
  viewItemEvent,
} from "#app/models/analytics/events.ts";
import { listsProducts } from "#app/models/platform/address-at.ts";
import { type Money, shareOfMoney } from "#app/models/shared/money.ts";

/** Products that the event of a list names: the first ones, which were visible. */
const SEEN_MAX = 12;

const amount = z.object({ minor: z.number(), currency: z.string() }).transform((value) => value as Money);
const price = z.object({ now: amount });
const card = z.object({ id: z.number(), name: z.string(), price });
const listing = z.object({ products: z.array(card), total: z.number() });

const listPage = z.object({ page: z.object({ title: z.string(), listing }) });
const searchPage = z.object({ query: z.string().min(1), list: z.object({ listing }) });
const productPage = z.object({
  product: z.object({
    id: z.number(),
    name: z.string(),
    brand: z.object({ name: z.string() }),
    breadcrumbs: z.array(z.object({ name: z.string() })),
  }),
  variant: z.object({ label: z.string().nullable(), price }),
});
/** Its words are not read. */
const personalisation = z.object({ plainLabel: z.string().nullable() }).nullish();
const line = z.object({
  personalisation,
  productId: z.number(),
  name: z.string(),
  variantLabel: z.string().nullable(),
  quantity: z.number(),
  price: z.object({ now: amount }).transform(({ now }) => ({ now, was: null, percentOff: null }) as const),
});
const basketPage = z.object({ cart: z.object({ lines: z.array(line).min(1) }), pricing: z.unknown() });
const summaryLine = z
  .object({
    personalisation,
    productId: z.number(),
    name: z.string(),
    variantLabel: z.string().nullable(),
    quantity: z.number().min(1),
    total: amount,
  })
  .transform(({ total, ...fields }) => {
    const now = shareOfMoney(total, 1, fields.quantity);
    return { ...fields, price: { now, was: null, percentOff: null } };
  });
const checkoutPage = z.object({
  kind: z.literal("form"),
  view: z.object({ lines: z.array(summaryLine) }),
});

type SeenPage = Readonly<{
  pathname: string;
  from: string | null;
  data: unknown;
}>;

export function pageEvents({ pathname, from, data }: SeenPage): ReadonlyArray<ShopEvent> {
  const path = countedPath(pathname);
  const referrer = from === null ? {} : { page_referrer: countedPath(from) };
  return [
    { name: "page_view", properties: { page_path: path, ...referrer } },
    ...(productEvents(data, from) ?? listEvents(data, path) ?? basketEvents(data) ?? []),
  ];
}

function productEvents(data: unknown, from: string | null): ReadonlyArray<ShopEvent> | null {
  const read = productPage.safeParse(data);
  if (!read.success) return null;
  const { product, variant } = read.data;
  const thing = {
    id: product.id,
    name: product.name,
    brand: product.brand.name,
    category: product.breadcrumbs.at(-1)?.name ?? null,
    variant: variant.label,
    price: variant.price.now,
  };
  const chosen: ReadonlyArray<ShopEvent> =
    from !== null && listsProducts(from)
      ? [{ name: "select_item", properties: { item_list_name: countedPath(from), items: [itemOf(thing)] } }]
      : [];
  return [...chosen, viewItemEvent(thing)];
}

function listEvents(data: unknown, path: string): ReadonlyArray<ShopEvent> | null {
  const search = searchPage.safeParse(data);
  if (search.success) {
    const { query, list } = search.data;
    return [searchEvent(query, list.listing.total), listEvent(path, list.listing.products)];
  }
  const list = listPage.safeParse(data);
  return list.success ? [listEvent(shortened(list.data.page.title), list.data.page.listing.products)] : null;
}

function listEvent(name: string, cards: ReadonlyArray<z.infer<typeof card>>): ShopEvent {
  const items = cards
    .slice(0, SEEN_MAX)
    .map(({ id, name: title, price: { now } }, index): EventItem =>
      itemOf({ id, name: title, price: now, index }),
    );
  return { name: "view_item_list", properties: { item_list_name: name, items } };
}

function basketEvents(data: unknown): ReadonlyArray<ShopEvent> | null {
  const basket = basketPage.safeParse(data);
  if (basket.success) return [itemsEvent("view_cart", basket.data.cart.lines)];
  const checkout = checkoutPage.safeParse(data);
  return checkout.success ? [itemsEvent("begin_checkout", checkout.data.view.lines)] : null;
}
