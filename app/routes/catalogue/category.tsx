import type { LoaderFunctionArgs } from "@remix-run/node";

import { pathSegments } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { movedPermanently } from "#app/http/response/responses.server.ts";
import { resolveCategory } from "#app/models/catalogue/category.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { loadListing } from "./listing.server.ts";

export { ListingRoute as default } from "#app/components/listing/listing-page.tsx";
export { headMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [resolved, store] = await Promise.all([resolveCategory(pathSegments(request).slice(1)), findStore()]);
  if (!resolved) throw await elsewhere(request);
  if (resolved.kind === "moved") {
    throw await elsewhere(request, {
      otherwise: movedPermanently(resolved.path + new URL(request.url).search),
    });
  }

  const { category, breadcrumbs, children } = resolved;
  const path = paths.category(category.path);
  const all = { name: "All", to: path, image: category.image, isCurrent: true };
  const kinds = children.map((child) => ({
    name: child.name,
    to: paths.category(child.path),
    image: child.image,
  }));
  return loadListing(
    request,
    {
      scope: { kind: "category", categoryId: category.id },
      title: category.name,
      text: category.description,
      image: category.image,
      pageTitle: category.pageTitle,
      description: category.metaDescription,
      crumbs: breadcrumbs,
      kinds: kinds.length > 0 ? [all, ...kinds] : [],
      ownSort: category.defaultSort,
      path,
    },
    store,
  );
}
