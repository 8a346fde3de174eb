import type { ProductRow } from "./product-schema.ts";
import type { SyncRow } from "./sync-table.server.ts";

export function membershipRows(
  product: ProductRow,
  categoryIds: ReadonlyMap<string, number>,
): Array<SyncRow> {
  return [...new Set([product.primary_category, ...product.categories])].map((path, position) => ({
    product_id: product.id,
    category_id: categoryIds.get(path) ?? null,
    position,
  }));
}

export function relatedRows(product: ProductRow, productIds: ReadonlyMap<string, number>): Array<SyncRow> {
  return [...new Set(product.related)].map((slug, position) => ({
    product_id: product.id,
    related_id: productIds.get(slug) ?? null,
    position,
  }));
}
