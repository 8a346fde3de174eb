import { db } from "#app/db/db.server.ts";
import { inTurns } from "#app/event-loop-fairness.server.ts";
import {
  changeLockedProduct,
  changeProduct,
  findProductState,
  lockEditedProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { DECLARED_FIELDS, DECLARED_NAMES } from "#app/models/catalogue/editing/declared-fields.ts";
import {
  changedFields,
  changesBetween,
  hasEnded,
  isPriceField,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFields,
  saleOf,
} from "#app/models/catalogue/editing/product-fields.ts";
import {
  type ExportedVariant,
  findExportedVariants,
  VISIBLE_WORDS,
} from "#app/models/catalogue/product-export.server.ts";
import { putBackLines } from "#app/models/catalogue/editing/variant-facts.ts";
import { inputsOf, readProductInputs } from "#app/models/desk/products/product-form.ts";
import { saysTheSame, withoutApostrophe } from "#app/models/shared/csv-import.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type CheckedLine, leftLines, type LineChanges, linesThatChange } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.server.ts";
import {
  isFarForVariants,
  isNotReduced,
  ownCells,
  ownColumnOf,
  withStatedPrices,
} from "./own-price-cells.server.ts";

const COLUMNS: Readonly<Partial<Record<ProductField, ReadonlyArray<string>>>> = {
  ...Object.fromEntries(DECLARED_NAMES.map((name) => [name, [DECLARED_FIELDS[name].heading]])),
  price: ["price"],
  sale: ["sale price", "sale from", "sale until"],
  visibility: ["visible"],
};

/** Rows that are read before the shop serves others. */
const ROWS_A_TURN = 100;

const FIELDS = PRODUCT_FIELDS.filter((field) => COLUMNS[field]);

const INPUTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DECLARED_NAMES.map((name) => [DECLARED_FIELDS[name].heading, name])),
  price: "price",
  "sale price": "salePrice",
  "sale from": "saleFirst",
  "sale until": "saleLast",
};

type Terms = Readonly<{
  format: Readonly<{ currency: string; locale: string }>;
  today: string;
  mayPrice: boolean;
}>;

type ReadLine = Readonly<{
  row: NamedRow;
  variant: ExportedVariant | null;
  /** Fields that this row states, with their new values. */
  stated: Readonly<Partial<Record<ProductField, string>>>;
  /** The product's own prices where this row changes those of its variant; else null. */
  ownPrices: string | null;
  problems: ReadonlyArray<string>;
}>;

export const productImport: ImportWork = {
  async check(rows, { now, may }) {
    const { currencies, currency, locale } = await findStore();
    const terms: Terms = {
      format: { currency: currencies[0] ?? currency, locale },
      today: await todayAt(now),
      mayPrice: may("publish-prices"),
    };
    const variants = await findExportedVariants(rows.map(({ name }) => name));
    const read: Array<ReadLine> = [];
    for await (const batch of inTurns(rows, ROWS_A_TURN))
      read.push(...batch.map((row) => readLine(row, variants.get(row.name) ?? null, terms)));
    const byProduct = grouped(read, ({ variant }) => variant?.productId ?? 0);
    const lines = read.map((line) =>
      checkedLine(line, byProduct.get(line.variant?.productId ?? 0) ?? [], terms),
    );
    return {
      lines: await withDrafts(lines),
      needsCode: needsCode(lines, variants),
      hasPrices: hasPrices(lines),
    };
  },

  /** Products before the catalogue's version: the desk's form locks in this order too. */
  async lock(lines) {
    const ids = [...new Set(linesThatChange(lines).map(({ subject }) => Number(subject)))].sort(
      (a, b) => a - b,
    );
    for (const id of ids) await lockEditedProduct(id);
  },

  async apply(lines, { now, by }) {
    for (const { subject, changes } of firstOfEach(linesThatChange(lines))) {
      const after = Object.fromEntries(Object.entries(changes).map(([field, [, text]]) => [field, text]));
      const done = await changeProduct(Number(subject), after, { now, by });
      if (!done.ok) return refused("import-stale");
    }
    return ok(lines);
  },

  async undo(lines, { now, by }) {
    const today = await todayAt(now);
    return leftLines(firstOfEach(linesThatChange(lines)), (line) => undoProduct(line, { now, by, today }));
  },
};

