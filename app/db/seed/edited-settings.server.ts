import { db } from "#app/db/db.server.ts";

import { differencesOf, type SyncRow, type TablePlan } from "./sync-table.server.ts";

const EDITED_TABLES = ["settings", "delivery_methods"] as const;

type EditedTable = (typeof EDITED_TABLES)[number];

/** Rows of the catalogue that differ from what was made of them by hand, such as "settings: returns". */
export type SettingConflicts = ReadonlyMap<EditedTable, ReadonlySet<string>>;

export async function findSettingConflicts(plans: ReadonlyArray<TablePlan>): Promise<SettingConflicts> {
  const found = new Map<EditedTable, ReadonlySet<string>>();
  for (const table of EDITED_TABLES) {
    const plan = plans.find((one) => one.table === table);
    const edited = await editedKeys(table);
    if (!plan || edited.size === 0) continue;
    const isEdited = (row: SyncRow) => edited.has(keyIn(row));
    const differences = await differencesOf({
      ...plan,
      rows: plan.rows.filter(isEdited),
      within: isEdited,
    });
    if (differences.length > 0) found.set(table, new Set(differences.map(({ row }) => keyIn(row))));
  }
  return found;
}

export function withoutEdited(plan: TablePlan, conflicts: SettingConflicts): TablePlan {
  const skipped = conflicts.get(plan.table as EditedTable);
  if (!skipped) return plan;
  const isWritten = (row: SyncRow) => !skipped.has(keyIn(row));
  return { ...plan, rows: plan.rows.filter(isWritten), within: isWritten };
}

export async function forgetEditedSettings(conflicts: SettingConflicts): Promise<void> {
  for (const [table, keys] of conflicts)
    await db()
      .updateTable(table)
      .set({ edited_at: null })
      .where("key", "in", [...keys])
      .execute();
}

function keyIn({ key }: SyncRow): string {
  return String(key);
}

async function editedKeys(table: EditedTable): Promise<ReadonlySet<string>> {
  const rows = await db().selectFrom(table).select("key").where("edited_at", "is not", null).execute();
  return new Set(rows.map(({ key }) => key));
}
