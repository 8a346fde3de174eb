/**
 * A command of verbs. Each declares what it reads, in zod: usage, help, reading and what is said of a wrong call follow.
 * A description stands in the help.
 */
import { parseArgs, type ParseArgsConfig } from "node:util";

import { z } from "zod";

import { upperFirst } from "#app/models/shared/text.ts";

import { type Call, carryOut, type Command, explainCall, type Outcome, type TableCheck } from "./command.ts";

type Shape = Readonly<Record<string, z.ZodTypeAny>>;

/** What is read by a shape. */
export type ValuesOf<S extends Shape> = Readonly<{ [Name in keyof S]: z.output<S[Name]> }>;

type Declared<Words extends Shape, Options extends Shape> = Readonly<{
  about: string;
  /** Behind the verb, in this order. A list takes the rest. */
  words?: Words;
  /** By name: `saleFrom` is --sale-from. What takes `true` is a flag. */
  options?: Options;
  /** What is wrong with them together; null: nothing. */
  check?(values: ValuesOf<Words> & ValuesOf<Options>): string | null;
  run(values: ValuesOf<Words> & ValuesOf<Options>): Promise<Outcome>;
}>;

export type Verb = Declared<Shape, Shape>;

/** Gives the values their types in `check` and `run`. */
export function verb<Words extends Shape, Options extends Shape>(declared: Declared<Words, Options>): Verb {
  return declared;
}

type Name = Readonly<{ name: string; summary: string; tables?: TableCheck }>;

export type Plan = Readonly<{
  /** Below the usage; by default what is said of the verb "". */
  about?: string;
  /** By name, of one word or two; "" where the command does something without a verb. */
  verbs: Readonly<Record<string, Verb>>;
  /** The verb that may be left out. */
  usual?: string;
  /** Where they say more than usual. */
  exitCodes?: string;
}>;

export function verbsCommand({ name, summary, tables, ...plan }: Name & Plan): Command {
  return lateCommand({ name, summary, tables }, async () => plan);
}

/** What it does is declared elsewhere, and loaded when somebody calls it. */
export function lateCommand({ name, summary, tables = "check" }: Name, load: () => Promise<Plan>): Command {
  const command: Command = {
    ...{ name, summary },
    help: async () => helpOf({ name, summary, ...(await load()) }),
    run: async (args) => {
      const call = readCall(await load(), args);
      return typeof call === "string" ? explainCall(call, command) : carryOut(call, tables);
    },
  };
  return command;
}

/** Of "sourceKind": "source-kind". */
export function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** The texts among them: what was left out is not there. */
export function typedTexts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

export function flagSchema(about: string) {
  return z.boolean().default(false).describe(about);
}

/** "--progress". */
export function progressSchema() {
  return flagSchema("show progress even without a terminal");
}

/** A whole number from 1 to `most`. */
export function countSchema(most: number) {
  const problem = `Use a whole number from 1 to ${most}`;
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/, problem)
    .transform(Number)
    .refine((count) => count <= most, problem);
}

/** One of `keys`, which the help names unless it is described. */
export function choiceSchema<Key extends string>(keys: ReadonlyArray<Key>) {
  const either = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(keys);
  return z.custom<Key>((typed) => keys.some((key) => key === typed), `Use ${either}`).describe(either);
}

/** Something must be written. */
export function filledSchema() {
  return z.string().trim().min(1, "Write something");
}

/** "--limit", with what is shown where it is left out. */
export function limitOf(usual: number, most: number) {
  return countSchema(most).default(String(usual)).describe(`show at most this many, default ${usual}`);
}

const ID_MAX = 2_147_483_647;

/** The number of a row. */
export function idSchema() {
  return countSchema(ID_MAX);
}

/** One or more, as the last word. */
export function severalOf<Schema extends z.ZodTypeAny>(schema: Schema) {
  return z.array(schema).min(1, "Name one or more");
}

function isFlag(schema: z.ZodTypeAny): boolean {
  return schema.safeParse(true).success;
}

