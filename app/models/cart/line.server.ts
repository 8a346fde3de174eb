import { z } from "zod";

import { ageText, usableFrom } from "#app/models/catalogue/age.ts";
import { stockState } from "#app/models/catalogue/inventory/stock.ts";
import { productPath, variantPrice, variantQuery } from "#app/models/catalogue/product.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import type { CartLine } from "./cart.ts";
import {
  type Family,
  findFamilies,
  type LineRow,
  lineRows,
  readOptions,
  type VariantRow,
  variantRows,
} from "./line-queries.server.ts";
import { quantityMaximum, type QuantityLimits } from "./quantity.ts";

/** A variant as it would be sold, without a quantity and the product's own maximum. */
export type Saleable = Readonly<{
  shown: Omit<CartLine, "id" | "quantity" | "gift">;
  productMaximum: number;
}>;

/** The lines of a cart, oldest first; `terms` from `findSaleTerms`. */
export async function findCartLines(cartId: CartId, terms: SaleTerms): Promise<ReadonlyArray<CartLine>> {
  const rows = await lineRows({ cartId });
  const saleables = await findSaleables(
    rows.map((row) => row.variant_id),
    { terms, cartId },
  );
  return cartLines(rows, saleables);
}

/** The lines of the rows, without those whose variant is gone. */
export function cartLines(
  rows: ReadonlyArray<LineRow>,
  saleables: ReadonlyMap<number, Saleable>,
): ReadonlyArray<CartLine> {
  return rows.flatMap((row) => {
    const saleable = saleables.get(row.variant_id);
    if (!saleable) return [];
    const { quantity, gift_paper: paper, gift_message: message } = row;
    const gift = paper === null && message === null ? null : { paper, message };
    return [{ ...saleable.shown, id: row.id as CartLineId, quantity, gift }];
  });
}

/** These variants as they would be sold to the owner of `cartId`, by variant id. */
export async function findSaleables(
  variantIds: ReadonlyArray<number>,
  { terms, cartId }: Readonly<{ terms: SaleTerms; cartId: CartId | null }>,
): Promise<ReadonlyMap<number, Saleable>> {
  if (variantIds.length === 0) return new Map();
  const rows = await variantRows({ variantIds, cartId });
  if (rows.length === 0) return new Map();
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  const families = await findFamilies(productIds);
  return new Map(rows.map((row) => [row.id, saleable(row, { family: families.get(row.product_id), terms })]));
}

type Around = Readonly<{ family: Family | undefined; terms: SaleTerms }>;

const detailsSchema = z.object({ warnings: z.array(z.object({ text: z.string() })).default([]) });

function saleable(row: VariantRow, { family, terms }: Around): Saleable {
  const { available, availability } = row;
  const { currency } = terms;
  const variant = { id: row.id, options: readOptions(row.options) };
  const query = family ? variantQuery(family, variant) : {};
  const maximum = row.order_quantity_maximum;
  const shown = {
    productId: row.product_id,
    variantId: row.id,
    sku: row.sku,
    name: row.name,
    variantLabel: row.label,
    path: withQuery(productPath(row.category_path, row.slug), query),
    image: imageOf(row),
    price: variantPrice(
      { price: money(row.price_minor, currency), salePrice: moneyOrNull(row.sale_price_minor, currency) },
      {
        price: moneyOrNull(row.variant_price, currency),
        salePrice: moneyOrNull(row.variant_sale_price, currency),
      },
    ),
    available: Math.max(0, available),
    stock: stockState({ availability, available, lowFrom: terms.lowFrom }),
    quantityMinimum: row.order_quantity_minimum,
    quantityMaximum: quantityMaximum({ available, maximum }),
    isForSale: row.is_visible === 1 && availability !== "discontinued",
    preorderReleaseAt: availability === "preorder" ? row.preorder_release_at : null,
    deliveryClass: row.delivery_class as DeliveryClass,
    isFreeShipping: row.is_free_shipping === 1,
    isToy: row.is_toy === 1,
    taxRateBasisPoints: row.tax_rate_basis_points,
    ageText: ageText(
      usableFrom({ ageMinMonths: row.age_min_months, suitableFromMonths: row.suitable_from_months }),
    ),
    warnings: detailsSchema.parse(JSON.parse(row.details)).warnings.map(({ text }) => text),
  };
  return { shown, productMaximum: maximum };
}

function imageOf({ image, alt, width, height, sink_percent }: VariantRow) {
  return {
    file: image,
    alt: alt ?? "",
    width: width ?? 0,
    height: height ?? 0,
    sinkPercent: sink_percent ?? 0,
  };
}

function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

export function limitsOf({ shown, productMaximum: maximum }: Saleable): QuantityLimits {
  const { available, quantityMinimum: minimum } = shown;
  return { name: fullName(shown), available, minimum, maximum };
}

export function fullName({ name, variantLabel }: Pick<CartLine, "name" | "variantLabel">): string {
  return variantLabel ? `${name}, ${variantLabel}` : name;
}
