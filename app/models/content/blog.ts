/** How the journal is laid out: its topics, its pages, and what stands before and after an article. */
import { upperFirst } from "#app/models/shared/text.ts";

import { wordSlug } from "./article-html.ts";
import type { ArticleSummary } from "./content.ts";

/** Articles on one page: the large one, four beside it, and two rows of three. */
export const ARTICLES_PER_PAGE = 11;
/** Articles that a tag needs to be offered above the list. */
const OFFERED_MIN = 2;

export type Topic = Readonly<{
  /** As in /blog?tag=safety. */
  slug: string;
  name: string;
}>;

type Labelled = Pick<ArticleSummary, "section" | "tags">;

/** What an article is about: its section, then its tags, each once. */
export function topicsOf({ section, tags }: Labelled): ReadonlyArray<Topic> {
  const all = [section, ...tags.map((name) => ({ slug: wordSlug(name), name: upperFirst(name) }))];
  const named = all.filter(({ slug }) => slug !== "");
  return named.filter(({ slug }, place) => named.findIndex((other) => other.slug === slug) === place);
}

/** The topic called `slug`, or null when no article has it. */
export function findTopic(articles: ReadonlyArray<Labelled>, slug: string): Topic | null {
  const topics = articles.flatMap(topicsOf).filter((topic) => topic.slug === slug);
  // The name of a section is written with more care than that of a tag.
  const sections = articles.map(({ section }) => section);
  return sections.find((section) => section.slug === slug) ?? topics[0] ?? null;
}

/** The topics above the list: every section that has articles, then tags of several, most articles first. */
export function offeredTopics(articles: ReadonlyArray<Labelled>): ReadonlyArray<Topic> {
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

export type JournalPage<Shown> = Readonly<{
  articles: ReadonlyArray<Shown>;
  /** From 1. */
  page: number;
  pageCount: number;
}>;

/** The articles of one page; null for a page that there is not. An empty journal has one page. */
export function journalPage<Shown>(articles: ReadonlyArray<Shown>, page: number): JournalPage<Shown> | null {
  const pageCount = Math.max(1, Math.ceil(articles.length / ARTICLES_PER_PAGE));
  if (page < 1 || page > pageCount) return null;
  const start = (page - 1) * ARTICLES_PER_PAGE;
  return { articles: articles.slice(start, start + ARTICLES_PER_PAGE), page, pageCount };
}

export type Neighbours = Readonly<{
  /** The article that came out before it, */
  previous: ArticleSummary | null;
  /** and the one after it. */
  next: ArticleSummary | null;
}>;

/** What stands beside the article `id` in `articles`, which are newest first. */
export function neighboursOf(articles: ReadonlyArray<ArticleSummary>, id: string): Neighbours {
  const place = articles.findIndex((article) => article.id === id);
  if (place === -1) return { previous: null, next: null };
  return { previous: articles[place + 1] ?? null, next: place > 0 ? (articles[place - 1] ?? null) : null };
}
