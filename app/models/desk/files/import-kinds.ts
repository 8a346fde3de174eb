import { DECLARED_FIELDS } from "#app/models/catalogue/editing/declared-fields.ts";
import { textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { type BulkKind, stepOf } from "#app/models/desk/products/bulk-rule.ts";
import type { DeskStep } from "#app/models/staff/role.ts";

export const CSV_KINDS = [
  {
    key: "products",
    title: "Products and prices",
    hint: "By article number: texts, price, sale, who sees it",
    step: "edit-products",
    /** A row needs one of these. */
    names: ["sku", "article number"],
    columns: [
      ...Object.values(DECLARED_FIELDS).map(({ heading }) => heading),
      ...["price", "sale price", "sale from", "sale until", "own price", "own sale price", "visible"],
    ],
  },
  {
    key: "stock",
    title: "Stock",
    hint: "By article number: units in the column “received” or “counted”",
    step: "book-stock",
    names: ["sku", "article number"],
    columns: ["received", "counted"],
  },
  {
    key: "parcels",
    title: "Tracking numbers",
    hint: "By order number: “tracking number” and “carrier”. These orders are sent, with an email to the customer",
    step: "send",
    names: ["order", "order number", "order reference", "customer ref 1", "number"],
    columns: ["tracking number", "carrier"],
  },
  {
    key: "redirects",
    title: "Redirects",
    hint: "An old address in “from”, the new one in “to”",
    step: "import-redirects",
    names: ["from"],
    columns: ["to"],
  },
] as const satisfies ReadonlyArray<
  Readonly<{
    key: string;
    title: string;
    hint: string;
    step: DeskStep;
    names: ReadonlyArray<string>;
    columns: ReadonlyArray<string>;
  }>
>;

/** Whose files call the order's number so, where they have no column "carrier". */
export const COURIER_OF_COLUMN: Readonly<Record<string, string>> = {
  "order reference": "Royal Mail",
  "customer ref 1": "DPD",
};

export type CsvKindRow = (typeof CSV_KINDS)[number];
export type CsvKind = CsvKindRow["key"];
export type FileKind = CsvKind | "catalogue";
export type ImportKind = FileKind | BulkKind;

type ImportKindRow = Readonly<{ key: ImportKind; title: string; step: DeskStep }>;

/** What can be brought in. */
export const FILE_KINDS: ReadonlyArray<ImportKindRow & Readonly<{ key: FileKind; hint: string }>> = [
  ...CSV_KINDS,
  {
    key: "catalogue",
    title: "The whole catalogue",
    hint: "The catalogue’s folder as a ZIP: products, categories, settings and the rest. Products that are not in it are hidden",
    step: "import-catalogue",
  },
];

/** Changes of several products by one rule are listed and undone like files. */
export const IMPORT_KINDS: ReadonlyArray<ImportKindRow> = [
  ...FILE_KINDS,
  ...(["price", "sale", "visibility"] as const).map((key) => ({
    ...{ key, title: "Bulk change", step: stepOf(key) },
  })),
];

export function importKind(key: string | undefined): ImportKindRow | null {
  return IMPORT_KINDS.find((kind) => kind.key === key) ?? null;
}

export function fileKind(key: string | undefined) {
  return FILE_KINDS.find((kind) => kind.key === key) ?? null;
}

/** True for what changes fields of products, whose lines name a product each. */
export function isOfProducts(kind: ImportKind): boolean {
  return kind === "products" || fileKind(kind) === null;
}

export function csvKind(key: string | undefined): CsvKindRow | null {
  return CSV_KINDS.find((kind) => kind.key === key) ?? null;
}

/** While a thousand products are changed, the sale of a last item waits for some seconds. */
export const IMPORT_MAX_BYTES = 5_000_000;
/** Of the form with the file, so that one that is too large can be named. */
export const IMPORT_FORM_MAX_BYTES = 6_000_000;
export const IMPORT_MAX_LINES = 20_000;
export const IMPORT_MAX_CHANGES = 1_000;
export const IMPORT_WAITS_HOURS = 24;
export const IMPORT_UNDO_DAYS = 30;

export const LINE_OUTCOMES = ["wrong", "edited", "changed", "new", "hidden", "unchanged"] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** Before and after of each field, as they are stored. */
export type LineChanges = Readonly<Record<string, readonly [before: string, after: string]>>;

export type CheckedLine = Readonly<{
  line: number;
  /** The id of a product, an article number or an old address; empty where unknown. */
  subject: string;
  /** As the file names it. */
  name: string;
  /** What the shop calls it; empty where unknown. */
  title: string;
  /** Of a catalogue's line: "state", a fingerprint of what it writes, and "claims", what is said of those in its texts. */
  cells: Readonly<Record<string, string>>;
  outcome: LineOutcome;
  changes: LineChanges;
  reason: string;
}>;

export function linesThatChange(lines: ReadonlyArray<CheckedLine>): ReadonlyArray<CheckedLine> {
  return lines.filter(({ outcome }) => outcome === "changed");
}

/** Those that an undo leaves as they are, with the reason that `undo` answers. */
export async function leftLines(
  lines: ReadonlyArray<CheckedLine>,
  undo: (line: CheckedLine) => Promise<string | null>,
): Promise<ReadonlyArray<CheckedLine>> {
  const left: Array<CheckedLine> = [];
  for (const line of lines) {
    const reason = await undo(line);
    if (reason !== null) left.push({ ...line, reason });
  }
  return left;
}

/** What is said of claims in what the line is about; null: there are none. */
export function lineClaimWarning({ changes, cells }: Pick<CheckedLine, "changes" | "cells">): string | null {
  return cells["claims"] ?? textClaimWarning(Object.values(changes).map(([, after]) => after));
}

export type CheckCounts = Readonly<Record<LineOutcome, number>>;

export function changeCount({ changed, new: added, hidden }: CheckCounts): number {
  return changed + added + hidden;
}
