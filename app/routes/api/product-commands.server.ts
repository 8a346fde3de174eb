import { apiEndpoints } from "#app/http/api/api.server.ts";
import { PRODUCT_CALLS } from "#app/http/api/product-calls.ts";
import { idsIn, productJson, PRODUCTS_MAX } from "#app/http/api/product-json.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { isProduction } from "#app/http/server/environment.server.ts";
import { countCatalogueProducts, listCatalogueProducts } from "#app/models/catalogue/products.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { preorderRightsText, preorderTerms } from "#app/models/shipping/preorder.ts";
import { findStore } from "#app/models/store/store.server.ts";

export const productEndpoints = apiEndpoints(PRODUCT_CALLS, {
  listProducts: async ({ query, unknownParameters }) => {
    const { exclude_fields: names = "" } = query;
    const limit = Number(query.limit ?? PRODUCTS_MAX);
    const choice = choiceOf(query["id:in"], query.is_visible);
    const excluded = new Set(names.split(",").map((name) => name.trim()));
    const [store, total, found] = await Promise.all([
      findStore(),
      countCatalogueProducts(choice),
      listCatalogueProducts({
        ...choice,
        after: Number(query.after ?? 0),
        // One more says whether there is another page.
        maximum: limit + 1,
        withVariants: !(excluded.has("variants") && excluded.has("base_variant_id")),
        withImages: !excluded.has("images"),
      }),
    ]);
    const preorder = preorderRightsText(preorderTerms(store, { method: null, now: new Date() }));
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return ok({
      data: shown.map((product) => productJson(product, { excluded, origin: shopOrigin(), preorder })),
      meta: { total, limit, next: last ? String(last.id) : null, unknown_parameters: [...unknownParameters] },
    });
  },
});

/** Requirement api-5: invisible products are not listed in production. */
function choiceOf(ids: string | undefined, requested: string | undefined) {
  const isVisible = requested === undefined ? null : requested === "true";
  if (!isProduction()) return { ids: idsIn(ids), isVisible };
  return { ids: isVisible === false ? [] : idsIn(ids), isVisible: true };
}
