/** Reads lists of products: chosen, filtered, sorted, counted and paged from the facts that are kept in memory. */
import { findFacts } from "./facet-facts.server.ts";
import type { ProductFacts } from "./facet-facts.ts";
import { findMatches, type Found } from "./facet-count.ts";
import { facetViews, type FacetView } from "./facet-view.ts";
import { type AskedFilters, type Filters, knownFilters, NO_FILTERS, type Vocabulary } from "./facet.ts";
import { isTooEarly } from "./gift-finder.ts";
import { listProductCards } from "./product-cards.server.ts";
import { type Listing, type ListingScope, PAGE_SIZE, type SortKey } from "./product-listing.ts";
import { ordered, productsIn } from "./product-scope.server.ts";

export { listProductCards } from "./product-cards.server.ts";

export type ListingRequest = Readonly<{
  scope: ListingScope;
  sort: SortKey;
  /** From 1; a page behind the last one shows the last one. */
  page: number;
  now: Date;
  /** What the address narrows the list to; values that nobody knows are left out. */
  asked?: AskedFilters;
}>;

/** A list with what it can be narrowed by. */
export type FilteredListing = Readonly<{
  listing: Listing;
  /** The filters that are in force. */
  filters: Filters;
  facets: ReadonlyArray<FacetView>;
  /** Lowest and highest price of the list before its price is narrowed; null where nothing is left. */
  prices: Found<ProductFacts>["counts"]["prices"];
  vocabulary: Vocabulary;
  /** Products without any filter. */
  unfilteredTotal: number;
}>;

/** One page of the products in `scope` that a shopper can see. */
export async function listProducts(request: ListingRequest): Promise<Listing> {
  const { products, found } = await choose(request);
  return pageOf(found?.matches ?? matchesOf(products), request);
}

/** One page of the products in `scope`, narrowed as asked, and the counts of every further choice. */
export async function listFilteredProducts(request: ListingRequest): Promise<FilteredListing> {
  const { products, filters, found, vocabulary } = await choose(request);
  const all = findMatches(products, NO_FILTERS);
  const now = found ?? all;
  const viewing = { all: all.counts, now: now.counts, total: products.length, filters, vocabulary };
  return {
    listing: await pageOf(now.matches, request),
    filters,
    facets: facetViews(viewing).filter(({ key }) => !request.asked?.without?.includes(key)),
    prices: now.counts.prices,
    vocabulary,
    unfilteredTotal: products.length,
  };
}

/** Products first published within the last `days` days (reading 5). */
export async function countNewProducts(days: number, now: Date): Promise<number> {
  return (await productsIn({ kind: "new", days }, await findFacts(), now)).length;
}

/** Gifts of the category that meet the wish but for their minimum age. */
export async function countTooEarly(
  scope: Extract<ListingScope, { kind: "gifts" }>,
  now: Date,
): Promise<number> {
  const { categoryId, wish } = scope;
  const gifts = await productsIn({ kind: "category", categoryId }, await findFacts(), now);
  return gifts.filter((product) => isTooEarly(product, wish)).length;
}

type Matches = Found<ProductFacts>["matches"];

/** The products of the list in order, and those that meet the filters; null where there are no filters. */
async function choose({ scope, sort, now, asked = NO_FILTERS }: ListingRequest) {
  const facts = await findFacts();
  const { vocabulary } = facts;
  const products = ordered(await productsIn(scope, facts, now), scope, sort);
  const filters = knownFilters(asked, vocabulary);
  const isFiltered =
    Object.keys(filters.values).length > 0 || filters.minMinor !== null || filters.maxMinor !== null;
  return { products, filters, vocabulary, found: isFiltered ? findMatches(products, filters) : null };
}

/** Unfiltered, each product shows the variant that it always shows. */
function matchesOf(products: ReadonlyArray<ProductFacts>): Matches {
  return products.map((product) => ({ product, variantId: 0 }));
}

async function pageOf(matches: Matches, { page, sort, now, asked }: ListingRequest): Promise<Listing> {
  const pageCount = Math.max(1, Math.ceil(matches.length / PAGE_SIZE));
  const shownPage = Math.min(Math.max(1, page), pageCount);
  const shown = matches.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE);
  const ids = shown.map(({ product }) => product.id);
  // Whoever asked for sage sees sage.
  const variants = asked?.values.colour
    ? new Map(shown.map(({ product, variantId }) => [product.id, variantId]))
    : undefined;
  const products = await listProductCards(ids, now, variants);
  return { products, total: matches.length, page: shownPage, pageCount, sort };
}
