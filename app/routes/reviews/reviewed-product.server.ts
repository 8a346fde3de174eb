/** The product in /products/{productId}/review. */
import { pathSegments } from "#app/http/path-params.ts";
import { notFound } from "#app/http/responses.server.ts";
import { listProductCards } from "#app/models/product-cards.server.ts";
import type { ProductCard } from "#app/models/product.ts";

/** Throws a 404 where there is none on show. */
export async function reviewedProduct(request: Request): Promise<ProductCard> {
  const id = pathSegments(request)[1] ?? "";
  const [product] = /^[1-9]\d{0,8}$/.test(id) ? await listProductCards([Number(id)], new Date()) : [];
  if (!product) throw notFound(request);
  return product;
}
