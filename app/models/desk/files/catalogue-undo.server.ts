/** Puts back only what is still as the import left it. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { lockCatalogue } from "#app/db/seed/lock-catalogue.server.ts";
import { IMPORTED_TABLES, type ImportedTable, insert, type SyncRow } from "#app/db/seed/sync-table.server.ts";
import {
  changedColumns,
  IMPORTED_NAMES,
  MOVING,
  readTables,
  type RowChange,
  type ImportedRows,
} from "#app/db/seed/table-differences.server.ts";
import { writeListedPrices } from "#app/models/catalogue/editing/listed-prices.server.ts";
import { writeSoldPrices } from "#app/models/catalogue/editing/sold-prices.server.ts";
import { variantsShown } from "#app/models/catalogue/inventory/events.server.ts";
import { catalogueAddresses, redirectOldPaths } from "#app/models/catalogue/redirects/redirect.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { recountRating } from "#app/models/review/rating.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";

import { NUMBERED, productOf, rowOf, type RowOwners, rowOwners, UNSPOKEN } from "./catalogue-lines.server.ts";
import { heldRows, hideCategory, hideProduct, removeVariantRows } from "./catalogue-removal.server.ts";
import type { CheckedLine } from "./import-kinds.ts";
import type { Writing } from "./import-work.server.ts";

/** What may be otherwise by now and does not count as changed. */
const IGNORED: Readonly<Partial<Record<ImportedTable, ReadonlyArray<string>>>> = {
  ...MOVING,
  products: ["restocked_at"],
};
/** Written anew from what is put back, and never rewound: what was charged was charged. */
const DERIVED: ReadonlyArray<ImportedTable> = ["price_history", "stock_history", "redirects"];
/** Rows that refer to each other go back together. */
const TOGETHER: ReadonlyArray<ImportedTable> = ["compatibility_parts", "compatibility"];

type Group = Readonly<{ product: number | null; changes: ReadonlyArray<RowChange> }>;
type Left = Readonly<{ group: Group; reason: string }>;

/** In the caller's transaction. Answers with what was left, and why. */
export async function undoCatalogue(
  lines: ReadonlyArray<CheckedLine>,
  { importId, now }: Writing,
): Promise<ReadonlyArray<CheckedLine>> {
  await lockCatalogue();
  const [changes, appliedAt] = [await storedChanges(importId), await appliedAtOf(importId)];
  const addresses = await catalogueAddresses();
  const [tables, owners] = [await readTables([]), await ownersOf(changes)];
  const groups = groupsOf(changes, owners);
  const left: Array<Left> = [];
  const done: Array<Group> = [];
  for (const group of groups) {
    const reason = changedSince(group, tables, appliedAt) ?? (await heldSince(group));
    if (reason === null) done.push(group);
    else left.push({ group, reason });
  }
  await putBack(done, appliedAt);
  left.push(...(await removeNew(done)));
  await follow(done, now);
  await redirectOldPaths(addresses, now);
  await restoreRedirects(changes);
  await bumpCatalogueVersion();
  await variantsShown.publish({ productId: null });
  const key = `catalogue-imported:${importId}:undone`;
  await enqueue({ key, kind: "catalogue-imported", payload: {} });
  return leftLines(lines, left);
}

async function storedChanges(importId: number): Promise<ReadonlyArray<RowChange>> {
  const rows = await db()
    .selectFrom("catalogue_import_rows")
    .selectAll()
    .where("import_id", "=", importId)
    .orderBy("place")
    .execute();
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as SyncRow));
  return rows.map(({ table_name: table, row_key: key, before_row: before, after_row: after }) => ({
    ...{ table: table as ImportedTable, key, before: read(before), after: read(after) },
  }));
}

async function appliedAtOf(importId: number): Promise<string> {
  const row = await db()
    .selectFrom("file_imports")
    .select("applied_at")
    .where("id", "=", importId)
    .executeTakeFirst();
  return row?.applied_at ?? "";
}

async function ownersOf(changes: ReadonlyArray<RowChange>): Promise<RowOwners> {
  const { variants, options } = await rowOwners();
  const gone = (table: ImportedTable) =>
    changes
      .filter((change) => change.table === table && !change.after)
      .map(rowOf)
      .map((row) => [Number(row["id"]), Number(row["product_id"])] as const);
  return {
    variants: new Map([...variants, ...gone("variants")]),
    options: new Map([...options, ...gone("product_options")]),
  };
}

