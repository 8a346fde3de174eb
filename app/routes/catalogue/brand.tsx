import type { LoaderFunctionArgs } from "@remix-run/node";

import { lastPathSegment } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { findBrand } from "#app/models/catalogue/brand.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadListing } from "./listing.server.ts";

export { ListingRoute as default } from "#app/components/listing/listing-page.tsx";
export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [brand, store] = await Promise.all([findBrand(lastPathSegment(request)), findStore()]);
  if (!brand) throw await elsewhere(request);
  return loadListing(
    request,
    {
      scope: { kind: "brand", brandId: brand.id },
      title: brand.name,
      text: brand.story,
      pageTitle: brand.pageTitle,
      description: brand.metaDescription,
      crumbs: [
        { name: "Brands", path: paths.brands() },
        { name: brand.name, path: null },
      ],
      ownSort: "featured",
      path: paths.brand(brand.slug),
    },
    store,
  );
}
