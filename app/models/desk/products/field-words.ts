import { durabilityText } from "#app/models/catalogue/durability.ts";
import { IS_TOY, otherPricesIn, sizeIn } from "#app/models/catalogue/editing/basic-facts.ts";
import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  type DeclaredName,
  LENGTH,
} from "#app/models/catalogue/editing/declared-fields.ts";
import type { ProductChoices } from "#app/models/catalogue/editing/product-choices.ts";
import {
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFields,
  saleOf,
  type Visibility,
  VISIBILITY_WORDS,
} from "#app/models/catalogue/editing/product-fields.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import { agesOf, durabilityOf, makerOf, warningsOf } from "#app/models/catalogue/editing/safety-facts.ts";
import { barcodesOf, ownPricesOf } from "#app/models/catalogue/editing/variant-facts.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";

import { saleInWords } from "./sale-words.ts";

const DECLARED_LABELS = Object.fromEntries(
  DECLARED_NAMES.map((name) => [name, DECLARED_FIELDS[name].label]),
) as Readonly<Record<DeclaredName, string>>;

export const FIELD_LABELS: Readonly<Record<ProductField, string>> = {
  ...DECLARED_LABELS,
  price: "Price",
  sale: "Sale price",
  visibility: "Who sees it",
  images: "Images",
  ownPrices: "Prices of variants",
  barcodes: "Barcodes",
  ages: "Ages",
  warnings: "Warnings",
  maker: "Maker",
  durability: "Producer’s guarantee",
  slug: "Address",
  otherPrices: "Prices in further currencies",
  category: "Category",
  brand: "Brand",
  tax: "Tax",
  toy: "Toy",
  size: "Size",
};

type Words = Readonly<{
  format: PriceFormat;
  now: Date;
  /** By id. */
  variants: ReadonlyMap<number, string>;
  /** Names of categories and brands; their ids are shown without it. */
  choices?: ProductChoices;
}>;

type Wording = (fields: ProductFields, words: Words) => string;

const amountIn =
  ({ format }: Words) =>
  (minor: number) =>
    formatMoney(money(minor, format.currency), format.locale);

const WORDING: Readonly<Partial<Record<ProductField, Wording>>> = {
  ...Object.fromEntries(
    DECLARED_NAMES.map((name): [DeclaredName, Wording] => [
      name,
      (fields) => DECLARED_FIELDS[name].shown(fields[name]),
    ]),
  ),
  price: ({ price }, words) => amountIn(words)(Number(price)),
  sale: (fields, words) => {
    const sale = saleOf(fields.sale);
    return saleInWords(sale, sale ? amountIn(words)(sale.minor) : "", words.now);
  },
  visibility: ({ visibility }) => VISIBILITY_WORDS[visibility as Visibility],
  images: ({ images }) => imagesInWords(images),
  ownPrices: ({ ownPrices }, words) => ownPricesInWords(ownPrices, words.variants, amountIn(words)),
  barcodes: ({ barcodes }, { variants }) =>
    barcodesOf(barcodes)
      .map(({ id, gtin }) => `${variants.get(id) ?? id}: ${gtin}`)
      .join("\n"),
  ages: ({ ages }) => agesInWords(ages),
  warnings: ({ warnings }) =>
    warningsOf(warnings)
      .map(({ text, part }) => (part === undefined ? text : `${part}: ${text}`))
      .join("\n") || "none",
  maker: ({ maker }) => {
    const { name, address, electronic_address: contact, country_code: country } = makerOf(maker);
    return [name, address, contact, country].filter(Boolean).join("\n");
  },
  durability: ({ durability }) => {
    const stated = durabilityOf(durability);
    return stated ? durabilityText(stated) : "none";
  },
  otherPrices: ({ otherPrices }, { format }) =>
    [...otherPricesIn(otherPrices)]
      .map(([currency, minor]) => formatMoney(money(minor, currency), format.locale))
      .join(", ") || "none",
  category: ({ category }, { choices }) => nameIn(choices?.categories, category),
  brand: ({ brand }, { choices }) => nameIn(choices?.brands, brand),
  tax: ({ tax }) => taxText(Number(tax)),
  toy: ({ toy }) => (toy === IS_TOY ? "A toy" : "Not a toy"),
  size: ({ size }) => {
    const { width, depth, height } = sizeIn(size);
    const lengths = [width, depth, height].map((length) => LENGTH.typedOf(LENGTH.textOf(length)) || "–");
    return `${lengths.join(" × ")} cm`;
  },
};

const BASIS_POINTS = 100;

/** "20%", from hundredths of a per cent. */
export function taxText(rate: number): string {
  return `${rate / BASIS_POINTS}%`;
}

function nameIn(list: ProductChoices["brands"] | undefined, id: string): string {
  return list?.find((one) => String(one.id) === id)?.name ?? id;
}

/** "£54.00", "£46.00, from Friday 27 November", "Everybody"; a text as it is. */
export function fieldText(field: ProductField, fields: ProductFields, words: Words): string {
  return WORDING[field]?.(fields, words) ?? fields[field];
}

export function isProductField(name: string): name is ProductField {
  return PRODUCT_FIELDS.some((field) => field === name);
}

export function valueText(field: ProductField, value: string, words: Words): string {
  return fieldText(field, { ...NO_FIELDS, [field]: value }, words);
}

const NO_FIELDS = {
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, ""])),
  images: "[]",
} as ProductFields;

/** "Sunset: £48.00, on sale at £44.00", a line for each variant with a price of its own; "none". */
function ownPricesInWords(text: string, names: Words["variants"], amount: (minor: number) => string): string {
  const lines = ownPricesOf(text).flatMap(({ id, price, sale }) => {
    const parts = [price === null ? "" : amount(price), sale === null ? "" : `on sale at ${amount(sale)}`];
    const own = parts.filter((part) => part !== "").join(", ");
    return own === "" ? [] : [`${names.get(id) ?? id}: ${own}`];
  });
  return lines.length === 0 ? "none" : lines.join("\n");
}

/** "from 36 months by law, suitable from 36 months, up to 96 months"; "none". */
function agesInWords(text: string): string {
  const { min, from, max } = agesOf(text);
  const parts = [
    min === null ? "" : `from ${min} months by law`,
    from === null ? "" : `suitable from ${from} months`,
    max === null ? "" : `up to ${max} months`,
  ];
  return parts.filter((part) => part !== "").join(", ") || "none";
}

/** "1. Ball on a rug", a line each. */
function imagesInWords(text: string): string {
  return imagesOf(text)
    .map(({ alt, file }, index) => `${index + 1}. ${alt === "" ? `Without a text (${file})` : alt}`)
    .join("\n");
}
