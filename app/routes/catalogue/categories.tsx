import type { LoaderFunctionArgs } from "@remix-run/node";

import { listDepartments } from "#app/models/catalogue/category.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadListing } from "./listing.server.ts";

export { ListingRoute as default } from "#app/components/listing/listing-page.tsx";
export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [departments, store] = await Promise.all([listDepartments(), findStore()]);
  return loadListing(
    request,
    {
      scope: { kind: "all" },
      title: "Shop everything",
      text: null,
      pageTitle: "All departments",
      description: store.metaDescription,
      crumbs: [{ name: "All departments", path: null }],
      kinds: departments.map(({ name, path, image }) => ({ name, to: paths.category(path), image })),
      ownSort: "featured",
      path: paths.categories(),
    },
    store,
  );
}
