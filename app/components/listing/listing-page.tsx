import type { ReactNode } from "react";

import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import type { Listing, Sort } from "#app/models/product-listing.ts";

import { type Kind, Kinds } from "./kinds.tsx";
import { ListingHead } from "./listing-head.tsx";
import { Toolbar } from "./toolbar.tsx";

/** Pictures of the first row on a wide screen: with a banner above, none of them is the largest of the page. */
const FIRST_ROW = 4;

/** A list of products as its route prepares it. */
export type ListingPageData = Readonly<{
  title: string;
  text: string | null;
  image: string | null;
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
  kinds: ReadonlyArray<Kind>;
  kindsLabel: string;
  listing: Listing;
  sorts: ReadonlyArray<Sort>;
  /** "36 products". */
  count: string;
  /** A line above the list, such as that nothing is new this week. */
  note: string | null;
  /** Address of the list without a query. */
  path: string;
  /** What the other pages' addresses carry along. */
  query: Readonly<Record<string, string>>;
}>;

export type ListingPageProps = Readonly<{
  data: ListingPageData;
  /** Between the head and the list. */
  children?: ReactNode;
}>;

export function ListingPage({ data, children }: ListingPageProps) {
  const { listing } = data;
  const hasBanner = data.image?.startsWith("banners/") ?? false;
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={data.crumbs} />
      <ListingHead title={data.title} text={data.text} image={data.image} />
      <Kinds kinds={data.kinds} label={data.kindsLabel} />
      {children}
      <Toolbar
        count={data.count}
        sorts={listing.total > 1 ? data.sorts : []}
        sort={listing.sort}
        action={data.path}
      />
      {data.note ? <Notice kind="info">{data.note}</Notice> : null}
      <ProductGrid products={listing.products} level={2} firstCount={hasBanner ? 0 : FIRST_ROW} />
      <Pagination
        page={listing.page}
        pageCount={listing.pageCount}
        href={(page) => pageAddress(data.path, data.query, page)}
      />
    </div>
  );
}

/** Address of the page `page` of the list at `path`. The first page has no number. */
export function pageAddress(path: string, query: Readonly<Record<string, string>>, page: number): string {
  const all = new URLSearchParams(query);
  if (page > 1) all.set("page", String(page));
  const text = all.toString();
  return text ? `${path}?${text}` : path;
}