function hasPrices(lines: ReadonlyArray<CheckedLine>): boolean {
  return linesThatChange(lines).some(
    ({ changes }) => changes["price"] ?? changes["sale"] ?? changes["ownPrices"],
  );
}

/** Products with drafts stay as they are. */
async function withDrafts(lines: ReadonlyArray<CheckedLine>): Promise<ReadonlyArray<CheckedLine>> {
  const rows = await db().selectFrom("product_drafts").select("product_id").execute();
  const drafted = new Set(rows.map(({ product_id }) => String(product_id)));
  return lines.map((line) =>
    line.outcome === "changed" && drafted.has(line.subject) ? { ...line, reason: HAS_DRAFT } : line,
  );
}

const HAS_DRAFT = "Has changes that are not published, which stay";

function firstOfEach(lines: ReadonlyArray<CheckedLine>): ReadonlyArray<CheckedLine> {
  const first = new Map<string, CheckedLine>();
  for (const line of lines) if (!first.has(line.subject)) first.set(line.subject, line);
  return [...first.values()].sort((a, b) => Number(a.subject) - Number(b.subject));
}

function readLine(row: NamedRow, variant: ExportedVariant | null, terms: Terms): ReadLine {
  if (!variant) {
    const problem = "There is no such article number. New products come with the catalogue";
    return { row, variant, stated: {}, ownPrices: null, problems: [problem] };
  }
  const { cells } = row;
  const isChanged = (column: string) =>
    cells[column] !== undefined && !saysTheSame(cells[column], variant.row[column] ?? "");
  const changed = FIELDS.filter((field) => COLUMNS[field]?.some(isChanged) && !isOwn(field, variant));
  const own = ownCells(cells, variant);
  const hasOwn = Object.keys(own.typed).length > 0;
  const shared = typedOf(changed, { cells, variant, terms });
  const typed = { ...shared.typed, ...own.typed };
  const { fields, errors } = readProductInputs(typed, {
    ...terms,
    ...{ fallback: variant.fields, mayLack: !variant.wasPublished },
  });
  const problems = [
    ...shared.problems,
    ...Object.entries(errors).map(([input, text]) => `${columnOf(input, variant)}: ${text}`),
    ...((changed.length > 0 || hasOwn) && !variant.wasPublished ? [NEVER_PUBLISHED] : []),
    ...visibleProblem(changed, cells),
    ...currencyProblem(cells, terms),
    ...own.problems,
  ];
  const stated = Object.fromEntries(
    FIELDS.filter(
      (field) => COLUMNS[field]?.some((column) => cells[column] !== undefined) && !isOwn(field, variant),
    ).map((field) => [field, fields[field]]),
  );
  return { row, variant, stated, ownPrices: hasOwn ? fields.ownPrices : null, problems };
}

const NEVER_PUBLISHED = "This product has never been published. Edit it at the desk";

function isOwn(field: ProductField, { hasOwnPrice, hasOwnSale }: ExportedVariant): boolean {
  return (field === "price" && hasOwnPrice) || (field === "sale" && hasOwnSale);
}

type Typing = Readonly<{ cells: NamedRow["cells"]; variant: ExportedVariant; terms: Terms }>;

/** As if it were typed into the desk's form. */
function typedOf(changed: ReadonlyArray<ProductField>, { cells, variant, terms }: Typing) {
  const shown = inputsOf(variant.fields, terms.format);
  const columns = changed.flatMap((field) => COLUMNS[field] ?? []);
  const typed: Record<string, string> = {};
  const problems: Array<string> = [];
  for (const column of columns) {
    const input = INPUTS[column];
    if (input === undefined) continue;
    const cell = cells[column];
    const read =
      cell === undefined ? { typed: shown[input] ?? "" } : typedOfCell(input, withoutApostrophe(cell));
    if ("typed" in read) typed[input] = read.typed;
    else problems.push(`${column}: ${read.problem}`);
  }
  const visible = changed.includes("visibility") ? visibilityOf(cells["visible"] ?? "") : null;
  return { typed: visible === null ? typed : { ...typed, visibility: visible }, problems };
}

