import { visibilityOf } from "#app/models/catalogue/editing/product-fields.ts";
import { type ExpressionBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { withoutInvisible } from "#app/models/shared/text.ts";

import type { ProductViewKey } from "./product-views.ts";

const PRODUCT_PAGE_ROWS = 50;

export type DeskProduct = Readonly<ReturnType<typeof productOf>>;

export type ProductFilters = Readonly<{
  /** Part of a name or article number, or a barcode; empty: everything. */
  query: string;
  /** Id of a category, which stands for all below it too; null: any. */
  category: number | null;
  brand: number | null;
}>;

export const NO_PRODUCT_FILTERS: ProductFilters = { query: "", category: null, brand: null };

export type ProductSelection = Readonly<{ view: ProductViewKey; filters: ProductFilters }>;

type Page = Readonly<{ products: ReadonlyArray<DeskProduct>; next: number | null }>;
type Eb = ExpressionBuilder<Database, "products">;

export async function listDeskProducts(selection: ProductSelection, after: number | null): Promise<Page> {
  const rows = await productRows()
    .modifyFront(WALK)
    .where((eb) => isSelected(eb, selection))
    .$if(after !== null, (list) =>
      list.where(
        sql<boolean>`(products.name, products.id) > (select p.name, p.id from products as p where p.id = ${after})`,
      ),
    )
    .orderBy("products.name")
    .orderBy("products.id")
    .limit(PRODUCT_PAGE_ROWS + 1)
    .execute();
  const shown = rows.slice(0, PRODUCT_PAGE_ROWS).map(productOf);
  return { products: shown, next: rows.length > PRODUCT_PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null };
}

/** Products that one form changes at once: each is changed by itself, while somebody waits for the answer. */
export const BULK_PRODUCTS_MAX = 500;

/** Without those that have changed since the page was made. One more than a form takes: there are too many. */
export async function findListedProducts(
  selection: ProductSelection,
  unchangedSince: string | null,
): Promise<ReadonlyArray<DeskProduct>> {
  const rows = await productRows()
    .modifyFront(WALK)
    .where((eb) => isSelected(eb, selection))
    .$if(unchangedSince !== null, (list) =>
      list.where((eb) => eb.or([eb("changed_at", "is", null), eb("changed_at", "<=", unchangedSince)])),
    )
    .orderBy("products.name")
    .orderBy("products.id")
    .limit(BULK_PRODUCTS_MAX + 1)
    .execute();
  return rows.map(productOf);
}

export async function findDeskProducts(ids: ReadonlyArray<number>): Promise<ReadonlyArray<DeskProduct>> {
  if (ids.length === 0) return [];
  const rows = await productRows()
    .where("products.id", "in", ids)
    .orderBy("products.name")
    .orderBy("products.id")
    .execute();
  return rows.map(productOf);
}

export async function countProductViews(
  views: ReadonlyArray<ProductViewKey>,
  filters: ProductFilters = NO_PRODUCT_FILTERS,
): Promise<Readonly<Partial<Record<ProductViewKey, number>>>> {
  const counts = await Promise.all(
    views.map(async (view) => {
      const row = await db()
        .selectFrom("products")
        .modifyFront(WALK)
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .where((eb) => isSelected(eb, { view, filters }))
        .executeTakeFirstOrThrow();
      return [view, Number(row.count)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

function isSelected(eb: Eb, { view, filters: { query, category, brand } }: ProductSelection) {
  return eb.and([
    isInView(eb, view),
    ...(query === "" ? [] : [matches(eb, query)]),
    ...(category === null ? [] : [isBelow(category)]),
    ...(brand === null ? [] : [eb("products.brand_id", "=", brand)]),
  ]);
}

/** In the category, or in one below it. */
function isBelow(category: number) {
  return sql<boolean>`products.id in (
    with recursive below(id) as (
      select categories.id from categories where categories.id = ${category}
      union select categories.id from categories inner join below on categories.parent_id = below.id
    )
    select product_id from product_categories where category_id in (select id from below)
  )`;
}

function isInView(eb: Eb, view: ProductViewKey) {
  const isForSale = () =>
    eb.and([eb("products.is_visible", "=", 1), eb("products.availability", "<>", "discontinued")]);
  const hasStock = () =>
    eb.or([eb("products.availability", "=", "preorder"), eb.exists(ownVariants(eb).where(hasFree))]);
  switch (view) {
    case "all":
      return eb.and([]);
    case "for-sale":
      return eb.and([isForSale(), hasStock()]);
    case "sold-out":
      return eb.and([isForSale(), eb.not(hasStock())]);
    case "hidden":
      return eb("products.is_visible", "=", 0);
    case "on-sale":
      return eb.and([isForSale(), sql<boolean>`products.sale_price_minor < products.price_minor`]);
    case "drafts":
      return eb.exists(
        eb
          .selectFrom("product_drafts")
          .select("product_drafts.product_id")
          .whereRef("product_drafts.product_id", "=", "products.id"),
      );
  }
}

const hasFree = sql<boolean>`variants.is_visible = 1 and variants.on_hand > variants.reserved`;

function ownVariants(eb: Eb) {
  return eb.selectFrom("variants").select("variants.id").whereRef("variants.product_id", "=", "products.id");
}

function matches(eb: Eb, query: string) {
  const typed = withoutInvisible(query).trim().toLowerCase();
  const like = `%${typed.replace(/[!%_]/g, (character) => `!${character}`)}%`;
  // Scanners leave out or add the zeros in front of a barcode.
  const digits = /^\d{6,}$/.test(typed) ? typed.replace(/^0+/, "") : null;
  const isVariant = eb.or([
    sql<boolean>`lower(variants.sku) like ${like} escape '!'`,
    ...(digits === null ? [] : [sql<boolean>`ltrim(variants.gtin, '0') = ${digits}`]),
  ]);
  return eb.or([
    sql<boolean>`lower(products.name) like ${like} escape '!'`,
    sql<boolean>`lower(products.sku) like ${like} escape '!'`,
    eb.exists(ownVariants(eb).where(isVariant)),
  ]);
}

function productRows() {
  return db()
    .selectFrom("products")
    .select(["products.id", "products.name", "products.sku", "price_minor", "sale_price_minor"])
    .select(["sort_price_minor", "is_visible", "is_unlisted", "availability", "changed_at", "was_published"])
    .select((eb) => [
      sql<number | string>`(select count(*) from variants where variants.product_id = products.id)`.as(
        "variants",
      ),
      sql<number | string | null>`(select sum(variants.on_hand - variants.reserved) from variants
        where variants.product_id = products.id and variants.is_visible = 1)`.as("free"),
      eb
        .selectFrom("variants as first_variant")
        .select("first_variant.image")
        .whereRef("first_variant.product_id", "=", "products.id")
        .orderBy("first_variant.position")
        .orderBy("first_variant.id")
        .limit(1)
        .as("image"),
      eb
        .selectFrom("product_drafts")
        .select("product_drafts.product_id")
        .whereRef("product_drafts.product_id", "=", "products.id")
        .as("draft"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof productRows>["execute"]>>[number];

function productOf(row: Row) {
  const { price_minor: priceMinor, sale_price_minor: sale } = row;
  return {
    ...{ id: row.id, name: row.name, sku: row.sku, image: row.image, priceMinor },
    variants: Number(row.variants),
    lowestMinor: row.sort_price_minor,
    // Null unless it is reduced now.
    saleMinor: sale !== null && sale > 0 && sale < priceMinor ? sale : null,
    visibility: visibilityOf(row),
    isDiscontinued: row.availability === "discontinued",
    isPreorder: row.availability === "preorder",
    // False: nobody on the shop has seen it yet.
    wasPublished: row.was_published === 1,
    hasDraft: row.draft !== null,
    // Free units of the variants that shoppers see.
    free: Number(row.free ?? 0),
    changedAt: row.changed_at,
  };
}
