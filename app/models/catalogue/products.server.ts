import { db } from "#app/db/db.server.ts";
import { catalogueRead } from "#app/db/replica.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import type { Money } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { type PriceTerms, saleTerms } from "#app/models/store/store.ts";

import { findFixedParts, findProductParts, type ProductParts } from "./product-variants.server.ts";
import { productPath } from "./product.ts";
import { productAmounts } from "./row-prices.ts";

export type CatalogueProduct = Readonly<ReturnType<typeof readProduct>> &
  Readonly<{
    categories: ReadonlyArray<Readonly<{ id: number; name: string }>>;
    /** Files and what is seen on them. */
    images: ReadonlyArray<Readonly<{ file: string; alt: string }>>;
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

type Choice = Readonly<{
  ids: ReadonlyArray<number> | null;
  isVisible: boolean | null;
}>;

type Criteria = Choice &
  Readonly<{
    /** The last id of the page before; left out for the first page. */
    after?: number;
    maximum: number;
    withVariants: boolean;
    withImages?: boolean;
  }>;

export const listCatalogueProducts = catalogueRead(readCatalogueProducts);

async function readCatalogueProducts(requested: Criteria): Promise<ReadonlyArray<CatalogueProduct>> {
  if (requested.ids?.length === 0) return [];
  const [rows, store] = await Promise.all([findRows(requested), findStore()]);
  const terms = saleTerms(store);
  const ids = rows.map(({ id }) => id);
  const [categories, fixed, whole] = await Promise.all([
    findCategories(ids),
    requested.withImages && !requested.withVariants ? findFixedParts(ids) : NO_PARTS,
    // Programs get exact numbers, so the threshold does not matter.
    requested.withVariants ? findProductParts(rows, { ...terms, lowStockThreshold: 0 }) : NO_PARTS,
  ]);
  return rows.map((row) => ({
    ...readProduct(row, terms),
    categories: categories.get(row.id) ?? [],
    images: (whole.get(row.id) ?? fixed.get(row.id))?.images.map(({ file, alt }) => ({ file, alt })) ?? [],
    variants: variantsOf(whole.get(row.id)),
  }));
}

const NO_PARTS: ReadonlyMap<number, ProductParts> = new Map();

/** How many there are on all pages. */
export const countCatalogueProducts = catalogueRead(async (choice: Choice): Promise<number> => {
  if (choice.ids?.length === 0) return 0;
  if (choice.ids) return (await chosen(choice).select("products.id").execute()).length;
  const { hidden, visible } = await countByVisibility();
  return (choice.isVisible === true ? 0 : hidden) + (choice.isVisible === false ? 0 : visible);
});

const countByVisibility = cachedPerVersion(async () => {
  const rows = await chosen({ ids: null, isVisible: null })
    .modifyFront(WALK)
    .select(({ fn }) => ["products.is_visible", fn.countAll<number | string>().as("count")])
    .groupBy("products.is_visible")
    .execute();
  const of = (flag: number) => Number(rows.find(({ is_visible }) => is_visible === flag)?.count ?? 0);
  return { hidden: of(0), visible: of(1) };
});

function chosen({ ids, isVisible }: Choice) {
  return db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .$if(ids !== null, (query) => query.where("products.id", "in", ids ?? []))
    .$if(isVisible !== null, (query) => query.where("products.is_visible", "=", isVisible ? 1 : 0));
}

function findRows({ after = 0, maximum, ...choice }: Criteria) {
  return chosen(choice)
    .selectAll("products")
    .select(["categories.path as category_path", "brands.name as brand_name"])
    .where("products.id", ">", after)
    .orderBy("products.id")
    .limit(maximum)
    .execute();
}

type Row = Awaited<ReturnType<typeof findRows>>[number];

async function findCategories(
  productIds: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, CatalogueProduct["categories"]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom("product_categories")
    .innerJoin("categories", "categories.id", "product_categories.category_id")
    .select(["product_id", "categories.id", "categories.name"])
    .where("product_id", "in", productIds)
    .orderBy("product_categories.position")
    .execute();
  const found = new Map<number, Array<CatalogueProduct["categories"][number]>>();
  for (const { product_id, id, name } of rows)
    found.set(product_id, [...(found.get(product_id) ?? []), { id, name }]);
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

/** Grams, millimetres and ISO 8601. */
function readProduct(row: Row, terms: PriceTerms) {
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
    brandName: row.brand_name,
    isFreeShipping: row.is_free_shipping === 1,
    isVisible: row.is_visible === 1,
    isFeatured: row.is_featured === 1,
    availability: row.availability,
    preorderReleaseAt: row.preorder_release_at,
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
