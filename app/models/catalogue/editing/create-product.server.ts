/** Nobody on the shop sees a new product before it is published. */
import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { announceProducts, bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { slugOf } from "#app/models/shared/slug.ts";

import { declaredColumns } from "./declared-fields.ts";
import { nextMadeId } from "./made-rows.server.ts";
import type { NewProduct } from "./new-product.ts";
import { isSlugTaken } from "./product-address.server.ts";
import { findProductChoices } from "./product-choices.server.ts";
import type { ProductChanges } from "./product-fields.ts";

export type NewProductRefusal =
  ("category-unknown" | "brand-unknown") | ("product-name-empty" | "product-name-taken" | "sku-taken");

export type MadeProduct = Readonly<{ id: number; slug: string; sku: string }>;

type Making = Readonly<{
  now: Date;
  by?: string;
}>;

/**
 * Its price waits in its draft, and its maker is that of the brand's other products, for somebody to check. Its Google
 * product category, which the desk does not show, is the one that most products of its category have, else none.
 */
export async function createProduct(
  product: NewProduct,
  { now, by = "" }: Making,
): Promise<Result<MadeProduct, NewProductRefusal>> {
  const slug = slugOf(product.name).slice(0, SLUG_MAX).replace(/-$/, "");
  if (slug === "") return refused("product-name-empty");
  return transact<Result<MadeProduct, NewProductRefusal>>(async () => {
    // The lock on this row makes two that make the same product at once see each other.
    await bumpCatalogueVersion([]);
    const { categories, brands, taxes } = await findProductChoices();
    if (!categories.some(({ id }) => id === product.categoryId)) return refused("category-unknown");
    if (!brands.some(({ id }) => id === product.brandId)) return refused("brand-unknown");
    if (await isSlugTaken(slug, null)) return refused("product-name-taken");
    const sku = product.sku === "" ? await nextSku() : product.sku;
    if (await isSkuTaken(sku)) return refused("sku-taken", { sku });
    const id = await nextMadeId("products");
    const categoryName = categories.find((one) => one.id === product.categoryId)?.name ?? "";
    await insertProduct({ ...product, id, slug, sku, tax: taxes[0] ?? 0, categoryName, now });
    await storeFirstDraft(id, product, { now, by });
    await announceProducts([id]);
    return ok({ id, slug, sku });
  });
}

const SLUG_MAX = 100;

export async function isSkuTaken(sku: string): Promise<boolean> {
  const key = sku.toLowerCase();
  const [product, variant] = await Promise.all([
    db()
      .selectFrom("products")
      .select("id")
      .where(sql`lower(sku)`, "=", key)
      .limit(1)
      .executeTakeFirst(),
    db()
      .selectFrom("variants")
      .select("id")
      .where(sql`lower(sku)`, "=", key)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return Boolean(product ?? variant);
}

export async function nextSku(): Promise<string> {
  const rows = await db()
    .selectFrom("products")
    .modifyFront(WALK)
    .select("sku")
    .unionAll(db().selectFrom("variants").select("sku"))
    .execute();
  const numbered = rows.flatMap(({ sku }) => {
    const [, prefix, digits] = /^([A-Za-z]{1,8}-?)(\d{2,8})$/.exec(sku) ?? [];
    return prefix === undefined || digits === undefined ? [] : [{ prefix, digits }];
  });
  const last = numbered.reduce<Readonly<{ prefix: string; digits: string }>>(
    (most, one) => (Number(one.digits) > Number(most.digits) ? one : most),
    { prefix: numbered[0]?.prefix ?? "P-", digits: "0000" },
  );
  return `${last.prefix}${String(Number(last.digits) + 1).padStart(last.digits.length, "0")}`;
}

type Row = NewProduct & Readonly<{ id: number; slug: string; tax: number; categoryName: string; now: Date }>;

const MOST_OF_ONE_ORDER = 10;

async function insertProduct(product: Row): Promise<void> {
  const { id, slug, name, sku, brandId, categoryId, tax, isToy, categoryName, now } = product;
  await db()
    .insertInto("products")
    .values({
      ...declaredColumns({ name }),
      ...{ id, slug, sku, brand_id: brandId, primary_category_id: categoryId },
      ...{ price_minor: 0, sale_price_minor: null, retail_price_minor: null, sort_price_minor: 0 },
      ...{ tax_rate_basis_points: tax, is_toy: isToy ? 1 : 0 },
      ...{ age_min_months: null, age_max_months: null, suitable_from_months: null },
      ...{ width_mm: null, depth_mm: null, height_mm: null, max_load_g: null },
      ...{ folded_width_mm: null, folded_depth_mm: null, folded_height_mm: null },
      ...{ is_free_shipping: 0, availability: "available", condition: "new" },
      ...{ preorder_release_at: null, preorder_message: null, restocked_at: null },
      ...{ created_at: now.toISOString(), is_featured: 0, is_visible: 0 },
      ...{ order_quantity_minimum: 1, order_quantity_maximum: MOST_OF_ONE_ORDER },
      ...{ rating_count: 0, rating_average_hundredths: 0 },
      // Not read before there are reviews (`storedRating`).
      rating_distribution: "[]",
      search_keywords: "",
      google_product_category: (await usualIn(categoryId, "google_product_category")) ?? "",
      product_type: (await usualIn(categoryId, "product_type")) ?? categoryName,
      details: await detailsOf(brandId),
      ...{ changed_at: now.toISOString(), edited_at: now.toISOString() },
      ...{ created_by: "desk", was_published: 0 },
    })
    .execute();
  await db()
    .insertInto("product_categories")
    .values({ product_id: id, category_id: categoryId, position: 0 })
    .execute();
  await db()
    .insertInto("variants")
    .values({
      ...{ id: await nextMadeId("variants"), product_id: id, sku, gtin: "", label: null, options: "{}" },
      ...{ price_minor: null, sale_price_minor: null, on_hand: 0, image: "", position: 0 },
      created_by: "desk",
    })
    .execute();
}

/** What more than half of the category's products have; null where there is no such value, or it is empty. */
async function usualIn(
  categoryId: number,
  column: "google_product_category" | "product_type",
): Promise<string | null> {
  const rows = await db()
    .selectFrom("products")
    .select(({ fn }) => [column, fn.countAll<number | string>().as("count")])
    .where("primary_category_id", "=", categoryId)
    .groupBy(column)
    .execute();
  const all = rows.reduce((sum, { count }) => sum + Number(count), 0);
  return rows.find(({ count }) => 2 * Number(count) > all)?.[column] || null;
}

async function detailsOf(brandId: number): Promise<string> {
  const [other, brand] = await Promise.all([
    db()
      .selectFrom("products")
      .select("details")
      .where("brand_id", "=", brandId)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst(),
    db().selectFrom("brands").selectAll().where("id", "=", brandId).executeTakeFirstOrThrow(),
  ]);
  const known = JSON.parse(other?.details ?? "{}") as Readonly<Record<string, unknown>>;
  const usual = { name: brand.name, electronic_address: null, country_code: null };
  const maker = { ...usual, ...(known["manufacturer"] as object | undefined) };
  return JSON.stringify({
    ...{ highlights: [], warnings: [], standards: [], conformity_mark: null, materials: [] },
    ...{ finish: "", care: "", assembly: "", assembly_required: false, packed: null, made_in: "" },
    manufacturer: { address: "", ...maker, ...addressOf(brand) },
    importer: known["importer"] ?? null,
    responsible_person: known["responsible_person"] ?? null,
    ...{ personalisation: null, set: [] },
  });
}

/** The brand's own goes before that of its other products. */
function addressOf({ manufacturer_address: address }: Readonly<{ manufacturer_address: string }>) {
  return address === "" ? {} : { address };
}

async function storeFirstDraft(
  id: number,
  product: NewProduct,
  { now, by }: Required<Making>,
): Promise<void> {
  const { name, priceMinor, shortDescription } = product;
  const changes: ProductChanges = {
    ...{ visibility: "everybody", pageTitle: name, price: String(priceMinor) },
    ...(shortDescription === "" ? {} : { shortDescription, metaDescription: shortDescription }),
  };
  await db()
    .insertInto("product_drafts")
    .values({
      ...{ product_id: id, changes: JSON.stringify(changes) },
      ...{ staff_name: by, updated_at: now.toISOString() },
    })
    .execute();
}
