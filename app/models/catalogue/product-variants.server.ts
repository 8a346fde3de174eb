import { sql } from "kysely";

import { currentDb, db } from "#app/db/db.server.ts";
import { type Availability, stockState, displayedQuantity } from "#app/models/catalogue/inventory/stock.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import type { PriceTerms } from "#app/models/store/store.ts";

import type { ProductPageImage } from "./product-page.ts";
import type { ProductOption, Variant } from "./product.ts";
import { soldPrice } from "./row-prices.ts";

export type ProductBasis = Readonly<{
  id: number;
  price_minor: number;
  sale_price_minor: number | null;
  prices: string;
  availability: Availability;
  variantColumns?: ReadonlyMap<number, Partial<Omit<VariantRow, "id" | "product_id">>> | undefined;
  images?: ReadonlyArray<ProductPageImage> | undefined;
}>;

/** Changes with the catalogue's version only. */
export type FixedParts = Readonly<{
  options: ReadonlyArray<ProductOption>;
  images: ReadonlyArray<ProductPageImage>;
}>;
export type ProductParts = FixedParts & Readonly<{ variants: ReadonlyArray<Variant> }>;

export async function findProductParts(
  products: ReadonlyArray<ProductBasis>,
  terms: PriceTerms,
): Promise<ReadonlyMap<number, ProductParts>> {
  const ids = products.map(({ id }) => id);
  return addVariants(products, findFixedParts(ids), terms);
}

export async function addVariants(
  products: ReadonlyArray<ProductBasis>,
  fixed: Promise<ReadonlyMap<number, FixedParts>>,
  terms: PriceTerms,
): Promise<ReadonlyMap<number, ProductParts>> {
  if (products.length === 0) return new Map();
  const [parts, rows] = await Promise.all([fixed, readVariants(products.map(({ id }) => id))]);
  const variants = grouped(rows, ({ product_id }) => product_id);
  return new Map(
    products.map((product) => {
      const { options, images: stored } = parts.get(product.id) ?? { options: [], images: [] };
      const images = product.images ?? stored;
      const own = (variants.get(product.id) ?? []).map((row) =>
        variantOf({ ...row, ...product.variantColumns?.get(row.id) }, product, { images, terms }),
      );
      return [product.id, { options, variants: own, images }];
    }),
  );
}

export async function findFixedParts(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, FixedParts>> {
  if (ids.length === 0) return new Map();
  const [optionRows, valueRows, imageRows] = await Promise.all([
    readOptions(ids),
    readOptionValues(ids),
    readImages(ids),
  ]);
  const options = grouped(optionRows, ({ product_id }) => product_id);
  const values = grouped(valueRows, ({ option_id }) => option_id);
  const rowsByProduct = grouped(imageRows, ({ product_id }) => product_id);
  return new Map(
    ids.map((product) => [
      product,
      {
        options: (options.get(product) ?? []).map(({ id, name, type }) => ({
          id,
          name,
          type,
          values: (values.get(id) ?? [])
            .filter(({ is_visible }) => is_visible === 1)
            .map(({ key, label, hex }) => ({ key, label, hex })),
        })),
        images: seenImages(
          rowsByProduct.get(product) ?? [],
          (options.get(product) ?? []).flatMap(({ id }) => values.get(id) ?? []),
        ).map(pageImageOf),
      },
    ]),
  );
}

function readOptions(productIds: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_options")
    .select(["id", "product_id", "name", "type"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .execute();
}

function readOptionValues(productIds: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_option_values")
    .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
    .select(["option_id", "key", "label", "hex", "is_visible"])
    .where("product_options.product_id", "in", productIds)
    .orderBy("product_option_values.position")
    .execute();
}

/** From the primary database. */
function readVariants(productIds: ReadonlyArray<number>) {
  return currentDb()
    .selectFrom("variants")
    .select([
      "id",
      "product_id",
      "sku",
      "gtin",
      "label",
      "options",
      "price_minor",
      "sale_price_minor",
      "prices",
      "lowest_price_before_minor",
      "lowest_prices_before",
      "image",
    ])
    .select(sql<number>`on_hand - reserved`.as("available"))
    .where("product_id", "in", productIds)
    .where("is_visible", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

function readImages(productIds: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_images")
    .select(["product_id", "variant_key", "file", "alt", "role", "width", "height", "sink_percent"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .execute();
}

type ImageRow = Awaited<ReturnType<typeof readImages>>[number];
type VariantRow = Awaited<ReturnType<typeof readVariants>>[number];

function seenImages(
  images: ReadonlyArray<ImageRow>,
  values: Awaited<ReturnType<typeof readOptionValues>>,
): ReadonlyArray<ImageRow> {
  const hidden = new Set(values.filter(({ is_visible }) => is_visible === 0).map(({ key }) => key));
  if (hidden.size === 0) return images;
  const seen = images.filter(({ variant_key: key }) => key === null || !hidden.has(key));
  return seen.length > 0 ? seen : images;
}

export function pageImageOf(row: Omit<ImageRow, "product_id">) {
  return {
    file: row.file,
    alt: row.alt,
    width: row.width,
    height: row.height,
    sinkPercent: row.sink_percent,
    variantKey: row.variant_key,
    role: row.role as ProductPageImage["role"],
  };
}

type Around = Readonly<{ images: ReadonlyArray<ProductPageImage>; terms: PriceTerms }>;

function variantOf(row: VariantRow, product: ProductBasis, { images, terms }: Around): Variant {
  const image = images.find(({ file }) => file === row.image) ?? images[0];
  if (!image) throw new Error(`Product ${product.id} has no image`);
  const { file, alt, width, height, sinkPercent = 0 } = image;
  const { availability } = product;
  return {
    id: row.id,
    sku: row.sku,
    gtin: row.gtin,
    label: row.label,
    options: JSON.parse(row.options) as Record<string, string>,
    price: soldPrice(product, row, terms),
    available: availability === "discontinued" ? 0 : displayedQuantity(row.available),
    stock: stockState({ availability, available: row.available, lowStockThreshold: terms.lowStockThreshold }),
    image: { file, alt, width, height, sinkPercent },
  };
}
