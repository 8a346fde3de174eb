/** Comparing products side by side: which ones, and in what they differ. */
import { stockText } from "#app/models/catalogue/inventory/stock.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import type { ProductCard } from "./product.ts";
import type { Specification } from "./product-page.ts";

/** Most products side by side. */
export const COMPARED_MAX = 4;

/** What is compared of a product. */
export type Compared = Readonly<{
  card: ProductCard;
  /** Size, weight, materials and the like: every product may have them. */
  specification: ReadonlyArray<Specification>;
  /** What only some kinds of product have. */
  facts: ReadonlyArray<Specification>;
  /** "Free standard delivery", or null where it cannot be sent. */
  delivery: string | null;
  /** "Cocoon carrycot, Coach Pram with an adapter", or null where nothing is known. */
  fitsWith: string | null;
  /** True where somebody has to put it together; null where nothing is said. */
  isAssemblyRequired: boolean | null;
}>;

export type CompareRow = Readonly<{
  label: string;
  /** One for each product, in their order; null where nothing is stated. */
  cells: ReadonlyArray<string | null>;
  /** True where not all say the same. */
  differs: boolean;
}>;

/** The ids that `text` ("101,102") names: each once, at most four, anything else left out. */
export function readCompared(text: string | null | undefined): ReadonlyArray<number> {
  const parts = (text ?? "").slice(0, 100).split(",");
  const ids = parts.filter((part) => /^[1-9]\d{0,8}$/.test(part)).map(Number);
  return [...new Set(ids)].slice(0, COMPARED_MAX);
}

/** `ids` as an address carries them. */
export function comparedText(ids: ReadonlyArray<number>): string {
  return ids.join(",");
}

/** `ids` with `id` at the end, or null when there is no room for it. */
export function withCompared(ids: ReadonlyArray<number>, id: number): ReadonlyArray<number> | null {
  if (ids.includes(id)) return ids;
  return ids.length < COMPARED_MAX ? [...ids, id] : null;
}

/** `ids` with `id` in the place of `out`. */
export function replaceCompared(
  ids: ReadonlyArray<number>,
  { id, out }: Readonly<{ id: number; out: number }>,
): ReadonlyArray<number> {
  return ids.includes(id) ? ids : ids.map((one) => (one === out ? id : one));
}

type Row = Readonly<{
  label: string;
  of: (product: Compared) => string | null;
}>;

const HEAD: ReadonlyArray<Row> = [
  { label: "Price", of: ({ card }) => priceText(card) },
  { label: "Stock", of: ({ card }) => availabilityText(card) },
  { label: "Reviews", of: ({ card }) => ratingText(card) },
  { label: "Age", of: ({ card }) => card.ageText },
  { label: "Brand", of: ({ card }) => card.brandName },
  { label: "Colours", of: ({ card }) => coloursText(card) },
];

const FOOT: ReadonlyArray<Row> = [
  { label: "Fits with", of: ({ fitsWith }) => fitsWith },
  { label: "Assembly", of: ({ isAssemblyRequired }) => assemblyText(isAssemblyRequired) },
  { label: "Delivery", of: ({ delivery }) => delivery },
];

/** Kinds of product have facts of their own; from this many products on a fact is worth a row. */
const FACT_SHARED_BY = 2;

/** The rows of the comparison: those for which any product has something to say. */
export function compareRows(products: ReadonlyArray<Compared>): ReadonlyArray<CompareRow> {
  const rows = [
    ...HEAD,
    ...labelsOf(products, ({ specification }) => specification).map((label) =>
      valueRow(label, ({ specification }) => specification),
    ),
    ...labelsOf(products, ({ facts }) => facts)
      .map((label) => valueRow(label, ({ facts }) => facts))
      .filter(({ of }) => products.filter((product) => of(product) !== null).length >= FACT_SHARED_BY),
    ...FOOT,
  ];
  return rows.map((row) => rowOf(row, products)).filter(({ cells }) => cells.some((cell) => cell !== null));
}

function rowOf({ label, of }: Row, products: ReadonlyArray<Compared>): CompareRow {
  const cells = products.map(of);
  return { label, cells, differs: new Set(cells).size > 1 };
}

type Values = (product: Compared) => ReadonlyArray<Specification>;

/** Every label that any product has, in the order of the first product that has it. */
function labelsOf(products: ReadonlyArray<Compared>, values: Values): ReadonlyArray<string> {
  return [...new Set(products.flatMap((product) => values(product).map(({ label }) => label)))];
}

function valueRow(label: string, values: Values): Row {
  return { label, of: (product) => values(product).find((one) => one.label === label)?.value ?? null };
}

function priceText({ price, isFromPrice }: ProductCard): string {
  const now = `${isFromPrice ? "From " : ""}${formatMoney(price.now)}`;
  return price.was ? `${now}, was ${formatMoney(price.was)}` : now;
}

/** What a card says of stock: the units belong to its variants. */
function availabilityText({ stock }: ProductCard): string {
  return stock === "low-stock" ? "Only a few left" : stockText(stock, 0);
}

function ratingText({ rating }: ProductCard): string {
  if (!rating) return "No reviews yet";
  const stars = `${rating.average.toFixed(1).replace(/\.0$/, "")} out of 5`;
  return `${stars}, ${rating.count === 1 ? "1 review" : `${rating.count} reviews`}`;
}

function coloursText({ colours }: ProductCard): string | null {
  return colours.length === 0 ? null : colours.map(({ label }) => label).join(", ");
}

function assemblyText(isRequired: boolean | null): string | null {
  if (isRequired === null) return null;
  return isRequired ? "You put it together" : "Arrives put together";
}