function groupsOf(changes: ReadonlyArray<RowChange>, owners: RowOwners): ReadonlyArray<Group> {
  const rows = changes.filter(({ table }) => table !== "redirects");
  const keyOf = (change: RowChange) => {
    const product = productOf(change, { owners });
    if (product !== null) return `product ${product}`;
    return TOGETHER.includes(change.table) ? "compatibility" : `${change.table} ${change.key}`;
  };
  return [...grouped(rows, keyOf).values()].map((own) => ({
    product: own[0] ? productOf(own[0], { owners }) : null,
    changes: own,
  }));
}

function rowNow({ table, key }: RowChange, tables: ImportedRows): SyncRow | null {
  const text = tables.get(table)?.get(key);
  return text === undefined ? null : (JSON.parse(text) as SyncRow);
}

const EDITED = "It has been edited since";
const CHANGED = "It has changed since";

function changedSince(group: Group, tables: ImportedRows, appliedAt: string): string | null {
  const product = tables.get("products")?.get(JSON.stringify([group.product]));
  const editedAt = product === undefined ? null : (JSON.parse(product) as SyncRow)["edited_at"];
  if (typeof editedAt === "string" && editedAt >= appliedAt) return EDITED;
  return group.changes.every((change) => isAsLeft(change, rowNow(change, tables))) ? null : CHANGED;
}

function isAsLeft(change: RowChange, row: SyncRow | null): boolean {
  const { table, before, after } = change;
  if (DERIVED.includes(table)) return true;
  if (!after) return row === null;
  // What is new and gone again is as it was.
  if (!row) return before === null;
  const ignored = [...UNSPOKEN, ...(IGNORED[table] ?? [])];
  const columns = before ? changedColumns(change) : Object.keys(after);
  return columns.every((column) => ignored.includes(column) || row[column] === after[column]);
}

/** A new variant of a product that was there before stays once somebody has ordered it. */
async function heldSince({ changes }: Group): Promise<string | null> {
  if (isNewProduct({ product: null, changes })) return null;
  for (const { table, before, after } of changes) {
    if (before || !after || !["variants", "brands", "coupons"].includes(table)) continue;
    const held = await heldRows(table, Number(after["id"]));
    if (held !== null) return held;
  }
  return null;
}

/** New variants go first, because a former one may have had the same article number. */
async function putBack(groups: ReadonlyArray<Group>, appliedAt: string): Promise<void> {
  const changes = groups.filter((group) => !isNewProduct(group)).flatMap((group) => group.changes);
  const added = changes.filter(({ table, before }) => table === "variants" && !before);
  for (const change of added) await removeVariantRows(Number(rowOf(change)["id"]));
  for (const change of inTableOrder(changes)) await restore(change, appliedAt);
  for (const change of inTableOrder(changes).toReversed().filter(isRemovable)) await remove(change);
}

function inTableOrder(changes: ReadonlyArray<RowChange>): ReadonlyArray<RowChange> {
  const byTable = grouped(changes, ({ table }) => table);
  return IMPORTED_NAMES.flatMap((table) => byTable.get(table) ?? []);
}

function isNewProduct({ changes }: Group): boolean {
  return changes.some(({ table, before }) => table === "products" && !before);
}

/** New rows on which nothing else can depend by now. */
function isRemovable({ table, before }: RowChange): boolean {
  return !before && ![...DERIVED, "variants", "categories", "brands"].includes(table);
}

async function restore(change: RowChange, appliedAt: string): Promise<void> {
  const { table, before, after } = change;
  if (!before || (after && DERIVED.includes(table))) return;
  if (after) return setBack(change);
  const { id, ...rest } = before;
  // What was charged ended with the import, and begins anew now.
  const row = table === "price_history" ? { ...rest, valid_to: rest["valid_to"] ?? appliedAt } : rest;
  await insert(table, [NUMBERED.includes(table) ? row : { ...(id === undefined ? {} : { id }), ...rest }]);
}

/** Ratings and lowest prices follow from other rows. */
const FOLLOWING = UNSPOKEN.filter((column) => !["edited_at", "sort_price_minor"].includes(column));

