/**
 * What people write about a product and one column holds, each field declared once (docs/recipes.md): the table, the
 * desk's form with its draft, versions and log, the commands, the owner's files and the catalogue's file read it here.
 * product-fields.ts has the fields that take more than one column or input.
 */
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

type About<Column extends string> = Readonly<{
  label: string;
  column: Column;
  /** Below the label in the desk's form. */
  hint?: string;
  /** Of the desk's form. */
  part: "texts" | "sending" | "search-engines";
  /** Where it is "to-publish", a draft may lack it. */
  needed: "always" | "to-publish" | "never";
}>;

export type DeclaredInput =
  | Readonly<{ kind: "text"; rows: number; max: number }>
  | Readonly<{ kind: "choice"; options: ReadonlyArray<Readonly<{ value: string; text: string }>> }>
  | Readonly<{ kind: "measure"; unit: keyof typeof UNITS }>;

type Problem = Readonly<{ problem: string }>;
type ReadText = Readonly<{ text: string }> | Problem;
type TypedCell = Readonly<{ typed: string }> | Problem;

/** A field's text is its form in a draft, a version and the log; `column`, `input` and `heading` lead to the others. */
export type DeclaredField<Column extends string = string, Value = unknown> = About<Column> &
  Readonly<{
    input: DeclaredInput;
    /** Of the desk's input. */
    inputLabel: string;
    /** In the catalogue's file. */
    catalogueName: string;
    textOf(value: Value): string;
    valueOf(text: string): Value;
    /** As the input shows it. */
    typedOf(text: string): string;
    /** From what was typed, without space around it. */
    read(typed: string): ReadText;
    /** As people read it. */
    shown(text: string): string;
    /** Of the owner's files. */
    heading: string;
    /** What would have been typed for one of their cells. */
    typedOfCell(cell: string): TypedCell;
  }>;

type TextAbout<Column extends string> = About<Column> &
  Readonly<{ heading: string; max: number; rows: number }>;

function text<const Column extends string>({
  rows,
  max,
  ...about
}: TextAbout<Column>): DeclaredField<Column, string> {
  const empty: ReadText = about.needed === "never" ? { text: "" } : { problem: "Write something here" };
  return {
    ...about,
    input: { kind: "text", rows, max },
    ...{ inputLabel: about.label, catalogueName: about.column },
    ...{ textOf: String, valueOf: String, typedOf: String, shown: String },
    typedOfCell: (typed) => ({ typed }),
    read: (typed) => {
      if (typed === "") return empty;
      return typed.length > max ? { problem: `Use up to ${max} characters` } : { text: typed };
    },
  };
}

type ChoiceAbout<Column extends string, Key extends string> = About<Column> &
  Readonly<{ choices: Readonly<Record<Key, string>> }>;

function choice<const Column extends string, Key extends string>({
  choices,
  ...about
}: ChoiceAbout<Column, Key>): DeclaredField<Column, Key | ""> {
  const isKey = (typed: string): typed is Key => Object.hasOwn(choices, typed);
  const keys = Object.keys(choices).filter(isKey);
  const named = (typed: string) =>
    keys.find((key) => key === typed || choices[key].toLowerCase() === typed.toLowerCase());
  const options = Object.entries<string>(choices).map(([value, label]) => ({ value, text: label }));
  return {
    ...about,
    input: { kind: "choice", options },
    ...{ inputLabel: about.label, catalogueName: about.column },
    heading: about.label.toLowerCase(),
    ...{ textOf: String, typedOf: String },
    typedOfCell: (cell) => {
      const key = named(cell.trim());
      return key === undefined ? { problem: `Use ${keys.join(", ")}` } : { typed: key };
    },
    valueOf: (chosen) => (isKey(chosen) ? chosen : ""),
    read: (typed) => {
      const key = named(typed);
      return key === undefined ? { problem: "Choose one of the list" } : { text: key };
    },
    shown: (chosen) => (isKey(chosen) ? choices[chosen] : "not chosen"),
  };
}

/** `parts` of what is stored are one of what is typed. */
const UNITS = {
  kg: { parts: 1_000, typed: "kilograms", stored: "grams", sample: "1.4" },
  cm: { parts: 10, typed: "centimetres", stored: "millimetres", sample: "17.5" },
} as const;

/** `max`: in `unit`. */
type Measured = Readonly<{ unit: keyof typeof UNITS; max: number }>;
type Measure = Pick<DeclaredField<string, number | null>, "textOf" | "valueOf" | "typedOf" | "read">;

/** Stored in whole grams or millimetres; null: not stated. */
function measureIn({ unit, max }: Measured): Measure {
  const { parts, typed: unitName, sample } = UNITS[unit];
  return {
    textOf: (whole) => String(whole ?? ""),
    valueOf: (whole) => (whole === "" ? null : Number(whole)),
    typedOf: (whole) => (whole === "" ? "" : String(Number(whole) / parts)),
    read: (typed) => {
      const size = decimalIn(typed);
      if (typed === "") return { text: "" };
      if (size !== null && size > 0 && size <= max) return { text: String(Math.round(size * parts)) };
      return { problem: `Type ${unitName} such as ${sample}` };
    },
  };
}

/** Width, depth and height, which are one field. */
export const LENGTH = measureIn({ unit: "cm", max: 1_000 });

type MeasureAbout<Column extends string> = About<Column> & Measured & Readonly<{ catalogueName: string }>;

