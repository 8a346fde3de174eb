export type ContentImage = Readonly<{ file: string; alt: string; width: number; height: number }>;

export type ArticleSummary = Readonly<{
  /** Letters and digits: a number in the repository and in Strapi 4, a documentId in Strapi 5. */
  id: string;
  slug: string;
  section: Readonly<{ slug: string; name: string }>;
  title: string;
  excerpt: string;
  author: string;
  publishedOn: string;
  readingMinutes: number;
  image: ContentImage;
  tags: ReadonlyArray<string>;
}>;

export type Article = ArticleSummary &
  Readonly<{
    /** The highest heading is an h2; each h2 has an id. */
    html: string;
    contents: ReadonlyArray<Readonly<{ id: string; title: string }>>;
    changedOn: string;
    relatedProducts: ReadonlyArray<string>;
    pageTitle: string;
    metaDescription: string;
  }>;

export type ContentState = Readonly<{
  source: string;
  articles: number;
  pages: number;
  /** When the source last confirmed the copy, ISO 8601; null for files, and if it never did. */
  confirmedAt: string | null;
  isCurrent: boolean;
  problems: ReadonlyArray<string>;
}>;

export type InformationSummary = Readonly<{
  slug: string;
  title: string;
  excerpt: string;
  group: string;
}>;

export type InformationPage = InformationSummary &
  Readonly<{
    /** The highest heading is an h2. */
    html: string;
    updatedOn: string;
    pageTitle: string;
    metaDescription: string;
  }>;

export const CONTACT_SLUG = "contact-us";

/** Information pages can also be reached under these slugs (requirement routes-1). */
const INFORMATION_ALIASES: Readonly<Record<string, string>> = {
  contact: CONTACT_SLUG,
  "delivery-return": "delivery-and-return",
};

export function canonicalInformationSlug(slug: string): string {
  return Object.hasOwn(INFORMATION_ALIASES, slug) ? (INFORMATION_ALIASES[slug] ?? slug) : slug;
}

export type ProseSections = Readonly<{
  before: string;
  after: string;
  sections: ReadonlyArray<Readonly<{ id: string | null; title: string; html: string }>>;
}>;

function cutAtLastRule(html: string): readonly [body: string, after: string] {
  const rule = [...html.matchAll(/<hr ?\/?>/g)].at(-1);
  const after = rule ? html.slice(rule.index + rule[0].length) : "";
  return rule && !after.includes("<h2") ? [html.slice(0, rule.index), after] : [html, ""];
}

export function sectionsOf(html: string): ProseSections {
  const [body, after] = cutAtLastRule(html);
  const [before = "", ...parts] = body.split(/(?=<h2[ >])/);
  const sections = parts.map((part) => {
    const [, id = null, title = "", text = ""] = /^<h2(?: id="([^"]*)")?>(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
    return { id, title: title.trim(), html: text.trim() };
  });
  return { before: before.trim(), after: after.trim(), sections };
}

/** What an address without a page is answered with. */
export type LostPage = Readonly<{
  message: string;
  /** What else the shop has; the price is text. */
  products: ReadonlyArray<Readonly<{ name: string; path: string; image: ContentImage; price: string }>>;
}>;
