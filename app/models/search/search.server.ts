import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import type { RequestedFilters } from "#app/models/listing/facet.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { type ListingColumns, NONE, ordinalOf } from "#app/models/listing/listing-index/columns.ts";
import { type FilteredListing, listFilteredProducts } from "#app/models/listing/listing.server.ts";
import { money, formatShortMoney } from "#app/models/shared/money.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { FOUND_MAX, type SearchPort } from "#app/services/search/search-port.ts";
import { searchPort } from "#app/services/search/search.server.ts";

import { findPlaces, type FoundPlaces, NO_PLACES } from "./entity-suggestions.server.ts";
import { type AppliedFilter, filterText, hasSubject, readIntent, type SearchFilter } from "./query-parser.ts";
import { type SearchResults, tidyQuery, type UnderstoodFilter } from "./search.ts";

type SearchRequest = Readonly<{
  query: string;
  /** From 1. */
  page: number;
  now: Date;
  /** "featured" is the best match first. */
  sort?: SortKey;
  requested?: RequestedFilters;
}>;

export async function searchProducts({
  query,
  ...narrowed
}: SearchRequest): Promise<SearchResults & Readonly<{ list: FilteredListing }>> {
  const tidied = tidyQuery(query);
  const [found, store] = await Promise.all([findProducts(tidied), findStore()]);
  const list = await listFilteredProducts({
    sort: "featured",
    ...narrowed,
    scope: { kind: "ids", productIds: found.productIds },
  });
  const { corrected, filters, totalWithoutFilters, places } = found;
  return {
    query: tidied,
    listing: list.listing,
    list,
    isCut: totalWithoutFilters >= FOUND_MAX,
    corrected,
    filters: filters.map((filter) => understood(filter, store)),
    totalWithoutFilters,
    ...places,
  };
}

type FoundProducts = Readonly<{
  /** Best first; a hosted engine's ids may be gone or hidden. */
  productIds: ReadonlyArray<number>;
  corrected: string | null;
  filters: ReadonlyArray<AppliedFilter>;
  totalWithoutFilters: number;
  places: FoundPlaces;
}>;

export async function findProducts(query: string, port: SearchPort = searchPort()): Promise<FoundProducts> {
  const intent = readIntent(query, await findStore());
  const { filters } = intent;
  const words = filters.length === 0 || hasSubject(intent.words) ? intent.words : "";
  const { productIds: ids, corrected, places } = words ? await searchWords(words, port) : EVERYTHING;
  const isEmpty = words === "" && filters.length === 0;
  const productIds = isEmpty
    ? []
    : await filterProducts({ productIds: ids, filters: filters.map(({ filter }) => filter), max: FOUND_MAX });
  return {
    productIds,
    corrected,
    filters,
    totalWithoutFilters: ids?.length ?? productIds.length,
    places,
  };
}

const EVERYTHING = { productIds: null, corrected: null, places: NO_PLACES };

async function searchWords(words: string, port: SearchPort) {
  const [answer, typed] = await Promise.all([port.search(words), findPlaces(words)]);
  const { places, isAsTyped } = typed;
  if (answer.corrected === null) return { ...answer, places };
  // A word of a page or an article is no spelling error: "returns" is not "turns".
  const isThere = isAsTyped && places.articles.length + places.pages.length > 0;
  if (isThere) return { productIds: [], corrected: null, places };
  return { ...answer, places: (await findPlaces(answer.corrected)).places };
}

function understood({ filter, without }: AppliedFilter, { currency, locale }: PriceFormat): UnderstoodFilter {
  const text = filterText(filter, (minor) => formatShortMoney(money(minor, currency), locale));
  return { text, without };
}

type Criteria = Readonly<{
  /** Best first; null means every product. */
  productIds: ReadonlyArray<number> | null;
  filters: ReadonlyArray<SearchFilter>;
  max: number;
}>;

/**
 * The visible products that pass all filters, in the given order, else by popularity. An age alone finds only products
 * with an age range, which toys have and wardrobes do not.
 */
async function filterProducts({ productIds, filters, max }: Criteria): Promise<ReadonlyArray<number>> {
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
  const isRequested = (at: number) => (!needsRange || ageMinMonths[at] !== NONE) && isPassing(at);
  return firstIds(columns, await index.ordered(index.all, "featured"), { isRequested, max });
}

type Choice = Readonly<{ isRequested: (at: number) => boolean; max: number }>;

function firstIds(
  { product }: ListingColumns,
  order: Int32Array,
  { isRequested, max }: Choice,
): ReadonlyArray<number> {
  const found: Array<number> = [];
  for (const at of order) {
    if (found.length === max) break;
    if (isRequested(at)) found.push(product.id[at] ?? 0);
  }
  return found;
}

/** The legal minimum age holds here too, and a product without a stated age does not pass (requirement catalogue-3). */
function passes({ product }: ListingColumns, at: number, filter: SearchFilter): boolean {
  if (filter.kind === "age") return suits(product, at, filter.months);
  const price = product.sortPriceMinor[at] ?? 0;
  return price >= (filter.fromMinor ?? 0) && price <= (filter.toMinor ?? Infinity);
}

function suits(product: ListingColumns["product"], at: number, months: number): boolean {
  const from = product.ageMinMonths[at] ?? NONE;
  const advised = product.suitableFromMonths[at] ?? NONE;
  const to = product.ageMaxMonths[at] ?? NONE;
  // A missing age is below every other.
  const isStated = from !== NONE || advised !== NONE;
  return isStated && Math.max(from, advised) <= months && (to === NONE || to >= months);
}
