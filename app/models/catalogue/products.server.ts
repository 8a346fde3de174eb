import { db } from "#app/db/db.server.ts";
import { catalogueRead } from "#app/db/replica.server.ts";
import type { Availability } from "#app/models/catalogue/inventory/stock.ts";
import type { Money } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { type PriceTerms, saleTerms } from "#app/models/store/store.ts";

import { findProductParts, type ProductParts } from "./product-variants.server.ts";
import { productPath } from "./product.ts";
import { productAmounts } from "./row-prices.ts";

/** Grams, millimetres and ISO 8601. */
export type CatalogueProduct = Readonly<{
  id: number;
  name: string;
  sku: string;
  description: string;
  weightG: number | null;
  widthMm: number | null;
  depthMm: number | null;
  heightMm: number | null;
  price: Money;
  salePrice: Money | null;
  retailPrice: Money | null;
  lowestPrice: Money;
  categoryIds: ReadonlyArray<number>;
  brandId: number;
  isFreeShipping: boolean;
  isVisible: boolean;
  isFeatured: boolean;
  availability: Availability;
  preorderReleaseAt: string | null;
  preorderMessage: string | null;
  condition: string;
  quantityMinimum: number;
  quantityMaximum: number;
  pageTitle: string;
  metaDescription: string;
  searchKeywords: string;
  path: string;
  reviewCount: number;
  createdAt: string;
  variants: ReadonlyArray<CatalogueVariant>;
}>;

type CatalogueVariant = Readonly<{
  id: number;
  sku: string;
  options: ReadonlyArray<Readonly<{ name: string; value: string }>>;
  price: Money;
  /** Of the 30 days before it was reduced; null where nothing has to be said. */
  lowestBefore: Money | null;
  available: number;
}>;

type Criteria = Readonly<{
  ids: ReadonlyArray<number> | null;
  isVisible: boolean | null;
  maximum: number;
  withVariants: boolean;
}>;

export const listCatalogueProducts = catalogueRead(readCatalogueProducts);

async function readCatalogueProducts(requested: Criteria): Promise<ReadonlyArray<CatalogueProduct>> {
  if (requested.ids?.length === 0) return [];
  const [rows, store] = await Promise.all([findRows(requested), findStore()]);
  const terms = saleTerms(store);
  const [categories, parts] = await Promise.all([
    findCategoryIds(rows.map(({ id }) => id)),
    // Programs get exact numbers, so the threshold does not matter.
    requested.withVariants
      ? findProductParts(rows, { ...terms, lowStockThreshold: 0 })
      : new Map<number, ProductParts>(),
  ]);
  return rows.map((row) => ({
    ...readProduct(row, terms),
    categoryIds: categories.get(row.id) ?? [],
    variants: variantsOf(parts.get(row.id)),
  }));
}

function findRows({ ids, isVisible, maximum }: Criteria) {
  let query = db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .selectAll("products")
    .select("categories.path as category_path")
    .orderBy("products.id")
    .limit(maximum);
  if (ids) query = query.where("products.id", "in", ids);
  if (isVisible !== null) query = query.where("products.is_visible", "=", isVisible ? 1 : 0);
  return query.execute();
}

type Row = Awaited<ReturnType<typeof findRows>>[number];

async function findCategoryIds(
  productIds: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, ReadonlyArray<number>>> {
  if (productIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom("product_categories")
    .select(["product_id", "category_id"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .execute();
  const found = new Map<number, Array<number>>();
  for (const { product_id: productId, category_id: categoryId } of rows)
    found.set(productId, [...(found.get(productId) ?? []), categoryId]);
  return found;
}

function variantsOf(parts: ProductParts | undefined): ReadonlyArray<CatalogueVariant> {
  return (parts?.variants ?? []).map(({ id, sku, options, price, available }) => ({
    id,
    sku,
    options: (parts?.options ?? []).flatMap(({ name, values }) => {
      const chosen = values.find(({ key }) => key === options[name]);
      return chosen ? [{ name, value: chosen.label }] : [];
    }),
    price: price.now,
    lowestBefore: price.lowestBefore ?? null,
    available,
  }));
}

function readProduct(row: Row, terms: PriceTerms): Omit<CatalogueProduct, "categoryIds" | "variants"> {
  const { price, salePrice, retailPrice, lowest } = productAmounts(row, terms);
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    description: row.description,
    weightG: row.weight_g,
    widthMm: row.width_mm,
    depthMm: row.depth_mm,
    heightMm: row.height_mm,
    price,
    salePrice,
    retailPrice,
    lowestPrice: lowest,
    brandId: row.brand_id,
    isFreeShipping: row.is_free_shipping === 1,
    isVisible: row.is_visible === 1,
    isFeatured: row.is_featured === 1,
    availability: row.availability,
    preorderReleaseAt: row.preorder_release_at,
    preorderMessage: row.preorder_message,
    condition: row.condition,
    quantityMinimum: row.order_quantity_minimum,
    quantityMaximum: row.order_quantity_maximum,
    pageTitle: row.page_title,
    metaDescription: row.meta_description,
    searchKeywords: row.search_keywords,
    path: productPath(row.category_path, row.slug),
    reviewCount: row.rating_count,
    createdAt: row.created_at,
  };
}
