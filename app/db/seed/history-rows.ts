/** How prices and stock came to be what they are when a product is first imported. */
import { daysBefore } from "./product-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import type { SyncRow } from "./sync-table.server.ts";

/** The price of the product itself: its sale price where it has one, else its price. */
export function currentPrice(product: ProductRow): number {
  const { price, sale_price: sale } = product;
  return sale !== null && sale > 0 && sale < price ? sale : price;
}

/** The prices in the file; without any, today's price since the product was first published. */
export function priceHistoryRows(product: ProductRow, now: Date): Array<SyncRow> {
  if (product.price_history.length === 0) {
    const from = daysBefore(now, product.created_days_ago);
    return [{ product_id: product.id, price_minor: currentPrice(product), valid_from: from, valid_to: null }];
  }
  return product.price_history.map(({ price, from_days_ago: from, to_days_ago: to }) => ({
    product_id: product.id,
    price_minor: price,
    valid_from: daysBefore(now, from),
    valid_to: to === 0 ? null : daysBefore(now, to),
  }));
}

/** One opening row for each variant; where the product came back, it opened with none and the return is a row too. */
export function stockHistoryRows(product: ProductRow, now: Date): Array<SyncRow> {
  const opened = daysBefore(now, product.created_days_ago);
  const back = product.restocked_days_ago;
  return product.variants.flatMap((variant) => {
    const came = back !== null && variant.stock > 0;
    const opening = change(variant.id, [0, came ? 0 : variant.stock], {
      reason: "opening",
      created_at: opened,
    });
    if (!came) return [opening];
    return [
      opening,
      change(variant.id, [0, variant.stock], { reason: "restock", created_at: daysBefore(now, back) }),
    ];
  });
}

function change(
  variantId: number,
  [before, after]: [number, number],
  why: { reason: string; created_at: string },
): SyncRow {
  return { variant_id: variantId, quantity_before: before, quantity_after: after, ...why };
}
