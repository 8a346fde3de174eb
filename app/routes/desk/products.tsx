import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { ProductsPage } from "#app/components/desk/products/products-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import {
  BULK_PRODUCTS_MAX,
  countProductViews,
  listDeskProducts,
} from "#app/models/desk/products/product-list.server.ts";
import { PRODUCT_VIEWS, productView } from "#app/models/desk/products/product-views.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { filterWords, namedProducts } from "./products/named-products.server.ts";
import { productRowOf } from "./products/product-rows.server.ts";

export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-products");
  const { selection, query, after } = namedProducts(new URL(request.url).searchParams);
  const { view, filters } = selection;
  const [counts, inView, page, choices, store] = await Promise.all([
    // A view begins without the search.
    countProductViews(
      PRODUCT_VIEWS.map(({ key }) => key),
      { ...filters, query: "" },
    ),
    filters.query === "" ? null : countProductViews([view], filters),
    listDeskProducts(selection, after),
    findProductChoices(),
    findStore(),
  ]);
  return json({
    ...{ view, query, title: productView(view).title },
    ...{ categories: choices.categories, brands: choices.brands, chosen: filterWords(filters, choices) },
    views: PRODUCT_VIEWS.map((each) => ({ ...each, count: counts[each.key] ?? 0 })),
    products: page.products.map((product) => productRowOf(product, store)),
    mayPrice: can(staff.role, "publish-prices"),
    mayMake: can(staff.role, "edit-products"),
    mayHide: can(staff.role, "edit-products"),
    next: page.next === null ? null : deskPaths.products({ ...query, after: page.next }),
    ...{ length: (inView ?? counts)[view] ?? 0, maximum: BULK_PRODUCTS_MAX, seen: actor.now.toISOString() },
  });
}

export const meta = deskTitle("Products");

export default deskPage<typeof loader>(ProductsPage);
