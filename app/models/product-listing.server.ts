/** Reads lists of products: chosen, sorted, counted and paged by the database. */
import { type Kysely, type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/migrations/ddl.ts";

import { findCategoryTree, idsBelow } from "./category-tree.server.ts";
import { backSince, listProductCards, returnedAt } from "./product-cards.server.ts";
import { type Listing, type ListingScope, PAGE_SIZE, type SortKey } from "./product-listing.ts";
import { startOfDay } from "./published.ts";
import { findStore } from "./store.server.ts";

export { listProductCards } from "./product-cards.server.ts";

export type ListingRequest = Readonly<{
  scope: ListingScope;
  sort: SortKey;
  /** From 1; a page behind the last one shows the last one. */
  page: number;
  now: Date;
}>;

/** One page of the products in `scope` that a shopper can see. */
export async function listProducts({ scope, sort, page, now }: ListingRequest): Promise<Listing> {
  const condition = await conditionOf(scope, now);
  const { total } = await db()
    .selectFrom("products")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where(condition)
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const shownPage = Math.min(Math.max(1, page), pageCount);
  const rows = await db()
    .selectFrom("products")
    .select("products.id")
    .where(condition)
    .orderBy(await orderOf(scope, sort, now))
    .limit(PAGE_SIZE)
    .offset((shownPage - 1) * PAGE_SIZE)
    .execute();
  const products = await listProductCards(
    rows.map(({ id }) => id),
    now,
  );
  return { products, total, page: shownPage, pageCount, sort };
}

/** Products first published within the last `days` days (reading 5). */
export async function countNewProducts(days: number, now: Date): Promise<number> {
  const { total } = await db()
    .selectFrom("products")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where(await conditionOf({ kind: "new", days }, now))
    .executeTakeFirstOrThrow();
  return total;
}

type Condition = RawBuilder<boolean>;

const IS_VISIBLE: Condition = sql`products.is_visible = 1`;
const NOTHING: Condition = sql`1 = 0`;

async function conditionOf(scope: ListingScope, now: Date): Promise<Condition> {
  switch (scope.kind) {
    case "all":
      return IS_VISIBLE;
    case "brand":
      return sql`${IS_VISIBLE} and products.brand_id = ${scope.brandId}`;
    case "category":
      return inCategory(scope.categoryId);
    case "new":
      return publishedWithin(scope.days, now);
    case "back-in-stock":
      return backInStock(now);
    case "ids":
      if (scope.productIds.length === 0) return NOTHING;
      return sql`${IS_VISIBLE} and products.id in (${sql.join(scope.productIds)})`;
  }
}

async function inCategory(categoryId: number): Promise<Condition> {
  const category = (await findCategoryTree()).byId.get(categoryId);
  if (!category) return NOTHING;
  const members = sql`select product_categories.product_id from product_categories
    where product_categories.category_id in (${sql.join(idsBelow(category))})`;
  const inside: Condition = sql`${IS_VISIBLE} and products.id in (${members})`;
  // Reading 7: the legal minimum age wins, whatever a list says.
  if (category.bandFromMonths === null) return inside;
  return sql`${inside} and (products.age_min_months is null or products.age_min_months <= ${category.bandFromMonths})`;
}

async function publishedWithin(days: number, now: Date): Promise<Condition> {
  const { timeZone } = await findStore();
  return sql`${IS_VISIBLE} and products.created_at >= ${startOfDay(now, days, timeZone)}`;
}

/** Reading 6: back within the window and still there; nothing discontinued, no pre-orders. */
async function backInStock(now: Date): Promise<Condition> {
  const since = backSince(await findStore(), now);
  return sql`${IS_VISIBLE} and products.availability = 'available'
    and ${returnedAt(sql.ref("products.id"), since)} is not null
    and exists (select 1 from variants where variants.product_id = products.id
      and variants.on_hand > variants.reserved)`;
}

/** The order of a list. The id comes last, so that no two pages share a product. */
async function orderOf(scope: ListingScope, sort: SortKey, now: Date): Promise<RawBuilder<unknown>> {
  if (scope.kind === "ids" && sort === "featured") return inGivenOrder(scope.productIds);
  if (scope.kind === "back-in-stock" && sort === "newest") {
    const since = backSince(await findStore(), now);
    return sql`${returnedAt(sql.ref("products.id"), since)} desc, products.id`;
  }
  return ORDERS[sort]();
}

const ORDERS: Readonly<Record<SortKey, () => RawBuilder<unknown>>> = {
  featured: () =>
    sql`products.is_featured desc, products.rating_average_hundredths desc, products.rating_count desc, products.id`,
  newest: () => sql`products.created_at desc, products.id desc`,
  "price-asc": () => sql`products.sort_price_minor, products.id`,
  "price-desc": () => sql`products.sort_price_minor desc, products.id`,
  rating: () => sql`products.rating_average_hundredths desc, products.rating_count desc, products.id`,
  // PostgreSQL would sort by the language of the machine it runs on.
  name: () =>
    sql`lower(products.name)${sql.raw(isSqlite(db() as Kysely<unknown>) ? "" : ' collate "C"')}, products.id`,
  // Without an age or a weight: last.
  "age-asc": () => sql`coalesce(products.age_min_months, products.suitable_from_months, 9999), products.id`,
  "weight-asc": () => sql`coalesce(products.weight_g, 2147483647), products.id`,
};

function inGivenOrder(productIds: ReadonlyArray<number>): RawBuilder<unknown> {
  if (productIds.length === 0) return sql`products.id`;
  const cases = productIds.map((id, place) => sql`when ${id} then ${sql.raw(String(place))}`);
  return sql`case products.id ${sql.join(cases, sql` `)} end`;
}