/** The owner's files have it as it is stored. */
function measure<const Column extends string>({
  unit,
  max,
  ...about
}: MeasureAbout<Column>): DeclaredField<Column, number | null> {
  const { parts, stored, sample } = UNITS[unit];
  const own = measureIn({ unit, max });
  return {
    ...about,
    ...own,
    input: { kind: "measure", unit },
    inputLabel: `${about.label} in ${unit}`,
    shown: (whole) => (whole === "" ? "not stated" : `${own.typedOf(whole)} ${unit}`),
    heading: `${about.label.toLowerCase()} in ${stored}`,
    typedOfCell: (cell) => {
      // A spreadsheet may write 1400 as "1400.00".
      const [, whole] = /^([1-9]\d{0,8})(?:[.,]0+)?$/.exec(cell.trim()) ?? [];
      if (whole !== undefined) return { typed: own.typedOf(whole) };
      const isEmpty = about.needed === "never" && cell.trim() === "";
      return isEmpty ? { typed: "" } : { problem: `Use whole ${stored} such as ${Number(sample) * parts}` };
    },
  };
}

/** From "1.4" or "1,4"; null for anything else. */
function decimalIn(typed: string): number | null {
  return /^\d{1,5}(?:[.,]\d{1,3})?$/.test(typed) ? Number(typed.replace(",", ".")) : null;
}

export const PRODUCT_TEXTS = {
  name: text({
    ...{ label: "Name", column: "name", heading: "name", part: "texts", needed: "always" },
    ...{ max: 200, rows: 1 },
  }),
  shortDescription: text({
    ...{ label: "Short description", column: "short_description", heading: "short description" },
    ...{ part: "texts", needed: "to-publish", hint: "On the product page and in feeds" },
    ...{ max: 400, rows: 2 },
  }),
  description: text({
    ...{ label: "Description", column: "description", heading: "description" },
    ...{ part: "texts", needed: "to-publish", hint: "Leave an empty line to start a new paragraph" },
    ...{ max: 10_000, rows: 9 },
  }),
  pageTitle: text({
    ...{ label: "Title for search engines", column: "page_title", heading: "page title" },
    ...{ part: "search-engines", needed: "to-publish", max: 200, rows: 1 },
  }),
  metaDescription: text({
    ...{ label: "Description for search engines", column: "meta_description", heading: "meta description" },
    ...{ part: "search-engines", needed: "to-publish", max: 400, rows: 3 },
  }),
};

const PRODUCT_CHOICES = {
  delivery: choice<"delivery_class", DeliveryClass>({
    ...{ label: "Delivery class", column: "delivery_class", part: "sending", needed: "to-publish" },
    choices: { small: "Small parcel", large: "Large parcel", two_person: "Two people" },
  }),
};

const PRODUCT_MEASURES = {
  weight: measure({
    ...{ label: "Weight", column: "weight_g", catalogueName: "weight_kg" },
    ...{ part: "sending", needed: "to-publish", unit: "kg", max: 1_000 },
  }),
};

export type ProductText = keyof typeof PRODUCT_TEXTS;
export type DeclaredName = ProductText | keyof typeof PRODUCT_CHOICES | keyof typeof PRODUCT_MEASURES;

export const DECLARED_FIELDS: Readonly<Record<DeclaredName, DeclaredField>> = {
  ...PRODUCT_TEXTS,
  ...PRODUCT_CHOICES,
  ...PRODUCT_MEASURES,
};

export const DECLARED_NAMES = Object.keys(DECLARED_FIELDS) as ReadonlyArray<DeclaredName>;
export const TEXT_NAMES = Object.keys(PRODUCT_TEXTS) as ReadonlyArray<ProductText>;

/** The columns of a product's row that hold what is declared here. */
export type DeclaredColumns = Record<(typeof PRODUCT_TEXTS)[ProductText]["column"], string> &
  Record<(typeof PRODUCT_CHOICES)[keyof typeof PRODUCT_CHOICES]["column"], string> &
  Record<(typeof PRODUCT_MEASURES)[keyof typeof PRODUCT_MEASURES]["column"], number | null>;

export const TEXT_COLUMNS = TEXT_NAMES.map((name) => PRODUCT_TEXTS[name].column);

export type DeclaredTexts = Readonly<Record<ProductText, string>>;

export function productTexts(row: Pick<DeclaredColumns, (typeof TEXT_COLUMNS)[number]>): DeclaredTexts {
  return Object.fromEntries(
    TEXT_NAMES.map((name) => [name, row[PRODUCT_TEXTS[name].column]]),
  ) as DeclaredTexts;
}

/** The fields' texts, by name. */
export function declaredTexts(row: DeclaredColumns): Record<DeclaredName, string> {
  const stored: Readonly<Record<string, unknown>> = row;
  return Object.fromEntries(
    DECLARED_NAMES.map((name) => {
      const { column, textOf } = DECLARED_FIELDS[name];
      return [name, textOf(stored[column])];
    }),
  ) as Record<DeclaredName, string>;
}

/** What the columns hold for these texts; a field that is left out is empty. */
export function declaredColumns(texts: Readonly<Partial<Record<DeclaredName, string>>>): DeclaredColumns {
  return Object.fromEntries(
    DECLARED_NAMES.map((name) => [
      DECLARED_FIELDS[name].column,
      DECLARED_FIELDS[name].valueOf(texts[name] ?? ""),
    ]),
  ) as DeclaredColumns;
}
