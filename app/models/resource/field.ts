/**
 * A field of what the owner handles (docs/resources.md). Text is the form that all fields share: somebody types it, a
 * form shows it again, the log keeps it before and after. `schema` leads from the text to the value, `text` back.
 */
import { z } from "zod";

import type { Currency } from "#app/models/shared/currency.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { truncated } from "#app/models/shared/text.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

export type Texts = Readonly<Record<string, string>>;

export type FieldInput =
  | Readonly<{ kind: "line"; max: number; isMono: boolean; mode?: "decimal" | "numeric" }>
  | Readonly<{ kind: "lines"; max: number; rows: number }>
  /** One of the field's `options`. */
  | Readonly<{ kind: "choice" }>
  | Readonly<{ kind: "tick" }>
  /** Several of the field's `options`, with spaces between them. */
  | Readonly<{ kind: "ticks" }>
  | Readonly<{ kind: "colour" }>
  | Readonly<{ kind: "day" }>
  | Readonly<{ kind: "time" }>;

export type FieldOption = Readonly<{ value: string; text: string }>;

/** Where amounts and days are typed: the shop's own currency, locale and time zone. */
export type FieldPlace = PriceFormat & Readonly<{ timeZone: string; currencies: ReadonlyArray<Currency> }>;

export type ResourceField<Value> = Readonly<{
  label: string;
  /** Below the label; empty: nothing. */
  hint: string;
  input: FieldInput;
  /** "new": only when it is made. "never": shown alone. */
  typed: "always" | "new" | "never";
  schema(place: FieldPlace): z.ZodType<Value, z.ZodTypeDef, string>;
  text(value: Value, place: FieldPlace): string;
  /** As a list shows it. */
  shown(value: Value, place: FieldPlace): string;
  /** Of a choice. */
  options?(): Promise<ReadonlyArray<FieldOption>>;
  /** Left out: in every shop. */
  isFor?(place: FieldPlace): boolean;
  /** Names a customer, or may: the log never has its texts. */
  isPersonal?: true;
}>;

export type ResourceFields = Readonly<Record<string, ResourceField<unknown>>>;
type ValueOf<F> = F extends ResourceField<infer Value> ? Value : never;
export type DeclaredRow<F extends ResourceFields> = Readonly<{ [Name in keyof F]: ValueOf<F[Name]> }>;

type About = Readonly<{ label: string; hint?: string; typed?: ResourceField<unknown>["typed"] }>;

const BASE = { hint: "", typed: "always" } as const;
/** Of a text of several lines. */
const SHOWN_CHARACTERS = 160;
const LINE = { kind: "line", max: 200, isMono: false } as const;

type TextAbout = About &
  Readonly<{
    max: number;
    isMono?: boolean;
    /** Of a text of several lines. */
    rows?: number;
    /** Said where nothing was typed; left out: it may be empty. */
    missing?: string;
    /** What is meant by what was typed. */
    meant?: (typed: string) => string;
  }>;

export function textField({
  max,
  isMono = false,
  rows,
  missing,
  meant,
  ...about
}: TextAbout): ResourceField<string> {
  const most = z.string().max(max, `Use at most ${max} characters`);
  const whole = missing === undefined ? most : most.min(1, missing);
  return {
    ...BASE,
    ...about,
    input:
      rows === undefined
        ? { kind: "line", max: meant ? 2 * max : max, isMono }
        : { kind: "lines", max, rows },
    schema: () =>
      z
        .string()
        .trim()
        .transform((typed) => meant?.(typed) ?? typed)
        .pipe(whole),
    text: String,
    shown: (value) => (rows === undefined ? value : truncated(value.replace(/\s+/g, " "), SHOWN_CHARACTERS)),
  };
}

type ChoiceAbout<Key extends string> = About & Readonly<{ choices: Readonly<Record<Key, string>> }>;

/** One of `choices`, which are labels by what is stored; the first where nothing was chosen. */
export function choiceField<Key extends string>({ choices, ...about }: ChoiceAbout<Key>): ResourceField<Key> {
  const isKey = (typed: string): typed is Key => Object.hasOwn(choices, typed);
  const [first = ""] = Object.keys(choices);
  const options = Object.entries<string>(choices).map(([value, text]) => ({ value, text }));
  return {
    ...BASE,
    ...about,
    input: { kind: "choice" },
    schema: () =>
      z
        .string()
        .transform((typed) => typed || first)
        .refine(isKey, `Choose one of the list: ${Object.keys(choices).join(", ")}`),
    text: String,
    shown: (key) => choices[key],
    options: () => Promise.resolve(options),
  };
}

