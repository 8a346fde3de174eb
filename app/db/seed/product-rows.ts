import { DECLARED_FIELDS } from "#app/models/catalogue/editing/declared-fields.ts";
import type { ProductPriceLists, VariantPriceLists } from "#app/models/catalogue/row-prices.ts";
import { ratingOf, STARS } from "#app/models/review/review.ts";

import type { MeasuredImage } from "./measure-images.server.ts";
import type { ProductRow } from "./product-schema.ts";
import type { Priced } from "./read-catalogue.server.ts";
import type { Cell, SyncRow } from "./sync-table.server.ts";

const DAY_MS = 86_400_000;

export const flag = (value: boolean): number => (value ? 1 : 0);

/** ISO 8601. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

type Context = Readonly<{
  now: Date;
  brandIds: ReadonlyMap<string, number>;
  categoryIds: ReadonlyMap<string, number>;
  /** Ids by slug; missing: no product belongs to another. */
  productIds?: ReadonlyMap<string, number>;
  ratings: ReadonlyArray<number>;
}>;

export function productRow(product: Priced<ProductRow>, context: Context): SyncRow {
  return {
    id: product.id,
    slug: product.slug,
    sku: product.sku,
    brand_id: context.brandIds.get(product.brand) ?? null,
    primary_category_id: context.categoryIds.get(product.primary_category) ?? null,
    ...pricesOf(product),
    ...declaredRow(product),
    ...measuresOf(product),
    is_toy: flag(product.is_toy),
    age_min_months: product.age_min_months,
    age_max_months: product.age_max_months,
    suitable_from_months: product.suitable_from_months,
    is_free_shipping: flag(product.is_free_shipping),
    ...availabilityOf(product, context.now),
    condition: product.condition,
    is_featured: flag(product.is_featured),
    is_visible: flag(product.is_visible),
    is_unlisted: 0,
    order_quantity_minimum: product.order_quantity_minimum,
    order_quantity_maximum: product.order_quantity_maximum,
    ...ratingOfRow(context.ratings),
    search_keywords: product.search_keywords,
    google_product_category: product.google_product_category,
    product_type: product.product_type,
    details: JSON.stringify({ ...detailsOf(product), set: setOf(product, context) }),
  };
}

export function ratingRow({ id }: Pick<ProductRow, "id">, ratings: ReadonlyArray<number>): SyncRow {
  return { id, ...ratingOfRow(ratings) };
}

export function sellingPrice(product: ProductRow, variant: ProductRow["variants"][number]): number {
  const regular = variant.price ?? product.price;
  const sale = variant.sale_price ?? product.sale_price;
  return sale !== null && sale > 0 && sale < regular ? sale : regular;
}

function pricesOf(product: Priced<ProductRow>) {
  return {
    price_minor: product.price,
    sale_price_minor: product.sale_price,
    retail_price_minor: product.retail_price,
    sort_price_minor: lowestOf(product),
    prices: JSON.stringify(priceListsOf(product)),
    tax_rate_basis_points: product.tax_rate,
  };
}

function lowestOf(product: ProductRow): number {
  return Math.min(...product.variants.map((variant) => sellingPrice(product, variant)));
}

function priceListsOf({ priceLists = {} }: Priced<ProductRow>): ProductPriceLists {
  return mapValues(priceLists, (product) => ({
    price: product.price,
    sale_price: product.sale_price,
    retail_price: product.retail_price,
    sort_price: lowestOf(product),
  }));
}

function variantListsOf({ priceLists = {} }: Priced<ProductRow>, position: number): VariantPriceLists {
  const lists = mapValues(priceLists, ({ variants }) => ({
    price: variants[position]?.price ?? null,
    sale_price: variants[position]?.sale_price ?? null,
  }));
  const own = Object.entries(lists).filter(([, list]) => list.price !== null || list.sale_price !== null);
  return Object.fromEntries(own);
}

export function mapValues<Value, Made>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));
}

function declaredRow(product: Readonly<Record<string, unknown>>): SyncRow {
  return Object.fromEntries(
    Object.values(DECLARED_FIELDS).map(({ column, catalogueName }) => [
      column,
      product[catalogueName] as Cell,
    ]),
  );
}

