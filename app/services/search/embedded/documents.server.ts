import { setImmediate as breath } from "node:timers/promises";

import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import type { Popularity } from "#app/models/search/popularity-rank.ts";
import { NO_SYNONYMS, type Synonyms } from "#app/models/search/tokenizer.ts";

import type { SearchDocument } from "#app/services/search/search-port.ts";

/** Products read at a time: others get their turn in between. */
const CHUNK = 500;

export type RankedDocument = Readonly<{ document: SearchDocument; popularity: Popularity }>;

/** Of all visible products, in order of id. */
export async function readSearchDocuments(): Promise<ReadonlyArray<SearchDocument>> {
  const documents: Array<SearchDocument> = [];
  for (let after = 0; ;) {
    const ids = await visibleProducts().select("id").where("id", ">", after).limit(CHUNK).execute();
    const chunk = await documentsOf(ids.map(({ id }) => id));
    documents.push(...chunk.map(({ document }) => document));
    const last = ids.at(-1);
    if (!last || ids.length < CHUNK) return documents;
    after = last.id;
    await breath();
  }
}

/** Of those products that are visible, in order of id. */
export async function documentsOf(ids: ReadonlyArray<number>): Promise<ReadonlyArray<RankedDocument>> {
  if (ids.length === 0) return [];
  const [products, lines, memberships, options, variants] = await Promise.all([
    readProducts(ids),
    readCategoryLines(),
    db()
      .selectFrom("product_categories")
      .select(["product_id", "category_id"])
      .where("product_id", "in", ids)
      .orderBy("category_id")
      .execute(),
    readOptionLabels(ids),
    db()
      .selectFrom("variants")
      .select(["product_id", "sku"])
      .where("product_id", "in", ids)
      .where("is_visible", "=", 1)
      .orderBy("id")
      .execute(),
  ]);
  const inCategories = textByProduct(memberships, ({ category_id }) => lines.get(category_id) ?? "");
  const optionTexts = textByProduct(options, ({ label }) => label);
  const skus = textByProduct(variants, ({ sku }) => sku);
  return products.map((product) => ({
    document: {
      productId: product.id,
      name: product.name,
      brand: product.brand_name,
      categories: inCategories.get(product.id) ?? "",
      keywords: product.search_keywords,
      description: `${product.short_description} ${product.description}`,
      options: `${optionTexts.get(product.id) ?? ""} ${madeIn(product.details)}`.trim(),
      skus: `${product.sku} ${skus.get(product.id) ?? ""}`,
    },
    popularity: {
      isFeatured: product.is_featured === 1,
      ratingHundredths: product.rating_average_hundredths,
      ratingCount: product.rating_count,
    },
  }));
}

/** The country: shoppers search for it, and it is one of few words, as options are. */
function madeIn(details: string): string {
  return (JSON.parse(details) as { made_in?: string }).made_in ?? "";
}

function visibleProducts() {
  return db().selectFrom("products").where("is_visible", "=", 1).orderBy("products.id");
}

function readProducts(ids: ReadonlyArray<number>) {
  return visibleProducts()
    .innerJoin("brands", "brands.id", "products.brand_id")
    .select([
      "products.id",
      "products.name",
      "products.sku",
      "products.search_keywords",
      "products.short_description",
      "products.description",
      "products.details",
      "products.is_featured",
      "products.rating_average_hundredths",
      "products.rating_count",
      "brands.name as brand_name",
    ])
    .where("products.id", "in", ids)
    .execute();
}

function readOptionLabels(productIds: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_option_values")
    .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
    .select(["product_options.product_id", "product_option_values.label"])
    .where("product_options.product_id", "in", productIds)
    .where("product_option_values.is_visible", "=", 1)
    .orderBy("product_option_values.option_id")
    .orderBy("product_option_values.position")
    .execute();
}

type CategoryRow = Readonly<{
  id: number;
  parent_id: number | null;
  name: string;
  search_keywords: string;
  is_visible: number;
}>;

async function readCategoryLines(): Promise<ReadonlyMap<number, string>> {
  const rows: ReadonlyArray<CategoryRow> = await db()
    .selectFrom("categories")
    .select(["id", "parent_id", "name", "search_keywords", "is_visible"])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const namesAbove = (row: CategoryRow): string => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    return parent ? `${parent.name} ${namesAbove(parent)}` : "";
  };
  const visible = rows.filter(({ is_visible }) => is_visible === 1);
  return new Map(visible.map((row) => [row.id, `${row.name} ${row.search_keywords} ${namesAbove(row)}`]));
}

function textByProduct<Row extends Readonly<{ product_id: number }>>(
  rows: ReadonlyArray<Row>,
  textOf: (row: Row) => string,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const row of rows)
    texts.set(row.product_id, `${texts.get(row.product_id) ?? ""} ${textOf(row)}`.trim());
  return texts;
}

const synonymsSchema: z.ZodType<Synonyms> = z.object({
  groups: z.array(z.array(z.string())),
  one_way: z.array(z.object({ from: z.array(z.string()), to: z.array(z.string()) })),
  misspellings: z.record(z.string()),
  stop_words: z.array(z.string()),
});

let parsed: Readonly<{ text: string; synonyms: Synonyms }> | null = null;

/** The same object while the setting is the same, so that what was made of it stays. */
export async function readSynonyms(): Promise<Synonyms> {
  const row = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "search_synonyms")
    .executeTakeFirst();
  if (!row) return NO_SYNONYMS;
  if (parsed?.text !== row.value)
    parsed = { text: row.value, synonyms: synonymsSchema.parse(JSON.parse(row.value)) };
  return parsed.synonyms;
}
