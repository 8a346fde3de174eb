/** What came of a run of mutants, for people. */
import { folderOf } from "./choose-mutants.ts";
import { type Mutant, mutated, type MutantOutcome, type MutationRun } from "./mutant.ts";

type Row = Readonly<{ mutant: Mutant; outcome: MutantOutcome }>;

const WIDTHS = [28, 9, 8, 11, 10, 9, 7];
/** "no test": a survivor that no test reaches. */
const STATUSES = ["killed", "timed out", "survived", "no test"] as const;

/** The table by folder, what a mutant took, and the survivors. `textOf`: the text of a file of app/. */
export function reportOf({ mutants, outcomes }: MutationRun, textOf: (file: string) => string): string {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const rows = mutants.flatMap((mutant) => {
    const outcome = byId.get(mutant.id);
    return outcome ? [{ mutant, outcome }] : [];
  });
  const folders = [...new Set(rows.map(({ mutant }) => folderOf(mutant.file)))].sort();
  const survivors = rows.filter(({ outcome }) => outcome.status === "survived");
  return [
    line(["folder", "mutants", ...STATUSES, "score"]),
    ...folders.map((folder) =>
      countLine(
        folder,
        rows.filter(({ mutant }) => folderOf(mutant.file) === folder),
      ),
    ),
    countLine("all", rows),
    "",
    `${rows.length} of ${mutants.length} mutants were run. ${secondsText(rows)}`,
    ...(survivors.length > 0 ? ["", "Survivors:"] : []),
    ...survivors.map(({ mutant, outcome }) => survivorText(mutant, outcome, textOf(mutant.file))),
  ].join("\n");
}

/** How many of those that an earlier run killed this one kills too, and which it does not. */
export function comparisonOf(earlier: MutationRun, { outcomes }: MutationRun): string {
  const now = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const before = earlier.outcomes.filter((outcome) => isKilled(outcome) && now.has(outcome.id));
  const lost = before.filter(({ id }) => now.get(id)?.status === "survived");
  const share = before.length === 0 ? 100 : (100 * (before.length - lost.length)) / before.length;
  return [
    `Of ${before.length} that the earlier run killed, ${before.length - lost.length} were killed (${share.toFixed(1)} %).`,
    ...lost.map(({ id, killer }) => `lost: ${id}, killed before by ${killer ?? "a time limit"}`),
  ].join("\n");
}

function statusOf({ status, testFiles }: MutantOutcome): (typeof STATUSES)[number] {
  return testFiles === 0 ? "no test" : status;
}

function isKilled({ status }: MutantOutcome): boolean {
  return status !== "survived";
}

function line(cells: ReadonlyArray<string>): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join("")
    .trimEnd();
}

function countLine(folder: string, rows: ReadonlyArray<Row>): string {
  const counts = STATUSES.map((status) => rows.filter(({ outcome }) => statusOf(outcome) === status).length);
  const killed = rows.filter(({ outcome }) => isKilled(outcome)).length;
  const score = rows.length === 0 ? "-" : `${Math.round((100 * killed) / rows.length)} %`;
  return line([folder, String(rows.length), ...counts.map(String), score]);
}

function secondsText(rows: ReadonlyArray<Row>): string {
  return STATUSES.flatMap((status) => {
    const seconds = rows
      .filter(({ outcome }) => statusOf(outcome) === status)
      .map(({ outcome }) => outcome.seconds);
    if (seconds.length === 0) return [];
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
    return [`${status}: ${mean.toFixed(1)} s each`];
  }).join(", ");
}

function survivorText(mutant: Mutant, { testFiles }: MutantOutcome, text: string): string {
  const { before, after } = changedLines(mutant, text);
  return [`${mutant.id} (${testFiles} test files reach it)`, `  - ${before}`, `  + ${after}`].join("\n");
}

/** The line in which the mutant begins; the rest of a longer one is left out. */
export function changedLines(mutant: Mutant, text: string): Readonly<{ before: string; after: string }> {
  const lineIn = (whole: string) => (whole.split("\n")[mutant.line - 1] ?? "").trim();
  return { before: lineIn(text), after: lineIn(mutated(text, mutant) ?? text) };
}
