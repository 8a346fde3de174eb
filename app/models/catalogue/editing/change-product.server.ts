/** The one way in which a product changes by hand: at the desk, by a command, or because a sale begins or ends. */
import { type Selectable, sql } from "kysely";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { announceProducts, bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { Product } from "#app/models/catalogue/product-page.ts";
import { variantsShown } from "#app/models/catalogue/inventory/events.server.ts";
import { findProductAs } from "#app/models/catalogue/product.server.ts";

import { basicColumns, basicFields, moveToCategory, pricesColumn } from "./basic-facts.server.ts";
import { changeProblem, type ChangeRefusal } from "./change-problems.server.ts";
import { declaredColumns, declaredTexts } from "./declared-fields.ts";
import { redirectOldAddress } from "./product-address.server.ts";
import { type EditedImage, imagesOf, imagesText, variantImage } from "./product-images.ts";
import { readEditedImages, storeUploads, type UploadedImage, writeImages } from "./product-images.server.ts";
import { noteVersions } from "./product-versions.server.ts";
import {
  changedFields,
  changesBetween,
  fieldsWith,
  hasEnded,
  isPriceField,
  isRunning,
  type ProductChanges,
  type ProductField,
  type ProductFields,
  type Sale,
  saleOf,
  saleText,
  visibilityOf,
} from "./product-fields.ts";
import { ageColumns, detailsWith, safetyFields, writeDetails } from "./safety-facts.server.ts";
import { writeSoldPrices } from "./sold-prices.server.ts";
import { readVariantTexts, variantColumns, writeVariants } from "./variant-facts.server.ts";

export type ProductState = Readonly<{
  id: number;
  version: number;
  /** At the desk, not by the catalogue. */
  isMade: boolean;
  wasPublished: boolean;
  fields: ProductFields;
}>;

/** From the primary database. */
export async function findProductState(id: number): Promise<ProductState | null> {
  const row = await db().selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const beside = {
    planned: await plannedSale(id),
    images: await readEditedImages(id),
    variants: await readVariantTexts(id),
  };
  return {
    ...{ id, version: row.version, fields: fieldsOf(row, beside) },
    isMade: row.created_by === "desk",
    wasPublished: row.was_published === 1,
  };
}

/** Locks the product for a transaction that will write, raises the version, and lets the search know. */
export async function lockEditedProduct(id: number): Promise<ProductState | null> {
  const row = await db()
    .updateTable("products")
    .set({ version: sql<number>`version + 1` })
    .where("id", "=", id)
    .returning("version")
    .modifyEnd(notifiedByWriter)
    .executeTakeFirst();
  if (!row) return null;
  await announceProducts([id]);
  return findProductState(id);
}

type Beside = Readonly<{
  planned: Sale | null;
  images: ReadonlyArray<EditedImage>;
  variants: Pick<ProductFields, "ownPrices" | "barcodes">;
}>;

export function fieldsOf(
  row: Selectable<Database["products"]>,
  { planned, images, variants }: Beside,
): ProductFields {
  const lasting = row.sale_price_minor ? { minor: row.sale_price_minor, first: null, last: null } : null;
  return {
    ...declaredTexts(row),
    price: String(row.price_minor),
    sale: saleText(planned ?? lasting),
    visibility: visibilityOf(row),
    images: imagesText(images),
    ...variants,
    ...safetyFields(row),
    slug: row.slug,
    ...basicFields(row),
  };
}

async function plannedSale(productId: number): Promise<Sale | null> {
  const row = await db()
    .selectFrom("product_sales")
    .selectAll()
    .where("product_id", "=", productId)
    .executeTakeFirst();
  return row ? saleOfRow(row) : null;
}

export function saleOfRow(row: Selectable<Database["product_sales"]>): Sale {
  return { minor: row.price_minor, first: row.first_day, last: row.last_day };
}

export type ProductChanged = Readonly<{
  before: ProductFields;
  after: ProductFields;
  isChanged: boolean;
}>;

export type ProductRefusal = "product-not-found" | ChangeRefusal;

export type ProductEditing = Readonly<{
  now: Date;
  by?: string;
  uploads?: ReadonlyArray<UploadedImage>;
}>;

export async function changeProduct(
  id: number,
  changes: ProductChanges,
  editing: ProductEditing,
): Promise<Result<ProductChanged, ProductRefusal>> {
  return transact<Result<ProductChanged, ProductRefusal>>(async () => {
    const locked = await lockEditedProduct(id);
    return locked ? changeLockedProduct(locked, changes, editing) : refused("product-not-found");
  });
}

/**
 * In the transaction of {@link lockEditedProduct}, which answered with `locked`. Also writes the price history, the version
 * that can be put back, search and the caches of every process.
 */
export async function changeLockedProduct(
  locked: ProductState,
  changes: ProductChanges,
  { now, by = "", uploads = [] }: ProductEditing,
): Promise<Result<ProductChanged, ChangeRefusal>> {
  const { timeZone, currencies } = await findStore();
  return transact<Result<ProductChanged, ChangeRefusal>>(async () => {
    const { id, fields: before, isMade, wasPublished } = locked;
    const after = fieldsWith(before, changes);
    const changed = changedFields(changesBetween(before, after));
    const problem = await changeProblem(id, { before, after, changed, isMade, currencies });
    if (problem) return problem;
    if (changed.length === 0) return ok({ before, after, isChanged: false });
    await noteVersions(id, { before, after, by, now, wasPublished });
    const isFirst = !wasPublished && after.visibility !== "nobody";
    await db()
      .updateTable("products")
      .set({ ...columnsOf(after), changed_at: now.toISOString(), edited_at: now.toISOString() })
      .set(isFirst ? { was_published: 1, created_at: now.toISOString() } : {})
      .where("id", "=", id)
      .execute();
    await storeUploads(id, uploads, now);
    await writeBeside(id, { before, after, changed, now, today: localTime(now, timeZone).day });
    // These reach beyond the product: which lists it is in, and its address.
    const isOfLists = hasAny(changed, "visibility", "slug", "category", "brand");
    await bumpCatalogueVersion(isOfLists ? undefined : [id]);
    if (before.visibility === "nobody" && after.visibility !== "nobody")
      await variantsShown.publish({ productId: id });
    return ok({ before, after, isChanged: true });
  });
}

type Change = Readonly<{
  before: ProductFields;
  after: ProductFields;
  changed: ReadonlyArray<ProductField>;
  now: Date;
  today: Day;
}>;

async function writeBeside(id: number, { before, after, changed, now, today }: Change): Promise<void> {
  if (changed.includes("images"))
    await writeImages(id, { before: imagesOf(before.images), after: imagesOf(after.images), now });
  if (hasAny(changed, "ownPrices", "barcodes")) await writeVariants(id, after);
  if (changed.includes("category")) await moveToCategory(id, Number(before.category), Number(after.category));
  if (hasAny(changed, "slug", "category")) await redirectOldAddress({ before, after, now });
  if (changed.includes("otherPrices"))
    await db()
      .updateTable("products")
      .set({ prices: pricesColumn(after) })
      .where("id", "=", id)
      .execute();
  if (hasAny(changed, "warnings", "maker", "durability")) await writeDetails(id, after);
  if (!changed.some(isPriceField)) return;
  await writeSale(id, saleOf(after.sale), today);
  await writeSoldPrices(id, now);
}

function hasAny(changed: Change["changed"], ...fields: ReadonlyArray<ProductField>): boolean {
  return fields.some((field) => changed.includes(field));
}

function columnsOf(fields: ProductFields) {
  return {
    ...declaredColumns(fields),
    price_minor: Number(fields.price),
    is_visible: fields.visibility === "everybody" ? 1 : 0,
    is_unlisted: fields.visibility === "address" ? 1 : 0,
    slug: fields.slug,
    ...ageColumns(fields.ages),
    ...basicColumns(fields),
  };
}

/** A sale is shown as if it had begun; from the primary database, never cached. */
export async function previewProduct(id: number, fields: ProductFields, now: Date): Promise<Product | null> {
  const details = await detailsWith(id, fields);
  const images = imagesOf(fields.images);
  const isWithoutImages = (await readEditedImages(id)).length === 0;
  const columns = {
    ...columnsOf(fields),
    ...(await namesOf(fields)),
    ...(details === null ? {} : { details }),
    ...(fields.otherPrices === "" ? {} : { prices: pricesColumn(fields) }),
    sale_price_minor: saleOf(fields.sale)?.minor ?? null,
    variantColumns: variantColumns(fields),
    ...(isWithoutImages && images.length > 0 ? { images } : {}),
  };
  const product = await findProductAs(id, columns, now);
  return product && withDraftImages(product, images);
}

async function namesOf({ brand, category }: Pick<ProductFields, "brand" | "category">) {
  const row = await db()
    .selectFrom("brands")
    .innerJoin("categories", (join) => join.on("categories.id", "=", Number(category)))
    .select(["brands.name as brand_name", "brands.slug as brand_slug", "categories.path as category_path"])
    .where("brands.id", "=", Number(brand))
    .executeTakeFirst();
  return row ?? {};
}

function withDraftImages(product: Product, images: ReadonlyArray<EditedImage>): Product {
  if (images.length === 0) return product;
  const variants = product.variants.map((variant) => {
    const file = variantImage(variant.image.file, product.images, images);
    return { ...variant, image: images.find((image) => image.file === file) ?? variant.image };
  });
  return { ...product, images, variants };
}

/** A sale with days waits in its own table, and its price is on the product while it runs. */
async function writeSale(productId: number, sale: Sale | null, today: Day): Promise<void> {
  await db().deleteFrom("product_sales").where("product_id", "=", productId).execute();
  if (sale && (sale.first !== null || sale.last !== null))
    await db()
      .insertInto("product_sales")
      .values({
        ...{ product_id: productId, price_minor: sale.minor },
        ...{ first_day: sale.first, last_day: sale.last },
      })
      .execute();
  await db()
    .updateTable("products")
    .set({ sale_price_minor: sale && isRunning(sale, today) ? sale.minor : null })
    .where("id", "=", productId)
    .execute();
}

export type SaleChange = Readonly<{ productId: number; minor: number; change: "started" | "ended" }>;

export async function startOrEndSale(productId: number, now: Date): Promise<SaleChange | null> {
  if (!(await dueSaleChange(productId, now))) return null;
  await lockEditedProduct(productId);
  // Somebody may have changed the sale until the lock.
  const due = await dueSaleChange(productId, now);
  if (!due) return null;
  const ended = due.change === "ended";
  if (ended) await db().deleteFrom("product_sales").where("product_id", "=", productId).execute();
  await db()
    .updateTable("products")
    .set({ sale_price_minor: ended ? null : due.minor, changed_at: now.toISOString() })
    .where("id", "=", productId)
    .execute();
  await writeSoldPrices(productId, now);
  await bumpCatalogueVersion([productId]);
  return due;
}

async function dueSaleChange(productId: number, now: Date): Promise<SaleChange | null> {
  const today = localTime(now, (await findStore()).timeZone).day;
  const sale = await plannedSale(productId);
  if (!sale) return null;
  if (hasEnded(sale, today)) return { productId, minor: sale.minor, change: "ended" };
  const product = await db()
    .selectFrom("products")
    .select("sale_price_minor")
    .where("id", "=", productId)
    .executeTakeFirst();
  const isDue = isRunning(sale, today) && product?.sale_price_minor !== sale.minor;
  return isDue ? { productId, minor: sale.minor, change: "started" } : null;
}

/** Holds no lock. */
export async function productsWithDueSale(now: Date): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("product_sales")
    .select("product_id as id")
    .orderBy("product_id")
    .execute();
  const due = await Promise.all(rows.map(async ({ id }) => ({ id, change: await dueSaleChange(id, now) })));
  return due.filter(({ change }) => change !== null).map(({ id }) => id);
}

export async function findProductByName(name: string): Promise<number | null> {
  const rows = await db()
    .selectFrom("products")
    .select("id")
    .where((row) => (/^\d{1,9}$/.test(name) ? row("id", "=", Number(name)) : row("slug", "=", name)))
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
