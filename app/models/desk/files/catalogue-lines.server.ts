/** One line for each product, and one for each other kind of thing. */
import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import { type CatalogueClaim, catalogueClaimWarning } from "#app/db/seed/catalogue-claims.server.ts";
import type { ImportSummary } from "#app/db/seed/import-catalogue.server.ts";
import type { ImportedTable, SyncRow } from "#app/db/seed/sync-table.server.ts";
import { changedColumns, HISTORIES, MOVING, type RowChange } from "#app/db/seed/table-differences.server.ts";
import type { ValidationIssue } from "#app/db/seed/validation-issue.ts";
import { TEXT_COLUMNS } from "#app/models/catalogue/editing/declared-fields.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import type { CheckedLine, LineChanges } from "./import-kinds.ts";

type Stored = Readonly<{ id: number; sku: string; name: string; isVisible: boolean }>;

/** Product by the id of a variant or an option, before and after. */
export type RowOwners = Readonly<Record<"variants" | "options", ReadonlyMap<number, number>>>;

/** As they are now. */
export async function rowOwners(): Promise<RowOwners> {
  const [variants, options] = await Promise.all([
    db().selectFrom("variants").select(["id", "product_id"]).execute(),
    db().selectFrom("product_options").select(["id", "product_id"]).execute(),
  ]);
  const byId = (rows: typeof variants) => new Map(rows.map(({ id, product_id: product }) => [id, product]));
  return { variants: byId(variants), options: byId(options) };
}

export type Imported = Readonly<{
  changes: ReadonlyArray<RowChange>;
  summary: ImportSummary;
  overwritesEdits: boolean;
  /** Every product that the shop holds afterwards, in the order of their ids. */
  products: ReadonlyArray<Stored>;
  listed: ReadonlySet<number>;
  owners: RowOwners;
  /** "£54.00" for 5400. */
  amount: (minor: number) => string;
}>;

type Line = Omit<CheckedLine, "line">;

export function catalogueLines(imported: Imported): ReadonlyArray<CheckedLine> {
  const own = grouped(imported.changes, (change) => productOf(change, imported));
  const claims = grouped(imported.summary.claims, ({ productId }) => productId);
  return numbered([
    ...imported.products.map((product) => {
      const about = { changes: own.get(product.id) ?? [], claims: claims.get(product.id) ?? [] };
      return productLine(product, about, imported);
    }),
    ...otherLines(own.get(null) ?? [], claims.get(null) ?? []),
    ...imported.summary.editedSettings.map((name) => settingLine(name, imported.overwritesEdits)),
  ]);
}

function numbered(lines: ReadonlyArray<Line>): ReadonlyArray<CheckedLine> {
  return lines.map((line, at) => ({ line: at + 1, ...line }));
}

const WRONG_MAX = 1_000;

export function wrongLines(problems: ReadonlyArray<ValidationIssue>): ReadonlyArray<CheckedLine> {
  return numbered(
    problems.slice(0, WRONG_MAX).map(({ file, row, field, message }) => ({
      ...{ subject: "", name: [file, row].filter(Boolean).join(" ") || "The catalogue", title: field },
      ...{ cells: {}, outcome: "wrong", changes: {}, reason: message },
    })),
  );
}

const PRODUCT_COLUMNS: Readonly<Partial<Record<ImportedTable, string>>> = {
  products: "id",
  product_options: "product_id",
  variants: "product_id",
  product_images: "product_id",
  product_metafields: "product_id",
  product_categories: "product_id",
  related_products: "product_id",
  product_sales: "product_id",
};

export function rowOf({ before, after }: Pick<RowChange, "before" | "after">): SyncRow {
  return after ?? before ?? {};
}

export function productOf(change: RowChange, { owners }: Pick<Imported, "owners">): number | null {
  const { table } = change;
  const row = rowOf(change);
  const column = PRODUCT_COLUMNS[table];
  if (column !== undefined) return Number(row[column]);
  if (table === "product_option_values") return owners.options.get(Number(row["option_id"])) ?? null;
  if (table === "price_history" || table === "stock_history")
    return owners.variants.get(Number(row["variant_id"])) ?? null;
  return null;
}

