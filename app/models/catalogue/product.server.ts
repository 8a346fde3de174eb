import type { Selectable } from "kysely";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { db } from "#app/db/db.server.ts";
import { catalogueRead } from "#app/db/replica.server.ts";
import type { Database } from "#app/db/schema.ts";
import { cachedPerProduct } from "#app/models/platform/catalogue-cache.server.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { joinSlugs } from "#app/models/shared/slug.ts";
import { paragraphs } from "#app/models/shared/text.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { findSaleTerms, findStore } from "#app/models/store/store.server.ts";
import { saleTerms, type Store } from "#app/models/store/store.ts";
import { ageGuidance, ageText, usableFrom } from "./age.ts";
import { breadcrumbsOf, findCategoryTree } from "./category-tree.server.ts";
import { productTexts } from "./editing/declared-fields.ts";
import { boxContents, shownMetafields } from "./metafield.ts";
import { personalisationRules } from "./personalisation.ts";
import {
  boxesOf,
  contactsOf,
  type ProductAttributes,
  productDetailsSchema,
  sizesOf,
  specificationOf,
} from "./product-attributes.ts";
import { hasOwnPage } from "./on-shop.server.ts";
import type { Product } from "./product-page.ts";
import type { Safety } from "./product-safety.ts";
import { backSince, isBack, listProductCards, lowestPrice, stockOfAll } from "./product-summaries.server.ts";
import { addVariants, findFixedParts, type ProductBasis } from "./product-variants.server.ts";
import { replaces } from "./product-kind.ts";
import { productPath } from "./product.ts";
import { storedRating } from "./rating.ts";

type ResolvedProduct =
  Readonly<{ kind: "found"; productId: number }> | Readonly<{ kind: "moved"; path: string }>;

/**
 * By its canonical path, by another of its categories, or by a slug that only one product has (requirement routes-3);
 * null if unknown or ambiguous.
 */
export const resolveProduct = catalogueRead(resolveSlugs);

async function resolveSlugs(slugs: ReadonlyArray<string>): Promise<ResolvedProduct | null> {
  const path = joinSlugs(slugs);
  const slug = slugs.at(-1);
  if (path === null || slug === undefined) return null;
  const named = await findVisible({ slug });
  const exact = named.find(({ category_path }) => `${category_path}/${slug}` === path);
  if (exact) return { kind: "found", productId: exact.id };
  const only = named.length > 1 ? await onlyMember(named, slugs.slice(0, -1).join("/")) : named[0];
  return only ? { kind: "moved", path: productPath(only.category_path, slug) } : null;
}

type Named = Awaited<ReturnType<typeof findVisible>>[number];

const findVisible = compiledQuery((database, { slug }: Readonly<{ slug: string }>) =>
  database
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "categories.path as category_path"])
    .where("products.slug", "=", slug)
    .where(hasOwnPage),
);

async function onlyMember(named: ReadonlyArray<Named>, categoryPath: string): Promise<Named | undefined> {
  const ids = named.map(({ id }) => id);
  const rows = await db()
    .selectFrom("product_categories")
    .innerJoin("categories", "categories.id", "product_categories.category_id")
    .select("product_categories.product_id")
    .where("categories.path", "=", categoryPath)
    .where("product_categories.product_id", "in", ids)
    .execute();
  return rows.length === 1 ? named.find(({ id }) => id === rows[0]?.product_id) : undefined;
}

/** Only of a listed product: a number tells no address. */
export const findProductPath = catalogueRead(readProductPath);

async function readProductPath(id: number): Promise<string | null> {
  const row = await db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.slug", "categories.path"])
    .where("products.id", "=", id)
    .where("products.is_visible", "=", 1)
    .executeTakeFirst();
  return row ? productPath(row.path, row.slug) : null;
}

export const findProduct = catalogueRead(readProduct);

async function readProduct(id: number, now: Date): Promise<Product | null> {
  const store = await findStore();
  const basis = (await findBases([id], backSince(store, now))).get(id);
  return basis ? productOf(basis, store, now) : null;
}

