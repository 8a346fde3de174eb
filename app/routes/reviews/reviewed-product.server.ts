import { pathSegments } from "#app/http/request/path-params.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";

/** Throws a 404 for an unknown or hidden product. */
export async function reviewedProduct(request: Request): Promise<ProductSummary> {
  const id = pathSegments(request)[1] ?? "";
  const [product] = /^[1-9]\d{0,8}$/.test(id) ? await listProductCards([Number(id)], new Date()) : [];
  if (!product) throw notFound(request);
  return product;
}
