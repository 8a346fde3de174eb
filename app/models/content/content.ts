/** Articles, information pages and the words of the home page, as the shop shows them. */

/** A picture under the picture folder, with the size of the original in pixels. */
export type ContentPicture = Readonly<{ file: string; alt: string; width: number; height: number }>;

export type ArticleSummary = Readonly<{
  /** Letters and digits: a number of the embedded content and of Strapi 4, a documentId of Strapi 5. */
  id: string;
  slug: string;
  section: Readonly<{ slug: string; name: string }>;
  title: string;
  excerpt: string;
  author: string;
  /** Day of publication, "2026-11-12". */
  publishedOn: string;
  readingMinutes: number;
  picture: ContentPicture;
  tags: ReadonlyArray<string>;
}>;

export type Article = ArticleSummary &
  Readonly<{
    /** Safe HTML whose highest heading is an h2; each h2 has an id. */
    html: string;
    /** The h2s of the text, in order. */
    contents: ReadonlyArray<Readonly<{ id: string; title: string }>>;
    /** Day of the last change, "2026-11-12". */
    changedOn: string;
    /** Slugs of products that belong to it. */
    relatedProducts: ReadonlyArray<string>;
    pageTitle: string;
    metaDescription: string;
  }>;

/** How the content is, for whoever looks after the shop. */
export type ContentState = Readonly<{
  /** Where it comes from: "the repository", "strapi https://cms.example". */
  source: string;
  articles: number;
  pages: number;
  /** When the source last vouched for it, ISO 8601; null for files, which are always as they are, and when it never did. */
  confirmedAt: string | null;
  /** True when it may be shown. */
  isCurrent: boolean;
  /** What was left out, and why. */
  problems: ReadonlyArray<string>;
}>;

export type InformationSummary = Readonly<{
  slug: string;
  title: string;
  excerpt: string;
  /** Heading it stands under, such as "Help". */
  group: string;
}>;

export type InformationPage = InformationSummary &
  Readonly<{
    /** Safe HTML whose highest heading is an h2. */
    html: string;
    /** Day of the last change, "2026-11-12". */
    updatedOn: string;
    pageTitle: string;
    metaDescription: string;
  }>;

type Picture = Readonly<{ image: string; alt: string }>;
type Link = Readonly<{ label: string; href: string }>;

/** The words and pictures of the home page: content/home.json. */
export type HomeContent = Readonly<{
  hero: Picture & Readonly<{ eyebrow: string; heading: string; text: string; actions: ReadonlyArray<Link> }>;
  usps: ReadonlyArray<Readonly<{ icon: string; title: string; text: string; href: string }>>;
  departments: ReadonlyArray<Readonly<{ category: string; title: string; text: string; image: string }>>;
  new_in: Readonly<{ title: string; text: string; href: string }>;
  /** `products` are slugs. */
  featured: Readonly<{ title: string; products: ReadonlyArray<string> }>;
  editorial: ReadonlyArray<
    Readonly<{
      key: string;
      layout: string;
      image: string | null;
      alt: string | null;
      eyebrow: string;
      heading: string;
      text: string;
      action: Link;
    }>
  >;
  gift_finder: Picture &
    Readonly<{
      heading: string;
      text: string;
      questions: ReadonlyArray<
        Readonly<{
          key: string;
          label: string;
          options: ReadonlyArray<Readonly<{ value: string; label: string }>>;
        }>
      >;
      empty: string;
      button: string;
    }>;
  gift_service: Readonly<{ heading: string; text: string; href: string }>;
  /** `picks` are article ids. */
  journal: Picture & Readonly<{ title: string; text: string; picks: ReadonlyArray<number> }>;
  newsletter: Readonly<{
    heading: string;
    text: string;
    placeholder: string;
    button: string;
    small_print: string;
  }>;
  recently_viewed: Readonly<{ title: string }>;
  /** Pictures beside the forms by which people get in; decoration. */
  account: Readonly<{ login_image: string; register_image: string }>;
  closing: Readonly<{ heading: string; text: string; phone: string; email: string }>;
}>;

/** The page on which people can be reached. */
export const CONTACT_SLUG = "contact-us";

/** Slugs under which an information page can also be reached (reading 1). */
const INFORMATION_ALIASES: Readonly<Record<string, string>> = {
  contact: CONTACT_SLUG,
  "delivery-return": "delivery-and-return",
};

/** The slug that `slug` really means. */
export function canonicalInformationSlug(slug: string): string {
  return Object.hasOwn(INFORMATION_ALIASES, slug) ? (INFORMATION_ALIASES[slug] ?? slug) : slug;
}

export type ProseSections = Readonly<{
  /** HTML before the first heading and after the last rule; "" where there is none. */
  before: string;
  after: string;
  /** `id` is the heading's own, or null; `title` is HTML too. */
  sections: ReadonlyArray<Readonly<{ id: string | null; title: string; html: string }>>;
}>;

/** `html` before and after its last rule; all of it and "" where there is none, or a heading follows. */
function cutAtLastRule(html: string): readonly [body: string, after: string] {
  const rule = [...html.matchAll(/<hr ?\/?>/g)].at(-1);
  const after = rule ? html.slice(rule.index + rule[0].length) : "";
  return rule && !after.includes("<h2") ? [html.slice(0, rule.index), after] : [html, ""];
}

/** Safe HTML taken apart at its h2s. */
export function sectionsOf(html: string): ProseSections {
  const [body, after] = cutAtLastRule(html);
  const [before = "", ...parts] = body.split(/(?=<h2[ >])/);
  const sections = parts.map((part) => {
    const [, id = null, title = "", text = ""] = /^<h2(?: id="([^"]*)")?>(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
    return { id, title: title.trim(), html: text.trim() };
  });
  return { before: before.trim(), after: after.trim(), sections };
}
