import { STARS } from "./review.ts";

export const REVIEWS_PER_PAGE = 6;

export const REVIEW_SORTS = [
  { key: "newest", label: "Newest first" },
  { key: "helpful", label: "Most helpful" },
  { key: "highest", label: "Highest rated" },
  { key: "lowest", label: "Lowest rated" },
] as const;

export type ReviewSort = (typeof REVIEW_SORTS)[number]["key"];

const DEFAULT_SORT: ReviewSort = "newest";

export type ReviewQuery = Readonly<{
  /** Only reviews with this many stars; null: all. */
  stars: number | null;
  sort: ReviewSort;
  /** From 1. */
  page: number;
}>;

/** Invalid parameters are ignored. */
export function readReviewQuery(search: URLSearchParams): ReviewQuery {
  const stars = STARS.find((each) => String(each) === search.get("stars")) ?? null;
  const sort = REVIEW_SORTS.find(({ key }) => key === search.get("sort"))?.key ?? DEFAULT_SORT;
  const page = search.get("reviews") ?? "";
  return { stars, sort, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

/** The choice of a variant, which links among reviews keep. */
const HIDDEN_FIELDS = ["swatch", "variant"];

/** The parameters of a product's address that links among its reviews keep. */
export function hiddenFieldsOf(search: URLSearchParams): ReadonlyArray<readonly [string, string]> {
  return HIDDEN_FIELDS.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}

/** The query with its "?"; "" for the default. */
export function reviewQueryText(query: ReviewQuery, stored: ReturnType<typeof hiddenFieldsOf>): string {
  const search = new URLSearchParams(stored.map(([name, value]) => [name, value]));
  if (query.stars !== null) search.set("stars", String(query.stars));
  if (query.sort !== DEFAULT_SORT) search.set("sort", query.sort);
  if (query.page > 1) search.set("reviews", String(query.page));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
