import { apiRoutes } from "#app/http/api/api.server.ts";
import { listProductsCall } from "#app/http/api/product-calls.ts";
import { idsIn, productJson, PRODUCTS_MAX } from "#app/http/api/product-json.ts";
import { isProduction } from "#app/http/server/environment.server.ts";
import { listCatalogueProducts } from "#app/models/catalogue/products.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(listProductsCall, async ({ query }) => {
  const { "id:in": ids, exclude_fields: excluded = "", is_visible: requested } = query;
  const isVisible = requested === undefined ? null : requested === "true";
  // Requirement api-5: invisible products are not listed in production.
  if (isProduction() && isVisible === false) return ok({ data: [] });
  const without = new Set(excluded.split(",").map((name) => name.trim()));
  const products = await listCatalogueProducts({
    ids: idsIn(ids),
    isVisible: isProduction() ? true : isVisible,
    maximum: PRODUCTS_MAX,
    withVariants: !(without.has("variants") && without.has("base_variant_id")),
  });
  return ok({ data: products.map((product) => productJson(product, without)) });
});

export const loader = doors.loader;
export const action = doors.action;
