/** Reads the blog, the information pages and the words of the home page. */
import { db } from "#app/db/db.server.ts";
import { content } from "#app/services/content/content.server.ts";

import {
  type Article,
  type ArticleSummary,
  canonicalInformationSlug,
  type HomeContent,
  type InformationPage,
  type InformationSummary,
} from "./content.ts";
import type { ProductCard } from "./product.ts";
import { listProductCards } from "./product-listing.server.ts";

/** How many of its products an article shows: one row. */
const RELATED_PRODUCTS = 4;
/** How many articles are offered under one. */
const READ_NEXT = 3;

/** Every article, newest first. */
export async function listArticles(): Promise<ReadonlyArray<ArticleSummary>> {
  return (await content().listArticles()).map(articleSummary);
}

/** The articles with these ids, in that order; ids without an article are left out. */
export async function listArticlesById(ids: ReadonlyArray<number>): Promise<ReadonlyArray<ArticleSummary>> {
  const articles = await listArticles();
  return ids.flatMap((id) => articles.filter((article) => article.id === id));
}

/** The article with the id in `articleId`, digits only. */
export async function findArticle(articleId: string): Promise<Article | null> {
  return /^[1-9]\d{0,8}$/.test(articleId) ? content().findArticle(Number(articleId)) : null;
}

/** Other articles: of the same section first, newest first. */
export async function listArticlesToReadNext(article: Article): Promise<ReadonlyArray<ArticleSummary>> {
  const others = (await listArticles()).filter(({ id }) => id !== article.id);
  const isNear = (other: ArticleSummary) => other.section.slug === article.section.slug;
  const nearFirst = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  return nearFirst.slice(0, READ_NEXT);
}

/** The first products that belong to the article. */
export function listProductsOfArticle(article: Article, now: Date): Promise<ReadonlyArray<ProductCard>> {
  return listProductCardsBySlug(article.relatedProducts.slice(0, RELATED_PRODUCTS), now);
}

/** Every information page in its order. */
export async function listInformation(): Promise<ReadonlyArray<InformationSummary>> {
  const pages = await content().listPages();
  return pages.map(({ slug, title, excerpt, group }) => ({ slug, title, excerpt, group }));
}

/** The information page called `slug`, by its own name or an alias. */
export function findInformation(slug: string): Promise<InformationPage | null> {
  return content().findPage(canonicalInformationSlug(slug));
}

export function findHomeContent(): Promise<HomeContent> {
  return content().home();
}

/** Cards of the visible products with these slugs, in that order. */
export async function listProductCardsBySlug(
  slugs: ReadonlyArray<string>,
  now: Date,
): Promise<ReadonlyArray<ProductCard>> {
  if (slugs.length === 0) return [];
  const rows = await db()
    .selectFrom("products")
    .select(["id", "slug"])
    .where("slug", "in", slugs)
    .where("is_visible", "=", 1)
    .execute();
  const ids = slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map((row) => row.id));
  return listProductCards(ids, now);
}

function articleSummary(article: Article): ArticleSummary {
  const { id, slug, section, title, excerpt, author, publishedOn, readingMinutes, picture, tags } = article;
  return { id, slug, section, title, excerpt, author, publishedOn, readingMinutes, picture, tags };
}
