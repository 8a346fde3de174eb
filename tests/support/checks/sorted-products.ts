/** The orders that a list of products can have. The id comes last, so that no two pages share a product. */
import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import type { ProductFacts } from "#app/models/listing/filter-values.ts";

type Sortable = Pick<
  ProductFacts,
  | "id"
  | "name"
  | "createdAt"
  | "isFeatured"
  | "ratingHundredths"
  | "ratingCount"
  | "sortPriceMinor"
  | "ageMinMonths"
  | "suitableFromMonths"
  | "weightG"
>;

type Compare = (one: Sortable, other: Sortable) => number;

/** `products` in the order `sort`. */
export function sorted<Product extends Sortable>(
  products: ReadonlyArray<Product>,
  sort: SortKey,
): ReadonlyArray<Product> {
  const keys = ORDERS[sort];
  return [...products].sort((one, other) => {
    for (const compare of keys) {
      const result = compare(one, other);
      if (result !== 0) return result;
    }
    return one.id - other.id;
  });
}

const byRating: Compare = (one, other) => other.ratingHundredths - one.ratingHundredths;
const byRatingCount: Compare = (one, other) => other.ratingCount - one.ratingCount;

const ORDERS: Readonly<Record<SortKey, ReadonlyArray<Compare>>> = {
  featured: [(one, other) => Number(other.isFeatured) - Number(one.isFeatured), byRating, byRatingCount],
  newest: [(one, other) => inText(other.createdAt, one.createdAt), (one, other) => other.id - one.id],
  "price-asc": [(one, other) => one.sortPriceMinor - other.sortPriceMinor],
  "price-desc": [(one, other) => other.sortPriceMinor - one.sortPriceMinor],
  rating: [byRating, byRatingCount],
  // By the letters themselves: no machine's language changes it.
  name: [(one, other) => inText(one.name.toLowerCase(), other.name.toLowerCase())],
  "age-asc": [(one, other) => ageOf(one) - ageOf(other)],
  "weight-asc": [(one, other) => (one.weightG ?? LAST) - (other.weightG ?? LAST)],
};

/** Without an age or a weight: last. */
const LAST = Number.MAX_SAFE_INTEGER;

function ageOf({ ageMinMonths, suitableFromMonths }: Sortable): number {
  return ageMinMonths ?? suitableFromMonths ?? LAST;
}

function inText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
