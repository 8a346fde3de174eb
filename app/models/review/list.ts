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
  stars: number | null;
  sort: ReviewSort;
  page: number;
}>;

export function readReviewQuery(search: URLSearchParams): ReviewQuery {
  const stars = STARS.find((each) => String(each) === search.get("stars")) ?? null;
  const sort = REVIEW_SORTS.find(({ key }) => key === search.get("sort"))?.key ?? DEFAULT_SORT;
  const page = search.get("reviews") ?? "";
  return { stars, sort, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

const HIDDEN_FIELDS = ["swatch", "variant"];

export function hiddenFieldsOf(search: URLSearchParams): ReadonlyArray<readonly [string, string]> {
  return HIDDEN_FIELDS.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}

export function reviewQueryText(query: ReviewQuery, stored: ReturnType<typeof hiddenFieldsOf>): string {
  const search = new URLSearchParams(stored.map(([name, value]) => [name, value]));
  if (query.stars !== null) search.set("stars", String(query.stars));
  if (query.sort !== DEFAULT_SORT) search.set("sort", query.sort);
  if (query.page > 1) search.set("reviews", String(query.page));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
