/** Fields of a product in words: on the page that compares two versions, and in the log. */
import {
  type ProductField,
  type ProductFields,
  saleOf,
} from "#app/models/catalogue/editing/product-fields.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import { barcodesOf, ownPricesOf } from "#app/models/catalogue/editing/variant-facts.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";

import { saleInWords } from "./sale-words.ts";

export const FIELD_LABELS: Readonly<Record<ProductField, string>> = {
  name: "Name",
  shortDescription: "Short description",
  description: "Description",
  price: "Price",
  sale: "Sale price",
  visibility: "Who sees it",
  pageTitle: "Title for search engines",
  metaDescription: "Description for search engines",
  images: "Images",
  ownPrices: "Prices of variants",
  barcodes: "Barcodes",
};

type Words = Readonly<{
  format: PriceFormat;
  now: Date;
  /** Names of variants, by id. */
  variants: ReadonlyMap<number, string>;
}>;

/** "£54.00", "£46.00, from Friday 27 November", "Everybody"; a text as it is. */
export function fieldText(field: ProductField, fields: ProductFields, words: Words): string {
  const { format, now, variants } = words;
  const text = (minor: number) => formatMoney(money(minor, format.currency), format.locale);
  const sale = saleOf(fields.sale);
  switch (field) {
    case "price":
      return text(Number(fields.price));
    case "sale":
      return saleInWords(sale, sale ? text(sale.minor) : "", now);
    case "visibility":
      return fields.visibility === "everybody" ? "Everybody" : "Nobody";
    case "images":
      return imagesInWords(fields.images);
    case "ownPrices":
      return ownPricesInWords(fields.ownPrices, variants, text);
    case "barcodes":
      return barcodesOf(fields.barcodes)
        .map(({ id, gtin }) => `${variants.get(id) ?? id}: ${gtin}`)
        .join("\n");
    default:
      return fields[field];
  }
}

/** "Sunset: £48.00, on sale at £44.00", a line for each variant with a price of its own; "none". */
function ownPricesInWords(text: string, names: Words["variants"], amount: (minor: number) => string): string {
  const lines = ownPricesOf(text).flatMap(({ id, price, sale }) => {
    const parts = [price === null ? "" : amount(price), sale === null ? "" : `on sale at ${amount(sale)}`];
    const own = parts.filter((part) => part !== "").join(", ");
    return own === "" ? [] : [`${names.get(id) ?? id}: ${own}`];
  });
  return lines.length === 0 ? "none" : lines.join("\n");
}

/** "1. Ball on a rug", a line each. */
function imagesInWords(text: string): string {
  return imagesOf(text)
    .map(({ alt, file }, index) => `${index + 1}. ${alt === "" ? `Without a text (${file})` : alt}`)
    .join("\n");
}
