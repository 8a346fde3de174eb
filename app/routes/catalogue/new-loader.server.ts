import type { Store } from "#app/models/store/store.ts";

import { type ListingData, loadListing } from "./listing-loader.server.ts";
import { newKinds } from "./new-kinds.ts";

type NewList = Readonly<{
  title: string;
  /** Greatest age of a product in days. */
  days: number;
  path: string;
  emptyNote: string;
}>;

/** Products by the day they first came in, newest first. Throws as `loadListing` does. */
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
