import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";

import {
  type CheckCounts,
  type CheckedLine,
  CSV_KINDS,
  csvKind,
  type CsvKind,
  type LineOutcome,
} from "#app/models/desk/files/import-kinds.ts";

import {
  columns,
  type Command,
  commands,
  done,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
  refusalOutcome,
} from "./command.ts";

const WIDTH = 11;

const HELP = `Usage: npm run shop -- import-file <what> <file.csv> [--check] [--json]
       npm run shop -- import-file list [--json]
       npm run shop -- import-file undo <number> [--json]

Brings a CSV file in: all of it or, when a line of it is wrong, nothing. The first row has the headings, as in a file of
"npm run shop -- export". What is not in the file stays as it is, and a file that was exported and comes back unchanged
changes nothing.

${CSV_KINDS.map(({ key, hint }) => `  ${key.padEnd(WIDTH)}${hint.toLowerCase()}`).join("\n")}
  list       list what was brought in, and changed for several products by one rule, in the last 30 days
  undo       undo one of these by its number. What has changed since is named and stays
  --check    only say what would change, line by line; nothing is written
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "import"; kind: CsvKind; file: string; isCheck: boolean }>
    | Readonly<{ verb: "list" }>
    | Readonly<{ verb: "undo"; id: number }>
  );

export const importFileCommand: Command = newCommand<CommandOptions>({
  name: "import-file",
  summary: "bring products, stock, tracking numbers or redirects in from a CSV file, and undo it",
  help: HELP,
  read: readArguments,
  work: (options) => {
    if (options.verb === "list") return list();
    return options.verb === "undo" ? undo(options.id) : bringIn(options);
  },
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { check: { type: "boolean" }, json: { type: "boolean" } } as const);
  if (!words) return null;
  const [what = "", ...named] = words.positionals;
  if (named.length !== (what === "list" ? 0 : 1)) return null;
  const isCheck = words.values.check === true;
  const isJson = words.values.json === true;
  if (what === "list" || what === "undo") return isCheck ? null : listOrUndo(named, isJson);
  const kind = csvKind(what);
  return kind && { verb: "import", kind: kind.key, file: resolve(...named), isCheck, isJson };
}

function listOrUndo([id]: ReadonlyArray<string>, isJson: boolean): CommandOptions | null {
  if (id === undefined) return { verb: "list", isJson };
  return /^[1-9]\d{0,8}$/.test(id) ? { verb: "undo", id: Number(id), isJson } : null;
}

type Import = Extract<CommandOptions, { verb: "import" }>;

async function bringIn({ kind, file, isCheck }: Import): Promise<Outcome> {
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
      ...lineWords(lines, isCheck ? ["wrong", "changed", "new"] : ["wrong"]),
      `${countWords(counts)}. ${end}`,
    ];
    return { isDone: !isWrong, words: words.join("\n"), data: { ok: !isWrong, ...data } };
  }
  const uploaded = await uploadImport({ kind, fileName: basename(file), content }, actor);
  if (!uploaded.ok) return refusalOutcome(uploaded);
  const { id } = uploaded.value;
  const applied = await applyImport({ id, version: 1 }, actor);
  if (!applied.ok) return refusalOutcome(applied);
  const words = `Import ${id}: ${countWords(counts)}. Undo it with "import-file undo ${id}".`;
  return { isDone: true, words, data: { ok: true, id, ...data } };
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

function lineWords(
  lines: ReadonlyArray<CheckedLine>,
  outcomes: ReadonlyArray<LineOutcome>,
): ReadonlyArray<string> {
  const shown = lines.filter(({ outcome }) => outcomes.includes(outcome));
  if (shown.length === 0) return [];
  const short = (text: string) =>
    text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text || "nothing";
  const rows = shown.map(({ line, name, outcome, changes, reason }) => {
    const what = Object.entries(changes).map(
      ([field, [before, after]]) => `${field}: ${short(before)} → ${short(after)}`,
    );
    return [
      line,
      name,
      outcome,
      [...(outcome === "wrong" ? [] : what), ...(reason ? [reason] : [])].join("; "),
    ];
  });
  return [columns(["line", "what", "check", "why"], rows)];
}

function countWords({ wrong, changed, new: added, unchanged }: CheckCounts): string {
  return `${changed} changed, ${added} new, ${unchanged} unchanged, ${wrong} wrong`;
}
