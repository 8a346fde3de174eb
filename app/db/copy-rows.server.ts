import { BackupError } from "./backup-manifest.server.ts";
import {
  type CopySource,
  type CopyTable,
  type CopyTarget,
  inDependencyOrder,
  RowsHash,
} from "./copy-adapter.ts";
import { databaseState, whyNotCurrent } from "./database-state.server.ts";

/** What is about one database: Kysely's own, and the search index, which the shop fills from the products by itself. */
const LEFT_OUT = /^(?:kysely_migration_lock|search_(?:marks|documents|terms|vocabulary|progress)\w*)$/;
const MIGRATIONS = "kysely_migration";

type CopiedTable = Readonly<{ name: string; rows: number; sha256: string }>;

export type CopyReport = Readonly<{
  tables: ReadonlyArray<CopiedTable>;
  own: ReadonlyArray<string>;
}>;

type Options = Readonly<{
  references: ReadonlyMap<string, ReadonlyArray<string>>;
  /** Counts each row twice: written, and read back. */
  onProgress: (done: number, total: number) => void;
}>;

/** Throws BackupError, with the target as it was, when rows or versions differ between the two sides. */
export async function copyRows(
  source: CopySource,
  target: CopyTarget,
  options: Options,
): Promise<CopyReport> {
  try {
    const { tables, own } = await commonTables(source, target);
    await checkMigrations(source);
    const ordered = inDependencyOrder(tables, options.references);
    await target.begin(ordered);
    const copied = await copyTables({ source, target, ordered }, options);
    await target.commit(ordered);
    return { tables: copied, own };
  } catch (error) {
    await target.rollback().catch(() => undefined);
    throw error;
  }
}

type Sides = Readonly<{ source: CopySource; target: CopyTarget; ordered: ReadonlyArray<CopyTable> }>;

async function copyTables(
  { source, target, ordered }: Sides,
  { onProgress }: Options,
): Promise<ReadonlyArray<CopiedTable>> {
  let total = 0;
  for (const { name } of ordered) total += 2 * (await source.count(name));
  let done = 0;
  const step = (rows: ReadonlyArray<unknown>) => onProgress((done += rows.length), total);
  const copied: Array<CopiedTable> = [];
  for (const table of ordered) {
    const sent = new RowsHash(table);
    for await (const rows of source.read(table)) {
      sent.add(rows);
      await write(target, table, rows);
      step(rows);
    }
    const found = new RowsHash(table);
    for await (const rows of target.read(table)) {
      found.add(rows);
      step(rows);
    }
    compare(table, sent, found);
    copied.push({ name: table.name, rows: found.count, sha256: found.digest });
  }
  return copied;
}

async function write(
  target: CopyTarget,
  table: CopyTable,
  rows: Parameters<CopyTarget["write"]>[1],
): Promise<void> {
  try {
    await target.write(table, rows);
  } catch (error) {
    throw new BackupError(`${table.name} cannot be copied: ${(error as Error).message}`);
  }
}

function compare({ name }: CopyTable, sent: RowsHash, found: RowsHash): void {
  if (sent.count !== found.count)
    throw new BackupError(`${name} has ${found.count} rows after the copy instead of ${sent.count}`);
  if (sent.digest !== found.digest)
    throw new BackupError(`${name} has other values after the copy: ${found.digest}, not ${sent.digest}`);
}

async function commonTables(
  source: CopySource,
  target: CopyTarget,
): Promise<Readonly<{ tables: ReadonlyArray<CopyTable>; own: ReadonlyArray<string> }>> {
  const [given, sourceRow] = [await source.tables(), await target.tables()];
  const isCopied = ({ name }: CopyTable) => !LEFT_OUT.test(name);
  const byName = new Map(sourceRow.filter(isCopied).map((table) => [table.name, table]));
  const tables = given.filter(isCopied).flatMap(({ name, columns }) => {
    const other = byName.get(name);
    return other ? [{ name, columns: columns.filter((column) => other.columns.includes(column)) }] : [];
  });
  const common = new Set(tables.map(({ name }) => name));
  const own = [...given, ...sourceRow].filter((table) => isCopied(table) && !common.has(table.name));
  return { tables, own: own.map(({ name }) => name).sort() };
}

async function checkMigrations(source: CopySource): Promise<void> {
  const problem = whyNotCurrent(databaseState(await migrationsOf(source)));
  if (problem) throw new BackupError(`The database ${problem}`);
}

async function migrationsOf(side: CopySource): Promise<ReadonlyArray<string>> {
  const names: Array<string> = [];
  const table = (await side.tables()).find(({ name }) => name === MIGRATIONS);
  if (!table) throw new BackupError("There is no shop in the database that is to be copied");
  for await (const rows of side.read(table)) names.push(...rows.map(({ name }) => String(name)));
  return names;
}
