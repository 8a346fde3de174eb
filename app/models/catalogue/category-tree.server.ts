import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { sortKey } from "./sort-key.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import { currentMarket } from "#app/models/platform/market.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import type { Breadcrumb, Category, CategoryNode } from "./category.ts";
import { categoryAddress } from "./category.ts";

export type TreeCategory = Category &
  Readonly<{
    line: ReadonlyArray<TreeCategory>;
    children: ReadonlyArray<TreeCategory>;
    searchKeywords: string;
    bandFromMonths: number | null;
  }>;

export type CategoryTree = Readonly<{
  departments: ReadonlyArray<TreeCategory>;
  byId: ReadonlyMap<number, TreeCategory>;
  byPath: ReadonlyMap<string, TreeCategory>;
  bySlug: ReadonlyMap<string, ReadonlyArray<TreeCategory>>;
}>;

export const findCategoryTree: () => Promise<CategoryTree> = cachedPerVersion(readTree);

async function readTree(): Promise<CategoryTree> {
  const { currency } = currentMarket();
  const rows = await db()
    .selectFrom("categories")
    .selectAll()
    .where("is_visible", "=", 1)
    .orderBy("depth")
    .orderBy("sort_order")
    .orderBy("id")
    .execute();
  const departments: Array<TreeCategory> = [];
  const byId = new Map<number, TreeCategory & { children: Array<TreeCategory> }>();
  for (const row of rows) {
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (parent === undefined) continue;
    const line: Array<TreeCategory> = [...(parent?.line ?? [])];
    const category = { ...categoryOf(inCurrency(row, currency)), line, children: [] };
    line.push(category);
    byId.set(category.id, category);
    (parent?.children ?? departments).push(category);
  }
  const all = [...byId.values()];
  return {
    departments,
    byId,
    byPath: new Map(all.map((category) => [category.path, category])),
    bySlug: grouped(all, ({ slug }) => slug),
  };
}

/** A category such as "Under £25" has other texts in another currency. */
function inCurrency<Row extends Readonly<{ prices: string }>>(row: Row, currency: string | null): Row {
  if (currency === null) return row;
  const lists = JSON.parse(row.prices) as Readonly<Record<string, Partial<Row>>>;
  return { ...row, ...lists[currency] };
}

function categoryOf(row: Selectable<Database["categories"]>) {
  return {
    id: row.id,
    path: row.path,
    slug: row.slug,
    name: row.name,
    description: row.description,
    image: row.image,
    pageTitle: row.page_title || row.name,
    metaDescription: row.meta_description,
    defaultSort: sortKey(row.default_product_sort, "featured"),
    parentId: row.parent_id,
    searchKeywords: row.search_keywords,
    bandFromMonths: row.age_band_min_months,
  };
}

export function idsBelow(category: TreeCategory): ReadonlyArray<number> {
  return [category.id, ...category.children.flatMap(idsBelow)];
}

export function nodeOf({ name, path, image, children }: TreeCategory): CategoryNode {
  return { name, path, image, children: children.map(nodeOf) };
}

export function breadcrumbsOf(category: TreeCategory): ReadonlyArray<Breadcrumb> {
  return category.line.map(({ name, path }) => ({ name, path: categoryAddress(path) }));
}
