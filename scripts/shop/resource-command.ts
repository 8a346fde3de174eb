/** The commands of what is declared (docs/resources.md): their verbs and options follow from the declarations. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

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
  notDone,
  type Outcome,
  refusalOutcome,
  withTextWarning,
} from "./command.ts";
import { choiceSchema, lateCommand, type Plan, typedTexts, type Verb, verb } from "./verbs.ts";

const FOLDER = join(import.meta.dirname, "../../app/models/desk/resources");

/** One for each file of a declaration. Loading the declarations themselves needs a configuration. */
export function resourceCommands(): ReadonlyArray<Command> {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => resourceCommand(file.replace(".server.ts", "")));
}

function resourceCommand(name: string): Command {
  const summary = `do what the desk does at /desk/${name}`;
  return lateCommand({ name, summary }, async () => planOf(await declared(name)));
}

async function declared(name: string): Promise<Resource> {
  const one = (await import("#app/models/desk/resources.server.ts")).findResource(name);
  if (!one) throw new Error(`Nothing is declared as ${name}`);
  return one;
}

async function planOf(one: Resource): Promise<Pick<Plan, "about" | "verbs" | "exitCodes">> {
  const { typedNames } = await import("#app/models/resource/field.ts");
  const { about, fields, add, change, commands: own } = one;
  const options = (isNew: boolean) => optionsOf(fields, typedNames(fields, { isNew }));
  const row = { [one.one]: z.string().describe(`its ${namesOf(one).join(" or ")}`) };
  const typedRow = (values: Texts) => values[one.one] ?? "";
  const changed = ({ [one.one]: typed = "", ...values }: Readonly<Record<string, string | undefined>>) =>
    saveTyped(one, typed, typedTexts(values));
  const verbs: Readonly<Record<string, Verb>> = {
    list: listVerb(one),
    ...(add && {
      add: verb({
        about: "add one",
        options: options(true),
        run: (values) => saveTyped(one, null, typedTexts(values)),
      }),
    }),
    ...(change && {
      change: verb({ about: "change one", words: row, options: options(false), run: changed }),
    }),
    ...Object.fromEntries(
      Object.entries(own).map(([command, { label }]) => [
        command,
        verb({
          about: `${label.toLowerCase()} one`,
          words: row,
          run: (values) => runCommand(one, command, typedRow(values)),
        }),
      ]),
    ),
    ...((add ?? change) && { undo: undoVerb(one) }),
  };
  const exitCodes = "Exit codes: 0 done, 1 refused, failed or something found to put right, 2 wrong usage.";
  return { about, verbs, exitCodes };
}

function namesOf({ fields, key, called }: Resource): ReadonlyArray<string> {
  return [...new Set([key, called])].map((field) => fields[field]?.label.toLowerCase() ?? field);
}

function optionsOf(fields: Resource["fields"], names: ReadonlyArray<string>) {
  return Object.fromEntries(
    names.map((name) => [name, z.string().optional().describe(meaningOf(fields[name]))]),
  );
}

function meaningOf(field: Pick<ResourceField<unknown>, "label" | "hint"> | undefined): string {
  return [field?.label, field?.hint].filter(Boolean).join(". ");
}

function listVerb(one: Resource): Verb {
  const { views, find: label } = one.list;
  return verb({
    about: `list ${one.title.toLowerCase()}`,
    options: {
      view: choiceSchema(views.map(({ key }) => key))
        .optional()
        .describe(`one of ${views.map(({ key, title }) => `${key} (${title})`).join(", ")}`),
      find: z.string().default("").describe(label.toLowerCase()),
    },
    check: ({ view, find }) => (view !== undefined && find !== "" ? "Use --view or --find." : null),
    run: ({ view, find }) => list(one, view, find),
  });
}

function undoVerb(one: Resource): Verb {
  return verb({
    about: "take a step back, by the number that it was answered with",
    words: { step: z.string() },
    run: async ({ step: typed }) => {
      const { undoStep } = await import("#app/models/resource/save.server.ts");
      const id = Number(typed);
      return savedOutcome(await undoStep(one, Number.isSafeInteger(id) ? id : 0, await commands()));
    },
  });
}

async function runCommand(one: Resource, command: string, typed: string): Promise<Outcome> {
  const { runRowCommand } = await import("#app/models/resource/save.server.ts");
  const key = await keyOf(one, typed);
  return savedOutcome(await runRowCommand(one, { command, key, mark: null }, await commands()), typed);
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

/** `typed`: the row that changes, of which what was not typed stays; null: a new one. */
async function saveTyped(one: Resource, typed: string | null, texts: Texts): Promise<Outcome> {
  const { saveFields, saveRow } = await import("#app/models/resource/save.server.ts");
  const { newId } = await import("#app/models/shared/generate-id.server.ts");
  const actor = await commands();
  const saved =
    typed === null
      ? await saveRow(one, { key: null, texts, marks: null, request: newId("request") }, actor)
      : await saveFields(one, { key: await keyOf(one, typed), texts }, actor);
  if (!saved.ok) return refusalOutcome(saved);
  if (saved.value.kind === "saved") {
    const outcome = await savedOutcome({ ok: true, value: saved.value.saved });
    return withTextWarning(outcome, Object.values(texts));
  }
  const wrong = saved.value.kind === "invalid" ? saved.value.errors : {};
  return notDone(
    Object.entries(wrong)
      .map(([name, message]) => `${one.fields[name]?.label ?? name}: ${message}.`)
      .join("\n"),
  );
}

const ROWS_AT_ONCE = 500;

/** Of a view of problems, the exit code says whether there are any. */
async function list(one: Resource, viewKey: string | undefined, find: string): Promise<Outcome> {
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
