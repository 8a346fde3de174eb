/**
 * A field of what the owner handles (docs/resources.md). Text is the form that all fields share: somebody types it, a
 * form shows it again, the log keeps it before and after. `schema` leads from the text to the value, `text` back.
 */
import { z } from "zod";

import { truncated } from "#app/models/shared/text.ts";

export type Texts = Readonly<Record<string, string>>;

export type FieldInput =
  | Readonly<{ kind: "line"; max: number; isMono: boolean }>
  | Readonly<{ kind: "lines"; max: number; rows: number }>;

export type ResourceField<Value> = Readonly<{
  label: string;
  /** Below the label; empty: nothing. */
  hint: string;
  input: FieldInput;
  /** "new": only when it is made. "never": shown alone. */
  typed: "always" | "new" | "never";
  schema: z.ZodType<Value, z.ZodTypeDef, string>;
  text(value: Value): string;
  /** As a list shows it. */
  shown(value: Value): string;
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
    schema: z
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
  return {
    ...BASE,
    ...about,
    input: LINE,
    schema: z
      .string()
      .transform((typed) => typed || first)
      .refine(isKey, "Choose one of the list"),
    text: String,
    shown: (key) => choices[key],
  };
}

/** A number that the database gives, shown nowhere; null before it is made. */
export function idField(): ResourceField<number | null> {
  return {
    ...BASE,
    ...{ label: "Number", typed: "never", input: LINE },
    schema: z
      .string()
      .regex(/^\d{0,10}$/)
      .transform((id) => (id === "" ? null : Number(id))),
    text: (id) => String(id ?? ""),
    shown: (id) => String(id ?? ""),
  };
}

export function rowTexts(fields: ResourceFields, row: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.text(row[name])]));
}

type Read = Readonly<{ row: Readonly<Record<string, unknown>>; errors: Texts }>;

/** The values that can be read, and errors by field. A text that is left out is read as an empty one. */
export function readTexts(fields: ResourceFields, texts: Texts): Read {
  const row: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [name, { schema }] of Object.entries(fields)) {
    const read = schema.safeParse(texts[name] ?? "");
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