/** As it would be with `columns`: read from the database itself. */
export async function findProductAs(
  id: number,
  columns: Partial<ProductRow>,
  now: Date,
): Promise<Product | null> {
  const store = await findStore();
  const row = await productRow(id).executeTakeFirst();
  return row ? productOf(await basisOf({ ...row, ...columns }, backSince(store, now)), store, now) : null;
}

function productRow(id: number) {
  return db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .selectAll("products")
    .select(["brands.name as brand_name", "brands.slug as brand_slug", "categories.path as category_path"])
    .where("products.id", "=", id);
}

const SIMILAR_MAX = 4;
const BASES_MAX = 500;

type ProductRow = Selectable<Database["products"]> &
  Pick<ProductBasis, "variantColumns" | "images"> &
  Readonly<{ brand_name: string; brand_slug: string; category_path: string }>;

/** What changes with the catalogue's version only. */
type Basis = Awaited<ReturnType<typeof basisOf>>;

const findBases = cachedPerProduct(readBases, BASES_MAX);

async function readBases(ids: ReadonlyArray<number>, since: string): Promise<ReadonlyMap<number, Basis>> {
  const rows = await Promise.all(ids.map((id) => productRow(id).where(hasOwnPage).executeTakeFirst()));
  const found = rows.filter((row) => row !== undefined);
  return new Map(await Promise.all(found.map(async (row) => [row.id, await basisOf(row, since)] as const)));
}

async function basisOf(row: ProductRow, returnedSince: string) {
  const [terms, fixed, metafields, neighbours, breadcrumbs, returned] = await Promise.all([
    findSaleTerms(),
    findFixedParts([row.id]),
    findMetafields(row.id),
    findNeighbours(row),
    findBreadcrumbs(row.primary_category_id),
    findReturn(row.id, returnedSince),
  ]);
  const details = productDetailsSchema.parse(JSON.parse(row.details));
  const shown = {
    ...identityOf(row),
    breadcrumbs,
    ...agesOf(row, details),
    ...wordsOf(row, details),
    safety: safetyOf(details),
    specification: specificationOf(row, details),
    ...sizesOf(row),
    boxes: boxesOf(details),
    set: details.set,
    durability: details.durability ?? undefined,
    personalisation: personalisationRules(details.personalisation, terms),
    metafields: shownMetafields(metafields),
    rating: storedRating(row),
    boxContents: boxContents(metafields),
    ...sellingOf(row),
  };
  return { row, fixed, neighbours, returned, shown };
}

async function productOf(
  { row, fixed, neighbours, returned, shown }: Basis,
  store: Store,
  now: Date,
): Promise<Product> {
  const { related, similar } = neighbours;
  const [parts, cards] = await Promise.all([
    addVariants([row], Promise.resolve(fixed), saleTerms(store)),
    listProductCards([...related, ...similar], now),
  ]);
  const own = parts.get(row.id) ?? { options: [], variants: [], images: [] };
  const stock = stockOfAll(own.variants, row.availability, store.lowStockThreshold);
  const among = (ids: ReadonlyArray<number>) => cards.filter(({ id }) => ids.includes(id));
  return {
    ...shown,
    ...own,
    ...lowestPrice(own.variants),
    stock,
    lowStockThreshold: store.lowStockThreshold,
    ...{ related: among(related), similar: among(similar) },
    isNew: row.created_at >= startOfDay(now, store.newInDays, store.timeZone),
    isBackInStock: isBack(returned, stock),
  };
}

function findMetafields(productId: number) {
  return db()
    .selectFrom("product_metafields")
    .select(["namespace", "key", "value"])
    .where("product_id", "=", productId)
    .orderBy("position")
    .execute();
}

/** Ids of products. */
async function findNeighbours(row: ProductRow) {
  const [named, parts, similarRows] = await Promise.all([
    db()
      .selectFrom("related_products")
      .innerJoin("products", "products.id", "related_id")
      .select(["related_id as id", "google_product_category", "is_toy"])
      .where("product_id", "=", row.id)
      .orderBy("related_products.position")
      .execute(),
    findParts(row.id),
    db()
      .selectFrom("products")
      .select("id")
      .where("primary_category_id", "=", row.primary_category_id)
      .where("id", "<>", row.id)
      .where("is_visible", "=", 1)
      .orderBy("is_featured", "desc")
      .orderBy("id")
      .limit(SIMILAR_MAX * 2)
      .execute(),
  ]);
  const rivals = named.filter((other) => replaces(row, other));
  const related = unique([...parts, ...named.filter((other) => !rivals.includes(other)).map(({ id }) => id)]);
  const similar = unique([...rivals, ...similarRows].map(({ id }) => id))
    .filter((id) => !related.includes(id))
    .slice(0, SIMILAR_MAX);
  return { related, similar };
}

