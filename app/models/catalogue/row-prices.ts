/** Columns hold the main currency, and a price list as JSON the others. */
import type { Currency } from "#app/models/shared/currency.ts";
import { type Money, money, moneyOrNull } from "#app/models/shared/money.ts";
import type { PriceTerms } from "#app/models/store/store.ts";

import { type Price, variantPrice } from "./product.ts";

type ProductPrices = Readonly<{
  price: number;
  sale_price: number | null;
  retail_price: number | null;
  /** The lowest price that a variant is sold at. */
  sort_price: number;
}>;
type VariantPrices = Readonly<{ price: number | null; sale_price: number | null }>;

/** By currency, in minor units. */
export type ProductPriceLists = Readonly<Record<Currency, ProductPrices>>;
export type VariantPriceLists = Readonly<Record<Currency, VariantPrices>>;

type ProductColumns = Readonly<{ price_minor: number; sale_price_minor: number | null; prices: string }>;
type VariantColumns = Readonly<{
  price_minor: number | null;
  sale_price_minor: number | null;
  prices: string;
  lowest_price_before_minor?: number | null;
  lowest_prices_before?: string;
}>;

type Terms = Pick<PriceTerms, "currency" | "priceList">;

/** What is hidden may have no price there. */
export function hasPrice({ prices }: Pick<ProductColumns, "prices">, { priceList }: Terms): boolean {
  return priceList === null || priceList in readLists(prices);
}

export function productAmounts(
  row: ProductColumns & Readonly<{ retail_price_minor: number | null; sort_price_minor: number }>,
  terms: Terms,
): Readonly<{ price: Money; salePrice: Money | null; retailPrice: Money | null; lowest: Money }> {
  const { currency } = terms;
  const list = productList(row, terms);
  return {
    price: money(list.price, currency),
    salePrice: moneyOrNull(list.sale_price, currency),
    retailPrice: moneyOrNull(list.retail_price ?? null, currency),
    lowest: money(list.sort_price ?? 0, currency),
  };
}

export function soldPrice(product: ProductColumns, variant: VariantColumns, terms: PriceTerms): Price {
  const { currency, priceList, lowestPrice: rule } = terms;
  const main = productList(product, terms);
  const own = variantList(variant, terms);
  const lowest =
    priceList === null
      ? variant.lowest_price_before_minor
      : (JSON.parse(variant.lowest_prices_before ?? "{}") as Readonly<Record<Currency, number>>)[priceList];
  return listedPrice(currency, [main, own], { lowest: moneyOrNull(lowest ?? null, currency), rule });
}

/** Of a product and its variant, in minor units. */
export function listedPrice(
  currency: Currency,
  [product, variant]: readonly [product: Pick<ProductPrices, "price" | "sale_price">, variant: VariantPrices],
  prior?: Parameters<typeof variantPrice>[2],
): Price {
  return variantPrice(
    {
      price: money(product.price, currency),
      salePrice: moneyOrNull(product.sale_price, currency),
    },
    { price: moneyOrNull(variant.price, currency), salePrice: moneyOrNull(variant.sale_price, currency) },
    prior,
  );
}

const NO_PRODUCT_PRICES: ProductPrices = { price: 0, sale_price: null, retail_price: null, sort_price: 0 };
const NO_OWN_PRICES: VariantPrices = { price: null, sale_price: null };

type AnyProduct = ProductColumns &
  Readonly<{ retail_price_minor?: number | null; sort_price_minor?: number }>;

function productList(
  row: AnyProduct,
  { priceList }: Terms,
): Pick<ProductPrices, "price" | "sale_price"> & Partial<ProductPrices> {
  if (priceList !== null)
    return (readLists(row.prices)[priceList] as ProductPrices | undefined) ?? NO_PRODUCT_PRICES;
  return {
    price: row.price_minor,
    sale_price: row.sale_price_minor,
    retail_price: row.retail_price_minor ?? null,
    sort_price: row.sort_price_minor ?? 0,
  };
}

function variantList(row: VariantColumns, { priceList }: Terms): VariantPrices {
  if (priceList === null) return { price: row.price_minor, sale_price: row.sale_price_minor };
  return (readLists(row.prices)[priceList] as VariantPrices | undefined) ?? NO_OWN_PRICES;
}

function readLists(prices: string): Readonly<Record<Currency, unknown>> {
  return JSON.parse(prices) as Readonly<Record<Currency, unknown>>;
}
