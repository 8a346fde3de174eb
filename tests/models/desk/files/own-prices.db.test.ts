/** Prices of single variants in a file of products: set, emptied, checked, and undone. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { ownPricesOf, ownPricesText, putBackLines } from "#app/models/catalogue/editing/variant-facts.ts";
import { exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { exportStock } from "#app/models/catalogue/inventory/stock-export.server.ts";
import { undoImport } from "#app/models/desk/files/imports.server.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { bring as bringFile, check as checkFile, COMMAND } from "#tests/support/people/desk/desk-imports.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const check = (text: string, actor?: DeskActor) => checkFile("products", text, actor);
const bring = (text: string) => bringFile("products", text);

/** The id, the price in minor units, and the article numbers of a product with three variants. */
async function toy(slug: string) {
  const rows = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select(["products.id", "products.price_minor as price", "variants.sku"])
    .where("slug", "=", slug)
    .orderBy("variants.position")
    .execute();
  const [one = "", two = "", three = ""] = rows.map(({ sku }) => sku);
  return { id: rows[0]?.id ?? 0, price: rows[0]?.price ?? 0, one, two, three };
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
  expect(await undoImport(first, COMMAND)).toMatchObject({ value: { left: 1 } });
  expect(await ownOf(id)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test("a file that comes back as it was downloaded changes nothing", async () => {
  const { id, price, one } = await toy("balance-bike");
  await bring(`sku,own price\n${one},${amount(price + 300)}`);
  const rows: Array<Readonly<Record<string, unknown>>> = [];
  for await (const batch of exportProducts()) rows.push(...batch.filter((row) => row["product id"] === id));
  const columns = ["sku", "price", "sale price", "own price", "own sale price"];
  const cells = rows.map((row) => columns.map((column) => row[column]).join(","));
  const { lines } = await check([columns.join(","), ...cells].join("\n"));
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
  const both = `${one},,${amount(price - 100)}\n${two},${amount(price - 200)},`;
  expect(await reasonsOf(`sku,price,own sale price\n${both}`)).not.toEqual(["", ""]);
  const dearer = `sku,own price\n${one},${amount(price + 100)}`;
  expect(await reasonsOf(dearer, await person("editor"))).toEqual(["An owner changes prices and sales"]);
  const double = `sku,own price\n${one},${amount(price * 2)}`;
  expect(await check(double)).toMatchObject({ hasPrices: true, needsCode: true });
  expect(await check(dearer)).toMatchObject({ needsCode: false });

  await bring(`sku,own price\n${one},${amount(price + 300)}`);
  const twoPrices = `sku,price,own price\n${one},${amount(price + 100)},${amount(price + 200)}`;
  const spaced = `sku,price,own price\n${one},"${amount(price + 100)} ",${amount(price + 100)}`;
  expect(await reasonsOf(spaced)).toEqual([""]);
  expect(await reasonsOf(twoPrices)).toEqual(["price: the column “own price” says something else"]);
});

test("an undo leaves the variant that somebody has priced since", async () => {
  const { id, price, one, two } = await toy("nursing-chair");
  const done = await bring(`sku,own price\n${one},${amount(price + 100)}\n${two},${amount(price + 100)}`);
  const state = await findProductState(id);
  const [first, ...others] = ownPricesOf(state?.fields.ownPrices ?? "");
  const later = ownPricesText([{ ...first!, price: price + 500 }, ...others]);
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