function isList(schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> {
  return schema instanceof z.ZodArray;
}

/** What is to be run, or what is wrong with the call. */
export function readCall({ verbs, usual = "" }: Pick<Plan, "verbs" | "usual">, args: ReadonlyArray<string>) {
  const at = verbAt(verbs, args);
  const [first = "", second = ""] = args.slice(at);
  const names = [`${first} ${second}`, first].filter((typed) => typed !== "" && Object.hasOwn(verbs, typed));
  const [name = ""] = names;
  const called = verbs[name || usual];
  const length = name === "" ? 0 : name.split(" ").length;
  if (called) return readVerb(called, [...args.slice(0, at), ...args.slice(at + length)]);
  return first === "" ? "Say what to do." : `There is no “${first}”.`;
}

/** Options may stand before the verb too: "--json list". */
function verbAt(verbs: Plan["verbs"], args: ReadonlyArray<string>): number {
  if (!args[0]?.startsWith("-")) return 0;
  const names = Object.keys(verbs).map((name) => name.split(" ")[0]);
  return Math.max(
    0,
    args.findIndex((word) => names.includes(word)),
  );
}

function readVerb(called: Verb, args: ReadonlyArray<string>): Call | string {
  const typed = typedIn(called, args);
  if (typeof typed === "string") return typed;
  const { words, options } = called;
  const read = z.object({ ...words, ...options }).safeParse(typed.values);
  if (!read.success) return read.error.issues.map((issue) => problemOf(issue, words)).join("\n");
  const problem = called.check?.(read.data) ?? null;
  return problem ?? { run: () => called.run(read.data), isJson: typed.isJson };
}

function problemOf({ path: [name = ""], message }: z.ZodIssue, words: Shape = {}): string {
  const typed = String(name);
  return `${Object.hasOwn(words, typed) ? `<${optionName(typed)}>` : `--${optionName(typed)}`}: ${message}.`;
}

/** What was typed for each word and option, or what is wrong with it. */
function typedIn({ words = {}, options = {} }: Verb, args: ReadonlyArray<string>) {
  const kinds = Object.entries(options).map(([name, schema]) => {
    const type = isFlag(schema) ? ("boolean" as const) : ("string" as const);
    return [optionName(name), { type }] as const;
  });
  const known: ParseArgsConfig["options"] = { ...Object.fromEntries(kinds), json: { type: "boolean" } };
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: known });
    const own = Object.keys(options).map((name) => [name, values[optionName(name)]] as const);
    const placed = Object.entries(words).map(([name, schema], at) => [
      name,
      isList(schema) ? positionals.slice(at) : positionals[at],
    ]);
    const most = Object.values(words).some(isList) ? Infinity : placed.length;
    if (positionals.length > most) return `“${positionals[most] ?? ""}” is one word too many.`;
    return { values: Object.fromEntries([...placed, ...own]) as unknown, isJson: values["json"] === true };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}.`;
  }
}

const WIDTH = 118;

function helpOf({ name, summary, verbs, exitCodes = EXIT_CODES, ...plan }: Name & Plan): string {
  const about = plan.about ?? verbs[""]?.about ?? `${upperFirst(summary)}.`;
  const usages = Object.entries(verbs).flatMap(([verbName, declared], at) => {
    const call = [`npm run shop -- ${name}`, verbName].filter(Boolean).join(" ");
    const own = [call, ...partsOf(declared), "[--json]"];
    return wrapped(own, { first: at === 0 ? "Usage: " : "       ", next: " ".repeat(INDENT) });
  });
  const all = [...Object.entries(verbs).flatMap(rowsOf), ["  --json", JSON_ABOUT], ["  --help", "this text"]];
  // What several verbs take is described once.
  const rows = [...new Map(all.map((row) => [row.join(), row])).values()];
  const column = Math.min(LABEL_MAX, Math.max(...rows.map(([label = ""]) => label.length)) + 2);
  return [
    ...usages,
    "",
    ...textLines(about, { first: "", next: "" }),
    "",
    ...rows.flatMap(([label = "", text = ""]) => helpRow(label, text, column)),
    "",
    exitCodes,
  ].join("\n");
}

const INDENT = 23;
const LABEL_MAX = 23;
const JSON_ABOUT = "print the result as JSON";
const EXIT_CODES = "Exit codes: 0 done, 1 refused or failed, 2 wrong usage.";

/** "<id> …", "[--limit <limit>]". */
function partsOf({ words = {}, options = {} }: Verb): ReadonlyArray<string> {
  const shownWords = Object.entries(words).map(([name, schema]) => {
    const shown = `<${optionName(name)}>${isList(schema) ? " …" : ""}`;
    return schema.safeParse(isList(schema) ? [] : undefined).success ? `[${shown}]` : shown;
  });
  const shownOptions = Object.entries(options).map(([name, schema]) => {
    const shown = isFlag(schema) ? `--${optionName(name)}` : `--${optionName(name)} <${valueName(name)}>`;
    return schema.isOptional() ? `[${shown}]` : shown;
  });
  return [...shownWords, ...shownOptions];
}

/** The last word of the name: <from> for --sale-from. */
function valueName(name: string): string {
  return optionName(name).split("-").at(-1) ?? name;
}

function rowsOf([verbName, { about, words = {}, options = {} }]: readonly [string, Verb]) {
  const indent = verbName === "" ? "  " : "    ";
  const described = (label: string, schema: z.ZodTypeAny) =>
    schema.description === undefined ? [] : [[`${indent}${label}`, schema.description]];
  return [
    ...(verbName === "" ? [] : [[`  ${verbName}`, about]]),
    ...Object.entries(words).flatMap(([name, schema]) => described(`<${optionName(name)}>`, schema)),
    ...Object.entries(options).flatMap(([name, schema]) => described(`--${optionName(name)}`, schema)),
  ];
}

function helpRow(label: string, text: string, column: number): ReadonlyArray<string> {
  const next = " ".repeat(column);
  if (label.length + 2 > column) return [label, ...textLines(text, { first: next, next })];
  return textLines(text, { first: label.padEnd(column), next });
}

type Indent = Readonly<{ first: string; next: string }>;

/** Its own line breaks stay. */
function textLines(text: string, { first, next }: Indent): ReadonlyArray<string> {
  return text
    .split("\n")
    .flatMap((line, at) => wrapped(line.split(" "), { first: at === 0 ? first : next, next }))
    .map((line) => line.trimEnd());
}

function wrapped(words: ReadonlyArray<string>, { first, next }: Indent): ReadonlyArray<string> {
  const lines: Array<string> = [];
  let line = "";
  for (const word of words) {
    const before = lines.length === 0 ? first : next;
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && before.length + longer.length > WIDTH) {
      lines.push(before + line);
      line = word;
    } else line = longer;
  }
  return [...lines, (lines.length === 0 ? first : next) + line];
}