const unique = (ids: ReadonlyArray<number>) => [...new Set(ids)];

/** What is sold here and fits the product, with the adapters for it. */
async function findParts(productId: number): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("compatibility")
    .innerJoin("compatibility_parts as chassis", "chassis.id", "compatibility.chassis_id")
    .innerJoin("compatibility_parts as part", "part.id", "compatibility.part_id")
    .leftJoin("compatibility_parts as adapter", "adapter.id", "compatibility.adapter_id")
    .select(["part.product_id as part", "adapter.product_id as adapter"])
    .where("chassis.product_id", "=", productId)
    .where("compatibility.result", "<>", "no")
    .orderBy("part.position")
    .execute();
  return rows.flatMap(({ part, adapter }) => [part, adapter].filter((id) => id !== null));
}

async function findBreadcrumbs(categoryId: number): Promise<Product["breadcrumbs"]> {
  const category = (await findCategoryTree()).byId.get(categoryId);
  return category ? breadcrumbsOf(category) : [];
}

async function findReturn(productId: number, since: string): Promise<string | null> {
  // Starts with the variants, because most rows of the history belong to other products.
  const row = await db()
    .selectFrom("variants")
    .innerJoin("stock_history", "stock_history.variant_id", "variants.id")
    .select((select) => select.fn.max<string | null>("stock_history.created_at").as("at"))
    .where("variants.product_id", "=", productId)
    .where("variants.is_visible", "=", 1)
    .where("stock_history.quantity_before", "=", 0)
    .where("stock_history.quantity_after", ">", 0)
    .where("stock_history.reason", "<>", "opening")
    .where("stock_history.created_at", ">=", since)
    .executeTakeFirst();
  return row?.at ?? null;
}

function identityOf(row: ProductRow) {
  return {
    id: row.id,
    slug: row.slug,
    sku: row.sku,
    brand: { id: row.brand_id, name: row.brand_name, slug: row.brand_slug },
    path: productPath(row.category_path, row.slug),
    categoryPath: row.category_path,
    isListed: row.is_visible === 1,
  };
}

function agesOf(row: ProductRow, { warnings }: ProductAttributes) {
  const ages = {
    ageMinMonths: row.age_min_months,
    ageMaxMonths: row.age_max_months,
    suitableFromMonths: row.suitable_from_months,
  };
  const parts = warnings.flatMap(({ part, from_months: fromMonths }) =>
    part === undefined || fromMonths === undefined ? [] : [{ part, fromMonths }],
  );
  return {
    ...ages,
    ageText: ageText(usableFrom(ages)),
    ages: ageGuidance(ages, parts),
    isToy: row.is_toy === 1,
  };
}

function wordsOf(row: ProductRow, details: ProductAttributes) {
  return {
    ...productTexts(row),
    description: paragraphs(row.description),
    highlights: details.highlights,
    warnings: details.warnings,
    care: details.care,
    assembly: details.assembly,
    isAssemblyRequired: details.assembly_required,
  };
}

function safetyOf(details: ProductAttributes): Safety {
  const { standards, conformity_mark: conformityMark } = details;
  return { standards, conformityMark, ...contactsOf(details) };
}

function sellingOf(row: ProductRow) {
  return {
    deliveryClass: row.delivery_class as DeliveryClass,
    isFreeShipping: row.is_free_shipping === 1,
    availability: row.availability,
    preorderReleaseAt: row.availability === "preorder" ? row.preorder_release_at : null,
    quantityMinimum: row.order_quantity_minimum,
    quantityMaximum: row.order_quantity_maximum,
    taxRateBasisPoints: row.tax_rate_basis_points,
  };
}
