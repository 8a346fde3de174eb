/** Read in the background, stored on disk for the next start, shown for a day after the last good answer. */
import type { Article, InformationPage } from "#app/models/content/content.ts";
import { failureText, retryAfterOf } from "#app/models/jobs/job.ts";
import type { ContentSnapshot } from "./content-snapshot.server.ts";
import type { ContentPort } from "./content-port.ts";

export const REFRESH_MS = 60_000;
export const STALE_MAX_MS = 24 * 3_600_000;
const FIRST_WAIT_MS = 4_000;
/** A longer Retry-After is a mistake, or the clock was set back. */
const QUIET_MAX_MS = 600_000;
/** The copy on disk says at most this long ago that it was vouched for, in milliseconds. */
const SAVE_EVERY_MS = 600_000;

export type RemoteContent = Readonly<{
  articles: ReadonlyArray<Article>;
  pages: ReadonlyArray<InformationPage>;
  problems: ReadonlyArray<string>;
}>;

export type ContentSource = Readonly<{
  /** Names the machine: a copy of another one is not used. */
  name: string;
  /** Everything that is published there. Rejects when any of it cannot be had. */
  read(): Promise<RemoteContent>;
}>;

type CacheOptions = Readonly<{
  source: ContentSource;
  copy: ContentSnapshot;
  /** The repository: its words of the home page, and the pages that the machine does not have. */
  own: ContentPort;
  now?: () => Date;
  firstWaitMs?: number;
}>;

/** What is known, and when (milliseconds) the machine last vouched for it. */
type Stored = Readonly<{ content: RemoteContent; confirmedAt: number }>;

const NOTHING: RemoteContent = { articles: [], pages: [], problems: [] };

export function cachedContent(options: CacheOptions): ContentPort {
  const { source, copy, own, now = () => new Date(), firstWaitMs = FIRST_WAIT_MS } = options;
  const owner = newMemo({ source, copy, clock: () => now().getTime() });
  const pages = pagesOver(own);
  const listPages = async () => pages((await owner.known()).pages);
  return {
    listArticles: async () => (await owner.known()).articles,
    findArticle: async (id) => (await owner.known()).articles.find((article) => article.id === id) ?? null,
    listPages,
    findPage: async (slug) => (await listPages()).find((page) => page.slug === slug) ?? null,
    home: (currency) => own.home(currency),
    isCurrent: async () => {
      await owner.known();
      if (!owner.isFresh()) await atMost(owner.readNow(), firstWaitMs);
      return owner.isFresh();
    },
    refresh: owner.refresh,
    state: async () => {
      const { content, confirmedAt } = await owner.state();
      return {
        source: source.name,
        articles: content.articles.length,
        pages: content.pages.length,
        confirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
        isCurrent: owner.isFresh(),
        problems: content.problems,
      };
    },
    mark: marker(async () => [await owner.known(), owner.isFresh(), await own.mark()]),
  };
}

type Keeping = Pick<CacheOptions, "source" | "copy"> & Readonly<{ clock: () => number }>;

/** `clock` is in milliseconds. */
function newMemo({ source, copy, clock }: Keeping) {
  let cached: Stored | null = null;
  let loading: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let savedAt = Number.NEGATIVE_INFINITY;
  let isComplainedOf = false;
  return { known, refresh, readNow, isFresh, state };

  function load(): Promise<void> {
    loading ??= copy.load(source.name).then((found) => {
      cached ??= found;
    });
    return loading;
  }

  async function known(): Promise<RemoteContent> {
    await load();
    void refresh();
    return cached?.content ?? NOTHING;
  }

  async function state(): Promise<Readonly<{ content: RemoteContent; confirmedAt: number | null }>> {
    await load();
    return cached ?? { content: NOTHING, confirmedAt: null };
  }

  /** Either way: a clock that was put back must not make a copy fresh for ever. */
  function isFresh(): boolean {
    return cached !== null && Math.abs(clock() - cached.confirmedAt) <= STALE_MAX_MS;
  }

  /** A clock that was put back does not put it off. */
  async function refresh(): Promise<void> {
    const isTime = Math.abs(clock() - triedAt) >= REFRESH_MS;
    return running ?? (isTime ? readNow() : undefined);
  }

  async function readNow(): Promise<void> {
    await load();
    const isQuiet = clock() < quietUntil && quietUntil - clock() <= QUIET_MAX_MS;
    if (!isQuiet) running ??= readAnew().finally(() => (running = null));
    return running ?? undefined;
  }

  async function readAnew(): Promise<void> {
    triedAt = clock();
    try {
      await take(await source.read());
      isComplainedOf = false;
    } catch (error) {
      quietUntil = clock() + retryAfterOf(error);
      // Once for each outage: a machine that is away for a night must not fill the log.
      if (!isComplainedOf) process.emitWarning(`${source.name}: ${failureText(error)}`, "ContentWarning");
      isComplainedOf = true;
    }
  }

  async function take(fresh: RemoteContent): Promise<void> {
    const content = cached ? withSameParts(cached.content, fresh) : fresh;
    const isNew = content !== cached?.content;
    cached = { content, confirmedAt: clock() };
    if (!isNew && clock() - savedAt < SAVE_EVERY_MS) return;
    savedAt = clock();
    await copy.save({ source: source.name, ...cached });
  }
}

/** `fresh` with every part of `before` that is unchanged, so that what was derived from it stays valid. */
function withSameParts(before: RemoteContent, fresh: RemoteContent): RemoteContent {
  const articles = sameOr(before.articles, fresh.articles);
  const pages = sameOr(before.pages, fresh.pages);
  const problems = sameOr(before.problems, fresh.problems);
  const isSame = articles === before.articles && pages === before.pages && problems === before.problems;
  return isSame ? before : { articles, pages, problems };
}

function sameOr<Item>(before: ReadonlyArray<Item>, fresh: ReadonlyArray<Item>): ReadonlyArray<Item> {
  if (before.length !== fresh.length) return fresh;
  // As JSON: what came from the disk is equal without being the same.
  const isSame = fresh.every((item, place) => {
    const other = before[place];
    return item === other || JSON.stringify(item) === JSON.stringify(other);
  });
  return isSame ? before : fresh;
}

/** The machine's pages, then those of the repository that it does not have, as the shop links to some. */
function pagesOver(own: ContentPort) {
  let merged: Readonly<{ theirs: unknown; ours: unknown; pages: ReadonlyArray<InformationPage> }> | null =
    null;
  return async (theirs: ReadonlyArray<InformationPage>): Promise<ReadonlyArray<InformationPage>> => {
    const ours = await own.listPages();
    if (merged?.theirs !== theirs || merged.ours !== ours) {
      const known = new Set(theirs.map(({ slug }) => slug));
      merged = { theirs, ours, pages: [...theirs, ...ours.filter(({ slug }) => !known.has(slug))] };
    }
    return merged.pages;
  };
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, enough]);
  clearTimeout(timer);
}

/** The same array for as long as `read` answers with the same things. */
function marker(read: () => Promise<ReadonlyArray<unknown>>): () => Promise<unknown> {
  let known: ReadonlyArray<unknown> = [];
  return async () => {
    const parts = await read();
    if (parts.length !== known.length || parts.some((part, place) => part !== known[place])) known = parts;
    return known;
  };
}
