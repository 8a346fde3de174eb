/** Holds what was found against the ages and prices that were asked for: by the shop's own catalogue, nobody else's. */
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { type ListingColumns, NONE, ordinalOf } from "#app/models/listing/listing-index/columns.ts";

import type { SearchFilter } from "./query-parser.ts";

type Wanted = Readonly<{
  /** Best first, or null for everything that is sold. */
  productIds: ReadonlyArray<number> | null;
  filters: ReadonlyArray<SearchFilter>;
  /** Longest answer. */
  max: number;
}>;

/**
 * The visible products that pass every filter, in the given order, else the most loved first. An age alone asks for
 * things with an age range, which is what toys have: nobody looks for a wardrobe with "2 year old".
 */
export async function filterProducts({ productIds, filters, max }: Wanted): Promise<ReadonlyArray<number>> {
  if (productIds?.length === 0) return [];
  if (productIds && filters.length === 0) return productIds;
  const index = await findListing();
  const { columns } = index;
  const isPassing = (at: number) => filters.every((filter) => passes(columns, at, filter));
  if (productIds) {
    return productIds.filter((id) => {
      const at = ordinalOf(columns, id);
      return at !== null && isPassing(at);
    });
  }
  const { ageMinMonths } = columns.product;
  const needsRange = filters.some(({ kind }) => kind === "age");
  const isWanted = (at: number) => (!needsRange || ageMinMonths[at] !== NONE) && isPassing(at);
  return firstIds(columns, await index.ordered(index.all, "featured"), { isWanted, max });
}

type Choice = Readonly<{ isWanted: (at: number) => boolean; max: number }>;

function firstIds(
  { product }: ListingColumns,
  order: Int32Array,
  { isWanted, max }: Choice,
): ReadonlyArray<number> {
  const found: Array<number> = [];
  for (const at of order) {
    if (found.length === max) break;
    if (isWanted(at)) found.push(product.id[at] ?? 0);
  }
  return found;
}

/** Reading 7 holds here too: the legal minimum age is a floor. Of what states no age nobody can say that it suits. */
function passes({ product }: ListingColumns, at: number, filter: SearchFilter): boolean {
  if (filter.kind === "age") return suits(product, at, filter.months);
  const price = product.sortPriceMinor[at] ?? 0;
  return price >= (filter.fromMinor ?? 0) && price <= (filter.toMinor ?? Infinity);
}

function suits(product: ListingColumns["product"], at: number, months: number): boolean {
  const from = product.ageMinMonths[at] ?? NONE;
  const advised = product.suitableFromMonths[at] ?? NONE;
  const to = product.ageMaxMonths[at] ?? NONE;
  // An age that is not stated is below every other.
  const isStated = from !== NONE || advised !== NONE;
  return isStated && Math.max(from, advised) <= months && (to === NONE || to >= months);
}
