export const SORT_LABELS = {
  featured: "Recommended",
  newest: "Newest first",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  rating: "Highest rated",
  name: "Name: A to Z",
  "age-asc": "Age: youngest first",
  "weight-asc": "Weight: lightest first",
} as const;

export type SortKey = keyof typeof SORT_LABELS;

export function sortKey(text: string | null | undefined, otherwise: SortKey): SortKey {
  return text && Object.hasOwn(SORT_LABELS, text) ? (text as SortKey) : otherwise;
}