/** Trimmed; an empty text is refused with `missing`, if there is one. */
function filledText(missing: string | undefined) {
  return z
    .string()
    .trim()
    .refine((typed) => typed !== "" || missing === undefined, missing);
}

type Needed = Readonly<{ missing: string }>;
type Options = Readonly<{ options(): Promise<ReadonlyArray<FieldOption>> }>;
/** The text of no choice. */
type None = Readonly<{ none: string }>;

/**
 * Another row, by the address or key that people know it by; null: none. Without `none` one has to be chosen. The noun
 * finds it, and stores its id.
 */
export function referenceField(about: About & Options & None): ResourceField<string | null>;
export function referenceField(about: About & Options): ResourceField<string>;
export function referenceField({
  options,
  none,
  ...about
}: About & Options & Partial<None>): ResourceField<string | null> {
  const all = async () => [...(none === undefined ? [] : [{ value: "", text: none }]), ...(await options())];
  return {
    ...BASE,
    ...about,
    input: { kind: "choice" },
    schema: () =>
      filledText(none === undefined ? "Choose one of the list" : undefined).transform(
        (typed) => typed || null,
      ),
    text: (value) => value ?? "",
    shown: (value) => value ?? none ?? "",
    options: all,
  };
}

const TICKED = "yes";
const NOT_TICKED = ["", "no", "off"];

/** A box that is ticked or not: "yes", or an empty text. */
export function tickField(about: About): ResourceField<boolean> {
  return {
    ...BASE,
    ...about,
    input: { kind: "tick" },
    schema: () =>
      z
        .string()
        .trim()
        .toLowerCase()
        .refine((typed) => ["yes", "on", ...NOT_TICKED].includes(typed), "Use yes or no")
        .transform((typed) => !NOT_TICKED.includes(typed)),
    text: (isTicked) => (isTicked ? TICKED : ""),
    shown: (isTicked) => (isTicked ? "Yes" : "No"),
  };
}

type NumberAbout = About & Readonly<{ min: number; max: number }>;

const NUMBER_CHARACTERS = 12;

/** A whole number; null where nothing was typed, which `missing` refuses. */
export function wholeField(about: NumberAbout & Needed): ResourceField<number>;
export function wholeField(about: NumberAbout): ResourceField<number | null>;
export function wholeField({
  min,
  max,
  missing,
  ...about
}: NumberAbout & Partial<Needed>): ResourceField<number | null> {
  return {
    ...BASE,
    ...about,
    input: { ...LINE, max: NUMBER_CHARACTERS, mode: "numeric" },
    schema: () =>
      filledText(missing)
        .refine((typed) => /^\d*$/.test(typed), "Use a whole number")
        .transform((typed) => (typed === "" ? null : Number(typed)))
        .refine((count) => count === null || (count >= min && count <= max), `Use ${min} to ${max}`),
    text: (count) => String(count ?? ""),
    shown: (count) => String(count ?? ""),
  };
}

const SAMPLE_MINOR = 750;

/** Of the shop's own currency, in minor units; null where nothing was typed. */
export function moneyField(about: About): ResourceField<number | null> {
  return {
    ...BASE,
    ...about,
    input: { ...LINE, max: NUMBER_CHARACTERS, mode: "decimal" },
    schema: (place) =>
      z.string().transform((typed, context) => {
        if (typed.trim() === "") return null;
        const minor = readAmount(typed, place);
        if (minor !== null) return minor;
        const message = `Use an amount such as ${amountField(SAMPLE_MINOR, place)}`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }),
    text: (minor, place) => (minor === null ? "" : amountField(minor, place)),
    shown: (minor, place) => (minor === null ? "" : formatMoney(money(minor, place.currency), place.locale)),
  };
}

/** "2026-12-31"; null where nothing was typed, which `missing` refuses. */
export function dayField(about: About & Needed): ResourceField<string>;
export function dayField(about: About): ResourceField<string | null>;
export function dayField({ missing, ...about }: About & Partial<Needed>): ResourceField<string | null> {
  return {
    ...BASE,
    ...about,
    input: { kind: "day" },
    schema: () =>
      filledText(missing)
        .refine((typed) => typed === "" || isDay(typed), "Use a day such as 2026-12-31")
        .transform((typed) => typed || null),
    text: (day) => day ?? "",
    shown: (day) => day ?? "",
  };
}

