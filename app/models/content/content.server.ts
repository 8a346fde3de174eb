import { db } from "#app/db/db.server.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { listProductCards } from "#app/models/listing/listing.server.ts";
import { findPageValues } from "#app/models/shipping/shipping.server.ts";
import { filled } from "#app/models/store/placeholders.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { content, ownContent } from "#app/services/content/content.server.ts";

import { type Neighbours, neighboursOf } from "./blog.ts";
import {
  type Article,
  type ArticleSummary,
  canonicalInformationSlug,
  type ContentState,
  type InformationPage,
  type InformationSummary,
} from "./content.ts";
import type { HomeContent } from "./home-content.ts";

const RELATED_PRODUCTS = 4;
const READ_NEXT = 3;
const HOME_ARTICLES = 3;

/** False if the last good copy is older than a day. */
export function isContentCurrent(): Promise<boolean> {
  return content().isCurrent();
}

export function refreshContent(): Promise<void> {
  return content().refresh();
}

export function findContentState(): Promise<ContentState> {
  return content().state();
}

/** False with a content server, whose articles and pages are changed there. */
export function isOwnContent(): boolean {
  return ownContent() !== null;
}

export async function listArticles(): Promise<ReadonlyArray<ArticleSummary>> {
  return withFilledTexts((await content().listArticles()).map(articleSummary));
}

export async function listArticlesById(ids: ReadonlyArray<string>): Promise<ReadonlyArray<ArticleSummary>> {
  const articles = await listArticles();
  return ids.flatMap((id) => articles.filter((article) => article.id === id));
}

export async function listHomeArticles(picks: ReadonlyArray<number>): Promise<ReadonlyArray<ArticleSummary>> {
  const picked = await listArticlesById(picks.map(String));
  return picked.length > 0 ? picked : (await listArticles()).slice(0, HOME_ARTICLES);
}

export async function findArticle(articleId: string): Promise<Article | null> {
  return /^[A-Za-z0-9]{1,40}$/.test(articleId)
    ? withFilledTexts(await content().findArticle(articleId))
    : null;
}

export async function findArticleBySlug(slug: string): Promise<ArticleSummary | null> {
  return (await listArticles()).find((article) => article.slug === slug) ?? null;
}

export async function findArticleNeighbours(article: Article): Promise<Neighbours> {
  return neighboursOf(await listArticles(), article.id);
}

export async function listArticlesToReadNext(article: Article): Promise<ReadonlyArray<ArticleSummary>> {
  const others = (await listArticles()).filter(({ id }) => id !== article.id);
  const isNear = (other: ArticleSummary) => other.section.slug === article.section.slug;
  const nearFirst = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  return nearFirst.slice(0, READ_NEXT);
}

export async function listProductsOfArticle(
  article: Article,
  now: Date,
): Promise<ReadonlyArray<ProductSummary>> {
  const products = await listProductCardsBySlug(article.relatedProducts, now);
  return products
    .filter(({ stock }) => stock === "in-stock" || stock === "low-stock")
    .slice(0, RELATED_PRODUCTS);
}

export async function listInformation(): Promise<ReadonlyArray<InformationSummary>> {
  const pages = await content().listPages();
  return withFilledTexts(pages.map(({ slug, title, excerpt, group }) => ({ slug, title, excerpt, group })));
}

export async function findInformation(slug: string): Promise<InformationPage | null> {
  return withFilledTexts(await content().findPage(canonicalInformationSlug(slug)));
}

/** In the currency that the visitor shops in. A promise whose title is empty without its setting is left out. */
export async function findHomeContent(): Promise<HomeContent> {
  const { currency } = await findStore();
  const home = await withFilledTexts(await content().home(currency));
  const isHeld = (usp: HomeContent["usps"][number]) =>
    usp.title !== "" && (usp.currency ?? currency) === currency;
  return { ...home, usps: home.usps.filter(isHeld) };
}

/** Placeholders become what the settings say now, in the market of the visitor. */
export async function withFilledTexts<Texts>(texts: Texts): Promise<Texts> {
  return filled(texts, await findPageValues());
}

export async function listProductCardsBySlug(
  slugs: ReadonlyArray<string>,
  now: Date,
): Promise<ReadonlyArray<ProductSummary>> {
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
  const { id, slug, section, title, excerpt, author, publishedOn, readingMinutes, image, tags } = article;
  return { id, slug, section, title, excerpt, author, publishedOn, readingMinutes, image, tags };
}
