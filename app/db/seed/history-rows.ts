import type { PriceSpan } from "#app/models/catalogue/price-history.ts";

import { daysBefore, flag, sellingPrice } from "./product-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import type { SyncRow } from "./sync-table.server.ts";

type SeedVariant = ProductRow["variants"][number];

export type PriceRow = Readonly<{
  variant_id: number;
  currency: string;
  price_minor: number;
  is_reduced: number;
  valid_from: string;
  valid_to: string | null;
}>;

export function currentPriceRow(product: ProductRow, variant: SeedVariant, now: Date): PriceRow {
  return priceRow(product, variant, {
    price_minor: sellingPrice(product, variant),
    valid_from: now.toISOString(),
  });
}

/** Oldest first; without prices in the file, today's since the product was first published. */
export function priceHistoryRows(
  product: ProductRow,
  variant: SeedVariant,
  now: Date,
): ReadonlyArray<PriceRow> {
  const current = sellingPrice(product, variant);
  if (product.price_history.length === 0) {
    const valid_from = daysBefore(now, product.created_days_ago);
    return [priceRow(product, variant, { price_minor: current, valid_from })];
  }
  const isOwn = variant.price !== null || variant.sale_price !== null;
  const regular = variant.price ?? product.price;
  const latest = product.price_history.at(-1)?.price;
  return product.price_history.map(({ price, from_days_ago: from, to_days_ago: to }) =>
    priceRow(product, variant, {
      price_minor: isOwn ? (price === latest ? current : regular) : price,
      valid_from: daysBefore(now, from),
      valid_to: to === 0 ? null : daysBefore(now, to),
    }),
  );
}

type Charged = Pick<PriceRow, "price_minor" | "valid_from"> & Partial<Pick<PriceRow, "valid_to">>;

function priceRow(product: ProductRow, variant: SeedVariant, charged: Charged): PriceRow {
  const regular = variant.price ?? product.price;
  return {
    variant_id: variant.id,
    currency: product.currency,
    price_minor: charged.price_minor,
    is_reduced: flag(charged.price_minor < regular),
    valid_from: charged.valid_from,
    valid_to: charged.valid_to ?? null,
  };
}

export function spanOf(row: PriceRow): PriceSpan {
  return {
    priceMinor: row.price_minor,
    isReduced: row.is_reduced === 1,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  };
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