function typedOfCell(input: string, cell: string) {
  const name = DECLARED_NAMES.find((one) => one === input);
  return name ? DECLARED_FIELDS[name].typedOfCell(cell) : { typed: cell };
}

function visibilityOf(cell: string): string | null {
  const text = cell.trim().toLowerCase();
  return (
    Object.entries(VISIBLE_WORDS).find(([visibility, word]) => text === word || text === visibility)?.[0] ??
    null
  );
}

function visibleProblem(
  changed: ReadonlyArray<ProductField>,
  cells: NamedRow["cells"],
): ReadonlyArray<string> {
  const isWrong = changed.includes("visibility") && visibilityOf(cells["visible"] ?? "") === null;
  return isWrong ? ["visible: Type yes, no or only with its address"] : [];
}

function currencyProblem(cells: NamedRow["cells"], { format }: Terms): ReadonlyArray<string> {
  const cell = cells["currency"]?.trim().toUpperCase() ?? "";
  return cell === "" || cell === format.currency ? [] : [`currency: Prices are in ${format.currency}`];
}

function columnOf(input: string, variant: ExportedVariant): string {
  const own = ownColumnOf(input, variant);
  return own ?? Object.entries(INPUTS).find(([, name]) => name === input)?.[0] ?? input;
}

function checkedLine(
  { row, variant, stated, problems }: ReadLine,
  ofProduct: ReadonlyArray<ReadLine>,
  { mayPrice }: Terms,
): CheckedLine {
  const { line, name, cells } = row;
  const base = {
    line,
    name,
    cells,
    subject: variant ? String(variant.productId) : "",
    title: titleOf(variant),
    changes: {},
  };
  if (!variant) return { ...base, outcome: "wrong", reason: problems.join(". ") };
  const changes = changesOf(variant.fields, ofProduct);
  const wrong = [
    ...problems,
    ...(problems.length > 0 ? [] : ownSaleProblem(variant, changes)),
    ...differing(stated, ofProduct).map((field) => `${COLUMNS[field]?.[0] ?? field}: ${OTHERS_DIFFER}`),
    ...(!mayPrice && Object.keys(changes).some((field) => isPriceField(field as ProductField))
      ? ["An owner changes prices and sales"]
      : []),
  ];
  if (wrong.length > 0) return { ...base, changes, outcome: "wrong", reason: wrong.join(". ") };
  return { ...base, changes, outcome: Object.keys(changes).length > 0 ? "changed" : "unchanged", reason: "" };
}

/** The new price may stand in another row. */
function ownSaleProblem(variant: ExportedVariant, { ownPrices, price }: LineChanges): ReadonlyArray<string> {
  const isUnreduced = ownPrices && isNotReduced(ownPrices[1], price?.[1] ?? variant.fields.price, variant);
  return isUnreduced ? ["own sale price: Must be less than the price"] : [];
}

function titleOf(variant: ExportedVariant | null): string {
  return [variant?.row["name"], variant?.row["variant"]].filter(Boolean).join(", ");
}

const OTHERS_DIFFER = "another row of this product says something else. Its variants share it";

/** Fields of which another row of the same product says something else. */
function differing(
  stated: ReadLine["stated"],
  ofProduct: ReadonlyArray<ReadLine>,
): ReadonlyArray<ProductField> {
  return FIELDS.filter((field) =>
    ofProduct.some(
      (other) =>
        stated[field] !== undefined &&
        other.stated[field] !== undefined &&
        other.stated[field] !== stated[field],
    ),
  );
}

function changesOf(current: ProductFields, ofProduct: ReadonlyArray<ReadLine>): LineChanges {
  const stated = ofProduct.reduce<Partial<Record<ProductField, string>>>(
    (all, line) => ({ ...all, ...line.stated }),
    {},
  );
  const own = ofProduct.flatMap(({ variant, ownPrices }) =>
    variant && ownPrices !== null ? [{ id: variant.id, ownPrices }] : [],
  );
  const ownPrices = withStatedPrices(current.ownPrices, own);
  const after: ProductFields = { ...current, ...stated, ownPrices };
  return Object.fromEntries(
    changedFields(changesBetween(current, after)).map((field) => [
      field,
      [current[field], after[field]] as const,
    ]),
  );
}

