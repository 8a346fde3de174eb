import { stockText } from "#app/models/catalogue/inventory/stock.ts";

import { namespaceOfLabel } from "./metafield.ts";
import type { ProductSummary } from "./product.ts";
import type { Specification } from "./product-page.ts";

export const COMPARED_MAX = 4;

export type Compared = Readonly<{
  card: ProductSummary;
  specification: ReadonlyArray<Specification>;
  facts: ReadonlyArray<Specification>;
  delivery: string | null;
  fitsWith: string | null;
  isAssemblyRequired: boolean | null;
}>;

export const COMPARE_GROUPS = [
  "Buying it",
  "Size and weight",
  "In use",
  "What fits it",
  "How it is made",
] as const;

export type CompareGroup = (typeof COMPARE_GROUPS)[number];

export type CompareRow = ReturnType<typeof rowOf>;

/** "101,102": each once, at most four. */
export function readCompared(text: string | null | undefined): ReadonlyArray<number> {
  const parts = (text ?? "").slice(0, 100).split(",");
  const ids = parts.filter((part) => /^[1-9]\d{0,8}$/.test(part)).map(Number);
  return [...new Set(ids)].slice(0, COMPARED_MAX);
}

export function comparedText(ids: ReadonlyArray<number>): string {
  return ids.join(",");
}

export function withCompared(ids: ReadonlyArray<number>, id: number): ReadonlyArray<number> | null {
  if (ids.includes(id)) return ids;
  return ids.length < COMPARED_MAX ? [...ids, id] : null;
}

export function replaceCompared(
  ids: ReadonlyArray<number>,
  { id, out }: Readonly<{ id: number; out: number }>,
): ReadonlyArray<number> {
  return ids.includes(id) ? ids : ids.map((one) => (one === out ? id : one));
}

type Row = Readonly<{
  label: string;
  group: CompareGroup;
  of: (product: Compared) => string | null;
}>;

export const COLOURS_LABEL = "Colours";

const HEAD: ReadonlyArray<Row> = [
  { label: "Availability", group: "Buying it", of: ({ card }) => availabilityText(card) },
  { label: "Delivery", group: "Buying it", of: ({ delivery }) => delivery },
  { label: "Reviews", group: "Buying it", of: ({ card }) => ratingText(card) },
  { label: "Brand", group: "Buying it", of: ({ card }) => card.brandName },
  { label: COLOURS_LABEL, group: "Buying it", of: ({ card }) => coloursText(card) },
  { label: "Age", group: "In use", of: ({ card }) => card.ageText },
];

const FOOT: ReadonlyArray<Row> = [
  { label: "Compatible with", group: "What fits it", of: ({ fitsWith }) => fitsWith },
  {
    label: "Assembly",
    group: "How it is made",
    of: ({ isAssemblyRequired }) => assemblyText(isAssemblyRequired),
  },
];

const MEASURES: ReadonlyArray<string> = ["Dimensions", "Folded", "Weight", "Maximum load"];

const FIELD_GROUPS: Readonly<Record<string, CompareGroup>> = {
  wood: "How it is made",
  fixing: "How it is made",
  fit: "Size and weight",
  carton: "Size and weight",
  compatibility: "What fits it",
  service: "Buying it",
};

function groupOfField(label: string): CompareGroup {
  return FIELD_GROUPS[namespaceOfLabel(label) ?? ""] ?? "In use";
}

function groupOfSpecification(label: string): CompareGroup {
  return MEASURES.includes(label) ? "Size and weight" : "How it is made";
}

const FACT_SHARED_BY = 2;

/** Without the price, which stands in the head of the comparison. */
export function compareRows(products: ReadonlyArray<Compared>): ReadonlyArray<CompareRow> {
  const rows = [
    ...HEAD,
    ...labelsOf(products, ({ specification }) => specification).map((label) =>
      valueRow({ label, group: groupOfSpecification(label) }, ({ specification }) => specification),
    ),
    ...labelsOf(products, ({ facts }) => facts)
      .map((label) => valueRow({ label, group: groupOfField(label) }, ({ facts }) => facts))
      .filter(({ of }) => products.filter((product) => of(product) !== null).length >= FACT_SHARED_BY),
    ...FOOT,
  ];
  const known = rows
    .map((row) => rowOf(row, products))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  return COMPARE_GROUPS.flatMap((group) => known.filter((row) => row.group === group));
}

/** `odd`: places in `cells` that differ from the value most products share. */
function rowOf({ label, group, of }: Row, products: ReadonlyArray<Compared>) {
  const cells = products.map(of);
  return { label, group, cells, differs: new Set(cells).size > 1, odd: oddCells(cells) };
}

/** None where no value has more cells than every other: where all differ, no single one does. */
function oddCells(cells: ReadonlyArray<string | null>): ReadonlyArray<number> {
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

function valueRow(row: Omit<Row, "of">, values: Values): Row {
  return { ...row, of: (product) => values(product).find(({ label }) => label === row.label)?.value ?? null };
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
