import type { LoaderFunctionArgs } from "@remix-run/node";

import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadListing } from "./listing.server.ts";

export { ListingRoute as default } from "#app/components/listing/listing-page.tsx";
export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  return loadListing(
    request,
    {
      scope: { kind: "back-in-stock" },
      title: "Back in stock",
      text: `Sold out for a while, and back in the last ${store.backInStockDays} days.`,
      description: `Products that were sold out at ${store.name} and have come back in the last ${store.backInStockDays} days.`,
      crumbs: [{ name: "Back in stock", path: null }],
      ownSort: "newest",
      path: paths.backInStock(),
      emptyNote: `Nothing has come back in stock in the last ${store.backInStockDays} days.`,
    },
    store,
  );
}
