import { type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { hasPrice, soldPrice } from "#app/models/catalogue/row-prices.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import type { Words } from "./filter-labels.ts";
import {
  type Band,
  foldedClass,
  isForAge,
  materialsIn,
  mattressIn,
  type ProductFacts,
  valueOf,
  woodsIn,
} from "./filter-values.ts";
import type { VariantFacts } from "./filter.ts";
import type { FilterValues } from "./filter.ts";

export async function readBands(): Promise<ReadonlyArray<Band>> {
  const { byId } = await findCategoryTree();
  return [...byId.values()].flatMap(({ slug, name, bandFromMonths }) =>
    bandFromMonths === null ? [] : [{ slug, name, fromMonths: bandFromMonths }],
  );
}

type Some = Readonly<{ facts: ReadonlyArray<ProductFacts>; words: Words; lastId: number }>;
type FilterRequest = Readonly<{ which: Which; limit: number; bands: ReadonlyArray<Band> }>;

/** Without hidden products and those without a variant for sale. */
export async function readFacts({ which, limit, bands }: FilterRequest): Promise<Some | null> {
  const rows = await readProducts(which, limit);
  const last = rows.at(-1);
  if (!last) return null;
  const part = "ids" in which ? which : { after: which.after, to: last.id };
  const [members, variants, colours, returns, metafields] = await Promise.all([
    readMembers(part),
    readVariants(part),
    readColours(part),
    readReturns(part),
    readMetafields(part),
  ]);
  const terms = await findSaleTerms();
  const around = {
    bands,
    terms,
    members: grouped(members, productOf),
    variants: grouped(variants, productOf),
    metafields: grouped(metafields, productOf),
    colourNames: new Map(colours.map(({ product_id, name }) => [product_id, name])),
    returns: new Map(returns.map(({ product_id, at }) => [product_id, at])),
  };
  return {
    facts: rows
      .filter((row) => hasPrice(row, terms))
      .map((row) => factsOf(row, around))
      .filter(({ variants: own }) => own.length > 0),
    lastId: last.id,
    words: { colours, brands: rows, mattresses: metafields },
  };
}

type ProductRow = Awaited<ReturnType<typeof readProducts>>[number];
type VariantRow = Awaited<ReturnType<typeof readVariants>>[number];
type Metafield = Awaited<ReturnType<typeof readMetafields>>[number];
type Around = Readonly<{
  bands: ReadonlyArray<Band>;
  terms: SaleTerms;
  members: ReadonlyMap<number, ReadonlyArray<Readonly<{ category_id: number }>>>;
  variants: ReadonlyMap<number, ReadonlyArray<VariantRow>>;
  metafields: ReadonlyMap<number, ReadonlyArray<Metafield>>;
  colourNames: ReadonlyMap<number, string>;
  returns: ReadonlyMap<number, string>;
}>;

function factsOf(row: ProductRow, around: Around): ProductFacts {
  const ages = {
    ageMinMonths: row.age_min_months,
    ageMaxMonths: row.age_max_months,
    suitableFromMonths: row.suitable_from_months,
  };
  const colourName = around.colourNames.get(row.id) ?? null;
  const variants = atBuyablePrices(
    (around.variants.get(row.id) ?? []).map((variant) =>
      variantFacts(row, variant, { colourName, terms: around.terms }),
    ),
  );
  return {
    id: row.id,
    name: row.name,
    brandId: row.brand_id,
    categoryIds: (around.members.get(row.id) ?? []).map(({ category_id }) => category_id),
    createdAt: row.created_at,
    returnedAt: around.returns.get(row.id) ?? null,
    isAvailable: row.availability === "available",
    isFeatured: row.is_featured === 1,
    ratingHundredths: row.rating_average_hundredths,
    ratingCount: row.rating_count,
    sortPriceMinor: Math.min(...variants.map(({ priceMinor }) => priceMinor)),
    ...ages,
    weightG: row.weight_g,
    values: {
      ...measuredValues(row, around.metafields.get(row.id) ?? []),
      // Only products with the legal mark belong to an age, because a pushchair has no upper age.
      age:
        ages.ageMinMonths === null
          ? []
          : around.bands.filter(({ fromMonths }) => isForAge(ages, fromMonths)).map(({ slug }) => slug),
      brand: [row.brand_slug],
      ...(row.is_free_shipping === 1 ? { delivery: ["free"] } : {}),
    },
    variants,
  };
}

/** What is sold out makes no product cheaper than what can be bought. */
function atBuyablePrices(variants: ReadonlyArray<VariantFacts>): ReadonlyArray<VariantFacts> {
  const isSoldOut = ({ values }: VariantFacts) => values.stock?.includes("sold-out");
  const prices = variants.filter((variant) => !isSoldOut(variant)).map(({ priceMinor }) => priceMinor);
  if (prices.length === 0) return variants;
  const least = Math.min(...prices);
  return variants.map((variant) =>
    isSoldOut(variant) ? { ...variant, priceMinor: Math.max(variant.priceMinor, least) } : variant,
  );
}

function measuredValues(row: ProductRow, metafields: ReadonlyArray<Metafield>): FilterValues {
  const { materials = [] } = JSON.parse(row.details) as { materials?: ReadonlyArray<string> };
  const species = metafields.filter(({ namespace }) => namespace === "wood").map(({ value }) => value);
  const mattress = metafields
    .filter(({ namespace }) => namespace === "sleep")
    .flatMap(({ value }) => mattressIn(value) ?? []);
  return {
    material: materialsIn(materials).map(valueOf),
    wood: woodsIn([...species, ...materials]).map(valueOf),
    mattress: mattress.map(({ value }) => value),
    ...(row.folded_width_mm === null ? {} : { folded: [foldedClass(row.folded_width_mm)] }),
    // A toy's age is its legal mark, which is a filter of its own.
    ...(row.is_toy === 0 && row.suitable_from_months === 0 ? { birth: ["yes"] } : {}),
  };
}

type VariantContext = Readonly<{ colourName: string | null; terms: SaleTerms }>;

function variantFacts(
  product: ProductRow,
  row: VariantRow,
  { colourName, terms }: VariantContext,
): VariantFacts {
  const price = soldPrice(product, row, terms);
  const options = JSON.parse(row.options) as Readonly<Record<string, string>>;
  const colour = colourName === null ? undefined : options[colourName];
  return {
    id: row.id,
    priceMinor: price.now.minor,
    values: {
      stock: [stockValue(product.availability, row.on_hand - row.reserved)],
      ...(colour === undefined ? {} : { colour: [colour] }),
      ...(price.was === null ? {} : { sale: ["yes"] }),
    },
  };
}

const productOf = ({ product_id: id }: Readonly<{ product_id: number }>) => id;

function stockValue(availability: ProductRow["availability"], available: number): string {
  if (availability === "discontinued" || available <= 0) return "sold-out";
  return availability === "preorder" ? "pre-order" : "in-stock";
}

type Which = Readonly<{ ids: ReadonlyArray<number> }> | Readonly<{ after: number; to: number }>;

function isOf(column: string, which: Which): RawBuilder<boolean> {
  const id = sql.ref(column);
  if ("ids" in which) return sql<boolean>`${id} in (${sql.join(which.ids)})`;
  return sql<boolean>`${id} > ${which.after} and ${id} <= ${which.to}`;
}

function readProducts(which: Which, limit: number) {
  return db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .select([
      "products.id",
      "products.name",
      "products.brand_id",
      "products.price_minor",
      "products.sale_price_minor",
      "products.prices",
      "products.availability",
      "products.age_min_months",
      "products.age_max_months",
      "products.suitable_from_months",
      "products.is_toy",
      "products.weight_g",
      "products.folded_width_mm",
      "products.is_free_shipping",
      "products.is_featured",
      "products.created_at",
      "products.rating_average_hundredths",
      "products.rating_count",
      "products.details",
      "brands.slug as brand_slug",
      "brands.name as brand_name",
    ])
    .where("products.is_visible", "=", 1)
    .where(isOf("products.id", which))
    .orderBy("products.id")
    .limit(limit)
    .execute();
}

export function readNames(after: number, limit: number) {
  return db()
    .selectFrom("products")
    .select(["id", "name"])
    .where("is_visible", "=", 1)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

function readMembers(which: Which) {
  return db()
    .selectFrom("product_categories")
    .select(["product_id", "category_id"])
    .where(isOf("product_id", which))
    .execute();
}

function readVariants(which: Which) {
  return db()
    .selectFrom("variants")
    .select(["id", "product_id", "options", "price_minor", "sale_price_minor", "on_hand", "reserved"])
    .select(["lowest_price_before_minor", "prices", "lowest_prices_before"])
    .where("is_visible", "=", 1)
    .where(isOf("product_id", which))
    .orderBy("product_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Of several colour options the first counts, so it is read last. */
function readColours(which: Which) {
  return db()
    .selectFrom("product_option_values")
    .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
    .select(["product_options.product_id", "product_options.name", "key", "label", "hex"])
    .where("product_options.type", "=", "swatch")
    .where("product_option_values.is_visible", "=", 1)
    .where(isOf("product_options.product_id", which))
    .orderBy("product_options.position", "desc")
    .orderBy("product_option_values.position")
    .execute();
}

function readReturns(which: Which) {
  return db()
    .selectFrom("stock_history")
    .innerJoin("variants", "variants.id", "stock_history.variant_id")
    .select(["variants.product_id", sql<string>`max(stock_history.created_at)`.as("at")])
    .where("quantity_before", "=", 0)
    .where("quantity_after", ">", 0)
    .where("reason", "<>", "opening")
    .where("variants.is_visible", "=", 1)
    .where(isOf("variants.product_id", which))
    .groupBy("variants.product_id")
    .execute();
}

function readMetafields(which: Which) {
  return db()
    .selectFrom("product_metafields")
    .select(["product_id", "namespace", "key", "value"])
    .where(isOf("product_id", which))
    .where(sql<boolean>`namespace || '.' || key in ('wood.species', 'sleep.mattress_size_cm')`)
    .execute();
}
