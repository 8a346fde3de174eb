import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import type { CheckedLine } from "#app/models/desk/files/import-kinds.ts";

import { takeIn } from "./after-import.ts";
import { commands, type Outcome, refusalOutcome } from "./command.ts";
import { claimWarnings } from "./import-file.ts";

type Options = Readonly<{ file: string; overwritesEdits: boolean; isWatched: boolean }>;

/** All of it, or nothing where something is wrong. */
export async function bringZipIn({ file, overwritesEdits, isWatched }: Options): Promise<Outcome> {
  const { applyImport, discardImport, uploadImport } =
    await import("#app/models/desk/files/imports.server.ts");
  const { readLines } = await import("#app/models/desk/files/import-lines.server.ts");
  const actor = await commands();
  const content = await readFile(file);
  const uploaded = await uploadImport({ kind: "catalogue", fileName: basename(file), content }, actor);
  if (!uploaded.ok) return refusalOutcome(uploaded);
  const { id, check } = uploaded.value;
  const problems = check.lines.filter(({ outcome }) => outcome === "wrong");
  if (problems.length > 0) {
    await discardImport(id, actor);
    const words = [...problems.map(problemWords), `Nothing was imported: ${problems.length} wrong.`];
    return { isDone: false, words: words.join("\n"), data: { ok: false, problems: problems.map(problemOf) } };
  }
  const first = await applyImport({ id, version: 1, overwritesEdits }, actor);
  const isChecked = !first.ok && first.code === "import-other-check";
  const done = isChecked ? await applyImport({ id, version: 2, overwritesEdits }, actor) : first;
  if (!done.ok) {
    await discardImport(id, actor);
    return done.code === "import-nothing" ? unchanged(check.lines) : refusalOutcome(done);
  }
  await takeIn(isWatched);
  const { changed, new: added, hidden, unchanged: same } = done.value.counts;
  const words = [
    `Import ${id}: ${changed} changed, ${added} new, ${hidden} hidden, ${same} unchanged. Undo it with "import-file undo ${id}".`,
    ...(overwritesEdits ? [] : editedWords(check.lines)),
    ...claimWarnings(await readLines(id)),
  ];
  return { isDone: true, words: words.join("\n"), data: { ok: true, id, counts: done.value.counts } };
}

function unchanged(lines: ReadonlyArray<CheckedLine>): Outcome {
  const words = ["The catalogue changes nothing.", ...editedWords(lines)].join("\n");
  return { isDone: true, words, data: { ok: true, id: null } };
}

function editedWords(lines: ReadonlyArray<CheckedLine>): ReadonlyArray<string> {
  const edited = lines.filter(({ outcome }) => outcome === "edited");
  if (edited.length === 0) return [];
  return [
    `${edited.length} left alone. --overwrite-edits takes the catalogue's version.`,
    ...edited.map(({ name, reason }) => `  ${name}: ${reason}`),
  ];
}

function problemOf({ name, title, reason }: CheckedLine) {
  return { row: name, field: title, message: reason };
}

function problemWords(line: CheckedLine): string {
  const { row, field, message } = problemOf(line);
  return [row, field, message].filter(Boolean).join(": ");
}
