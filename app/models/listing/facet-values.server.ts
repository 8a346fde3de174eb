/** Reads what lists know of visible products: a fixed number of queries for some thousand of them. */
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { variantPrice } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";

import type { VariantFacts } from "./facet-count.ts";
import type { Words } from "./facet-labels.ts";
import {
  readColours,
  readMembers,
  readMetafields,
  readProducts,
  readReturns,
  readVariants,
  type Which,
} from "./facet-queries.server.ts";
import {
  type Band,
  foldedClass,
  isForAge,
  materialsIn,
  mattressIn,
  type ProductFacts,
  valueOf,
  woodsIn,
} from "./facet-values.ts";
import type { FacetValues } from "./facet.ts";

/** The age bands of the catalogue. */
export async function readBands(): Promise<ReadonlyArray<Band>> {
  const { byId } = await findCategoryTree();
  return [...byId.values()].flatMap(({ slug, name, bandFromMonths }) =>
    bandFromMonths === null ? [] : [{ slug, name, fromMonths: bandFromMonths }],
  );
}

type Some = Readonly<{ facts: ReadonlyArray<ProductFacts>; words: Words; lastId: number }>;
type Asked = Readonly<{ which: Which; limit: number; bands: ReadonlyArray<Band> }>;

/** The facts of some products by id, and the words they use. Those that a shopper cannot see, or buy, are left out. */
export async function readFacts({ which, limit, bands }: Asked): Promise<Some | null> {
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
  const around = {
    bands,
    members: grouped(members),
    variants: grouped(variants),
    metafields: grouped(metafields),
    colourNames: new Map(colours.map(({ product_id, name }) => [product_id, name])),
    returns: new Map(returns.map(({ product_id, at }) => [product_id, at])),
  };
  return {
    facts: rows.map((row) => factsOf(row, around)).filter(({ variants: own }) => own.length > 0),
    lastId: last.id,
    words: { colours, brands: rows, mattresses: metafields },
  };
}

type ProductRow = Awaited<ReturnType<typeof readProducts>>[number];
type VariantRow = Awaited<ReturnType<typeof readVariants>>[number];
type Metafield = Awaited<ReturnType<typeof readMetafields>>[number];
type Around = Readonly<{
  bands: ReadonlyArray<Band>;
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
    sortPriceMinor: row.sort_price_minor,
    ...ages,
    weightG: row.weight_g,
    values: {
      ...measuredValues(row, around.metafields.get(row.id) ?? []),
      // Only what has the legal mark is for an age: a pushchair says from when, and never until when.
      age:
        ages.ageMinMonths === null
          ? []
          : around.bands.filter(({ fromMonths }) => isForAge(ages, fromMonths)).map(({ slug }) => slug),
      brand: [row.brand_slug],
      ...(row.is_free_shipping === 1 ? { delivery: ["free"] } : {}),
    },
    variants: (around.variants.get(row.id) ?? []).map((variant) => variantFacts(row, variant, colourName)),
  };
}

function measuredValues(row: ProductRow, metafields: ReadonlyArray<Metafield>): FacetValues {
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
    // A toy's age is its legal mark, for which there is the facet of ages.
    ...(row.is_toy === 0 && row.suitable_from_months === 0 ? { birth: ["yes"] } : {}),
  };
}

function variantFacts(product: ProductRow, row: VariantRow, colourName: string | null): VariantFacts {
  const amount = (minor: number | null) => (minor === null ? null : money(minor));
  const price = variantPrice(
    { price: money(product.price_minor), salePrice: amount(product.sale_price_minor) },
    { price: amount(row.price_minor), salePrice: amount(row.sale_price_minor) },
  );
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

function stockValue(availability: ProductRow["availability"], available: number): string {
  if (availability === "discontinued" || available <= 0) return "sold-out";
  return availability === "preorder" ? "pre-order" : "in-stock";
}

function grouped<Row extends Readonly<{ product_id: number }>>(
  rows: ReadonlyArray<Row>,
): ReadonlyMap<number, ReadonlyArray<Row>> {
  const groups = new Map<number, Array<Row>>();
  for (const row of rows) {
    const group = groups.get(row.product_id);
    if (group) group.push(row);
    else groups.set(row.product_id, [row]);
  }
  return groups;
}
