/** An import of the catalogue, where variants were made or hidden at the desk. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue, type ImportResult } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { addOption, addOptionValues } from "#app/models/catalogue/editing/make-variants.server.ts";
import { readProductVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { renameOptionValues } from "#app/models/catalogue/editing/rename-values.server.ts";
import { setVariantsVisible } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import type { ValueName } from "#app/models/catalogue/editing/variant-options.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { NOW } from "#tests/support/now.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Json = Record<string, unknown>;

/** Imports the demo with `changes` of the product. */
async function imported(slug: string, changes: Json, overwritesEdits = false): Promise<ImportResult> {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", slug], changes);
  return importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
}

function problemsOf(done: ImportResult): ReadonlyArray<string> {
  return done.ok ? [] : done.problems.map(problemText);
}

const red = { label: "Red", hex: "#aa3333" };

async function givenRed(slug: string): Promise<number> {
  const id = await productId(slug);
  const [option] = (await readProductVariants(id)).options;
  const done = await addOptionValues({ productId: id }, { optionId: option?.id ?? 0, values: [red] }, NOW);
  if (!done.ok) throw new Error(done.code);
  return id;
}

const shown = async (id: number) =>
  (await readProductVariants(id)).variants.map(({ label, isVisible }) => [label, isVisible]);

test("an import changes nothing about variants of the desk, and shows nothing that the desk has hidden", async () => {
  const id = await givenRed("toy-car");
  const [dusty] = (await readProductVariants(id)).variants;
  await setVariantsVisible({ productId: id }, { ids: [dusty?.id ?? 0], isVisible: false }, NOW);
  const hidden = await readProductVariants(id);

  expect(await imported("toy-car", {})).toMatchObject({ ok: true, value: { rowsWritten: 0, edited: [] } });
  expect(await readProductVariants(id)).toEqual(hidden);
  expect(await imported("toy-car", { name: "Motor Car" })).toMatchObject({
    value: { edited: [{ slug: "toy-car", differs: ["name"] }] },
  });
  expect((await findProduct(id, NOW))?.name).toBe("Wooden Car");

  expect(await imported("toy-car", { name: "Motor Car" }, true)).toMatchObject({ ok: true });
  expect((await findProduct(id, NOW))?.name).toBe("Motor Car");
  expect(await readProductVariants(id)).toEqual(hidden);
  expect(await shown(id)).toEqual([
    ["Dusty Blue", false],
    ["Terracotta", true],
    ["Sage", true],
    ["Red", false],
  ]);
});

test("a new price of the catalogue reaches the variants of the desk, and a hidden one lowers no list", async () => {
  const id = await givenRed("balance-bike");
  const { variants } = await readProductVariants(id);
  const [sage, terracotta] = variants.map((variant) => variant.id);
  const made = variants.at(-1)?.id ?? 0;
  await setVariantsVisible({ productId: id }, { ids: [made], isVisible: true }, NOW);
  await db()
    .updateTable("variants")
    .set({ price_minor: 50 })
    .where("id", "=", terracotta ?? 0)
    .execute();
  await setVariantsVisible({ productId: id }, { ids: [terracotta ?? 0], isVisible: false }, NOW);
  const product = await findProduct(id, NOW);
  const price = (product?.price.now.minor ?? 0) + 1_000;

  const repriced = await imported("balance-bike", { price: price / 100, sale_price: null }, true);
  expect(problemsOf(repriced)).toEqual([]);
  const spans = await db()
    .selectFrom("price_history")
    .select("price_minor")
    .where("variant_id", "in", [made, sage ?? 0])
    .where("currency", "=", "GBP")
    .where("valid_to", "is", null)
    .execute();
  expect(spans.map(({ price_minor: minor }) => minor)).toEqual([price, price]);
  const sorted = await db().selectFrom("products").select("sort_price_minor").where("id", "=", id).execute();
  expect(sorted).toEqual([{ sort_price_minor: price }]);
});

test("the variants of the catalogue keep what they are by an option of the desk", async () => {
  const id = await productId("stacking-rings");
  const present = { label: "Ash", hex: "#ddccaa" };
  await addOption({ productId: id }, { name: "Colour", type: "swatch", present, values: [red] }, NOW);
  const before = await readProductVariants(id);

  expect(await imported("stacking-rings", {})).toMatchObject({ value: { edited: [] } });
  expect(problemsOf(await imported("stacking-rings", { name: "Rings" }, true))).toEqual([]);
  expect(await readProductVariants(id)).toEqual(before);
});

