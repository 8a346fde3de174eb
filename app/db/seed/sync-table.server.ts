/** Makes a table hold given rows by writing only what differs, so that doing it twice changes nothing. */
import { type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

/** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const VALUES_PER_STATEMENT = 30_000;

export type Cell = string | number | null;
export type SyncRow = Readonly<Record<string, Cell>>;

/** In the order in which rows refer to each other, each table with its key. */
export const IMPORTED_TABLES = {
  settings: ["key"],
  brands: ["id"],
  categories: ["id"],
  delivery_methods: ["key"],
  delivery_zones: ["key"],
  products: ["id"],
  product_options: ["id"],
  product_option_values: ["option_id", "key"],
  variants: ["id"],
  price_history: ["id"],
  stock_history: ["id"],
  product_images: ["id"],
  product_metafields: ["product_id", "namespace", "key"],
  product_categories: ["category_id", "product_id"],
  related_products: ["product_id", "related_id"],
  reviews: ["id"],
  coupons: ["id"],
  compatibility_parts: ["id"],
  compatibility: ["chassis_id", "part_id"],
  product_sales: ["product_id"],
  redirects: ["from_path_key"],
} as const satisfies Partial<Record<keyof Database, ReadonlyArray<string>>>;

export type ImportedTable = keyof typeof IMPORTED_TABLES;

export type TablePlan = Readonly<{
  table: ImportedTable;
  /** In place of the table's, where the rows of a file have none. */
  key?: ReadonlyArray<string>;
  rows: ReadonlyArray<SyncRow>;
  /** Columns that a row gets when it is new, and that belong to the shop from then on. */
  keep?: ReadonlyArray<string>;
  /** Columns that stay as they are, unless they or the new value are null. */
  keepWhenSet?: ReadonlyArray<string>;
  /** Other rows are left alone. */
  within?: (row: SyncRow) => boolean;
  onWritten?: (row: SyncRow) => void;
  /** What becomes of rows that are no longer given: they stay, they go, or these columns are set. */
  absent: "keep" | "delete" | SyncRow;
}>;

/** Answers with the number of rows written. */
export async function writeRows(plan: TablePlan): Promise<number> {
  const existing = await existingRows(plan);
  const added: Array<SyncRow> = [];
  let written = 0;
  for (const row of plan.rows) {
    const before = existing.get(keyText(plan, row));
    if (before) written += await update(plan, before, row);
    else added.push(row);
  }
  await insert(plan.table, added);
  for (const row of added) plan.onWritten?.(row);
  return written + added.length;
}

export async function retireRows(plan: TablePlan): Promise<number> {
  if (plan.absent === "keep") return 0;
  const given = new Set(plan.rows.map((row) => keyText(plan, row)));
  let written = 0;
  for (const [key, before] of await existingRows(plan)) {
    if (given.has(key)) continue;
    if (plan.absent === "delete") {
      await sql`delete from ${sql.table(plan.table)} where ${whereKey(plan, before)}`.execute(db());
      plan.onWritten?.(before);
      written += 1;
    } else {
      written += await update(plan, before, plan.absent);
    }
  }
  return written;
}

export type Difference = Readonly<{ row: SyncRow; columns: ReadonlyArray<string> }>;

/** A row that is new, or gone, has no columns. */
export async function differencesOf(plan: TablePlan): Promise<ReadonlyArray<Difference>> {
  const existing = await existingRows(plan);
  const given = new Set(plan.rows.map((row) => keyText(plan, row)));
  const gone = [...existing].filter(([key, row]) => !given.has(key) && isRetired(plan, row));
  return [
    ...plan.rows.flatMap((row) => {
      const before = existing.get(keyText(plan, row));
      const columns = before ? changedColumns(plan, before, row).map(([column]) => column) : [];
      return before && columns.length === 0 ? [] : [{ row, columns }];
    }),
    ...gone.map(([, row]) => ({ row, columns: [] })),
  ];
}

function isRetired(plan: TablePlan, row: SyncRow): boolean {
  const { absent } = plan;
  if (typeof absent === "string") return absent === "delete";
  return changedColumns(plan, row, absent).length > 0;
}

async function existingRows(plan: TablePlan): Promise<ReadonlyMap<string, SyncRow>> {
  const { rows } = await sql<SyncRow>`select * from ${sql.table(plan.table)}`.execute(db());
  const compared = plan.within ? rows.filter(plan.within) : rows;
  return new Map(compared.map((row) => [keyText(plan, row), row]));
}

function keyColumns({ table, key }: Pick<TablePlan, "table" | "key">): ReadonlyArray<string> {
  return key ?? IMPORTED_TABLES[table];
}

/** As JSON. */
export function keyText(plan: Pick<TablePlan, "table" | "key">, row: SyncRow): string {
  return JSON.stringify(keyColumns(plan).map((column) => row[column]));
}

async function update(plan: TablePlan, before: SyncRow, row: SyncRow): Promise<number> {
  const changed = changedColumns(plan, before, row);
  if (changed.length === 0) return 0;
  const assignments = changed.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(plan.table)} set ${sql.join(assignments)} where ${whereKey(plan, before)}`.execute(
    db(),
  );
  plan.onWritten?.(before);
  return 1;
}

function changedColumns(plan: TablePlan, before: SyncRow, row: SyncRow) {
  return Object.entries(row).filter(
    ([column, value]) =>
      before[column] !== value && !isStored(plan, column, { before: before[column] ?? null, value }),
  );
}

function isStored(plan: TablePlan, column: string, change: Readonly<{ before: Cell; value: Cell }>): boolean {
  if (plan.keep?.includes(column)) return true;
  const isSet = change.before !== null && change.value !== null;
  return isSet && Boolean(plan.keepWhenSet?.includes(column));
}

function whereKey(plan: TablePlan, row: SyncRow): RawBuilder<unknown> {
  return sql.join(
    keyColumns(plan).map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
}

export async function insert(table: keyof Database, rows: ReadonlyArray<SyncRow>): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const size = Math.floor(VALUES_PER_STATEMENT / columns.length);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += size) {
    const values = rows
      .slice(start, start + size)
      .map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column] ?? null}`))})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db());
  }
}

/** Of the plan only the rows, given and stored, of which `isMeant` is true. */
export function narrowed(plan: TablePlan, isMeant: (row: SyncRow) => boolean): TablePlan {
  const within = (row: SyncRow) => isMeant(row) && (plan.within?.(row) ?? true);
  return { ...plan, rows: plan.rows.filter(isMeant), within };
}
