import { stat } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { findDemoFirstDay } from "#app/db/demo-clock.server.ts";
import type { Article, ContentImage, InformationPage } from "#app/models/content/content.ts";
import { type HomeContent, homeSchema } from "#app/models/content/home-content.ts";
import {
  type FilePage,
  inPageOrder,
  NO_PAGE_FIELDS,
  type PublishedPage,
} from "#app/models/content/page-fields.ts";
import { pricedIn } from "#app/models/shared/price-list.ts";

import {
  articleSchema,
  ContentError,
  markdownFiles,
  pageSchema,
  readImages,
  readJsonFile,
  readMarkdown,
  sectionsSchema,
} from "./content-files.server.ts";
import type { ContentPort } from "./content-port.ts";
import type { PageEdits } from "./edits-embedded.server.ts";
import { articleFrom, informationFrom, type PageParts } from "./page-build.server.ts";

const CHECK_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;

export type OwnContent = ContentPort &
  Readonly<{
    /** Articles and information pages as the files have them, whatever the desk has published over them. */
    filePages(): Promise<ReadonlyArray<FilePage>>;
    choices(): Promise<PageChoices>;
  }>;

export type PageChoices = Readonly<{
  sections: ReadonlyArray<Readonly<{ slug: string; name: string }>>;
  images: ReadonlyArray<ContentImage>;
}>;

type Sources = Readonly<{
  firstDay?: () => Promise<Date>;
  edits?: () => Promise<PageEdits>;
}>;

const NO_EDITS: PageEdits = { version: 0, pages: [], order: [] };

/** `firstDay` is what "days ago" are counted back from: always the same, so that an article keeps its date. */
export function embeddedContent(
  folder: string,
  { firstDay = findDemoFirstDay, edits = async () => NO_EDITS }: Sources = {},
): OwnContent {
  const fileStamp = currentStamp(folder);
  const stamp = async () => {
    const [files, { version }] = await Promise.all([fileStamp(), edits()]);
    return `${version} ${files}`;
  };
  const context = cached(fileStamp, () => readContext(folder));
  const articleFiles = cached(fileStamp, async () =>
    readArticles(folder, { ...(await context()), today: await firstDay() }),
  );
  const pageFiles = cached(fileStamp, async () => readPages(folder, await firstDay()));
  const articles = cached(stamp, async () =>
    articlesFrom(await articleFiles(), (await edits()).pages, (await context()).sections),
  );
  const pages = cached(stamp, async () => pagesFrom(await pageFiles(), await edits()));
  const homes = new Map<string | null, () => Promise<HomeContent>>();
  const homeIn = (currency: string | null) => {
    const known = homes.get(currency);
    if (known) return known;
    const schema =
      currency === null ? homeSchema : z.preprocess((raw) => pricedIn(raw, currency), homeSchema);
    const read = cached(fileStamp, () => readJsonFile(join(folder, "home.json"), schema));
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
    filePages: async () => [...(await articleFiles()), ...(await pageFiles())],
    choices: async () => {
      const { images, sections } = await context();
      return {
        sections: [...sections].map(([slug, name]) => ({ slug, name })),
        images: [...images.values()].filter(({ file }) => !file.startsWith("products/")),
      };
    },
  };
}

function shownParts(
  files: ReadonlyArray<FilePage>,
  edits: ReadonlyArray<PublishedPage>,
  kind: FilePage["kind"],
): ReadonlyArray<PageParts> {
  const own = new Map(edits.filter((edit) => edit.kind === kind).map((edit) => [edit.key, edit]));
  const known = new Set(files.map(({ key }) => key));
  const made = [...own.values()].filter(({ key }) => !known.has(key));
  return [
    ...files.map((file) => ({ file, edit: own.get(file.key) })),
    ...made.map((edit) => ({ file: null, edit })),
  ]
    .filter(({ edit }) => edit?.isHidden !== true)
    .flatMap(({ file, edit }) => partsOf(file, edit) ?? []);
}

function partsOf(file: FilePage | null, edit: PublishedPage | undefined): PageParts | null {
  if (!edit?.fields) return file;
  const { key, fields, size, changedOn } = edit;
  return { key, fields, size, changedOn: changedOn ?? file?.changedOn ?? fields.day, readingMinutes: null };
}

