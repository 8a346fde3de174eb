import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import { type Cell, differencesOf, narrowed, type SyncRow, type TablePlan } from "./sync-table.server.ts";

/** Each with the column of its key. */
const EDITED_TABLES = {
  settings: "key",
  delivery_methods: "key",
  delivery_zones: "key",
  brands: "id",
  categories: "id",
} as const;

type EditedTable = keyof typeof EDITED_TABLES;

/** Rows that differ from what was made of them by hand: keys with names, such as "wooden-toys" of a category. */
export type SettingConflicts = ReadonlyMap<EditedTable, ReadonlyMap<Cell, string>>;

export async function findSettingConflicts(plans: ReadonlyArray<TablePlan>): Promise<SettingConflicts> {
  const found = new Map<EditedTable, ReadonlyMap<Cell, string>>();
  for (const table of Object.keys(EDITED_TABLES) as ReadonlyArray<EditedTable>) {
    const plan = plans.find((one) => one.table === table);
    const edited = await editedKeys(table);
    if (!plan || edited.size === 0) continue;
    const isEdited = (row: SyncRow) => edited.has(keyIn(table, row));
    const differences = await differencesOf(narrowed(plan, isEdited));
    if (differences.length > 0)
      found.set(table, new Map(differences.map(({ row }) => [keyIn(table, row), nameIn(row)])));
  }
  return found;
}

export function withoutEdited(plan: TablePlan, conflicts: SettingConflicts): TablePlan {
  const table = plan.table as EditedTable;
  const skipped = conflicts.get(table);
  if (!skipped) return plan;
  return narrowed(plan, (row) => !skipped.has(keyIn(table, row)));
}

export async function forgetEditedSettings(conflicts: SettingConflicts): Promise<void> {
  for (const [table, keys] of conflicts) {
    const key = sql.ref(EDITED_TABLES[table]);
    await sql`update ${sql.table(table)} set edited_at = null where ${key} in (${sql.join([...keys.keys()])})`.execute(
      db(),
    );
  }
}

function keyIn(table: EditedTable, row: SyncRow): Cell {
  return row[EDITED_TABLES[table]] ?? null;
}

function nameIn({ path, slug, key }: SyncRow): string {
  return String(path ?? slug ?? key);
}

async function editedKeys(table: EditedTable): Promise<ReadonlySet<Cell>> {
  const key = sql.ref(EDITED_TABLES[table]);
  const { rows } = await sql<{
    key: Cell;
  }>`select ${key} as key from ${sql.table(table)} where edited_at is not null`.execute(db());
  return new Set(rows.map((row) => row.key));
}
