/** The demo catalogue's files, read as a shopper would check a filter against them. */
import { readFileSync } from "node:fs";

import { foldedClass, materialsIn, mattressIn, valueOf, woodsIn } from "#app/models/listing/filter-values.ts";

import type { Filterable } from "./filter-oracle.ts";

type SourceVariant = Readonly<{
  id: number;
  options: Readonly<Record<string, string>>;
  image: string;
  price: number | null;
  sale_price: number | null;
  stock: number;
}>;

export type SourceProduct = Readonly<{
  id: number;
  slug: string;
  name: string;
  brand: string;
  primary_category: string;
  categories: ReadonlyArray<string>;
  price: number;
  sale_price: number | null;
  is_visible: boolean;
  is_featured: boolean;
  created_days_ago: number;
  restocked_days_ago: number | null;
  weight_kg: number | null;
  rating: Readonly<{ average: number; count: number }>;
  is_toy: boolean;
  is_free_shipping: boolean;
  availability: string;
  age_min_months: number | null;
  age_max_months: number | null;
  suitable_from_months: number | null;
  folded_width_cm: number | null;
  materials: ReadonlyArray<string>;
  options: ReadonlyArray<
    Readonly<{
      id: number;
      name: string;
      type: string;
      values: ReadonlyArray<Readonly<{ key: string; label: string }>>;
    }>
  >;
  metafields: ReadonlyArray<Readonly<{ namespace: string; key: string; value: string }>>;
  variants: ReadonlyArray<SourceVariant>;
}>;

type SourceCategory = Readonly<{
  id: number;
  path: string;
  slug: string;
  age_band_months: Readonly<{ min: number }> | null;
}>;

const read = (file: string) => JSON.parse(readFileSync(`content/catalogue/${file}`, "utf8")) as unknown;

export const SOURCES = (read("products.json") as ReadonlyArray<SourceProduct>).filter(
  (product) => product.is_visible,
);
export const SOURCE_CATEGORIES = read("categories.json") as ReadonlyArray<SourceCategory>;
export const SOURCE_BANDS = SOURCE_CATEGORIES.flatMap(({ id, slug, path, age_band_months: band }) =>
  band ? [{ id, slug, path, fromMonths: band.min }] : [],
);

/** The age, in months, below which nobody may be given `product`; null where its files state none. */
export function minimumAge({ age_min_months, suitable_from_months }: SourceProduct): number | null {
  const stated = [age_min_months, suitable_from_months].flatMap((months) => months ?? []);
  return stated.length === 0 ? null : Math.max(...stated);
}

/** What `product` can be filtered by, as its files say it. */
export function sourceFacts(product: SourceProduct): Filterable & Readonly<{ id: number }> {
  const metafield = (key: string) =>
    product.metafields.filter((one) => `${one.namespace}.${one.key}` === key).map(({ value }) => value);
  const from = minimumAge(product) ?? Infinity;
  const colour = product.options.find(({ type }) => type === "swatch")?.name;
  return {
    id: product.id,
    values: {
      age: SOURCE_BANDS.filter(
        ({ fromMonths }) =>
          product.is_toy && from <= fromMonths && (product.age_max_months ?? Infinity) > fromMonths,
      ).map(({ slug }) => slug),
      brand: [product.brand],
      material: materialsIn(product.materials).map(valueOf),
      wood: woodsIn([...metafield("wood.species"), ...product.materials]).map(valueOf),
      mattress: metafield("sleep.mattress_size_cm").flatMap((text) => mattressIn(text)?.value ?? []),
      folded: product.folded_width_cm === null ? [] : [foldedClass(product.folded_width_cm * 10)],
      birth: !product.is_toy && product.suitable_from_months === 0 ? ["yes"] : [],
      delivery: product.is_free_shipping ? ["free"] : [],
    },
    variants: product.variants.map((variant) => variantOf(product, variant, colour)),
  };
}

function variantOf(product: SourceProduct, variant: SourceVariant, colour: string | undefined) {
  const regular = variant.price ?? product.price;
  const sale = variant.sale_price ?? product.sale_price;
  const isOnSale = sale !== null && sale > 0 && sale < regular;
  const hasStock = variant.stock > 0 && product.availability !== "disabled";
  const value = colour === undefined ? undefined : variant.options[colour];
  return {
    id: variant.id,
    priceMinor: Math.round((isOnSale ? sale : regular) * 100),
    values: {
      colour: value === undefined ? [] : [value],
      sale: isOnSale ? ["yes"] : [],
      stock: [!hasStock ? "sold-out" : product.availability === "preorder" ? "pre-order" : "in-stock"],
    },
  };
}