function articlesFrom(
  files: ReadonlyArray<FilePage>,
  edits: ReadonlyArray<PublishedPage>,
  sections: ReadonlyMap<string, string>,
): ReadonlyArray<Article> {
  return shownParts(files, edits, "article")
    .map((parts) => articleFrom(parts, sections))
    .sort((a, b) => b.publishedOn.localeCompare(a.publishedOn) || byNumber.compare(b.id, a.id));
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** In the order of the desk, then of the files; what the desk has made alone is last. */
function pagesFrom(
  files: ReadonlyArray<FilePage>,
  { pages, order }: PageEdits,
): ReadonlyArray<InformationPage> {
  return inPageOrder(shownParts(files, pages, "information"), order).map(informationFrom);
}

/** A mistake in a changed file is reported and the version before stays: it must not take the shop down. */
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
  images: ReadonlyMap<string, ContentImage>;
  sections: ReadonlyMap<string, string>;
}>;

async function readContext(folder: string): Promise<Context> {
  const [images, sections] = await Promise.all([
    readImages(folder),
    readJsonFile(join(folder, "blog-categories.json"), sectionsSchema),
  ]);
  return { images, sections: new Map(sections.map(({ slug, name }) => [slug, name])) };
}

type Dated = Context & Readonly<{ today: Date }>;

async function readArticles(folder: string, context: Dated): Promise<ReadonlyArray<FilePage>> {
  const files = await markdownFiles(join(folder, "blog"));
  const articles = await Promise.all(files.map((file) => readArticle(file, context)));
  const ids = new Set(articles.map(({ key }) => key));
  if (ids.size !== articles.length) throw new ContentError("content/blog: two articles have the same id");
  return articles;
}

async function readArticle(file: string, { today, images, sections }: Dated): Promise<FilePage> {
  const { document, attributes, name } = await readMarkdown(file, "blog", articleSchema);
  const fail = (key: string, why: string) =>
    new ContentError(`${name}:${document.lines[key] ?? 1}: ${key} ${why}`);
  if (!sections.has(attributes.category)) throw fail("category", "is not in blog-categories.json");
  const image = images.get(attributes.image);
  if (!image) throw fail("image", "is not in imagery/manifest.json");
  const day = daysBefore(today, attributes.published_days_ago);
  return {
    kind: "article",
    key: String(attributes.id),
    order: 0,
    changedOn: day,
    readingMinutes: attributes.reading_minutes,
    size: { width: image.width, height: image.height },
    fields: {
      ...{ title: attributes.title, excerpt: attributes.excerpt, body: document.body.trim() },
      ...{ section: attributes.category, slug: attributes.slug, author: attributes.author, day },
      ...{ image: attributes.image, imageAlt: attributes.image_alt },
      ...{ tags: attributes.tags.join(", "), related: attributes.related.join(", ") },
      ...{ pageTitle: attributes.page_title, metaDescription: attributes.meta_description },
    },
  };
}

async function readPages(folder: string, today: Date): Promise<ReadonlyArray<FilePage>> {
  const files = await markdownFiles(join(folder, "information"));
  const pages = await Promise.all(
    files.map(async (file): Promise<FilePage> => {
      const { document, attributes } = await readMarkdown(file, "information", pageSchema);
      return {
        kind: "information",
        key: attributes.slug,
        order: attributes.order,
        changedOn: daysBefore(today, attributes.updated_days_ago),
        ...{ readingMinutes: null, size: null },
        fields: {
          ...NO_PAGE_FIELDS,
          ...{ title: attributes.title, excerpt: attributes.excerpt, body: document.body.trim() },
          ...{ section: attributes.group, slug: attributes.slug },
          ...{ pageTitle: attributes.page_title, metaDescription: attributes.meta_description },
        },
      };
    }),
  );
  return pages.sort((a, b) => a.order - b.order);
}

function daysBefore(day: Date, count: number): string {
  return new Date(day.getTime() - count * DAY_MS).toISOString().slice(0, 10);
}