/** "14:00". */
export function timeField({ missing, ...about }: About & Needed): ResourceField<string> {
  return {
    ...BASE,
    ...about,
    input: { kind: "time" },
    schema: () =>
      z
        .string()
        .trim()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, missing),
    text: String,
    shown: String,
  };
}

type ListAbout = About &
  Readonly<{
    rows: number;
    max: number;
    /** What is meant by a line. */
    meant?: (line: string) => string;
    /** Behind the line, what is wrong with it; null: nothing. */
    wrong?: (line: string) => string | null;
  }>;

/** Several names, one a line, each once. */
export function listField({
  rows,
  max,
  meant = (line) => line,
  wrong = () => null,
  ...about
}: ListAbout): ResourceField<ReadonlyArray<string>> {
  return {
    ...BASE,
    ...about,
    input: { kind: "lines", max, rows },
    schema: () =>
      z
        .string()
        .max(max, `Use at most ${max} characters`)
        .transform((typed) => [...new Set(linesIn(typed).map((line) => meant(line.trim())))].filter(Boolean))
        .superRefine((lines, { addIssue }) => {
          for (const line of lines) {
            const problem = wrong(line);
            if (problem !== null) addIssue({ code: "custom", message: `“${line}” ${problem}` });
          }
        }),
    text: (lines) => lines.join("\n"),
    shown: (lines) => truncated(lines.join(", "), SHOWN_CHARACTERS),
  };
}

/** Addresses may stand on one line, as a command has them; names have commas of their own. */
function linesIn(typed: string): ReadonlyArray<string> {
  return typed.split("\n").flatMap((line) => (line.split(",").every(isAddress) ? line.split(",") : [line]));
}

/** Or nothing, as after a last comma. */
function isAddress(part: string): boolean {
  return /^[a-z0-9/_-]*$/.test(part.trim());
}

/** A number that the database gives, shown nowhere; null before it is made. */
export function idField(): ResourceField<number | null> {
  return {
    ...BASE,
    ...{ label: "Number", typed: "never", input: LINE },
    schema: () =>
      z
        .string()
        .regex(/^\d{0,10}$/)
        .transform((id) => (id === "" ? null : Number(id))),
    text: (id) => String(id ?? ""),
    shown: (id) => String(id ?? ""),
  };
}

/** In an address; 0, which no row has, for what is no number of one. */
export function idIn(key: string): number {
  return /^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0;
}

/** A text as a list shows its value; as it is where it has none. */
export function textAsShown(
  field: ResourceField<unknown> | undefined,
  text: string,
  place: FieldPlace,
): string {
  const read = field?.schema(place).safeParse(text);
  return field && read?.success ? field.shown(read.data, place) : text;
}

export function rowTexts(
  fields: ResourceFields,
  row: Readonly<Record<string, unknown>>,
  place: FieldPlace,
): Texts {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.text(row[name], place)]),
  );
}

type Read = Readonly<{ row: Readonly<Record<string, unknown>>; errors: Texts }>;

/** The values that can be read, and errors by field. A text that is left out is read as an empty one. */
export function readTexts(fields: ResourceFields, texts: Texts, place: FieldPlace): Read {
  const row: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, { schema }] of Object.entries(fields)) {
    const read = schema(place).safeParse(texts[name] ?? "");
    if (read.success) row[name] = read.data;
    else errors[name] = read.error.issues[0]?.message ?? "Check this";
  }
  return { row, errors };
}

/** The names of the fields that a form asks for. */
export function typedNames(
  fields: ResourceFields,
  { isNew }: Readonly<{ isNew: boolean }>,
): ReadonlyArray<string> {
  return Object.entries(fields).flatMap(([name, { typed }]) =>
    typed === "always" || (typed === "new" && isNew) ? [name] : [],
  );
}

/** Of `texts` those that a form asks for; what is left out is empty. */
export function formTexts(fields: ResourceFields, texts: Texts, form: Readonly<{ isNew: boolean }>): Texts {
  return Object.fromEntries(typedNames(fields, form).map((name) => [name, texts[name] ?? ""]));
}