/** From this many products, and beyond this many per cent, a second factor is needed. */
const CODE_FROM = { products: 21, percent: 30 } as const;

function needsCode(
  lines: ReadonlyArray<CheckedLine>,
  variants: ReadonlyMap<string, ExportedVariant>,
): boolean {
  const priced = firstOfEach(linesThatChange(lines)).filter(
    ({ changes }) => changes["price"] ?? changes["sale"] ?? changes["ownPrices"] ?? changes["visibility"],
  );
  return (
    priced.length >= CODE_FROM.products ||
    priced.some(({ name, changes }) => isFar(changes, variants.get(name)?.fields))
  );
}

function isFar(changes: LineChanges, current: ProductFields | undefined): boolean {
  return isFarForAll(changes, current) || isFarForOne(changes, current);
}

function isFarForOne({ price, ownPrices }: LineChanges, current: ProductFields | undefined): boolean {
  if (!ownPrices || !current) return false;
  const later = { price: price?.[1] ?? current.price, ownPrices: ownPrices[1] };
  return isFarForVariants(current, later, CODE_FROM.percent);
}

function isFarForAll({ price, sale }: LineChanges, current: ProductFields | undefined): boolean {
  const before = Number(current?.price);
  const after = Number(price?.[1] ?? current?.price);
  const reduced = saleOf(sale?.[1] ?? "");
  const isBeyond = (from: number, to: number) => Math.abs(to - from) * 100 > from * CODE_FROM.percent;
  return isBeyond(before, after) || (reduced !== null && isBeyond(after, reduced.minor));
}

type Undoing = Readonly<{ now: Date; by: string; today: Day }>;

/** Only what is still as the import left it. Answers why something was left, or null. */
async function undoProduct(
  { subject, changes }: CheckedLine,
  { now, by, today }: Undoing,
): Promise<string | null> {
  const state = await lockEditedProduct(Number(subject));
  if (!state) return GONE;
  const { before, since } = openChanges(state.fields, changes, today);
  const isOpen = Object.keys(before).length > 0;
  const done = isOpen ? await changeLockedProduct(state, before, { now, by }) : ok(null);
  return done.ok ? sinceText(since) : "What it was before does not fit what it is now";
}

const GONE = "The product is gone";

function sinceText(since: ReadonlyArray<string>): string | null {
  return since.length === 0 ? null : `Changed since: ${since.join(", ")}`;
}

/** What an undo puts back, and the columns of what has changed since. */
function openChanges(fields: ProductFields, changes: LineChanges, today: Day) {
  const before: Partial<Record<ProductField, string>> = {};
  const since: Array<string> = [];
  for (const field of [...FIELDS, "ownPrices"] as const) {
    const change = changes[field];
    if (!change) continue;
    const { text, isWhole } =
      field === "ownPrices" ? putBackLines(fields[field], change) : openChange(fields[field], change);
    if (text !== null) before[field] = field === "sale" ? lastingSale(text, today) : text;
    if (!isWhole) since.push(COLUMNS[field]?.[0] ?? "own price");
  }
  return { before, since };
}

function openChange(now: string, [before, after]: LineChanges[string]) {
  return now === after ? { text: before, isWhole: true } : { text: null, isWhole: false };
}

/** A sale that is over by then stays ended. */
function lastingSale(text: string, today: Day): string {
  const sale = saleOf(text);
  return sale && hasEnded(sale, today) ? "" : text;
}

/** Why an undo would leave some of these lines, or a part of them, by their number. */
export async function changedSince(
  lines: ReadonlyArray<CheckedLine>,
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const today = await todayAt(now);
  const reasons = new Map<number, string>();
  for (const { line, subject, changes } of linesThatChange(lines)) {
    const state = await findProductState(Number(subject));
    const reason = state ? sinceText(openChanges(state.fields, changes, today).since) : GONE;
    if (reason !== null) reasons.set(line, reason);
  }
  return reasons;
}

async function todayAt(now: Date): Promise<Day> {
  return localTime(now, (await findStore()).timeZone).day;
}