/** Of the shop's own bookkeeping, or made of what stands in other rows. */
export const UNSPOKEN: ReadonlyArray<string> = [
  ...["version", "changed_at", "edited_at", "sort_price_minor", "lowest_price_before_minor"],
  ...["lowest_prices_before", "rating_count", "rating_average_hundredths", "rating_distribution"],
];

const ADDRESS = ["slug", "primary_category_id"];
const SHOWN = ["name", "price_minor", "sale_price_minor", "is_visible"];

const PARTS: Readonly<Partial<Record<ImportedTable, string>>> = {
  product_options: "variants",
  product_option_values: "variants",
  variants: "variants",
  product_images: "images",
  product_metafields: "details",
  product_categories: "categories",
  related_products: "related products",
  product_sales: "days of a sale",
};

/** What a change is about, beside what is shown before and after. */
function partsOf(change: RowChange): ReadonlyArray<string> {
  const isWhole = !change.before || !change.after;
  const columns = changedColumns(change).filter((column) => !UNSPOKEN.includes(column));
  if (change.table !== "products") {
    const part = PARTS[change.table];
    return part && (isWhole || columns.length > 0) ? [part] : [];
  }
  return columns.flatMap((column) => {
    if (SHOWN.includes(column)) return [];
    if (TEXT_COLUMNS.some((text) => text === column)) return ["texts"];
    if (column === "prices") return ["prices in other currencies"];
    return ADDRESS.includes(column) ? ["address"] : ["details"];
  });
}

type About = Readonly<{ changes: ReadonlyArray<RowChange>; claims: ReadonlyArray<CatalogueClaim> }>;

function productLine(product: Stored, { changes, claims }: About, imported: Imported): Line {
  const { summary, overwritesEdits } = imported;
  const edit = summary.edited.find(({ id }) => id === product.id);
  const base = {
    subject: String(product.id),
    name: product.sku,
    title: product.name,
    cells: {},
    changes: {},
  };
  if (edit && !overwritesEdits)
    return { ...base, outcome: "edited", reason: editReason(edit.differs, "It is left as it is") };
  const own = changes.find(({ table }) => table === "products");
  const shown = own ? shownChanges(own, imported) : {};
  const parts = [...new Set(changes.flatMap(partsOf))];
  const outcome = outcomeOf(product, own, imported);
  if (outcome === "changed" && parts.length + Object.keys(shown).length === 0)
    return { ...base, outcome: "unchanged", reason: "" };
  const reasons = [
    edit ? editReason(edit.differs, "The catalogue’s version is taken") : "",
    outcome === "hidden" ? "Not in the catalogue any more" : "",
    outcome === "changed" && parts.length > 0 ? `Changed: ${parts.join(", ")}` : "",
  ];
  const reason = reasons.filter(Boolean).join(". ");
  const cells = { state: fingerprint(changes), ...claimCell(claims) };
  return { ...base, cells, changes: shown, outcome, reason };
}

function claimCell(found: ReadonlyArray<CatalogueClaim>): Line["cells"] {
  const claims = catalogueClaimWarning(found);
  return claims === null ? {} : { claims };
}

/** A product that was hidden before, and still is, has not changed. */
function outcomeOf({ id, isVisible }: Stored, own: RowChange | undefined, { listed }: Imported) {
  if (own && !own.before) return "new";
  const isHidden = own !== undefined && own.before?.["is_visible"] === 1 && !isVisible;
  return isHidden && !listed.has(id) ? "hidden" : "changed";
}

function editReason(differs: ReadonlyArray<string>, end: string): string {
  return `Edited by hand since the last import: ${differs.map((name) => name.replaceAll("_", " ")).join(", ")}. ${end}`;
}

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  price_minor: "Price",
  sale_price_minor: "Sale price",
  is_visible: "Visible",
};

