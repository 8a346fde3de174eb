import type { CatalogueCompatibility, CatalogueDelivery } from "./delivery-schema.ts";
import type { CategoryRow } from "./catalogue-schema.ts";
import { daysBefore, flag, mapValues } from "./product-rows.ts";
import type { Catalogue, Priced } from "./read-catalogue.server.ts";
import type { SyncRow } from "./sync-table.server.ts";

export function settingRows(settings: Catalogue["settings"]): Array<SyncRow> {
  return Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
}

export function brandRows({ brands }: Catalogue): Array<SyncRow> {
  return brands.map(({ row }) => ({ ...row, materials: JSON.stringify(row.materials) }));
}

export function categoryRows({ categories }: Catalogue): Array<SyncRow> {
  return categories.map(({ row }) => ({
    id: row.id,
    path: row.path,
    slug: row.slug,
    name: row.name,
    parent_id: row.parent_id,
    depth: row.path.split("/").length - 1,
    description: row.description,
    image: row.image,
    sort_order: row.sort_order,
    default_product_sort: row.default_product_sort,
    page_title: row.page_title,
    meta_description: row.meta_description,
    search_keywords: row.search_keywords,
    age_band_min_months: row.age_band_months?.min ?? null,
    age_band_max_months: row.age_band_months?.max ?? null,
    is_visible: flag(row.is_visible),
    prices: JSON.stringify(mapValues(row.priceLists ?? {}, (list) => changedTexts(row, list))),
  }));
}

const CATEGORY_TEXTS = ["name", "description", "page_title", "meta_description"] as const;

function changedTexts(row: CategoryRow, list: CategoryRow) {
  const changed = CATEGORY_TEXTS.filter((field) => row[field] !== list[field]);
  return Object.fromEntries(changed.map((field) => [field, list[field]]));
}

export function reviewRows(
  { reviews }: Catalogue,
  productIds: ReadonlyMap<string, number>,
  now: Date,
): Array<SyncRow> {
  return reviews.map(({ row }) => ({
    id: row.id,
    product_id: productIds.get(row.product) ?? null,
    rating: row.rating,
    title: row.title,
    body: row.text,
    author: row.author,
    is_verified: flag(row.verified),
    helpful_count: row.helpful_count,
    shop_reply: row.shop_reply,
    status: "published",
    created_at: daysBefore(now, row.days_ago),
  }));
}

export function couponRows({ coupons, categories }: Catalogue, now: Date): Array<SyncRow> {
  const categoryIds = new Map(categories.map(({ row }) => [row.path, row.id]));
  return coupons.map(({ row }) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    type: row.type,
    amount: row.amount,
    minimum_spend_minor: row.minimum_spend,
    starts_at: daysBefore(now, row.starts_days_ago),
    ends_at: row.ends_in_days === null ? null : daysBefore(now, -row.ends_in_days),
    max_uses: row.max_uses,
    is_enabled: flag(row.enabled),
    rules: JSON.stringify({
      single_use_per_customer: row.single_use_per_customer,
      first_order_only: row.first_order_only,
      categories: row.categories,
      category_ids: row.categories.flatMap((path) => categoryIds.get(path) ?? []),
      excludes_sale_items: row.excludes_sale_items,
      message_ok: row.message_ok,
      delivery_methods: row.delivery_methods ?? null,
      minimum_applies_to: row.minimum_applies_to ?? null,
      prices: mapValues(row.priceLists ?? {}, ({ name, amount, minimum_spend, message_ok }) => ({
        name,
        amount,
        minimum_spend,
        message_ok,
      })),
    }),
  }));
}

export function deliveryMethodRows({ methods, priceLists = {} }: Priced<CatalogueDelivery>): Array<SyncRow> {
  const prices = (position: number) =>
    mapValues(priceLists, (list) => {
      const { price, free_over } = list.methods[position] ?? {};
      return { price, free_over };
    });
  return methods.map(({ key, name, service, description, free_over, ...rules }, position) => ({
    key,
    name,
    service,
    description,
    free_over_minor: free_over,
    rules: JSON.stringify({ ...rules, prices: prices(position) }),
    ...{ position, is_enabled: 1, removed_at: null },
  }));
}

export function deliveryZoneRows({
  zones,
  excluded,
  priceLists = {},
}: Priced<CatalogueDelivery>): Array<SyncRow> {
  const open = zones.map(({ key, name, countries, postcodes, is_default, methods, note }, position) => ({
    ...{ key, name, countries, postcodes, methods, note },
    prices: mapValues(priceLists, (list) => list.zones[position]?.methods),
    is_default: flag(is_default),
    is_excluded: 0,
  }));
  const closed = excluded.map((zone) => ({ ...zone, prices: {}, is_default: 0, is_excluded: 1 }));
  return [...open, ...closed].map(({ postcodes, methods, countries, prices, ...row }, position) => ({
    ...row,
    postcodes: JSON.stringify(postcodes),
    rules: JSON.stringify({ methods, countries, prices }),
    ...{ position, removed_at: null },
  }));
}

export type ProductIds = Readonly<{ slugs: ReadonlyMap<string, number>; skus: ReadonlyMap<string, number> }>;

/** Carrycots and adapters that are sold here are products with the same article number. */
export function partRows(compatibility: CatalogueCompatibility, { slugs, skus }: ProductIds): Array<SyncRow> {
  const chassis = compatibility.chassis.map(({ product, name, mount }) => ({
    ...{ id: product, kind: "chassis", product_id: slugs.get(product) ?? null, name, sku: null },
    price_minor: null,
    details: JSON.stringify({ mount }),
  }));
  const carrycots = compatibility.carrycots.map((part) => pricedPart("carrycot", part, skus));
  const seats = compatibility.car_seats.map(({ id, name, ...details }) => ({
    ...{ id, kind: "car_seat", product_id: null, name, sku: null, price_minor: null },
    details: JSON.stringify(details),
  }));
  const adapters = compatibility.adapters.map((part) => pricedPart("adapter", part, skus));
  return [...chassis, ...carrycots, ...seats, ...adapters].map((row, position) => ({ ...row, position }));
}

type PricedPart = Readonly<{ id: string; sku: string; name: string; price: number }>;

function pricedPart(
  kind: string,
  { id, sku, name, price, ...details }: PricedPart,
  skus: ReadonlyMap<string, number>,
) {
  const product_id = skus.get(sku) ?? null;
  return { id, kind, product_id, name, sku, price_minor: price, details: JSON.stringify(details) };
}

export function compatibilityRows({ matrix }: CatalogueCompatibility): Array<SyncRow> {
  return matrix.map(({ chassis, item_type, item, result, adapter, note }) => ({
    chassis_id: chassis,
    part_id: item,
    result,
    adapter_id: adapter,
    details: JSON.stringify({ item_type, note }),
  }));
}
