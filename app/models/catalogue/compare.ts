import { stockText } from "#app/models/catalogue/inventory/stock.ts";

import type { ProductSummary } from "./product.ts";
import type { Specification } from "./product-page.ts";

export const COMPARED_MAX = 4;

export type Compared = Readonly<{
  card: ProductSummary;
  specification: ReadonlyArray<Specification>;
  facts: ReadonlyArray<Specification>;
  /** "Free standard delivery", or null if it cannot be sent. */
  delivery: string | null;
  /** "Cocoon carrycot, Coach Pram with an adapter", or null if unknown. */
  fitsWith: string | null;
  /** Null if unknown. */
  isAssemblyRequired: boolean | null;
}>;

export type CompareRow = Readonly<{
  label: string;
  /** One for each product, in their order; null if unknown. */
  cells: ReadonlyArray<string | null>;
  differs: boolean;
  /** The places in `cells` of values that differ from the one that most products share. */
  odd: ReadonlyArray<number>;
}>;

/** The ids in `text` ("101,102"): each once, at most four, without anything else. */
export function readCompared(text: string | null | undefined): ReadonlyArray<number> {
  const parts = (text ?? "").slice(0, 100).split(",");
  const ids = parts.filter((part) => /^[1-9]\d{0,8}$/.test(part)).map(Number);
  return [...new Set(ids)].slice(0, COMPARED_MAX);
}

export function comparedText(ids: ReadonlyArray<number>): string {
  return ids.join(",");
}

/** `ids` with `id` at the end, or null if there are four already. */
export function withCompared(ids: ReadonlyArray<number>, id: number): ReadonlyArray<number> | null {
  if (ids.includes(id)) return ids;
  return ids.length < COMPARED_MAX ? [...ids, id] : null;
}

/** `ids` with `id` in place of `out`. */
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
  { label: "Availability", of: ({ card }) => availabilityText(card) },
  { label: "Reviews", of: ({ card }) => ratingText(card) },
  { label: "Age", of: ({ card }) => card.ageText },
  { label: "Brand", of: ({ card }) => card.brandName },
  { label: "Colours", of: ({ card }) => coloursText(card) },
];

const FOOT: ReadonlyArray<Row> = [
  { label: "Compatible with", of: ({ fitsWith }) => fitsWith },
  { label: "Assembly", of: ({ isAssemblyRequired }) => assemblyText(isAssemblyRequired) },
  { label: "Delivery", of: ({ delivery }) => delivery },
];

const FACT_SHARED_BY = 2;

/** Without the price, which stands in the head of the comparison. */
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
  return { label, cells, differs: new Set(cells).size > 1, odd: oddCells(cells) };
}

/** None where no value has more cells than every other: where all differ, no single one does. */
function oddCells(cells: CompareRow["cells"]): ReadonlyArray<number> {
  const countOf = (value: string | null) => cells.filter((cell) => cell === value).length;
  const known = cells.filter((cell) => cell !== null);
  const most = Math.max(0, ...known.map(countOf));
  const shared = new Set(known.filter((cell) => countOf(cell) === most));
  if (most < 2 || shared.size > 1) return [];
  return cells.flatMap((cell, index) => (cell === null || shared.has(cell) ? [] : [index]));
}

type Values = (product: Compared) => ReadonlyArray<Specification>;

function labelsOf(products: ReadonlyArray<Compared>, values: Values): ReadonlyArray<string> {
  return [...new Set(products.flatMap((product) => values(product).map(({ label }) => label)))];
}

function valueRow(label: string, values: Values): Row {
  return { label, of: (product) => values(product).find((one) => one.label === label)?.value ?? null };
}

/** Without units, because those belong to variants. */
function availabilityText({ stock }: ProductSummary): string {
  return stock === "low-stock" ? "Only a few left" : stockText(stock, 0);
}

function ratingText({ rating }: ProductSummary): string {
  if (!rating) return "No reviews yet";
  const stars = `${rating.average.toFixed(1).replace(/\.0$/, "")} out of 5`;
  return `${stars}, ${rating.count === 1 ? "1 review" : `${rating.count} reviews`}`;
}

function coloursText({ colours }: ProductSummary): string | null {
  return colours.length === 0 ? null : colours.map(({ label }) => label).join(", ");
}

function assemblyText(isRequired: boolean | null): string | null {
  if (isRequired === null) return null;
  return isRequired ? "Needs assembly" : "Ready assembled";
}
