/** Prices of single variants in a file of products: set, emptied, checked, and undone. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { ownPricesOf, ownPricesText, putBackLines } from "#app/models/catalogue/editing/variant-facts.ts";
import { exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { exportStock } from "#app/models/catalogue/inventory/stock-export.server.ts";
import { checkFile } from "#app/models/desk/files/import-check.server.ts";
import { applyImport, undoImport, uploadImport } from "#app/models/desk/files/imports.server.ts";
import { commandLineActor, type DeskActor } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const COMMAND = commandLineActor(NOW);

async function check(text: string, actor: DeskActor = COMMAND) {
  const done = await checkFile("products", Buffer.from(text), actor);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

async function bring(text: string): Promise<number> {
  const content = Buffer.from(text);
  const done = await uploadImport({ kind: "products", fileName: "products.csv", content }, COMMAND);
  if (!done.ok) throw new Error(done.code);
  const { id } = done.value;
  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ ok: true });
  return id;
}

/** The id, the price in minor units, and the article numbers of a product with three variants. */
async function toy(slug: string) {
  const { id, price } = await db()
    .selectFrom("products")
    .select(["id", "price_minor as price"])
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const rows = await db()
    .selectFrom("variants")
    .select("sku")
    .where("product_id", "=", id)
    .orderBy("position")
    .execute();
  const [one = "", two = "", three = ""] = rows.map(({ sku }) => sku);
  return { id, price, one, two, three };
}

const amount = (minor: number) => (minor / 100).toFixed(2);

async function ownOf(id: number) {
  const state = await findProductState(id);
  return ownPricesOf(state?.fields.ownPrices ?? "").map(({ price, sale }) => [price, sale]);
}

test("a file gives variants prices of their own, changes them by either column, empties them, and is undone", async () => {
  const { id, price, one, two, three } = await toy("toy-car");
  const dearer = price + 200;
  const first = await bring(
    `sku,own price,own sale price\n${one},${amount(dearer)},\n${two},,${amount(price - 100)}\n${three},,`,
  );
  expect(await ownOf(id)).toEqual([
    [dearer, null],
    [null, price - 100],
    [null, null],
  ]);
  const second = await bring(`sku,price\n${one},${amount(dearer + 100)}`);
  expect(await ownOf(id)).toContainEqual([dearer + 100, null]);
  expect(await undoImport(second, COMMAND)).toMatchObject({ ok: true, value: { left: 0 } });
  expect(await ownOf(id)).toContainEqual([dearer, null]);
  await bring(`sku,own price\n${one},`);
  expect(await ownOf(id)).toContainEqual([null, null]);
  expect(await undoImport(first, COMMAND)).toMatchObject({ code: "import-not-last" });
});

test("a file that comes back as it was downloaded changes nothing", async () => {
  const { id, price, one } = await toy("balance-bike");
  await bring(`sku,own price\n${one},${amount(price + 300)}`);
  const rows: Array<Readonly<Record<string, unknown>>> = [];
  for await (const batch of exportProducts()) rows.push(...batch.filter((row) => row["product id"] === id));
  const columns = ["sku", "price", "sale price", "own price", "own sale price"];
  const file = [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((row) =>
    row.join(","),
  );
  const { lines } = await check(file.join("\n"));
  expect(lines.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged", "unchanged"]);
});

test("what does not go is named at its row, and only owners change prices", async () => {
  const { price, one, two } = await toy("toy-bench");
  const reasonsOf = async (text: string, actor?: DeskActor) =>
    (await check(text, actor)).lines.map(({ reason }) => reason);

  expect(await reasonsOf(`sku,own price\n${one},cheap\n${two},1.234`)).toEqual([
    expect.stringContaining("own price: Type an amount such as"),
    expect.stringContaining("own price: Type an amount such as"),
  ]);
  expect(await reasonsOf(`sku,own sale price\n${one},${amount(price + 1)}`)).toEqual([
    expect.stringContaining("own sale price: Must be less than the price"),
  ]);
  // What the product costs from now on is in another row.
  expect(
    await reasonsOf(
      `sku,price,own sale price\n${one},,${amount(price - 100)}\n${two},${amount(price - 200)},`,
    ),
  ).not.toEqual(["", ""]);
  const editor = await actorAt((await deskPerson("editor")).token);
  expect(await reasonsOf(`sku,own price\n${one},${amount(price + 100)}`, editor)).toEqual([
    "An owner changes prices and sales",
  ]);
  expect(await check(`sku,own price\n${one},${amount(price * 2)}`)).toMatchObject({
    hasPrices: true,
    needsCode: true,
  });
  expect(await check(`sku,own price\n${one},${amount(price + 100)}`)).toMatchObject({ needsCode: false });
});

test("an own price and the price that shows it must not say two things", async () => {
  const { price, one } = await toy("high-chair");
  await bring(`sku,own price\n${one},${amount(price + 300)}`);
  const { lines } = await check(`sku,price,own price\n${one},${amount(price + 100)},${amount(price + 200)}`);
  expect(lines.map(({ reason }) => reason)).toEqual(["price: the column “own price” says something else"]);
});

test("an undo leaves the variant that somebody has priced since", async () => {
  const { id, price, one, two } = await toy("nursing-chair");
  const done = await bring(`sku,own price\n${one},${amount(price + 100)}\n${two},${amount(price + 100)}`);
  const state = await findProductState(id);
  const own = ownPricesOf(state?.fields.ownPrices ?? "");
  const later = ownPricesText(
    own.map((line, place) => (place === 0 ? { ...line, price: price + 500 } : line)),
  );
  await changeProduct(id, { ownPrices: later }, { now: NOW });
  expect(await undoImport(done, COMMAND)).toMatchObject({ ok: true, value: { left: 1 } });
  expect((await ownOf(id)).slice(0, 2)).toEqual([
    [price + 500, null],
    [null, null],
  ]);
});

test("lines are put back one by one, whatever has come and gone", () => {
  expect(putBackLines("1 9 -\n3 - -", ["1 - -\n2 - -", "1 9 -\n2 9 -"])).toEqual({
    text: "1 - -\n3 - -",
    isWhole: true,
  });
  expect(putBackLines("1 8 -", ["1 - -", "1 9 -"])).toEqual({ text: "1 8 -", isWhole: false });
});

test("both files say of each variant whether shoppers see it", async () => {
  const { one, two } = await toy("toy-camera");
  await db().updateTable("variants").set({ is_visible: 0 }).where("sku", "=", two).execute();
  const seen = async (batches: AsyncGenerator<ReadonlyArray<Readonly<Record<string, unknown>>>>) => {
    const rows: Array<Readonly<Record<string, unknown>>> = [];
    for await (const batch of batches) rows.push(...batch);
    return [one, two].map((sku) => rows.find((row) => row["sku"] === sku)?.["variant visible"]);
  };
  expect(await seen(exportProducts())).toEqual(["yes", "no"]);
  expect(await seen(exportStock())).toEqual(["yes", "no"]);
});
