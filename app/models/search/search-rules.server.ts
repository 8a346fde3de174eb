import { db } from "#app/db/db.server.ts";
import { categoryAddress } from "#app/models/catalogue/category.ts";
import {
  type CategoryTree,
  findCategoryTree,
  idsBelow,
  type TreeCategory,
} from "#app/models/catalogue/category-tree.server.ts";
import { findRedirectTargets } from "#app/models/catalogue/redirects/redirect.server.ts";
import { cachedPerProduct, cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import {
  headWords,
  NO_RULES,
  type SearchRules,
  searchRulesSchema,
  subjectKey,
  subjectWords,
} from "./search-rules.ts";

const TITLES_MAX = 5_000;

export type CatalogueRules = Readonly<{
  rules: SearchRules;
  idsWithin: (paths: ReadonlyArray<string>) => ReadonlyArray<number>;
  /** By `subjectKey`, with those below them. */
  named: ReadonlyMap<string, ReadonlyArray<number>>;
  products: ReadonlyMap<string, number>;
}>;

export const findSearchRules: () => Promise<CatalogueRules> = cachedPerVersion(async () => {
  const [known, tree, brands] = await Promise.all([readRules(), findCategoryTree(), brandsNotSold()]);
  const rules = { ...known, brands };
  const named = new Map<string, Set<number>>();
  for (const category of tree.byId.values()) {
    for (const text of [category.name, ...category.searchKeywords.split(",")]) {
      const key = subjectKey(subjectWords(text));
      if (key === "") continue;
      const ids = named.get(key) ?? new Set();
      for (const id of idsBelow(category)) ids.add(id);
      named.set(key, ids);
    }
  }
  const paths = [...rules.kinds, ...rules.apart].flatMap(({ categories }) => categories);
  const byPath = await categoriesAt(paths, tree);
  return {
    rules,
    idsWithin: (within) =>
      within.flatMap((path) => {
        const category = byPath.get(path);
        return category ? idsBelow(category) : [];
      }),
    named: new Map([...named].map(([key, ids]) => [key, [...ids]])),
    products: await readProductIds(rules.notices.flatMap(({ products }) => products)),
  };
});

/** Also where they stand since a rename. */
async function categoriesAt(
  paths: ReadonlyArray<string>,
  { byPath }: CategoryTree,
): Promise<ReadonlyMap<string, TreeCategory>> {
  const moved = paths.filter((path) => !byPath.has(path));
  const targets = await findRedirectTargets(moved.map(categoryAddress));
  const byAddress = new Map([...byPath].map(([path, category]) => [categoryAddress(path), category]));
  return new Map(
    paths.flatMap((path) => {
      const category = byPath.get(path) ?? byAddress.get(targets.get(categoryAddress(path)) ?? "");
      return category ? [[path, category] as const] : [];
    }),
  );
}

/** Empty if the catalogue was imported before there were rules. */
async function readRules(): Promise<SearchRules> {
  const row = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "search_rules")
    .executeTakeFirst();
  return row ? searchRulesSchema.parse(JSON.parse(row.value)) : NO_RULES;
}

/** Without those of which the shop sells something by now. */
async function brandsNotSold(): Promise<SearchRules["brands"]> {
  const [store, sold] = await Promise.all([findStore(), db().selectFrom("brands").select("name").execute()]);
  const own = new Set(sold.map(({ name }) => subjectKey(subjectWords(name))));
  return store.brandsNotSold.filter(({ name }) => !own.has(subjectKey(subjectWords(name))));
}

async function readProductIds(slugs: ReadonlyArray<string>): Promise<ReadonlyMap<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db()
    .selectFrom("products")
    .select(["id", "slug"])
    .where("slug", "in", [...new Set(slugs)])
    .where("is_visible", "=", 1)
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export type SearchTitle = Readonly<{
  /** Folded, up to "for" or "with". */
  head: string;
  keywords: ReadonlySet<string>;
  text: string;
}>;

const titles = cachedPerProduct(readTitles, TITLES_MAX);

export function findSearchTitles(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, SearchTitle>> {
  return titles(ids, "");
}

async function readTitles(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, SearchTitle>> {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "name", "search_keywords", "short_description"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, name, search_keywords, short_description: text }) => [
      id,
      {
        head: headWords(name).join(" "),
        keywords: new Set(search_keywords.split(",").map((keyword) => subjectWords(keyword).join(" "))),
        text,
      },
    ]),
  );
}