async function setBack(change: RowChange): Promise<void> {
  const columns = changedColumns(change).filter((column) => !FOLLOWING.includes(column));
  if (columns.length === 0) return;
  const values = columns.map((column) => sql`${sql.ref(column)} = ${change.before?.[column] ?? null}`);
  await sql`update ${sql.table(change.table)} set ${sql.join(values)} where ${isRow(change)}`.execute(db());
}

async function remove(change: RowChange): Promise<void> {
  await sql`delete from ${sql.table(change.table)} where ${isRow(change)}`.execute(db());
}

function isRow(change: RowChange) {
  const row = rowOf(change);
  return sql.join(
    IMPORTED_TABLES[change.table].map((column) => sql`${sql.ref(column)} = ${row[column] ?? null}`),
    sql` and `,
  );
}

/** New products, then new categories and brands: hidden, or left, where something refers to them by now. */
async function removeNew(groups: ReadonlyArray<Group>): Promise<ReadonlyArray<Left>> {
  const left: Array<Left> = [];
  for (const table of ["products", "categories", "brands"] as const)
    // The deepest categories go first.
    for (const group of groups.toReversed()) {
      const change = group.changes.find((each) => each.table === table && !each.before);
      if (!change) continue;
      const id = Number(change.after?.["id"]);
      const held = await heldRows(table, id);
      if (held === null) await removeWhole(group);
      else {
        if (table === "products") await hideProduct(id);
        if (table === "categories") await hideCategory(id);
        left.push({ group, reason: table === "brands" ? held : `${held}, so it is hidden` });
      }
    }
  return left;
}

async function removeWhole({ changes }: Group): Promise<void> {
  for (const change of inTableOrder(changes).toReversed()) {
    if (change.before || DERIVED.includes(change.table)) continue;
    if (change.table === "variants") await removeVariantRows(Number(rowOf(change)["id"]));
    else await remove(change);
  }
}

async function follow(groups: ReadonlyArray<Group>, now: Date): Promise<void> {
  const products = new Set(groups.flatMap(({ product }) => (product === null ? [] : [product])));
  const changes = groups.flatMap((group) => group.changes);
  const idsOf = (table: ImportedTable, column: string) =>
    new Set(changes.flatMap((each) => (each.table === table ? [Number(rowOf(each)[column])] : [])));
  for (const table of ["categories", "brands"] as const)
    for (const id of idsOf(table, "id"))
      await db().updateTable(table).set({ changed_at: now.toISOString() }).where("id", "=", id).execute();
  for (const id of products) await followProduct(id, now);
  for (const id of idsOf("reviews", "product_id")) await recountRating(id);
}

async function followProduct(id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable("products")
    .set({ changed_at: now.toISOString(), version: sql<number>`version + 1` })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await writeSoldPrices(id, now);
  await writeListedPrices(id, now);
}

/** Redirects that had to go because a page was there, where none is now. */
async function restoreRedirects(changes: ReadonlyArray<RowChange>): Promise<void> {
  const living = new Set((await catalogueAddresses()).values());
  for (const { table, before, after } of changes) {
    if (table !== "redirects" || !before || after || living.has(String(before["from_path"]))) continue;
    const key = String(before["from_path_key"]);
    const present = await db()
      .selectFrom("redirects")
      .select("from_path_key")
      .where("from_path_key", "=", key)
      .executeTakeFirst();
    if (!present) await insert("redirects", [before]);
  }
}

function leftLines(lines: ReadonlyArray<CheckedLine>, left: ReadonlyArray<Left>): ReadonlyArray<CheckedLine> {
  const reasons = new Map<string, Array<string>>();
  for (const { group, reason } of left) {
    const [first] = group.changes;
    if (!first) continue;
    const subject = group.product === null ? first.table : String(group.product);
    const name = group.product === null ? `${nameOf(first)}: ${reason}` : reason;
    reasons.set(subject, [...(reasons.get(subject) ?? []), name]);
  }
  return lines.flatMap((line) => {
    const own = reasons.get(line.subject);
    return own ? [{ ...line, reason: own.join("; ") }] : [];
  });
}

function nameOf(change: RowChange): string {
  const row = rowOf(change);
  if (TOGETHER.includes(change.table)) return "What fits what";
  return String(row["name"] ?? row["code"] ?? row["key"] ?? row["id"]);
}