test("what does not go with the desk's variants is a problem, and nothing is written", async () => {
  const id = await givenRed("toy-camera");
  type Row = Json & {
    variants: ReadonlyArray<Json>;
    options: ReadonlyArray<Json & { values: ReadonlyArray<Json> }>;
  };
  const file = readFileSync(`${copyDemoCatalogue()}/products.json`, "utf8");
  const row = (JSON.parse(file) as ReadonlyArray<Row>).find((one) => one["slug"] === "toy-camera");
  const [option] = row?.options ?? [];
  if (!row || !option) throw new Error("The demo has no camera");
  const made = (await readProductVariants(id)).variants.at(-1);
  const [first, ...others] = row.variants;
  const withValue = { ...option, values: [...option.values, { key: "red", label: "Red", hex: "#aa3333" }] };
  const tryIt = async (changes: Json) => problemsOf(await imported("toy-camera", changes, true));

  expect(await tryIt({ options: [withValue] })).toEqual([
    expect.stringContaining(`options: the value red of ${String(option["name"])} was made at the desk`),
  ]);
  expect(await tryIt({ variants: [{ ...first, sku: made?.sku }, ...others] })).toEqual([
    expect.stringContaining(`variants: ${made?.sku} was made at the desk, so no other variant can have it`),
  ]);
  const otherIds = others.map((variant) => Number(variant["id"]));
  await setVariantsVisible({ productId: id }, { ids: otherIds, isVisible: false }, NOW);
  expect(await tryIt({ variants: others })).toEqual([
    expect.stringContaining("variants: would all be hidden: show one at the desk first"),
  ]);
  // Without the catalogue's version, the product is left alone as a whole.
  expect(problemsOf(await imported("toy-camera", { options: [withValue] }))).toEqual([]);
  expect(await imported("toy-camera", { options: [withValue] })).toMatchObject({
    value: { edited: [{ slug: "toy-camera" }] },
  });
});

/** The first option, and a step that calls its first value "Soft colours" and others as `more` has them. */
async function firstOption(id: number) {
  const [option] = (await readProductVariants(id)).options;
  const [first] = option?.values ?? [];
  if (!option || !first) throw new Error("no option");
  const rename = (more: Readonly<Record<string, ValueName>> = {}) => {
    const names = { [first.key]: { label: "Soft colours", hex: first.hex }, ...more };
    const renamed = { optionId: option.id, names: new Map(Object.entries(names)) };
    return outcomeOf(renameOptionValues({ productId: id }, renamed, NOW));
  };
  return { option, first, rename };
}

test("an import leaves a renamed value alone and names the product, unless it overwrites edits", async () => {
  const id = await givenRed("bedside-crib");
  const { first, rename } = await firstOption(id);
  expect(await rename({ red: { label: "Brick", hex: red.hex } })).toBe("done");
  const labels = async () => (await shown(id)).map(([label]) => label);
  const renamed = await labels();
  expect([renamed[0], renamed.at(-1)]).toEqual(["Soft colours", "Brick"]);

  const untouched = await imported("bedside-crib", {});
  expect(untouched).toMatchObject({ ok: true, value: { edited: [{ slug: "bedside-crib" }] } });
  expect(await labels()).toEqual(renamed);

  await imported("bedside-crib", {}, true);
  expect(await labels()).toEqual([first.label, ...renamed.slice(1)]);
});

test("a variant of the desk is called by the catalogue's name once an import has taken that", async () => {
  const id = await productId("balance-bike");
  const size = {
    ...({ name: "Size", type: "radio", present: { label: "Small", hex: null } } as const),
    values: [{ label: "Large", hex: null }],
  };
  await addOption({ productId: id }, size, NOW);
  const { option, first, rename } = await firstOption(id);
  await rename();
  const labels = async () =>
    (await readProductVariants(id)).variants
      .filter(({ options }) => options[option.name] === first.key)
      .map(({ label }) => label);
  expect(await labels()).toEqual(["Soft colours, Small", "Soft colours, Large"]);

  await imported("balance-bike", {}, true);

  expect(await labels()).toEqual([`${first.label}, Small`, `${first.label}, Large`]);
});
