import { upperFirst } from "#app/models/shared/text.ts";

import { wordSlug } from "./article-html.ts";
import type { ArticleSummary } from "./content.ts";

/** One large, four beside it, and two rows of three. */
export const ARTICLES_PER_PAGE = 11;
const OFFERED_MIN = 2;

export type BlogTopic = Readonly<{
  slug: string;
  name: string;
}>;

type Labelled = Pick<ArticleSummary, "section" | "tags">;

export function topicsOf({ section, tags }: Labelled): ReadonlyArray<BlogTopic> {
  const all = [section, ...tags.map((name) => ({ slug: wordSlug(name), name: upperFirst(name) }))];
  const named = all.filter(({ slug }) => slug !== "");
  return named.filter(({ slug }, place) => named.findIndex((other) => other.slug === slug) === place);
}

export function findTopic(articles: ReadonlyArray<Labelled>, slug: string): BlogTopic | null {
  const topics = articles.flatMap(topicsOf).filter((topic) => topic.slug === slug);
  const sections = articles.map(({ section }) => section);
  return sections.find((section) => section.slug === slug) ?? topics[0] ?? null;
}

export function offeredTopics(articles: ReadonlyArray<Labelled>): ReadonlyArray<BlogTopic> {
  const counts = new Map<string, number>();
  for (const { slug } of articles.flatMap(topicsOf)) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const sections = new Set(articles.map(({ section }) => section.slug));
  const offered = [...counts].filter(([slug, count]) => sections.has(slug) || count >= OFFERED_MIN);
  return offered
    .sort(([one, some], [other, more]) => rank(other) - rank(one) || more - some || one.localeCompare(other))
    .flatMap(([slug]) => findTopic(articles, slug) ?? []);

  function rank(slug: string): number {
    return sections.has(slug) ? 1 : 0;
  }
}

export type BlogPageData<Shown> = Readonly<{
  articles: ReadonlyArray<Shown>;
  page: number;
  pageCount: number;
}>;

/** Null if there is no such page; an empty blog has one. */
export function blogPage<Shown>(articles: ReadonlyArray<Shown>, page: number): BlogPageData<Shown> | null {
  const pageCount = Math.max(1, Math.ceil(articles.length / ARTICLES_PER_PAGE));
  if (page < 1 || page > pageCount) return null;
  const start = (page - 1) * ARTICLES_PER_PAGE;
  return { articles: articles.slice(start, start + ARTICLES_PER_PAGE), page, pageCount };
}

export type Neighbours = Readonly<{
  previous: ArticleSummary | null;
  next: ArticleSummary | null;
}>;

export function neighboursOf(articles: ReadonlyArray<ArticleSummary>, id: string): Neighbours {
  const place = articles.findIndex((article) => article.id === id);
  if (place === -1) return { previous: null, next: null };
  return { previous: articles[place + 1] ?? null, next: place > 0 ? (articles[place - 1] ?? null) : null };
}
