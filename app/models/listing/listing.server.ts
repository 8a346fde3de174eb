import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { type SortKey } from "#app/models/catalogue/sort-key.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { firstMatch } from "#app/models/listing/listing-index/count.ts";

import { filterViews } from "./filter-view.ts";
import { type RequestedFilters, knownFilters, NO_FILTERS } from "./filter.ts";
import { isTooEarly } from "./gift-finder.ts";
import { type Listing, type ListingScope, PAGE_SIZE } from "./listing.ts";
import { countGifts, narrowedPart, ordered, productsIn } from "./product-query.server.ts";

export { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";

export type ListingRequest = Readonly<{
  scope: ListingScope;
  sort: SortKey;
  /** From 1; a page beyond the last is the last. */
  page: number;
  now: Date;
  requested?: RequestedFilters;
}>;

export type FilteredListing = Awaited<ReturnType<typeof listFilteredProducts>>;

export async function listProducts(request: ListingRequest): Promise<Listing> {
  return pageOf(await choose(request), request);
}

export async function listFilteredProducts(request: ListingRequest) {
  const chosen = await choose(request);
  const { index, scope, filters, isFiltered } = chosen;
  const { vocabulary } = index;
  const all = index.listed(scope, NO_FILTERS);
  const now = isFiltered ? index.listed(scope, filters) : all;
  const total = scope.set.size;
  const viewing = { all: all.counts, now: now.counts, total, filters, vocabulary };
  return {
    listing: await pageOf(chosen, request),
    filters,
    offered: filterViews(viewing).filter(({ key }) => !request.requested?.without?.includes(key)),
    // Before the price filter; null without products.
    prices: now.counts.prices,
    vocabulary,
    unfilteredTotal: total,
  };
}

export async function countTooEarly(scope: Extract<ListingScope, { kind: "gifts" }>): Promise<number> {
  return countGifts(await findListing(), scope, isTooEarly);
}

async function choose({ scope: kind, now, requested = NO_FILTERS }: ListingRequest) {
  const index = await findListing();
  const scope = await productsIn(kind, index, now);
  const filters = knownFilters(requested, index.vocabulary);
  const isFiltered =
    Object.keys(filters.values).length > 0 || filters.minMinor !== null || filters.maxMinor !== null;
  return { index, scope, filters, isFiltered };
}

type Chosen = Awaited<ReturnType<typeof choose>>;

async function pageOf(chosen: Chosen, { scope: kind, page, sort, now }: ListingRequest): Promise<Listing> {
  const { index, scope, filters, isFiltered } = chosen;
  const matches = isFiltered ? index.listed(scope, filters).matches : scope.set;
  const pageCount = Math.max(1, Math.ceil(matches.size / PAGE_SIZE));
  const shownPage = Math.min(Math.max(1, page), pageCount);
  const part = { start: (shownPage - 1) * PAGE_SIZE, count: PAGE_SIZE };
  const order = { kind, sort, index, upTo: part.start + part.count };
  const shown = isFiltered
    ? await narrowedPart(scope, { ...order, matches, part })
    : [...(await ordered(scope, order)).subarray(part.start, part.start + part.count)];
  const { columns } = index;
  const idOf = (ordinal: number) => columns.product.id[ordinal] ?? 0;
  const variants = filters.values.colour
    ? new Map(shown.map((ordinal) => [idOf(ordinal), firstMatch(columns, ordinal, filters)]))
    : undefined;
  const products = await listProductCards(shown.map(idOf), now, variants);
  return { products, total: matches.size, page: shownPage, pageCount, sort };
}
