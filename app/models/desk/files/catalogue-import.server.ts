/** Checked by doing the import in a transaction that is rolled back. */
import { db, transact } from "#app/db/db.server.ts";
import {
  type ImportResult,
  type ReadImport,
  readShopImport,
  withoutMisfits,
  writeImport,
} from "#app/db/seed/import-catalogue.server.ts";
import { lockCatalogue } from "#app/db/seed/lock-catalogue.server.ts";
import { changesSince, readTables, type RowChange } from "#app/db/seed/table-differences.server.ts";
import { variantsShown } from "#app/models/catalogue/inventory/events.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { CATALOGUE_TERMS, catalogueProcess, type ZipCheck } from "./catalogue-process.server.ts";
import { catalogueLines, rowOwners, wrongLines } from "./catalogue-lines.server.ts";
import { undoCatalogue } from "./catalogue-undo.server.ts";
import { readCatalogueZip } from "./catalogue-zip.server.ts";
import type { CheckedLine } from "./import-kinds.ts";
import type { ImportSteps, Writing } from "./import-work.server.ts";

type Options = Readonly<{ now: Date; overwritesEdits: boolean }>;

/** Writes nothing, and takes as long as an import: `catalogueProcess` has a process of its own for it. */
export async function checkCatalogueZip(content: Uint8Array, options: Options): Promise<ZipCheck> {
  const zip = await readCatalogueZip(content);
  if (!zip.ok) return zip;
  const { files, unread } = zip.value;
  const read = await readShopImport(files);
  if (!read.ok) return ok({ ...CATALOGUE_TERMS, lines: wrongLines(read.problems), unread });
  const done = await withoutMisfits(() =>
    transact(async () => ({ ok: false as const, tried: await imported(read.value, options) })),
  );
  const tried = "tried" in done ? done.tried : done;
  return ok({ ...CATALOGUE_TERMS, lines: tried.ok ? tried.value.lines : wrongLines(tried.problems), unread });
}

type Done = Readonly<{ lines: ReadonlyArray<CheckedLine>; changes: ReadonlyArray<RowChange> }>;
type Problems = Extract<ImportResult, { ok: false }>;

/** In the caller's transaction. */
async function imported(
  read: ReadImport,
  { now, overwritesEdits }: Options,
): Promise<Readonly<{ ok: true; value: Done }> | Problems> {
  const products = read.catalogue.products.map(({ row }) => row);
  await lockCatalogue();
  const owners = await rowOwners();
  const given = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const mayGo = [...owners.variants.keys()].filter((id) => !given.has(id));
  const before = await readTables(mayGo);
  const done = await writeImport(read, { now, overwritesEdits });
  if (!done.ok) return done;
  const changes = await changesSince(before, mayGo);
  const later = await rowOwners();
  const store = await findStore();
  const currency = store.currencies[0] ?? store.currency;
  const lines = catalogueLines({
    ...{ changes, overwritesEdits, summary: done.value, products: await productsNow() },
    listed: new Set(products.map(({ id }) => id)),
    owners: {
      variants: new Map([...owners.variants, ...later.variants]),
      options: new Map([...owners.options, ...later.options]),
    },
    amount: (minor) => formatMoney(money(minor, currency), store.locale),
  });
  return { ok: true, value: { lines, changes } };
}

async function productsNow() {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "sku", "name", "is_visible"])
    .orderBy("id")
    .execute();
  return rows.map(({ id, sku, name, is_visible }) => ({ id, sku, name, isVisible: is_visible === 1 }));
}

export async function storeCatalogueZip(importId: number, content: Uint8Array): Promise<void> {
  const text = Buffer.from(content).toString("base64");
  await db()
    .insertInto("catalogue_imports")
    .values({ import_id: importId, content: text, overwrites_edits: 0 })
    .execute();
}

async function storedImport(importId: number) {
  const row = await db()
    .selectFrom("catalogue_imports")
    .select(["content", "overwrites_edits"])
    .where("import_id", "=", importId)
    .executeTakeFirst();
  return { content: Buffer.from(row?.content ?? "", "base64"), overwritesEdits: row?.overwrites_edits === 1 };
}

export async function overwritesEditsOf(importId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("catalogue_imports")
    .select("overwrites_edits")
    .where("import_id", "=", importId)
    .executeTakeFirst();
  return row?.overwrites_edits === 1;
}

/** For the next check of this import. */
export async function chooseOverwriting(importId: number, overwritesEdits: boolean): Promise<void> {
  await db()
    .updateTable("catalogue_imports")
    .set({ overwrites_edits: overwritesEdits ? 1 : 0 })
    .where("import_id", "=", importId)
    .execute();
}

/** The files are read before the transaction that applies them, and the import is compared with what was shown. */
export const catalogueSteps: ImportSteps = {
  async check(importId, _, { now }) {
    const { content, overwritesEdits } = await storedImport(importId);
    const check = await catalogueProcess.check({ content, now, overwritesEdits });
    return check.ok ? check.value : { ...CATALOGUE_TERMS, lines: [] };
  },

  async ready(importId) {
    const { content, overwritesEdits } = await storedImport(importId);
    const zip = await readCatalogueZip(content);
    const read = zip.ok ? await readShopImport(zip.value.files) : null;
    return async (lines, writing) => {
      if (!read?.ok) return refused("import-stale");
      const done = await imported(read.value, { now: writing.now, overwritesEdits });
      if (!done.ok || !isAsShown(lines, done.value.lines)) return refused("import-stale");
      await storeChanges(done.value.changes, writing);
      await variantsShown.publish({ productId: null });
      await enqueue({ key: `catalogue-imported:${importId}`, kind: "catalogue-imported", payload: {} });
      return ok(lines);
    };
  },

  undo: undoCatalogue,
};

function isAsShown(shown: ReadonlyArray<CheckedLine>, now: ReadonlyArray<CheckedLine>): boolean {
  return shown.length === now.length && shown.every((line, at) => textOf(line) === textOf(now[at]));
}

function textOf(line: CheckedLine | undefined): string {
  if (!line) return "";
  const { subject, name, outcome, reason, changes, cells } = line;
  return JSON.stringify([subject, name, outcome, reason, Object.entries(changes), cells["state"]]);
}

const BATCH = 500;

/** What an undo needs; the ZIP is needed no more. */
async function storeChanges(changes: ReadonlyArray<RowChange>, { importId }: Writing): Promise<void> {
  const row = (value: RowChange["after"]) => (value === null ? null : JSON.stringify(value));
  for (let at = 0; at < changes.length; at += BATCH)
    await db()
      .insertInto("catalogue_import_rows")
      .values(
        changes.slice(at, at + BATCH).map(({ table, key, before, after }, place) => ({
          ...{ import_id: importId, place: at + place, table_name: table, row_key: key },
          ...{ before_row: row(before), after_row: row(after) },
        })),
      )
      .execute();
  await db()
    .updateTable("catalogue_imports")
    .set({ content: "" })
    .where("import_id", "=", importId)
    .execute();
}
