/** Categories as they are made, changed and removed by hand (requirement desk-73). */
import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import { catalogueAddresses, redirectOldPaths } from "#app/models/catalogue/redirects/redirect.server.ts";
import { type SortKey, sortKey } from "#app/models/catalogue/sort-key.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { slugOf } from "#app/models/shared/slug.ts";
import { listText, numberOf } from "#app/models/shared/text.ts";

import {
  depthOf,
  isWithin,
  movedPath,
  type CategoryPlace,
  categoryPlaceOf,
  type PlaceRefusal,
} from "./category-place.ts";
import { createdBy, lockTable, nextMadeId } from "./made-rows.server.ts";

export type TypedCategory = Readonly<{
  /** Null for a new one. */
  id: number | null;
  name: string;
  /** Empty: from the name. */
  slug: string;
  /** Its parent's path; null: a department. */
  parent: string | null;
  description: string;
  /** Null: behind its neighbours. */
  sortOrder: number | null;
  defaultSort: SortKey;
  isHidden: boolean;
  pageTitle: string;
  metaDescription: string;
  searchKeywords: string;
  /** These four come with the catalogue. */
  image: string;
  ageFrom: number | null;
  ageTo: number | null;
  /** JSON: texts by other currency. */
  prices: string;
}>;

export type EditedCategory = TypedCategory &
  Readonly<{
    id: number;
    path: string;
    /** "Wooden toys > Pull-alongs". */
    line: string;
    /** How many are in it, shown or hidden. */
    products: number;
    /** Of those just below it. */
    children: number;
  }>;

/** Each before what is below it, neighbours in their order. */
export async function listEditedCategories(): Promise<ReadonlyArray<EditedCategory>> {
  const byParent = grouped(await readCategories(), (row) => row.parent_id);
  const below = (parent: Above): ReadonlyArray<EditedCategory> =>
    (byParent.get(parent?.id ?? null) ?? []).flatMap((row) => {
      const own = editedCategory(row, parent, byParent.get(row.id)?.length ?? 0);
      return [own, ...below(own)];
    });
  return below(null);
}

function readCategories() {
  return db()
    .selectFrom("categories")
    .selectAll()
    .select((category) => [
      category
        .selectFrom("product_categories")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .whereRef("category_id", "=", "categories.id")
        .as("members"),
      category
        .selectFrom("products")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .whereRef("primary_category_id", "=", "categories.id")
        .as("owned"),
    ])
    .orderBy("sort_order")
    .orderBy("id")
    .execute();
}

type Above = Pick<EditedCategory, "id" | "path" | "line"> | null;
type Row = Awaited<ReturnType<typeof readCategories>>[number];

function editedCategory(row: Row, parent: Above, children: number): EditedCategory {
  const { id, path, slug, name, description, prices } = row;
  return {
    ...{ id, path, slug, name, description, prices, children, parent: parent?.path ?? null },
    line: parent ? `${parent.line} > ${name}` : name,
    sortOrder: row.sort_order,
    defaultSort: sortKey(row.default_product_sort, "featured"),
    isHidden: row.is_visible === 0,
    pageTitle: row.page_title,
    metaDescription: row.meta_description,
    searchKeywords: row.search_keywords,
    image: row.image ?? "",
    ageFrom: row.age_band_min_months,
    ageTo: row.age_band_max_months,
    products: Math.max(Number(row.members), Number(row.owned)),
  };
}

/** One that comes back has the id that it had. */
export async function addCategory(
  category: TypedCategory,
  now: Date,
): Promise<Result<Readonly<{ key: string; isNew: boolean }>, PlaceRefusal>> {
  await lockTable("categories");
  const all = await listEditedCategories();
  const place = categoryPlaceOf(named(category), all);
  if (!place.ok) return place;
  const id = category.id ?? (await nextMadeId("categories"));
  const columns = { ...columnsOf(category, all, now), ...columnsOfPlace(place.value) };
  await db()
    .insertInto("categories")
    .values({ id, created_by: createdBy(id), ...columns })
    .execute();
  await bumpCatalogueVersion();
  return ok({ key: String(id), isNew: true });
}

