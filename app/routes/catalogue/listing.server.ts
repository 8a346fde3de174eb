import type { ListingPageData } from "#app/components/listing/listing-page.tsx";
import type { Subcategory } from "#app/components/listing/subcategory-tiles.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import type { PageMeta } from "#app/http/response/meta.ts";
import { type SortKey, sortKey } from "#app/models/catalogue/sort-key.ts";
import { narrowedTitle } from "#app/models/listing/filter-view.ts";
import { type FilterKey, type Param, requestedFilters } from "#app/models/listing/filter.ts";
import { type ListingScope, sortsWith } from "#app/models/listing/listing.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

import { loadProductList, type RequestedList } from "./product-list.server.ts";

export type ListingAbout = Readonly<{
  scope: ListingScope;
  title: string;
  text: string | null;
  image?: string | null;
  /** Replaces the title in the document's title. */
  pageTitle?: string;
  description: string;
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
  kinds?: ReadonlyArray<Subcategory>;
  kindsLabel?: string;
  ownSort: SortKey;
  /** Canonical path without a query. */
  path: string;
  emptyNote?: string;
  without?: ReadonlyArray<FilterKey>;
  hiddenFields?: ReadonlyArray<Param>;
  hiddenLabels?: ReadonlyArray<string>;
}>;

type ListingData = Readonly<{ head: PageMeta; page: ListingPageData }>;

/** Throws 404 for a page beyond the last, 303 for a page that is no number. */
export async function loadListing(request: Request, about: ListingAbout, store: Store): Promise<ListingData> {
  const requested = requestedList(request, about, store);
  const { list, page, isNarrowed } = await loadProductList(request, requested, store);
  const shown = {
    title: narrowedTitle(about.pageTitle ?? about.title, [
      ...(about.hiddenLabels ?? []),
      ...(list.filters?.applied ?? []).map(({ label }) => label),
    ]),
    page,
    isNarrowed: isNarrowed || requested.hiddenFields.length > 0,
  };
  return {
    head: listingHead(about, shown, store),
    page: {
      ...list,
      title: about.title,
      text: about.text,
      image: about.image ?? null,
      crumbs: about.crumbs,
      kinds: about.kinds ?? [],
      kindsLabel: about.kindsLabel ?? `Types of ${about.title.toLowerCase()}`,
    },
  };
}

function requestedList(request: Request, about: ListingAbout, store: Store): RequestedList {
  const query = new URL(request.url).searchParams;
  return {
    scope: about.scope,
    path: about.path,
    ownSort: about.ownSort,
    sorts: sortsWith(about.ownSort),
    sort: sortKey(query.get("sort"), about.ownSort),
    requested: requestedFilters(query, store, about.without),
    hiddenFields: about.hiddenFields ?? [],
    ...(about.emptyNote === undefined ? {} : { emptyNote: about.emptyNote }),
  };
}

type Shown = Readonly<{ title: string; page: number; isNarrowed: boolean }>;

/** All filters of a list have one canonical address; each page of the unfiltered list has its own. */
function listingHead(about: ListingAbout, { title, page, isNarrowed }: Shown, store: Store): PageMeta {
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: about.description,
    canonicalPath: page > 1 && !isNarrowed ? `${about.path}?page=${page}` : about.path,
    noindex: isNarrowed,
    image: about.image ?? null,
    origin: shopOrigin(),
    storeName: store.name,
  };
}

type NewList = Readonly<{
  title: string;
  /** Greatest age of a product in days. */
  days: number;
  path: string;
  emptyNote: string;
}>;

export function loadNew(
  request: Request,
  { title, days, path, emptyNote }: NewList,
  store: Store,
): Promise<ListingData> {
  return loadListing(
    request,
    {
      scope: { kind: "new", days },
      title,
      text: `New to the shop in the last ${days} days.`,
      description: `New at ${store.name} in the last ${days} days, newest first.`,
      crumbs: [{ name: title, path: null }],
      ownSort: "newest",
      path,
      ...newKinds(path),
      emptyNote,
    },
    store,
  );
}

function newKinds(current: string): Readonly<{ kinds: ReadonlyArray<Subcategory>; kindsLabel: string }> {
  const kinds = [
    { name: "Everything new", to: paths.newIn() },
    { name: "New this week", to: paths.newThisWeek() },
    { name: "Back in stock", to: paths.backInStock() },
  ];
  return {
    kinds: kinds.map((kind) => ({ ...kind, image: null, isCurrent: kind.to === current })),
    kindsLabel: "New in",
  };
}
