export const PAGE_KINDS = ["article", "information"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/**
 * "section": an article's topic by slug, or the heading of an information page in menus; "slug": the last part of its
 * address; "day": "2026-11-12"; "image": a file of the image folder; "tags" and "related" (product slugs): words
 * between commas; "body": Markdown.
 */
export const PAGE_FIELDS = [
  ...(["title", "excerpt", "body", "section", "slug", "author", "day", "image", "imageAlt"] as const),
  ...(["tags", "related", "pageTitle", "metaDescription"] as const),
] as const;
export type PageField = (typeof PAGE_FIELDS)[number];

export type PageFields = Readonly<Record<PageField, string>>;

export const FIELDS_OF_KIND: Readonly<Record<PageKind, ReadonlyArray<PageField>>> = {
  article: PAGE_FIELDS.filter((field) => field !== "slug"),
  information: ["title", "excerpt", "body", "section", "slug", "pageTitle", "metaDescription"],
};

export const NO_PAGE_FIELDS = Object.fromEntries(PAGE_FIELDS.map((field) => [field, ""])) as PageFields;

export type PageRef = Readonly<{
  kind: PageKind;
  /** An article's id, or the last part of an information page's first address; never changes. */
  key: string;
}>;

export type ImageSize = Readonly<{ width: number; height: number }>;

export type FilePage = PageRef &
  Readonly<{
    fields: PageFields;
    order: number;
    /** "2026-11-12"; relative dates are counted from the shop's first day. */
    changedOn: string;
    /** Null: counted. */
    readingMinutes: number | null;
    size: ImageSize | null;
  }>;

export type PublishedPage = PageRef &
  Readonly<{
    fields: PageFields | null;
    isHidden: boolean;
    size: ImageSize | null;
    changedOn: string | null;
  }>;

export function pageChanges(before: PageFields, after: PageFields): Partial<PageFields> {
  return Object.fromEntries(
    PAGE_FIELDS.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  );
}

export function changedParts(changes: Partial<PageFields>): ReadonlyArray<PageField> {
  return PAGE_FIELDS.filter((field) => changes[field] !== undefined);
}

export function inPageOrder<Page extends Readonly<{ key: string }>>(
  pages: ReadonlyArray<Page>,
  keys: ReadonlyArray<string>,
): ReadonlyArray<Page> {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = ({ key }: Page) => places.get(key) ?? keys.length;
  return pages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

export function commaWords(text: string): ReadonlyArray<string> {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