/** What is below moves with it, and each old address, of products too, leads to the new one. */
export async function changeCategory(
  category: TypedCategory,
  before: EditedCategory,
  now: Date,
): Promise<Result<string, PlaceRefusal>> {
  const all = await listEditedCategories();
  const place = categoryPlaceOf({ ...named(category), id: before.id }, all);
  if (!place.ok) return place;
  const prices = category.prices === before.prices ? pricesWithout(category, before) : category.prices;
  const columns = { ...columnsOf(category, all, now), ...columnsOfPlace(place.value), prices };
  const addresses = place.value.path === before.path ? null : await catalogueAddresses();
  await db().updateTable("categories").set(columns).where("id", "=", before.id).execute();
  if (addresses) {
    const below = all.filter(({ id, path }) => id !== before.id && isWithin(path, before.path));
    for (const { id, path } of below) {
      const to = movedPath(path, before.path, place.value.path);
      const moved = { path: to, depth: depthOf(to), ...editedAt(now) };
      await db().updateTable("categories").set(moved).where("id", "=", id).execute();
    }
    await redirectOldPaths(addresses, now);
  }
  await bumpCatalogueVersion();
  return ok(String(before.id));
}

/** Refused while products, categories or codes that may still be used need it. */
export async function removeCategory(
  category: EditedCategory,
  { now }: Readonly<{ now: Date }>,
): Promise<Result<null, "category-in-use" | "category-of-coupon">> {
  const { id, name, products, children } = category;
  const contents = [
    ...(products > 0 ? [numberOf(products, "product", "products")] : []),
    ...(children > 0 ? [numberOf(children, "category", "categories")] : []),
  ];
  if (contents.length > 0) {
    const are = products + children === 1 ? "is in" : "are in";
    return refused("category-in-use", { name, contents: `${listText(contents)} ${are}` });
  }
  const coupons = await db()
    .selectFrom("coupons")
    .select(["code", "rules"])
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("ends_at", "is", null), row("ends_at", ">", now.toISOString())]))
    .orderBy("code")
    .execute();
  const codes = coupons.filter(({ rules }) => {
    const { category_ids, categories } = couponRulesSchema.parse(JSON.parse(rules));
    return category_ids?.includes(id) ?? categories.includes(category.path);
  });
  if (codes.length > 0)
    return refused("category-of-coupon", { name, codes: listText(codes.map(({ code }) => code)) });
  await db().deleteFrom("categories").where("id", "=", id).execute();
  await bumpCatalogueVersion();
  return ok(null);
}

/** The build before this one names them by their paths alone. */
const couponRulesSchema = z.object({
  category_ids: z.array(z.number()).optional(),
  categories: z.array(z.string()).default([]),
});

function named({ id, slug, name, parent }: TypedCategory) {
  return { id, slug: slug || slugOf(name), parent };
}

function editedAt(now: Date) {
  return { changed_at: now.toISOString(), edited_at: now.toISOString() };
}

function columnsOfPlace({ parentId, path }: CategoryPlace) {
  return { parent_id: parentId, path, depth: depthOf(path) };
}

function columnsOf(category: TypedCategory, all: ReadonlyArray<EditedCategory>, now: Date) {
  const { name, description, parent, image, prices } = category;
  const orders = all.filter((other) => other.parent === parent).map(({ sortOrder }) => sortOrder ?? 0);
  return {
    ...{ name, slug: named(category).slug, description, image: image || null, prices: prices || "{}" },
    sort_order: category.sortOrder ?? Math.max(0, ...orders) + 1,
    default_product_sort: category.defaultSort,
    is_visible: category.isHidden ? (0 as const) : (1 as const),
    page_title: category.pageTitle,
    meta_description: category.metaDescription,
    search_keywords: category.searchKeywords,
    age_band_min_months: category.ageFrom,
    age_band_max_months: category.ageTo,
    ...editedAt(now),
  };
}

const TEXTS = {
  name: "name",
  description: "description",
  page_title: "pageTitle",
  meta_description: "metaDescription",
} as const;

/** A text that somebody changes says the same in every currency from then on. */
function pricesWithout(category: TypedCategory, before: TypedCategory): string {
  const lists = Object.entries(JSON.parse(before.prices) as Readonly<Record<string, object>>);
  const isSame = ([column]: readonly [string, unknown]) => {
    const field = TEXTS[column as keyof typeof TEXTS] as keyof TypedCategory | undefined;
    return field === undefined || category[field] === before[field];
  };
  return JSON.stringify(
    Object.fromEntries(
      lists.map(([currency, texts]) => [currency, Object.fromEntries(Object.entries(texts).filter(isSame))]),
    ),
  );
}
