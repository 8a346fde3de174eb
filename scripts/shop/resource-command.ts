/** The command of what is declared (docs/resources.md): its verbs, options and help follow from the declaration. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { ResourceField, Texts } from "#app/models/resource/field.ts";
import type { Resource, ResourceView } from "#app/models/resource/resource.ts";
import type { Saved } from "#app/models/resource/save.server.ts";
import type { Result } from "#app/models/shared/result.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";

import {
  columns,
  type Command,
  commands,
  done,
  newCommand,
  notDone,
  type Outcome,
  readWords,
  refusalOutcome,
} from "./command.ts";

type Options = Readonly<{
  verb: string;
  /** Of the row, or of the step that is taken back. */
  key: string | null;
  /** What was typed for each field. */
  texts: Texts;
  view: string | null;
  find: string;
  isJson: boolean;
}>;

const FOLDER = join(import.meta.dirname, "../../app/models/desk/resources");

/** One for each file of a declaration. Loading the declarations themselves needs a configuration. */
export function resourceCommands(): ReadonlyArray<Command> {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => resourceCommand(file.replace(".server.ts", "")));
}

function resourceCommand(name: string): Command {
  return newCommand<Options>({
    name,
    summary: `do what the desk does at /desk/${name}`,
    help: async () => helpOf(await declared(name)),
    read: async (args) => readOptions(await declared(name), args),
    work: async (options) => outcomeOf(await declared(name), options),
  });
}

async function declared(name: string): Promise<Resource> {
  const one = (await import("#app/models/desk/resources.server.ts")).findResource(name);
  if (!one) throw new Error(`Nothing is declared as ${name}`);
  return one;
}

const LIST = "list";
const ADD = "add";
const CHANGE = "change";
const UNDO = "undo";

/** Of "sourceKind": "source-kind". */
function optionOf(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

async function helpOf(declaration: Resource): Promise<string> {
  const { name, one, title, about, fields, key, called, list, commands: own } = declaration;
  const { typedNames } = await import("#app/models/resource/field.ts");
  const shop = `npm run shop -- ${name}`;
  const optionsOf = (isNew: boolean) =>
    typedNames(fields, { isNew })
      .map((field) => `--${optionOf(field)} <text>`)
      .join(" ");
  const names = [...new Set([key, called])].map((field) => fields[field]?.label.toLowerCase() ?? field);
  const verbs = [...(declaration.add ? [ADD] : []), ...rowVerbs(declaration)];
  const meanings: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(own).map(([verb, { label }]) => [verb, `${label.toLowerCase()} one`]),
    ),
    [ADD]: "add one",
    [CHANGE]: "change one",
    [UNDO]: "take a step back, by the number that it was answered with",
  };
  const usages: Readonly<Record<string, string>> = {
    [ADD]: optionsOf(true),
    [CHANGE]: `<${one}> ${optionsOf(false)}`,
    [UNDO]: "<step>",
  };
  const rows = [
    [LIST, `list ${title.toLowerCase()}`],
    ...verbs.map((verb) => [verb, meanings[verb]]),
    [`<${one}>`, `its ${names.join(" or ")}`],
    ["--view", `one of ${list.views.map((view) => `${view.key} (${view.title})`).join(", ")}`],
    ["--find", list.find.toLowerCase()],
    ...typedNames(fields, { isNew: true }).map((field) => [`--${optionOf(field)}`, meaningOf(fields[field])]),
    ["--json", "print the result as JSON"],
    ["--help", "this text"],
  ] as const;
  const width = Math.max(...rows.map(([word = ""]) => word.length));
  return [
    `Usage: ${shop} ${LIST} [--view <view>] [--find <text>] [--json]`,
    ...verbs.map((verb) => `       ${shop} ${verb} ${usages[verb] ?? `<${one}>`} [--json]`),
    ...["", about, ""],
    ...rows.map(([word = "", meaning = ""]) => `  ${word.padEnd(width)}  ${meaning}`),
    "",
    "Exit codes: 0 done, 1 refused, failed or something found to put right, 2 wrong usage.",
  ].join("\n");
}

function meaningOf(field: Pick<ResourceField<unknown>, "label" | "hint"> | undefined): string {
  return [field?.label, field?.hint].filter(Boolean).join(". ");
}

/** Null for what makes no sense, such as a verb without the row that it is about. */
async function readOptions(one: Resource, args: ReadonlyArray<string>): Promise<Options | null> {
  const { typedNames } = await import("#app/models/resource/field.ts");
  const names = typedNames(one.fields, { isNew: true });
  const fields = names.map((name) => [optionOf(name), { type: "string" }] as const);
  const words = readWords(args, {
    ...Object.fromEntries(fields),
    ...{ view: { type: "string" }, find: { type: "string" }, json: { type: "boolean" } },
  });
  if (!words) return null;
  const { positionals } = words;
  const values: Readonly<Record<string, unknown>> = words.values;
  const [verb = "", key = null] = positionals;
  const view = textIn(values["view"]);
  if (!isVerb(one, positionals) || (view !== null && !one.list.views.some((each) => each.key === view)))
    return null;
  const texts = names.flatMap((name) => {
    const typed = textIn(values[optionOf(name)]);
    return typed === null ? [] : [[name, typed] as const];
  });
  const options: Options = {
    ...{ verb, key, view, texts: Object.fromEntries(texts), isJson: values["json"] === true },
    find: textIn(values["find"]) ?? "",
  };
  return takes(options, typedNames(one.fields, { isNew: false })) ? options : null;
}

