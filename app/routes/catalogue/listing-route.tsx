import { useLoaderData } from "@remix-run/react";

import { ListingPage } from "#app/components/listing/listing-page.tsx";

import type { loadListing } from "./listing.server.ts";

/** The page of every route whose loader answers with `loadListing`. */
export function ListingRoute() {
  return <ListingPage data={useLoaderData<typeof loadListing>().page} />;
}
