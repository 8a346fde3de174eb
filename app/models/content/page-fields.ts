/** The parts of an article or an information page as texts, as the desk edits them. */

export const PAGE_KINDS = ["article", "information"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/**
 * "section" is the slug of an article's topic, or the heading of an information page in menus. "slug" is the last part of
 * the address of an information page, "day" the day of an article ("2026-11-12"). "image" is a file of the image folder;
 * "tags" and "related" are words between commas, "related" slugs of products. "body" is Markdown.
 */
export const PAGE_FIELDS = [
  ...(["title", "excerpt", "body", "section", "slug", "author", "day", "image", "imageAlt"] as const),
  ...(["tags", "related", "pageTitle", "metaDescription"] as const),
] as const;
export type PageField = (typeof PAGE_FIELDS)[number];

/** Those that the kind does not have are empty. */
export type PageFields = Readonly<Record<PageField, string>>;

/** Those of a kind, in the order of the form. */
export const FIELDS_OF_KIND: Readonly<Record<PageKind, ReadonlyArray<PageField>>> = {
  article: PAGE_FIELDS.filter((field) => field !== "slug"),
  information: ["title", "excerpt", "body", "section", "slug", "pageTitle", "metaDescription"],
};

export const NO_PAGE_FIELDS = Object.fromEntries(PAGE_FIELDS.map((field) => [field, ""])) as PageFields;

export type PageRef = Readonly<{
  kind: PageKind;
  /** Of an article its id, of an information page the last part of its first address. Never changes. */
  key: string;
}>;

export type ImageSize = Readonly<{ width: number; height: number }>;

/** A page as a file has it. */
export type FilePage = PageRef &
  Readonly<{
    fields: PageFields;
    /** Its place in menus. */
    order: number;
    /** "2026-11-12", relative dates counted from the shop's first day. */
    changedOn: string;
    /** Null: counted. */
    readingMinutes: number | null;
    /** Pixels of the image, or null for none. */
    size: ImageSize | null;
  }>;

/** What the desk has published over the file, or without one. */
export type PublishedPage = PageRef &
  Readonly<{
    /** Null: as the file has them, or never published. */
    fields: PageFields | null;
    isHidden: boolean;
    size: ImageSize | null;
    /** Day of the last change; null: as the file says. */
    changedOn: string | null;
  }>;

/** The fields by which `after` differs from `before`. */
export function pageChanges(before: PageFields, after: PageFields): Partial<PageFields> {
  return Object.fromEntries(
    PAGE_FIELDS.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  );
}

export function changedParts(changes: Partial<PageFields>): ReadonlyArray<PageField> {
  return PAGE_FIELDS.filter((field) => changes[field] !== undefined);
}

/** `pages` in the order of `keys`; those that it does not name come after, as they are. */
export function inPageOrder<Page extends Readonly<{ key: string }>>(
  pages: ReadonlyArray<Page>,
  keys: ReadonlyArray<string>,
): ReadonlyArray<Page> {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = ({ key }: Page) => places.get(key) ?? keys.length;
  return pages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Words between commas. */
export function commaWords(text: string): ReadonlyArray<string> {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
