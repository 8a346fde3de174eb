/** Searches the shop: products through the search port, places by their words, ages and prices as filters. */
import type { AskedFilters } from "#app/models/listing/facet.ts";
import { type FilteredListing, listFilteredProducts } from "#app/models/listing/listing.server.ts";
import type { SortKey } from "#app/models/listing/listing.ts";
import { money, formatMoney } from "#app/models/shared/money.ts";
import { FOUND_MAX, type SearchPort } from "#app/services/search/search-port.ts";
import { searchPort } from "#app/services/search/search.server.ts";

import { findPlaces, type FoundPlaces, NO_PLACES } from "./entity-suggestions.server.ts";
import { filterProducts } from "./filter.server.ts";
import { type AppliedFilter, filterText, hasSubject, readIntent } from "./query-parser.ts";
import { type SearchResults, tidyQuery, type UnderstoodFilter } from "./search.ts";

type SearchRequest = Readonly<{
  query: string;
  /** From 1. */
  page: number;
  now: Date;
  /** "featured" is the best match first. */
  sort?: SortKey;
  /** What the address narrows the products to. */
  asked?: AskedFilters;
}>;

/** What `query` finds, best first, and what its products can be narrowed by. */
export async function searchProducts({
  query,
  ...narrowed
}: SearchRequest): Promise<SearchResults & Readonly<{ list: FilteredListing }>> {
  const tidied = tidyQuery(query);
  const found = await findProducts(tidied);
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
    filters: filters.map(understood),
    totalWithoutFilters,
    ...places,
  };
}

export type FoundProducts = Readonly<{
  /** Best first; a hosted engine's may be gone or hidden. */
  productIds: ReadonlyArray<number>;
  corrected: string | null;
  filters: ReadonlyArray<AppliedFilter>;
  totalWithoutFilters: number;
  places: FoundPlaces;
}>;

/** The products and places for `query`, a tidied one. */
export async function findProducts(query: string, port: SearchPort = searchPort()): Promise<FoundProducts> {
  const intent = readIntent(query);
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
  // Words that a page or an article has are no typing error: "returns" is not "turns".
  const isThere = isAsTyped && places.articles.length + places.pages.length > 0;
  if (isThere) return { productIds: [], corrected: null, places };
  return { ...answer, places: (await findPlaces(answer.corrected)).places };
}

function understood({ filter, without }: AppliedFilter): UnderstoodFilter {
  const text = filterText(filter, (minor) => formatMoney(money(minor)).replace(/\.00$/, ""));
  return { text, without };
}
