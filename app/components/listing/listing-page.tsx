import { useLoaderData } from "@remix-run/react";
import { type ReactNode, useRef } from "react";

import { CompareTray } from "#app/components/compare/compare-tray.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { CountDot } from "#app/components/ui/count-dot.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import type { Param } from "#app/models/listing/filter.ts";
import type { ListedProduct, Listing, Sort } from "#app/models/listing/listing.ts";

import { FilterChips } from "./filter-chips.tsx";
import { FilterForm, type ListingFilters } from "./filter-form.tsx";
import { type Subcategory, SubcategoryTiles } from "./subcategory-tiles.tsx";
import { listAddress } from "./list-address.ts";
import { ListingHead } from "./listing-head.tsx";
import styles from "./listing-page.module.css";
import { Toolbar } from "./toolbar.tsx";

/** Images with high priority, besides a banner. */
const FETCHED_FIRST = 1;

export type ProductListData = Readonly<{
  listing: Omit<Listing, "products"> & Readonly<{ products: ReadonlyArray<ListedProduct> }>;
  sorts: ReadonlyArray<Sort>;
  count: string;
  aside: string | null;
  note: string | null;
  path: string;
  query: ReadonlyArray<Param>;
  filters: ListingFilters | null;
}>;

export type ListingPageData = ProductListData &
  Readonly<{
    title: string;
    text: string | null;
    image: string | null;
    crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
    kinds: ReadonlyArray<Subcategory>;
    kindsLabel: string;
  }>;

export type ListingPageProps = Readonly<{
  data: ListingPageData;
  children?: ReactNode;
}>;

/** The page of a route whose loader answers with a list and nothing else to show. */
export function ListingRoute() {
  return <ListingPage data={useLoaderData<Readonly<{ page: ListingPageData }>>().page} />;
}

export function ListingPage({ data, children }: ListingPageProps) {
  const hasBanner = data.image?.startsWith("banners/") ?? false;
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={data.crumbs} />
      <ListingHead title={data.title} text={data.text} image={data.image} />
      <SubcategoryTiles kinds={data.kinds} label={data.kindsLabel} />
      {children}
      <ProductList data={data} firstCount={hasBanner ? 0 : FETCHED_FIRST} />
    </div>
  );
}

export type ProductListProps = Readonly<{
  data: ProductListData;
  firstCount: number;
}>;

export function ProductList({ data, firstCount }: ProductListProps) {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { filters, path } = data;
  if (!filters) return <Results data={data} firstCount={firstCount} />;
  return (
    <>
      <details className={`fold ${styles.toggle}`} ref={toggle}>
        <summary>
          <Icon name="filter" />
          Filter
          {filters.applied.length > 0 ? (
            <CountDot count={filters.applied.length} hiddenBefore="Filters applied: " />
          ) : null}
          <Icon name="down" />
        </summary>
      </details>
      <div className={`sidebar above-6 ${styles.listing}`}>
        <FilterForm filters={filters} path={path} toggle={toggle} />
        <div className={styles.results}>
          <Results data={data} firstCount={firstCount} />
        </div>
      </div>
    </>
  );
}

function Results({ data, firstCount }: ProductListProps) {
  const { listing, filters, path } = data;
  return (
    <>
      <Toolbar
        count={data.count}
        aside={data.aside}
        sorts={listing.total > 1 ? data.sorts : []}
        sort={listing.sort}
        action={path}
        hiddenFields={data.query.filter(([name]) => name !== "sort")}
        canCompare={listing.products.some(({ isToy }) => !isToy)}
      />
      {filters ? <FilterChips filters={filters} path={path} /> : null}
      {data.note ? <Notice kind="info">{data.note}</Notice> : null}
      {listing.total === 0 && filters ? <NothingLeft filters={filters} path={path} /> : null}
      <ProductGrid
        products={listing.products}
        level={2}
        firstCount={firstCount}
        columns={filters ? "three" : "four"}
        canCompare
      />
      <Pagination
        page={listing.page}
        pageCount={listing.pageCount}
        href={(page) => listAddress(path, data.query, page)}
      />
      <CompareTray />
    </>
  );
}

function NothingLeft({ filters, path }: Readonly<{ filters: ListingFilters; path: string }>) {
  return (
    <div className="column starts page-room">
      <h2 className="d-sm">No products match all your filters</h2>
      <p>Remove a filter above, or clear them all.</p>
      <ButtonLink kind="line" to={listAddress(path, filters.hiddenFields)}>
        Clear all filters
      </ButtonLink>
    </div>
  );
}
