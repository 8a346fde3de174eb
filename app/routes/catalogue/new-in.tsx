import type { LoaderFunctionArgs } from "@remix-run/node";

import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadNew } from "./listing.server.ts";

export { ListingRoute as default } from "#app/components/listing/listing-page.tsx";
export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  return loadNew(
    request,
    {
      title: "New in",
      days: store.newInDays,
      path: paths.newIn(),
      emptyNote: `Nothing new has come in during the last ${store.newInDays} days.`,
    },
    store,
  );
}
