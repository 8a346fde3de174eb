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
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

import { columns, type Command, newCommand, type Outcome, readWords } from "./command.ts";

const WIDTH = 11;

const HELP = `Usage: npm run shop -- import-file <what> <file.csv> [--check] [--json]
       npm run shop -- import-file undo <number> [--json]

Brings a CSV file in: all of it or, when a line of it is wrong, nothing. The first row has the headings, as in a file of
"npm run shop -- export". What is not in the file stays as it is, and a file that was exported and comes back unchanged
changes nothing.

${CSV_KINDS.map(({ key, hint }) => `  ${key.padEnd(WIDTH)}${hint.toLowerCase()}`).join("\n")}
  undo       undo an import by its number: the last of its kind, up to 30 days later. What has changed since is named
             and stays
  --check    only say what would change, line by line; nothing is written
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "import"; kind: CsvKind; file: string; isCheck: boolean }>
    | Readonly<{ verb: "undo"; id: number }>
  );

export const importFileCommand: Command = newCommand<CommandOptions>({
  name: "import-file",
  summary: "bring products, stock, tracking numbers or redirects in from a CSV file, and undo it",
  help: HELP,
  read: readArguments,
  work: (options) => (options.verb === "undo" ? undo(options.id) : bringIn(options)),
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { check: { type: "boolean" }, json: { type: "boolean" } } as const);
  if (words?.positionals.length !== 2) return null;
  const [what = "", named = ""] = words.positionals;
  const isCheck = words.values.check === true;
  const isJson = words.values.json === true;
  if (what === "undo") return isCheck ? null : undoing(named, isJson);
  const kind = csvKind(what);
  return kind && { verb: "import", kind: kind.key, file: resolve(named), isCheck, isJson };
}

function undoing(named: string, isJson: boolean): CommandOptions | null {
  return /^[1-9]\d{0,8}$/.test(named) ? { verb: "undo", id: Number(named), isJson } : null;
}

type Import = Extract<CommandOptions, { verb: "import" }>;

async function bringIn({ kind, file, isCheck }: Import): Promise<Outcome> {
  const { checkFile, countLines } = await import("#app/models/desk/files/import-check.server.ts");
  const { applyImport, uploadImport } = await import("#app/models/desk/files/imports.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const content = await readFile(file);
  const actor = commandLineActor(new Date());
  const checked = await checkFile(kind, content, actor);
  if (!checked.ok) return refusal(checked);
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
  if (!uploaded.ok) return refusal(uploaded);
  const { id } = uploaded.value;
  const done = await applyImport({ id, version: 1 }, actor);
  if (!done.ok) return refusal(done);
  const words = `Import ${id}: ${countWords(counts)}. Undo it with "import-file undo ${id}".`;
  return { isDone: true, words, data: { ok: true, id, ...data } };
}

async function undo(id: number): Promise<Outcome> {
  const { undoImport } = await import("#app/models/desk/files/imports.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const done = await undoImport(id, commandLineActor(new Date()));
  if (!done.ok) return refusal(done);
  const left = await leftLines(id);
  const end = done.value.left === 0 ? "" : ` ${done.value.left} left as they are:`;
  const words = [
    done.value.isChanged ? `Import ${id} is undone.${end}` : `Import ${id} was undone before.`,
    ...left.map(({ name, reason }) => `  ${name}: ${reason}`),
  ];
  return { isDone: true, words: words.join("\n"), data: { ok: true, ...done.value, lines: left } };
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

async function refusal(refused: Refusal<ShopErrorCode>): Promise<Outcome> {
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const words = `${shopError(refused).message}.`;
  return { isDone: false, words, data: { ok: false, code: refused.code, message: words } };
}
