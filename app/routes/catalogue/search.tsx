import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { SearchEmpty } from "#app/components/listing/search-empty.tsx";
import { SearchFound } from "#app/components/listing/search-found.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pathSegments } from "#app/http/request/path-params.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { narrowedTitle } from "#app/models/listing/filter-view.ts";
import { requestedFilters } from "#app/models/listing/filter.ts";
import { listProducts } from "#app/models/listing/listing.server.ts";
import { SEARCH_SORTS } from "#app/models/listing/listing.ts";
import { sortKey } from "#app/models/catalogue/sort-key.ts";
import { listPopularCategories } from "#app/models/search/entity-suggestions.server.ts";
import { findNumbered, searchProducts } from "#app/models/search/search.server.ts";
import { tidyQuery } from "#app/models/search/search.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { listAgeBands } from "./age-bands.server.ts";
import { countText, findBootFits, productListData, requestedPage } from "./product-list.server.ts";

export { headMeta as meta } from "#app/http/response/meta.ts";

const SUGGESTED_PRODUCTS = 4;

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const query = requestedQuery(request);
  const numbered = await findNumbered(query);
  if (numbered !== null) throw seeOther(numbered);
  const page = requestedPage(request);
  const { searchParams } = new URL(request.url);
  const sort = sortKey(searchParams.get("sort"), "featured");
  const store = await findStore();
  const requested = requestedFilters(searchParams, store);
  const { list, ...results } = await searchProducts({ query, page, now, sort, requested });
  if (page > results.listing.pageCount) throw notFound(request);
  if (list.unfilteredTotal === 0) await toRedirect(query);
  const { listing } = results;
  const shown = {
    path: paths.search(query),
    ownSort: "featured",
    sorts: SEARCH_SORTS,
    sort,
    hiddenFields: [],
  } as const;
  const products = productListData(shown, list, {
    ...{ store, note: null },
    fits: await findBootFits(request, list.listing),
  });
  const filterLabels = (products.filters?.applied ?? []).map(({ label }) => label);
  return {
    head: {
      title: query
        ? `${narrowedTitle(`“${query}”`, filterLabels)}${page > 1 ? `, page ${page}` : ""}`
        : "Search",
      canonicalPath: paths.search(query),
      noindex: true,
      origin: shopOrigin(),
      storeName: store.name,
    },
    query,
    results,
    list: products,
    count: countText(listing.total, store),
    help: list.unfilteredTotal === 0 ? await help(now) : null,
  };
}

/** The path's query wins over the form's (requirement search-1). */
function requestedQuery(request: Request): string {
  const inPath = pathSegments(request)[1];
  return tidyQuery(inPath ?? new URL(request.url).searchParams.get("q") ?? "");
}

/** Throws the redirect that the owner has made for a search that finds nothing. */
async function toRedirect(query: string): Promise<void> {
  const target = query === "" ? null : await findRedirect(paths.search(query));
  if (target !== null) throw seeOther(target);
}

async function help(now: Date) {
  const [bands, popular, categories] = await Promise.all([
    listAgeBands(),
    listProducts({ scope: { kind: "all" }, sort: "featured", page: 1, now }),
    listPopularCategories(),
  ]);
  return { bands, categories, products: popular.products.slice(0, SUGGESTED_PRODUCTS) };
}

export default function SearchRoute() {
  const { query, list, results, count, help } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ name: "Search", path: null }]} isUnlisted />
      </div>
      {help ? (
        <SearchEmpty query={query} count={count} results={results} help={help} />
      ) : (
        <SearchFound query={query} results={results} list={list} />
      )}
    </>
  );
}
