import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";

import { type DeskLogRow, listDeskLog } from "./log.server.ts";

export const LOG_COLUMNS = [
  ...["when", "who", "step", "about", "number", "changes", "reason"],
  ...["amount", "currency", "second factor", "browser"],
] as const;

export async function* exportDeskLog(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for (let before: number | null = null; ;) {
    const rows: ReadonlyArray<DeskLogRow> = await listDeskLog({ staffId: null, before, limit: EXPORT_BATCH });
    if (rows.length === 0) return;
    yield rows.map(rowOf);
    before = rows.at(-1)?.id ?? before;
  }
}

function rowOf(row: DeskLogRow): ExportRow {
  const changes = Object.entries(row.changes).map(
    ([field, [before, after]]) => `${field}: ${before} → ${after}`,
  );
  return {
    when: row.at,
    who: row.staffName,
    step: row.action,
    about: row.subjectKind,
    number: row.subjectId,
    changes: changes.join("; "),
    reason: row.reason,
    amount: amountText(row.amount),
    currency: row.amount?.currency ?? "",
    "second factor": row.factor,
    browser: row.device,
  };
}
