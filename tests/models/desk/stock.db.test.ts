import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findStockHistory } from "#app/models/catalogue/inventory/stock.server.ts";
import {
  countStockViews,
  findExactVariant,
  listDeskStock,
  searchDeskStock,
  STOCK_PAGE_ROWS,
  listCountRows,
  countLowStock,
} from "#app/models/desk/stock-list.server.ts";
import {
  bookStockAtDesk,
  findUndoable,
  type StockEntry,
  undoStockAtDesk,
} from "#app/models/desk/stock-steps.server.ts";
import { readUnits } from "#app/models/desk/stock-views.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { parcelVariant, placedOrder, stockOf } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { waitingFor } from "#tests/support/people/reviews.ts";
import { atOnce } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function skuOf(id: number): Promise<string> {
  const row = await db().selectFrom("variants").select("sku").where("id", "=", id).executeTakeFirstOrThrow();
  return row.sku;
}

async function entry(id: number, changes: Partial<StockEntry> = {}): Promise<StockEntry> {
  const { on_hand: shown } = await stockOf(id);
  const form = { sku: await skuOf(id), mode: "received", units: 4, shown, key: "k1" } as const;
  return { ...form, reason: "Delivery from the workshop", ...changes };
}

test("two people who receive at once add up, a form sent twice counts once, and the log and the history have both", async () => {
  const id = await parcelVariant(3);
  const [owner, packer] = [await person("owner"), await person("packer")];

  const [form, another] = [await entry(id), await entry(id, { key: "k2" })];

  const done = await atOnce(
    bookStockAtDesk(form, owner),
    bookStockAtDesk(form, owner),
    bookStockAtDesk(another, packer),
  );

  expect(done).toEqual(["done", "done", "unchanged"]);
  expect((await stockOf(id)).on_hand).toBe(11);
  const sku = await skuOf(id);
  expect(await deskActions(sku)).toEqual(["stock-received", "stock-received"]);
  const history = await findStockHistory(sku, 2);
  expect(history?.changes.map(({ before, after }) => [before, after])).toEqual([
    [7, 11],
    [3, 7],
  ]);
});

test("a count applies its difference to what the page showed, and says what went meanwhile", async () => {
  const id = await parcelVariant(12);
  const owner = await person("owner");
  const count = await entry(id, { mode: "counted", units: 10, reason: "Counted again" });
  await db().updateTable("variants").set({ on_hand: 11 }).where("id", "=", id).execute();

  expect(await bookStockAtDesk(count, owner)).toMatchObject({
    value: { before: 11, after: 9, isChanged: true, meanwhile: -1 },
  });
  expect((await stockOf(id)).on_hand).toBe(9);
  expect(await deskActions(count.sku)).toEqual(["stock-counted"]);
});

test("no count goes below what orders have reserved", async () => {
  const id = await parcelVariant(3);
  await placedOrder({ [id]: 2 });
  const count = await entry(id, { mode: "counted", units: 1, reason: "Broken or lost" });

  const refusal = await bookStockAtDesk(count, await person("owner"));
  expect(refusal).toMatchObject({ code: "stock-is-held", detail: { reserved: 2 } });
  expect(await stockOf(id)).toMatchObject({ on_hand: 3 });
  expect(await deskActions(count.sku)).toEqual([]);
});

test("the person who booked stock undoes it once, within ten minutes and as a new row", async () => {
  const id = await parcelVariant(3);
  const packer = await person("packer");
  const form = await entry(id);
  await bookStockAtDesk(form, packer);

  for (const role of ["owner", "reader"] as const)
    expect(await undoStockAtDesk("k1", await person(role))).toEqual([]);
  expect(await findUndoable("k1", { ...packer, now: later(9) })).toHaveLength(1);
  expect(await findUndoable("k1", { ...packer, now: later(10) })).toEqual([]);
  await Promise.all([undoStockAtDesk("k1", packer), undoStockAtDesk("k1", packer)]);

  expect((await stockOf(id)).on_hand).toBe(3);
  expect(await deskActions(form.sku)).toEqual(["stock-received", "stock-undone"]);
  const history = await findStockHistory(form.sku, 1);
  expect(history?.changes).toMatchObject([{ before: 7, after: 3, reason: "Taken back" }]);
  expect(await undoStockAtDesk("k1", packer)).toEqual([]);
});

