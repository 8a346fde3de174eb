import { db } from "#app/db/db.server.ts";
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { paths } from "#app/paths.ts";
import { content } from "#app/services/content/content.server.ts";

import {
  SITEMAP_FILE_MAX,
  type SitemapEntry,
  type SitemapFile,
  sitemapFiles,
  type SitemapKind,
} from "./sitemap.ts";

const BATCH = 1_000;
/** Google's limit. */
const IMAGES_MAX = 1_000;
const IMAGE_WIDTH = 1280;

export async function listSitemapFiles(perFile = SITEMAP_FILE_MAX): Promise<ReadonlyArray<SitemapFile>> {
  const products = await countProducts();
  const small = Object.entries(SMALL).map(async ([kind, list]) => [kind, (await list()).length] as const);
  const counts = Object.fromEntries(await Promise.all(small)) as Record<keyof typeof SMALL, number>;
  return sitemapFiles({ ...counts, products, images: products }, perFile);
}

export async function* sitemapEntries(
  { kind, number }: SitemapFile,
  perFile = SITEMAP_FILE_MAX,
): AsyncGenerator<SitemapEntry> {
  const start = (number - 1) * perFile;
  if (kind === "products" || kind === "images") {
    yield* productEntries({ start, count: perFile, hasImages: kind === "images" });
  } else {
    yield* (await SMALL[kind]()).slice(start, start + perFile);
  }
}

/** For checks; without those of products if they are looked up one by one. */
export async function listedAddresses({ hasProducts = true } = {}): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const file of await listSitemapFiles()) {
    if (file.kind === "images" || (file.kind === "products" && !hasProducts)) continue;
    for await (const { path } of sitemapEntries(file)) found.add(path);
  }
  return found;
}

const SMALL: Readonly<
  Record<Exclude<SitemapKind, "products" | "images">, () => Promise<ReadonlyArray<SitemapEntry>>>
> = {
  pages: listPages,
  categories: listCategories,
  brands: listMakers,
  blog: listArticles,
  information: listInformation,
};

async function listPages(): Promise<ReadonlyArray<SitemapEntry>> {
  const own = new Set((await listCategories()).map(({ path }) => path));
  return [
    paths.home(),
    paths.categories(),
    paths.newIn(),
    paths.newThisWeek(),
    paths.backInStock(),
    paths.giftsByAge(),
    paths.brands(),
    paths.blog(),
    paths.informationIndex(),
  ].flatMap((path) => (own.has(path) ? [] : [{ path, changedOn: null }]));
}

async function listCategories(): Promise<ReadonlyArray<SitemapEntry>> {
  const [{ byId }, changed] = await Promise.all([findCategoryTree(), changesOf("categories")]);
  return [...byId.values()].map(({ id, path }) => ({
    path: paths.category(path),
    changedOn: changed.get(id) ?? null,
  }));
}

async function listMakers(): Promise<ReadonlyArray<SitemapEntry>> {
  const [brands, changed] = await Promise.all([listBrands(), changesOf("brands")]);
  return brands.map(({ id, slug }) => ({ path: paths.brand(slug), changedOn: changed.get(id) ?? null }));
}

async function changesOf(table: "categories" | "brands"): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db().selectFrom(table).select(["id", "changed_at"]).execute();
  return new Map(rows.map(({ id, changed_at }) => [id, changed_at]));
}

async function listArticles(): Promise<ReadonlyArray<SitemapEntry>> {
  const articles = await content().listArticles();
  return articles.map(({ id, section, changedOn }) => ({
    path: paths.article(section.slug, id),
    changedOn,
  }));
}

async function listInformation(): Promise<ReadonlyArray<SitemapEntry>> {
  const pages = await content().listPages();
  return pages.map(({ slug, updatedOn }) => ({ path: paths.information(slug), changedOn: updatedOn }));
}

async function countProducts(): Promise<number> {
  return (await findListing()).columns.count;
}

type Part = Readonly<{ start: number; count: number; hasImages: boolean }>;

async function* productEntries(part: Part): AsyncGenerator<SitemapEntry> {
  const { first, to } = await idsOf(part);
  for (let after = first; ;) {
    const rows = await readProducts(after, to);
    const last = rows.at(-1);
    if (!last) return;
    const images = part.hasImages ? await readImages(rows.map(({ id }) => id)) : null;
    for (const row of rows) {
      const entry = {
        path: productPath(row.path, row.slug),
        changedOn: latest(row.changed_at ?? row.created_at, row.reviewed_at),
      };
      yield images ? { ...entry, images: images.get(row.id) ?? [] } : entry;
    }
    after = last.id;
  }
}

/** Found without counting rows. */
async function idsOf({ start, count }: Part): Promise<Readonly<{ first: number; to: number }>> {
  const { id: ids } = (await findListing()).columns.product;
  const to = start < ids.length ? (ids[Math.min(start + count, ids.length) - 1] ?? 0) : 0;
  return { first: ids[start - 1] ?? 0, to };
}

function readProducts(after: number, to: number) {
  return db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "products.slug", "products.created_at", "products.changed_at", "categories.path"])
    .select((select) =>
      select
        .selectFrom("reviews")
        .select((of) => of.fn.max<string | null>("reviews.created_at").as("at"))
        .whereRef("reviews.product_id", "=", "products.id")
        .where("reviews.status", "=", "published")
        .as("reviewed_at"),
    )
    .where("products.is_visible", "=", 1)
    .where("products.id", ">", after)
    .where("products.id", "<=", to)
    .orderBy("products.id")
    .limit(BATCH)
    .execute();
}

async function readImages(
  productIds: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, ReadonlyArray<string>>> {
  const rows = await db()
    .selectFrom("product_images")
    .select(["product_id", "file"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .execute();
  const shown = (own: Readonly<typeof rows>) =>
    own.slice(0, IMAGES_MAX).map(({ file }) => paths.image(file, IMAGE_WIDTH));
  return new Map([...grouped(rows, ({ product_id: id }) => id)].map(([id, own]) => [id, shown(own)]));
}

function latest(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}
