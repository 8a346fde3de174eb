import type { ProductListData } from "#app/components/listing/listing-page.tsx";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { findMySpaces } from "#app/http/session/my-spaces-cookie.server.ts";
import { listBootFits } from "#app/models/catalogue/fitting-products.server.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { appliedFilters, priceHints, promotedFilters } from "#app/models/listing/filter-view.ts";
import { type RequestedFilters, filterParams, type Param } from "#app/models/listing/filter.ts";
import { type FilteredListing, listFilteredProducts } from "#app/models/listing/listing.server.ts";
import {
  type ListedProduct,
  type Listing,
  type ListingScope,
  PAGE_SIZE,
  productsLabel,
  type Sort,
} from "#app/models/listing/listing.ts";
import { type SortKey } from "#app/models/catalogue/sort-key.ts";
import type { Store } from "#app/models/store/store.ts";
import { currencyName, leadingSign } from "#app/models/shared/currency-name.ts";
import { amountField } from "#app/models/shared/typed-amount.ts";

export type RequestedList = Readonly<{
  scope: ListingScope;
  path: string;
  ownSort: SortKey;
  sorts: ReadonlyArray<Sort>;
  sort: SortKey;
  requested: RequestedFilters;
  hiddenFields: ReadonlyArray<Param>;
  emptyNote?: string;
}>;

/** Throws 404 for a page beyond the last. */
export async function loadProductList(request: Request, list: RequestedList, store: Store) {
  const page = requestedPage(request);
  const now = new Date();
  const { scope, sort, requested, emptyNote } = list;
  const inScope = await listFilteredProducts({ scope, sort, page, now, requested });
  const isEmptyWindow = inScope.unfilteredTotal === 0 && emptyNote !== undefined;
  const found = isEmptyWindow
    ? await listFilteredProducts({ scope: { kind: "newest", count: PAGE_SIZE }, sort, page, now, requested })
    : inScope;
  if (page > found.listing.pageCount) throw notFound(request);
  const note = isEmptyWindow ? `${emptyNote} Here are the newest ${found.unfilteredTotal}.` : null;
  return {
    list: productListData(list, found, { store, note, fits: await findBootFits(request, found.listing) }),
    page: found.listing.page,
    isNarrowed: filterParams(found.filters, store).length > 0,
  };
}

type Around = Readonly<{
  store: Store;
  note: string | null;
  /** By product, what the visitor's boot says of it. */
  fits: ReadonlyMap<number, string>;
}>;

export async function findBootFits(
  request: Request,
  { products }: Pick<Listing, "products">,
): Promise<Around["fits"]> {
  const { boot } = await findMySpaces(request);
  return boot && products.length > 0
    ? listBootFits(
        products.map(({ id }) => id),
        boot,
      )
    : new Map();
}

export function productListData(
  list: Omit<RequestedList, "scope" | "requested">,
  found: FilteredListing,
  { store, note, fits }: Around,
): ProductListData {
  const { listing, filters, unfilteredTotal } = found;
  const params = filterParams(filters, store);
  const sort: ReadonlyArray<Param> = list.sort === list.ownSort ? [] : [["sort", list.sort]];
  const hiddenFields = [...list.hiddenFields, ...sort];
  const isNarrowed = params.length > 0;
  return {
    listing: { ...listing, products: listing.products.map((card) => listed(card, fits.get(card.id))) },
    sorts: list.sorts,
    count: countText(listing.total, store),
    aside: isNarrowed ? `of ${unfilteredTotal}` : null,
    note,
    path: list.path,
    query: [...list.hiddenFields, ...params, ...sort],
    filters: isNarrowed || unfilteredTotal > 1 ? panelOf(found, hiddenFields, store) : null,
  };
}

/** Leaves out what no card shows: 100 bytes of every list of 24. */
function listed(card: ProductSummary, bootFit: string | undefined): ListedProduct {
  const { file, alt, width, height } = card.image;
  return { ...card, bootFit, brandName: undefined, image: { file, alt, width, height } } as ListedProduct;
}

function panelOf(
  found: FilteredListing,
  hiddenFields: ReadonlyArray<Param>,
  store: Store,
): NonNullable<ProductListData["filters"]> {
  const { filters, offered, prices, vocabulary, listing } = found;
  const hasPrice = filters.minMinor !== null || filters.maxMinor !== null;
  // The gift finder's budget, unless the address has a price too.
  const hasBudget = !hasPrice && hiddenFields.some(([name]) => name === "budget");
  const hints = priceHints(prices, store);
  return {
    offered,
    price: hasBudget
      ? null
      : {
          min: filters.minMinor === null ? "" : amountField(filters.minMinor, store),
          max: filters.maxMinor === null ? "" : amountField(filters.maxMinor, store),
          minHint: hints?.min ?? "",
          maxHint: hints?.max ?? "",
          currency: currencyName(store.currency),
          sign: leadingSign(store),
        },
    applied: appliedFilters(filters, vocabulary, store),
    promoted: promotedFilters(offered, filters, { total: listing.total, format: store }),
    hiddenFields,
  };
}

export function countText(count: number, store: Pick<Store, "labels">): string {
  const { noProducts: none, oneProduct: one, manyProducts: many } = store.labels;
  return productsLabel(count, { none, one, many });
}

/** From 1. Throws a redirect to the first page when the parameter is no page number. */
export function requestedPage(request: Request): number {
  const url = new URL(request.url);
  const text = url.searchParams.get("page");
  if (text === null) return 1;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  url.searchParams.delete("page");
  throw seeOther(url.pathname + url.search);
}
