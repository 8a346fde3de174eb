import type { Selectable, Updateable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

import { type CheckCounts, type CheckedLine, LINE_OUTCOMES, type LineOutcome } from "./import-kinds.ts";

const BATCH = 500;

export async function replaceLines(importId: number, lines: ReadonlyArray<CheckedLine>): Promise<void> {
  await db().deleteFrom("file_import_lines").where("import_id", "=", importId).execute();
  for (let at = 0; at < lines.length; at += BATCH)
    await db()
      .insertInto("file_import_lines")
      .values(
        lines
          .slice(at, at + BATCH)
          .map(({ line, subject, name, title, cells, outcome, changes, reason }) => ({
            ...{ import_id: importId, line, subject, name, title, outcome, reason, left_because: null },
            ...{ cells: JSON.stringify(cells), changes: JSON.stringify(changes) },
          })),
      )
      .execute();
}

export async function readLines(importId: number): Promise<ReadonlyArray<CheckedLine>> {
  const rows = await db()
    .selectFrom("file_import_lines")
    .selectAll()
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
  return rows.map(readLine);
}

function readLine(row: Selectable<Database["file_import_lines"]>): CheckedLine {
  return {
    ...{ line: row.line, subject: row.subject, name: row.name, title: row.title },
    ...{ outcome: row.outcome, reason: row.reason },
    cells: JSON.parse(row.cells) as CheckedLine["cells"],
    changes: JSON.parse(row.changes) as CheckedLine["changes"],
  };
}

/** Of lines that were applied otherwise than they were checked. */
export async function saveAppliedLines(importId: number, lines: ReadonlyArray<CheckedLine>): Promise<void> {
  for (const { line, changes, reason } of lines)
    await updateLine(importId, line, { changes: JSON.stringify(changes), reason });
}

export async function saveLeftLines(importId: number, lines: ReadonlyArray<CheckedLine>): Promise<void> {
  for (const { line, reason } of lines) await updateLine(importId, line, { left_because: reason });
}

async function updateLine(
  importId: number,
  line: number,
  values: Updateable<Database["file_import_lines"]>,
): Promise<void> {
  await db()
    .updateTable("file_import_lines")
    .set(values)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .execute();
}

export async function countImportLines(importId: number): Promise<CheckCounts & Readonly<{ left: number }>> {
  const rows = await db()
    .selectFrom("file_import_lines")
    .select(["outcome", ({ fn }) => fn.countAll<number | string>().as("count")])
    .select(({ fn }) => fn.count<number | string>("left_because").as("left"))
    .where("import_id", "=", importId)
    .groupBy("outcome")
    .execute();
  const counts = Object.fromEntries(LINE_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    LineOutcome,
    number
  >;
  for (const { outcome, count } of rows) counts[outcome] = Number(count);
  return { ...counts, left: rows.reduce((sum, { left }) => sum + Number(left), 0) };
}

const LINES_A_PAGE = 50;

export type ShownLine = CheckedLine & Readonly<{ leftBecause: string | null }>;

export async function listImportLines(
  importId: number,
  { show, after }: Readonly<{ show: LineOutcome | "left"; after: number }>,
): Promise<Readonly<{ lines: ReadonlyArray<ShownLine>; next: number | null }>> {
  const rows = await db()
    .selectFrom("file_import_lines")
    .selectAll()
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .$if(show === "left", (lines) => lines.where("left_because", "is not", null))
    .$if(show !== "left", (lines) => lines.where("outcome", "=", show as LineOutcome))
    .orderBy("line")
    .limit(LINES_A_PAGE + 1)
    .execute();
  const shown = rows.slice(0, LINES_A_PAGE);
  return {
    lines: shown.map((row) => ({ ...readLine(row), leftBecause: row.left_because })),
    next: rows.length > LINES_A_PAGE ? (shown.at(-1)?.line ?? null) : null,
  };
}
