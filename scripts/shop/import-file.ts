import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import {
  type CheckCounts,
  type CheckedLine,
  lineClaimWarning,
  CSV_KINDS,
  type CsvKind,
  type LineOutcome,
} from "#app/models/desk/files/import-kinds.ts";
import { lowerFirst } from "#app/models/shared/text.ts";

import { columns, type Command, commands, done, minuteOf, type Outcome, refusalOutcome } from "./command.ts";
import { choiceSchema, flagSchema, idSchema, filledSchema, verb, verbsCommand } from "./verbs.ts";

const KIND = choiceSchema<CsvKind>(CSV_KINDS.map(({ key }) => key)).describe(
  CSV_KINDS.map(({ key, hint }) => `${key}: ${lowerFirst(hint)}`).join("\n"),
);

export const importFileCommand: Command = verbsCommand({
  name: "import-file",
  summary: "bring products, stock, tracking numbers or redirects in from a CSV file, and undo it",
  verbs: {
    "": verb({
      about:
        "Brings a CSV file in: all of it or, when a line of it is wrong, nothing. The first row has the headings, as in a " +
        'file of "npm run shop -- export". What is not in the file stays as it is, and a file that was exported and ' +
        "comes back unchanged changes nothing.",
      words: { what: KIND, file: filledSchema() },
      options: { check: flagSchema("only say what would change, line by line; nothing is written") },
      run: ({ what, file, check }) => bringIn(what, file, check),
    }),
    list: verb({
      about: "list what was brought in, and changed for several products by one rule, in the last 30 days",
      run: list,
    }),
    undo: verb({
      about: "undo one of these by its number. What has changed since is named and stays",
      words: { number: idSchema() },
      run: ({ number }) => undo(number),
    }),
  },
});

async function bringIn(kind: CsvKind, file: string, isCheck: boolean): Promise<Outcome> {
  const { checkFile, countLines } = await import("#app/models/desk/files/import-check.server.ts");
  const { applyImport, uploadImport } = await import("#app/models/desk/files/imports.server.ts");
  const content = await readFile(file);
  const actor = await commands();
  const checked = await checkFile(kind, content, actor);
  if (!checked.ok) return refusalOutcome(checked);
  const { lines, unread } = checked.value;
  const counts = countLines(lines);
  const data = { counts, unread, lines: lines.filter(({ outcome }) => outcome !== "unchanged") };
  const isWrong = counts.wrong > 0;
  if (isCheck || isWrong || counts.changed + counts.new === 0) {
    const end = isWrong
      ? "Nothing was imported."
      : isCheck
        ? "Nothing was written."
        : "The file changes nothing.";
    const words = [
      ...lineWords(lines, isCheck ? ["wrong", "changed", "new"] : ["wrong"], await valueTexts(kind)),
      `${countWords(counts)}. ${end}`,
    ];
    return { isDone: !isWrong, words: words.join("\n"), data: { ok: !isWrong, ...data } };
  }
  const uploaded = await uploadImport({ kind, fileName: basename(file), content }, actor);
  if (!uploaded.ok) return refusalOutcome(uploaded);
  const { id } = uploaded.value;
  const applied = await applyImport({ id, version: 1 }, actor);
  if (!applied.ok) return refusalOutcome(applied);
  const words = [
    `Import ${id}: ${countWords(counts)}. Undo it with "import-file undo ${id}".`,
    ...claimWarnings(lines),
  ];
  return { isDone: true, words: words.join("\n"), data: { ok: true, id, ...data } };
}

async function list(): Promise<Outcome> {
  const { listImports } = await import("#app/models/desk/files/imports.server.ts");
  const imports = await listImports(await commands());
  const rows = imports.map(({ id, kind, fileName, by, state, createdAt, appliedAt }) => [
    ...[id, minuteOf(appliedAt ?? createdAt), kind, fileName, by || "by a command", state],
  ]);
  const table = columns(["number", "when", "what", "name", "who", "state"], rows);
  return done(imports.length === 0 ? "Nothing was brought in or changed in the last 30 days." : table, {
    imports,
  });
}

async function undo(id: number): Promise<Outcome> {
  const { undoImport } = await import("#app/models/desk/files/imports.server.ts");
  const answer = await undoImport(id, await commands());
  if (!answer.ok) return refusalOutcome(answer);
  const left = await leftLines(id);
  const end = answer.value.left === 0 ? "" : ` ${answer.value.left} left as they are:`;
  const words = [
    answer.value.isChanged ? `Number ${id} is undone.${end}` : `Number ${id} was undone before.`,
    ...left.map(({ name, reason }) => `  ${name}: ${reason}`),
  ];
  return { isDone: true, words: words.join("\n"), data: { ok: true, ...answer.value, lines: left } };
}

async function leftLines(id: number): Promise<ReadonlyArray<Readonly<{ name: string; reason: string }>>> {
  const { listImportLines } = await import("#app/models/desk/files/import-lines.server.ts");
  const left: Array<Readonly<{ name: string; reason: string }>> = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await listImportLines(id, { show: "left", after });
    left.push(...page.lines.map(({ name, leftBecause }) => ({ name, reason: leftBecause ?? "" })));
    after = page.next;
  }
  return left;
}

const SHOWN_CHARACTERS = 60;

type ValueText = (field: string, value: string) => string;

/** How values are written for people: those of products as the desk says them, with the ids of variants; others as in the file. */
async function valueTexts(kind: CsvKind): Promise<ValueText> {
  if (kind !== "products") return (_field, value) => value;
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { currencies, currency, locale } = await findStore();
  const format = { currency: currencies[0] ?? currency, locale };
  const text = { format, now: new Date(), variants: new Map<number, string>() };
  const { isProductField, valueText } = await import("#app/models/desk/products/field-words.ts");
  return (field, value) => (isProductField(field) ? valueText(field, value, text) : value);
}

function lineWords(
  lines: ReadonlyArray<CheckedLine>,
  outcomes: ReadonlyArray<LineOutcome>,
  textOf: ValueText,
): ReadonlyArray<string> {
  const shown = lines.filter(({ outcome }) => outcomes.includes(outcome));
  if (shown.length === 0) return [];
  const short = (text: string) =>
    text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text || "nothing";
  const rows = shown.map((shownLine) => {
    const { line, name, outcome, changes, reason } = shownLine;
    const what = Object.entries(changes).map(
      ([field, [before, after]]) =>
        `${field}: ${short(textOf(field, before))} → ${short(textOf(field, after))}`,
    );
    return [
      line,
      name,
      outcome,
      [...(outcome === "wrong" ? [] : what), reason, lineClaimWarning(shownLine)].filter(Boolean).join("; "),
    ];
  });
  return [columns(["line", "what", "check", "why"], rows)];
}

const WARNINGS_MAX = 5;

/** What is said of claims in the texts of the first few lines that have any, one a line. */
export function claimWarnings(lines: ReadonlyArray<CheckedLine>): ReadonlyArray<string> {
  const warnings = lines.flatMap((line) => {
    const warning = lineClaimWarning(line);
    return warning === null ? [] : [`  ${line.name}: ${warning}`];
  });
  const more = warnings.length - WARNINGS_MAX;
  return [...warnings.slice(0, WARNINGS_MAX), ...(more > 0 ? [`  … and ${more} more with such texts`] : [])];
}

function countWords({ wrong, changed, new: added, unchanged }: CheckCounts): string {
  return `${changed} changed, ${added} new, ${unchanged} unchanged, ${wrong} wrong`;
}
