import type { Kind } from "#app/components/listing/kinds.tsx";
import type { ListingPageData } from "#app/components/listing/listing-page.tsx";
import type { PageMeta } from "#app/http/meta.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import { notFound, seeOther } from "#app/http/responses.server.ts";
import {
  type Listing,
  type ListingScope,
  PAGE_SIZE,
  productsLabel,
  type SortKey,
  sortKey,
  sortsWith,
} from "#app/models/product-listing.ts";
import { listProducts } from "#app/models/product-listing.server.ts";
import type { Store } from "#app/models/store.ts";

/** What a list is about, as its route knows it. */
export type ListingAbout = Readonly<{
  scope: ListingScope;
  title: string;
  text: string | null;
  image?: string | null;
  /** In place of the title in the browser's tab. */
  pageTitle?: string;
  description: string;
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
  kinds?: ReadonlyArray<Kind>;
  ownSort: SortKey;
  /** Canonical address without a query. */
  path: string;
  /** What is said when nothing is in the list, in which case the newest are shown instead. */
  emptyNote?: string;
}>;

export type ListingData = Readonly<{ head: PageMeta; page: ListingPageData }>;

/** The list at the request's address. Throws 404 for a page beyond the last, 303 for one that is no number. */
export async function loadListing(request: Request, about: ListingAbout, store: Store): Promise<ListingData> {
  const asked = askedPage(request);
  const query = new URL(request.url).searchParams;
  const sort = sortKey(query.get("sort"), about.ownSort);
  const found = await listProducts({ scope: about.scope, sort, page: asked, now: new Date() });
  if (asked > found.pageCount) throw notFound(request);
  const isEmptyWindow = found.total === 0 && about.emptyNote !== undefined;
  const listing = isEmptyWindow ? await newest() : found;
  return {
    head: listingHead(about, listing.page, store),
    page: {
      title: about.title,
      text: about.text,
      image: about.image ?? null,
      crumbs: about.crumbs,
      kinds: about.kinds ?? [],
      kindsLabel: `Kinds of ${about.title.toLowerCase()}`,
      listing,
      sorts: isEmptyWindow ? [] : sortsWith(about.ownSort),
      count: countText(listing.total, store),
      note: isEmptyWindow ? `${about.emptyNote} These are the newest ${listing.total}.` : null,
      path: about.path,
      query: sort === about.ownSort ? {} : { sort },
    },
  };
}

/** "No products", "1 product", "36 products". */
export function countText(count: number, store: Pick<Store, "labels">): string {
  const { noProducts: none, oneProduct: one, manyProducts: many } = store.labels;
  return productsLabel(count, { none, one, many });
}

/** The page that the address asks for, from 1. Throws a way to the first page when it is no page number. */
export function askedPage(request: Request): number {
  const url = new URL(request.url);
  const text = url.searchParams.get("page");
  if (text === null) return 1;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  url.searchParams.delete("page");
  throw seeOther(url.pathname + url.search);
}

/** One page of the newest products: what an empty window shows instead (reading 5). */
async function newest(): Promise<Listing> {
  const all = await listProducts({ scope: { kind: "all" }, sort: "newest", page: 1, now: new Date() });
  const products = all.products.slice(0, PAGE_SIZE);
  return { ...all, products, total: products.length, pageCount: 1 };
}

function listingHead(about: ListingAbout, page: number, store: Store): PageMeta {
  const title = about.pageTitle ?? about.title;
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: about.description,
    canonicalPath: page > 1 ? `${about.path}?page=${page}` : about.path,
    origin: shopOrigin(),
    storeName: store.name,
  };
}