test("people who wait hear of it two minutes later", async () => {
  const id = await parcelVariant(0);
  await waitingFor(id, ["hannah@example.com"]);
  expect((await countStockViews(0)).waiting).toBe(1);
  const { variants } = await listDeskStock({ view: "waiting", lowStockThreshold: 0 }, null);
  expect(variants.map((row) => [row.id, row.waiting])).toEqual([[id, 1]]);

  await bookStockAtDesk(await entry(id), await person("owner"));

  const jobs = db().selectFrom("jobs").selectAll().where("kind", "=", "stock-alert-batch");
  const [last] = await jobs.where("status", "=", "waiting").orderBy("run_at", "desc").execute();
  expect(last?.run_at).toBe(later(2).toISOString());
});

test("pages follow each other without a gap, and each list is as long as its number says", async () => {
  const counts = await countStockViews(3);
  const pages = await allPages<string, string>(async (after) => {
    const { variants, next } = await listDeskStock({ view: "all", lowStockThreshold: 3 }, after);
    return { rows: variants.map(({ sku }) => sku), next };
  });
  const seen = pages.flat();

  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(STOCK_PAGE_ROWS);
  expect(seen).toHaveLength(counts.all);
  expect(new Set(seen).size).toBe(counts.all);
});

test("a barcode or an article number finds its variant alone, a part of a name all that have it", async () => {
  const id = await parcelVariant(3);
  const sku = await skuOf(id);
  await db().updateTable("variants").set({ gtin: "05012345678900" }).where("id", "=", id).execute();
  const found = async (text: string) => (await searchDeskStock(text)).map((row) => row.sku);

  expect(await found(sku.toLowerCase())).toEqual([sku]);
  expect(await found("05012345678900")).toEqual([sku]);
  expect(await found("5012345678900")).toEqual([sku]);
  expect([await findExactVariant(sku.toLowerCase()), await findExactVariant("nothing")]).toEqual([sku, null]);
  const another = await parcelVariant(3, 1);
  await db().updateTable("variants").set({ gtin: "05012345678900" }).where("id", "=", another).execute();
  expect(await findExactVariant("5012345678900")).toBeNull();
  expect((await found("rainbow stacker")).length).toBeGreaterThan(1);
  expect(await found("100%_")).toEqual([]);
});

test("units are whole numbers, with or without a plus", () => {
  expect(["24", "+24", "+ 24", " 0 "].map(readUnits)).toEqual([24, 24, 24, 0]);
  expect(["", "-3", "1.5", "1e3", "1234567", "two"].map(readUnits)).toEqual([...Array<null>(6).fill(null)]);
});

test("a count sheet has each variant of the view with its barcode, by article number, and marks what is hidden", async () => {
  const { id, sku } = await db().selectFrom("variants").selectAll().orderBy("sku").executeTakeFirstOrThrow();
  await db().updateTable("variants").set({ is_visible: 0 }).where("id", "=", id).execute();
  const all = { view: "all", lowStockThreshold: 3 } as const;

  const first = await listCountRows(all, { after: null, limit: 2 });
  expect(first.rows.map((row) => [row.sku, row.isHidden])).toEqual([
    [sku, true],
    [first.rows[1]?.sku, false],
  ]);
  const [next] = (await listCountRows(all, { after: first.next, limit: 1 })).rows;
  expect(String(next?.sku) > String(first.next)).toBe(true);
  const { all: count, low } = await countStockViews(3);
  expect((await listCountRows(all, { after: null, limit: 100_000 })).rows).toHaveLength(count);
  expect((await countLowStock(3)).count).toBe(low);
  await db().updateTable("variants").set({ is_visible: 1 }).where("id", "=", id).execute();
});
