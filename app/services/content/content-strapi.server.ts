/** Everything a Strapi server (4 or 5) has published: all pages of both collections, drafts left out. */
import { createHash } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";

import { ZodError } from "zod";

import type { StrapiSettings } from "#app/config.server.ts";
import type { Article } from "#app/models/content/content.ts";

import type { ContentSource } from "./cached-content.server.ts";
import {
  type Query,
  STRAPI_LIMITS,
  type StrapiLimits,
  type StrapiReader,
  strapiReader,
} from "./strapi-client.server.ts";
import { answerSchema, type Entry, entryOf, isPublished, isVersion4 } from "./strapi-entry.ts";
import { articleOf, pageOf, type PlacedPage } from "./strapi-texts.server.ts";

/** Entries per request, and most pages of them that are read: a thousand entries. */
const PAGE_SIZE = 50;
const PAGES_MAX = 20;

const PUBLISHED_ONLY = { 4: ["publicationState", "live"], 5: ["status", "published"] } as const;

export type StrapiOptions = Readonly<{
  imageOrigins: ReadonlyArray<string>;
  limits?: StrapiLimits;
  now?: () => Date;
}>;

export function strapiSource(settings: StrapiSettings, options: StrapiOptions): ContentSource {
  const { imageOrigins, limits = STRAPI_LIMITS, now = () => new Date() } = options;
  const read = strapiReader(settings, limits);
  const rules = { url: settings.url, imageOrigins };
  const articles = newConverter("article", (entry) => articleOf(entry, rules));
  const pages = newConverter("page", (entry) => pageOf(entry, rules));
  return {
    name: `strapi ${settings.url}`,
    read: async () => {
      const version = settings.version ?? (await findVersion(read));
      const published = (collection: string, sort: ReadonlyArray<string>) =>
        readAll(read, `/${collection}`, [PUBLISHED_ONLY[version], ...sorted(sort)]);
      const articleEntries = await published("articles", ["publishedAt:desc", "id:desc"]);
      const pageEntries = await published("pages", ["id:asc"]);
      const madeArticles = await articles(articleEntries, now());
      const madePages = await pages(pageEntries, now());
      return {
        articles: [...madeArticles.made].sort(newestFirst),
        pages: [...madePages.made].sort(inOrder).map(({ page }) => page),
        problems: [...madeArticles.problems, ...madePages.problems],
      };
    },
  };
}

/** Strapi 4 wraps its fields. Where nothing is published there is nothing to tell it by, and no draft to fear either. */
export async function findVersion(read: StrapiReader): Promise<4 | 5> {
  for (const collection of ["/articles", "/pages"]) {
    const { data } = answerSchema.parse(await read(collection, [["pagination[pageSize]", 1]]));
    if (data[0]) return isVersion4(data[0]) ? 4 : 5;
  }
  return 5;
}

/** Every entry of a collection, each once: it may move to another page while it is being read. */
async function readAll(read: StrapiReader, path: string, query: Query): Promise<ReadonlyArray<Entry>> {
  const entries = new Map<string, Entry>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = answerSchema.parse(
      await read(path, [
        ["populate", "*"],
        ["pagination[page]", page],
        ["pagination[pageSize]", PAGE_SIZE],
        ...query,
      ]),
    );
    for (const entry of answer.data.map(entryOf)) if (entry) entries.set(entry.id, entry);
    if (answer.data.length === 0 || page >= answer.meta.pagination.pageCount) break;
  }
  return [...entries.values()];
}

type Converted<Made> = Readonly<{ made: ReadonlyArray<Made>; problems: ReadonlyArray<string> }>;

/** Unchanged entries stay the same object; others get their turn in between. Wrong entries are left out. */
function newConverter<Made>(what: string, make: (entry: Entry) => Made) {
  let known: ReadonlyMap<string, Made> = new Map();
  return async (entries: ReadonlyArray<Entry>, now: Date): Promise<Converted<Made>> => {
    const next = new Map<string, Made>();
    const problems: Array<string> = [];
    for (const entry of entries.filter((one) => isPublished(one, now))) {
      const key = createHash("sha256").update(JSON.stringify(entry)).digest("base64url");
      try {
        const cached = known.get(key);
        if (!cached) await nextTick();
        next.set(key, cached ?? make(entry));
      } catch (error) {
        problems.push(`${what} ${entry.id}: ${mistakeOf(error)}`);
      }
    }
    known = next;
    return { made: [...next.values()], problems };
  };
}

function mistakeOf(error: unknown): string {
  if (!(error instanceof ZodError)) return error instanceof Error ? error.message : "cannot be read";
  const [issue] = error.issues;
  return `${issue?.path.join(".") ?? ""} ${issue?.message ?? "is wrong"}`;
}

function sorted(keys: ReadonlyArray<string>): Query {
  return keys.map((key, place) => [`sort[${place}]`, key] as const);
}

function newestFirst(a: Article, b: Article): number {
  return b.publishedOn.localeCompare(a.publishedOn) || b.id.localeCompare(a.id);
}

function inOrder(a: PlacedPage, b: PlacedPage): number {
  return a.order - b.order || a.page.slug.localeCompare(b.page.slug);
}