function shownChanges({ before, after }: RowChange, { amount }: Imported): LineChanges {
  const text = (row: SyncRow | null, column: string) => {
    const value = row?.[column] ?? null;
    if (value === null) return "";
    if (column === "name") return String(value);
    if (column === "is_visible") return value === 1 ? "yes" : "no";
    return amount(Number(value));
  };
  return Object.fromEntries(
    Object.entries(LABELS)
      .map(([column, label]) => [label, [text(before, column), text(after, column)] as const] as const)
      .filter(([, [old, now]]) => old !== now),
  );
}

const OTHERS: Readonly<Partial<Record<ImportedTable, readonly [title: string, name: string | null]>>> = {
  brands: ["Brands", "name"],
  categories: ["Categories", "name"],
  settings: ["Settings", "key"],
  delivery_methods: ["Delivery methods", "key"],
  delivery_zones: ["Delivery zones", "key"],
  coupons: ["Discount codes", "code"],
  reviews: ["Reviews", null],
  compatibility_parts: ["What fits what: parts", null],
  compatibility: ["What fits what", null],
  redirects: ["Redirects", "from_path"],
};

function otherLines(
  changes: ReadonlyArray<RowChange>,
  claims: ReadonlyArray<CatalogueClaim>,
): ReadonlyArray<Line> {
  const tables = grouped(changes.filter(isSpoken), ({ table }) => table);
  return [...tables].flatMap(([table, rows]) => {
    const [title, name] = OTHERS[table] ?? [null, null];
    if (title === null) return [];
    const groups = [
      ["new", rows.filter(({ before }) => before === null)],
      ["changed", rows.filter(({ before, after }) => before !== null && after !== null)],
      ["removed", rows.filter(({ after }) => after === null)],
    ] as const;
    const reason = groups
      .filter(([, group]) => group.length > 0)
      .map(([word, group]) => `${group.length} ${word}${namesOf(group, name)}`)
      .join("; ");
    const own = claims.filter((claim) => claim.table === table);
    const cells = { state: fingerprint(rows), ...claimCell(own) };
    return [
      { subject: table, name: title, title: "", cells, outcome: "changed", changes: {}, reason } as const,
    ];
  });
}

function isSpoken(change: RowChange): boolean {
  if (!change.before || !change.after) return true;
  return changedColumns(change).some((column) => !UNSPOKEN.includes(column));
}

const NAMED_MAX = 8;

function namesOf(rows: ReadonlyArray<RowChange>, column: string | null): string {
  if (column === null) return "";
  const names = rows.slice(0, NAMED_MAX).map((change) => String(rowOf(change)[column]));
  return ` (${names.join(", ")}${rows.length > NAMED_MAX ? " …" : ""})`;
}

function settingLine(name: string, isTaken: boolean): Line {
  const reason = isTaken ? "The catalogue’s version is taken" : "It is left as it is";
  return {
    ...{ subject: name, name, title: "", cells: {}, changes: {} },
    ...{ outcome: isTaken ? "changed" : "edited", reason: `Edited by hand since the last import. ${reason}` },
  };
}

/** Times differ from one check to the next, and so do numbers that the database gives. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
export const NUMBERED: ReadonlyArray<ImportedTable> = ["product_images", "price_history", "stock_history"];

function fingerprint(changes: ReadonlyArray<RowChange>): string {
  const hash = createHash("sha256");
  for (const change of changes) {
    const { table, key } = change;
    const cells = comparedCells(change);
    if (cells.length === 0) continue;
    const text = JSON.stringify([table, NUMBERED.includes(table) ? "" : key, cells]);
    hash.update(text.replaceAll(TIMES, ""));
  }
  return hash.digest("base64url");
}

function comparedCells(change: RowChange) {
  const { table, before, after } = change;
  // They go with their variant, and each sale adds to them.
  if (HISTORIES.includes(table)) return [];
  const without = [...UNSPOKEN, ...(MOVING[table] ?? []), ...(NUMBERED.includes(table) ? ["id"] : [])];
  const columns = before && after ? changedColumns(change) : Object.keys(rowOf(change));
  return columns
    .filter((column) => !without.includes(column))
    .map((column) => [column, before?.[column] ?? null, after?.[column] ?? null]);
}