/** Whether the verb takes the options: those of a list, or the fields of a form. */
function takes({ verb, texts, view, find }: Options, names: ReadonlyArray<string>): boolean {
  const isOfList = view !== null || find !== "";
  if (verb === LIST) return Object.keys(texts).length === 0 && (view === null || find === "");
  if (isOfList) return false;
  if (verb === ADD) return true;
  return Object.keys(texts).every((name) => verb === CHANGE && names.includes(name));
}

/** A verb with as many words behind it as it takes. */
function isVerb(one: Resource, [verb = "", ...rest]: ReadonlyArray<string>): boolean {
  if (verb === LIST || (verb === ADD && one.add)) return rest.length === 0;
  return rowVerbs(one).includes(verb) && rest.length === 1;
}

/** Those that are about one row, or a step on it. */
function rowVerbs({ add, change, commands: own }: Resource): ReadonlyArray<string> {
  return [...(change ? [CHANGE] : []), ...Object.keys(own), ...((add ?? change) ? [UNDO] : [])];
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

async function outcomeOf(one: Resource, { verb, key: typed, texts, view, find }: Options): Promise<Outcome> {
  if (verb === LIST) return list(one, view, find);
  const { runRowCommand, undoStep } = await import("#app/models/resource/save.server.ts");
  const actor = await commands();
  const step = Number(typed);
  if (verb === UNDO) return savedOutcome(await undoStep(one, Number.isSafeInteger(step) ? step : 0, actor));
  const key = typed === null ? null : await keyOf(one, typed);
  if (verb === ADD || verb === CHANGE) return saveTyped(one, key, texts);
  return savedOutcome(await runRowCommand(one, { command: verb, key: key ?? "", mark: null }, actor), typed);
}

/** Of a row that is named by its key, or by what people know it by if that is the name of one alone. */
async function keyOf(one: Resource, typed: string): Promise<string> {
  if (one.key === one.called || (await one.rows.find(typed))) return typed;
  const { nameOf } = await import("#app/models/resource/resource.ts");
  const found = await allRows(one, one.list.views[0], typed);
  const named = found.filter((row) => nameOf(one, row).toLowerCase() === typed.toLowerCase());
  return named.length === 1 ? String(named[0]?.[one.key]) : typed;
}

/** `typed`: by what the row was named. */
async function savedOutcome(
  saved: Result<Saved, ShopErrorCode>,
  typed: string | null = null,
): Promise<Outcome> {
  if (!saved.ok) return refusalOutcome(saved);
  const { key, logId } = saved.value;
  const name = typed ?? key;
  const words = logId === null ? `${name} was like this before.` : `${name}: done, step ${logId}.`;
  return done(words, { key, step: logId });
}

/** Of a change, what was not typed stays. */
async function saveTyped(one: Resource, key: string | null, texts: Texts): Promise<Outcome> {
  const { saveFields, saveRow } = await import("#app/models/resource/save.server.ts");
  const { newId } = await import("#app/models/shared/generate-id.server.ts");
  const actor = await commands();
  const saved =
    key === null
      ? await saveRow(one, { key, texts, marks: null, request: newId("request") }, actor)
      : await saveFields(one, { key, texts }, actor);
  if (!saved.ok) return refusalOutcome(saved);
  if (saved.value.kind === "saved") return savedOutcome({ ok: true, value: saved.value.saved });
  const wrong = saved.value.kind === "invalid" ? saved.value.errors : {};
  return notDone(
    Object.entries(wrong)
      .map(([name, message]) => `${one.fields[name]?.label ?? name}: ${message}.`)
      .join("\n"),
  );
}

const ROWS_AT_ONCE = 500;

/** Of a view of problems, the exit code says whether there are any. */
async function list(one: Resource, viewKey: string | null, find: string): Promise<Outcome> {
  const view = one.list.views.find(({ key }) => key === viewKey) ?? one.list.views[0];
  const rows = await allRows(one, view, find);
  const store = await (await import("#app/models/store/store.server.ts")).findStore();
  const { columnText } = await import("#app/models/resource/resource.ts");
  const shownColumns = one.list.columns.map((column) => columnText(one, column));
  const shown = rows.map((row) => [
    ...shownColumns.map(({ text }) => text(row, store)),
    one.list.note(row, store, new Date()),
  ]);
  const headings = [...shownColumns.map(({ label }) => label), "Note"];
  const nothing = find === "" ? view.empty.text : `Nothing has “${find}” in it.`;
  const words = rows.length === 0 ? nothing : columns(headings, shown);
  return { isDone: rows.length === 0 || !view.isProblem, words, data: rows };
}

async function allRows(one: Resource, view: ResourceView, text: string) {
  const all: Array<Readonly<Record<string, unknown>>> = [];
  const now = new Date();
  for (let after: string | null = null; ;) {
    const rows = await one.rows.list({ view: view.key, text, after, limit: ROWS_AT_ONCE, now });
    all.push(...rows);
    const last = rows.at(-1);
    // A view of problems has no pages.
    if (!last || view.isProblem || rows.length < ROWS_AT_ONCE) return all;
    after = String(last[one.key]);
  }
}