function measuresOf(product: ProductRow) {
  return {
    width_mm: product.width_cm,
    depth_mm: product.depth_cm,
    height_mm: product.height_cm,
    folded_width_mm: product.folded_width_cm,
    folded_depth_mm: product.folded_depth_cm,
    folded_height_mm: product.folded_height_cm,
    max_load_g: product.max_load_kg,
  };
}

function availabilityOf(product: ProductRow, now: Date) {
  const { preorder_release_in_days: release, restocked_days_ago: restocked } = product;
  return {
    availability: product.availability,
    preorder_release_at: release === null ? null : daysBefore(now, -release),
    preorder_message: product.preorder_message,
    created_at: daysBefore(now, product.created_days_ago),
    restocked_at: restocked === null ? null : daysBefore(now, restocked),
  };
}

function ratingOfRow(ratings: ReadonlyArray<number>) {
  const rating = ratingOf(ratings);
  return {
    rating_count: rating?.count ?? 0,
    rating_average_hundredths: Math.round((rating?.average ?? 0) * 100),
    rating_distribution: JSON.stringify(rating?.distribution ?? STARS.map((stars) => ({ stars, count: 0 }))),
  };
}

function personalisationOf({ personalisation, priceLists = {} }: Priced<ProductRow>) {
  return (
    personalisation && {
      ...personalisation,
      prices: mapValues(priceLists, (product) => product.personalisation?.price ?? 0),
    }
  );
}

function setOf({ set }: ProductRow, { productIds }: Context) {
  return set.flatMap(({ product, reason }) => {
    const id = productIds?.get(product);
    return id === undefined ? [] : [{ product_id: id, reason }];
  });
}

function detailsOf(product: Priced<ProductRow>) {
  const { highlights, warnings, standards, conformity_mark, materials, finish, care } = product;
  const { assembly, assembly_required, made_in, manufacturer, importer, responsible_person } = product;
  const packed =
    product.packed &&
    product.packed.map(({ width_cm, depth_cm, height_cm, weight_kg }) => ({
      width_mm: width_cm,
      depth_mm: depth_cm,
      height_mm: height_cm,
      weight_g: weight_kg,
    }));
  return {
    highlights,
    warnings,
    standards,
    conformity_mark,
    materials,
    finish,
    care,
    assembly,
    assembly_required,
    packed,
    made_in,
    manufacturer,
    importer,
    responsible_person,
    personalisation: personalisationOf(product),
    // Left out where there is none, or every product that was edited would differ from its catalogue.
    ...(product.durability ? { durability: product.durability } : {}),
  };
}

export function optionRows(product: ProductRow): Array<SyncRow> {
  return product.options.map(({ id, name, type }, position) => ({
    id,
    product_id: product.id,
    name,
    type,
    position,
  }));
}

export function optionValueRows(product: ProductRow): Array<SyncRow> {
  return product.options.flatMap((option) =>
    option.values.map(({ key, label, hex }, position) => ({
      option_id: option.id,
      key,
      label,
      hex,
      position,
    })),
  );
}

export function seedVariantRows(product: Priced<ProductRow>): Array<SyncRow> {
  return product.variants.map((variant, position) => ({
    id: variant.id,
    product_id: product.id,
    sku: variant.sku,
    gtin: variant.gtin,
    label: variant.label,
    options: JSON.stringify(variant.options),
    price_minor: variant.price,
    sale_price_minor: variant.sale_price,
    prices: JSON.stringify(variantListsOf(product, position)),
    on_hand: variant.stock,
    image: variant.image,
    position,
  }));
}

export function imageRows(product: ProductRow, measured: ReadonlyMap<string, MeasuredImage>): Array<SyncRow> {
  return product.images.map(({ file, alt, variant, role }, position) => ({
    product_id: product.id,
    variant_key: variant,
    file,
    alt,
    role,
    width: measured.get(file)?.width ?? null,
    height: measured.get(file)?.height ?? null,
    sink_percent: measured.get(file)?.sinkPercent ?? 0,
    position,
  }));
}

export function metafieldRows(product: ProductRow): Array<SyncRow> {
  return product.metafields.map(({ namespace, key, value }, position) => ({
    product_id: product.id,
    namespace,
    key,
    value,
    position,
  }));
}
