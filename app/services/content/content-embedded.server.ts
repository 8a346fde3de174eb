/** The embedded content: Markdown and JSON in a folder of the repository, read again when a file has changed. */
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { findDemoFirstDay } from "#app/db/demo-clock.server.ts";
import { withAnchors } from "#app/models/content/article-html.ts";
import type { Article, ContentImage, HomeContent, InformationPage } from "#app/models/content/content.ts";
import { pricedIn } from "#app/models/shared/price-list.ts";

import {
  articleSchema,
  ContentError,
  homeSchema,
  markdownFiles,
  pageSchema,
  readImages,
  readJsonFile,
  readMarkdown,
  sectionsSchema,
} from "./content-files.server.ts";
import type { ContentPort } from "./content-port.ts";
import { proseHtml } from "./prose.server.ts";

const CHECK_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;

/**
 * Content from `folder`. `firstDay` answers the moment that "days ago" are counted back from:
 * the same at every call, so that an article keeps its date.
 */
export function embeddedContent(folder: string, firstDay = findDemoFirstDay): ContentPort {
  const stamp = currentStamp(folder);
  const articles = cached(stamp, async () => readArticles(folder, await readContext(folder, firstDay)));
  const pages = cached(stamp, async () => readPages(folder, await firstDay()));
  const homes = new Map<string | null, () => Promise<HomeContent>>();
  const homeIn = (currency: string | null) => {
    const known = homes.get(currency);
    if (known) return known;
    const schema =
      currency === null ? homeSchema : z.preprocess((raw) => pricedIn(raw, currency), homeSchema);
    const read = cached(stamp, () => readJsonFile(join(folder, "home.json"), schema));
    homes.set(currency, read);
    return read;
  };
  return {
    listArticles: articles,
    findArticle: async (id) => (await articles()).find((article) => article.id === id) ?? null,
    listPages: pages,
    findPage: async (slug) => (await pages()).find((page) => page.slug === slug) ?? null,
    home: (currency = null) => homeIn(currency)(),
    isCurrent: async () => true,
    refresh: async () => undefined,
    mark: stamp,
    state: async () => ({
      source: "the repository",
      articles: (await articles()).length,
      pages: (await pages()).length,
      confirmedAt: null,
      isCurrent: true,
      problems: [],
    }),
  };
}

/**
 * What `read` answers, until the stamp changes. A mistake in a changed file is reported, and what was right before
 * stays up: a slip in an article must not take the shop down.
 */
function cached<Part>(stamp: () => Promise<string>, read: () => Promise<Part>): () => Promise<Part> {
  let current: Promise<Part> | null = null;
  let good: Readonly<{ part: Part }> | null = null;
  let readAt = "";
  const readAgain = async () => {
    try {
      good = { part: await read() };
    } catch (error) {
      if (!good) throw error;
      process.emitWarning((error as Error).message, "ContentWarning");
    }
    return good.part;
  };
  return async () => {
    const now = await stamp();
    if (current && now === readAt) return current;
    readAt = now;
    const reading = readAgain();
    current = reading;
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  };
}

function currentStamp(folder: string): () => Promise<string> {
  let stamp: Promise<string> | null = null;
  let checkedAt = 0;
  return () => {
    if (!stamp || performance.now() - checkedAt > CHECK_EVERY_MS) {
      checkedAt = performance.now();
      stamp = stampOf(folder);
      stamp.catch(() => (stamp = null));
    }
    return stamp;
  };
}

async function stampOf(folder: string): Promise<string> {
  const files = [
    ...(await markdownFiles(join(folder, "blog"))),
    ...(await markdownFiles(join(folder, "information"))),
    join(folder, "home.json"),
    join(folder, "blog-categories.json"),
  ];
  const stamps = await Promise.all(
    files.map(async (file) => {
      const { mtimeMs, size } = await stat(file);
      return `${file} ${mtimeMs} ${size}`;
    }),
  );
  return stamps.join("\n");
}

type Context = Readonly<{
  today: Date;
  images: ReadonlyMap<string, ContentImage>;
  sections: ReadonlyMap<string, string>;
}>;

async function readContext(folder: string, firstDay: () => Promise<Date>): Promise<Context> {
  const [today, images, sections] = await Promise.all([
    firstDay(),
    readImages(folder),
    readJsonFile(join(folder, "blog-categories.json"), sectionsSchema),
  ]);
  return { today, images, sections: new Map(sections.map(({ slug, name }) => [slug, name])) };
}

async function readArticles(folder: string, context: Context): Promise<ReadonlyArray<Article>> {
  const files = await markdownFiles(join(folder, "blog"));
  const articles = await Promise.all(files.map((file) => readArticle(file, context)));
  const ids = new Set(articles.map(({ id }) => id));
  if (ids.size !== articles.length) throw new ContentError("content/blog: two articles have the same id");
  return articles.sort((a, b) => b.publishedOn.localeCompare(a.publishedOn) || Number(b.id) - Number(a.id));
}

async function readArticle(file: string, { today, images, sections }: Context): Promise<Article> {
  const { document, attributes, name } = await readMarkdown(file, "blog", articleSchema);
  const fail = (key: string, why: string) =>
    new ContentError(`${name}:${document.lines[key] ?? 1}: ${key} ${why}`);
  const sectionName = sections.get(attributes.category);
  if (!sectionName) throw fail("category", "is not in blog-categories.json");
  const image = images.get(attributes.image);
  if (!image) throw fail("image", "is not in imagery/manifest.json");
  const publishedOn = daysBefore(today, attributes.published_days_ago);
  return {
    id: String(attributes.id),
    slug: attributes.slug,
    section: { slug: attributes.category, name: sectionName },
    title: attributes.title,
    excerpt: attributes.excerpt,
    author: attributes.author,
    publishedOn,
    changedOn: publishedOn,
    readingMinutes: attributes.reading_minutes,
    image: { ...image, alt: attributes.image_alt },
    tags: attributes.tags,
    ...withAnchors(proseHtml(document.body)),
    relatedProducts: attributes.related,
    pageTitle: attributes.page_title,
    metaDescription: attributes.meta_description,
  };
}

async function readPages(folder: string, today: Date): Promise<ReadonlyArray<InformationPage>> {
  const files = await markdownFiles(join(folder, "information"));
  const pages = await Promise.all(
    files.map(async (file) => {
      const { document, attributes } = await readMarkdown(file, "information", pageSchema);
      return { attributes, html: proseHtml(document.body) };
    }),
  );
  return pages
    .sort((a, b) => a.attributes.order - b.attributes.order)
    .map(({ attributes, html }) => ({
      slug: attributes.slug,
      title: attributes.title,
      excerpt: attributes.excerpt,
      group: attributes.group,
      html,
      updatedOn: daysBefore(today, attributes.updated_days_ago),
      pageTitle: attributes.page_title,
      metaDescription: attributes.meta_description,
    }));
}

function daysBefore(day: Date, count: number): string {
  return new Date(day.getTime() - count * DAY_MS).toISOString().slice(0, 10);
}
