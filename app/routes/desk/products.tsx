/** /desk/products: every product with its price, state and stock. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { ProductsPage } from "#app/components/desk/products/products-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { countProductViews, listDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { PRODUCT_VIEWS, productView } from "#app/models/desk/products/product-views.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { productRowOf } from "./products/product-rows.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

const QUERY_MAX = 80;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-products");
  const { searchParams } = new URL(request.url);
  const { key: view, title } = productView(searchParams.get("view"));
  const query = (searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const after = /^\d{1,9}$/.exec(searchParams.get("after") ?? "")?.[0] ?? null;
  const [counts, page, store] = await Promise.all([
    countProductViews(PRODUCT_VIEWS.map(({ key }) => key)),
    listDeskProducts({ view, query, after: after === null ? null : Number(after) }),
    findStore(),
  ]);
  return json({
    ...{ view, title, query },
    views: PRODUCT_VIEWS.map((each) => ({ ...each, count: counts[each.key] ?? 0 })),
    products: page.products.map((product) => productRowOf(product, store)),
    mayPrice: can(staff.role, "publish-prices"),
    mayMake: can(staff.role, "edit-products"),
    mayHide: can(staff.role, "edit-products"),
    next: page.next === null ? null : deskPaths.products({ view, q: query, after: page.next }),
  });
}

export const meta: MetaFunction = () => deskMeta("Products");

export default function DeskProducts() {
  return <ProductsPage {...useLoaderData<typeof loader>()} />;
}
