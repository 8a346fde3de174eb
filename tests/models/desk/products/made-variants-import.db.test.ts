/** An import of the catalogue, where variants were made or hidden at the desk. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue, type ImportResult } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { addOption, addOptionValues } from "#app/models/catalogue/editing/make-variants.server.ts";
import { readProductVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { renameOptionValues } from "#app/models/catalogue/editing/rename-values.server.ts";
import { setVariantsVisible } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { NOW } from "#tests/support/now.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Json = Record<string, unknown>;

async function idOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

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
  const productId = await idOf(slug);
  const [option] = (await readProductVariants(productId)).options;
  const done = await addOptionValues({ productId }, { optionId: option?.id ?? 0, values: [red] }, NOW);
  if (!done.ok) throw new Error(done.code);
  return productId;
}

const shown = async (productId: number) =>
  (await readProductVariants(productId)).variants.map(({ label, isVisible }) => [label, isVisible]);

test("an import changes nothing about variants of the desk, and shows nothing that the desk has hidden", async () => {
  const productId = await givenRed("toy-car");
  const before = await readProductVariants(productId);
  const [dusty] = before.variants;
  await setVariantsVisible({ productId }, { ids: [dusty?.id ?? 0], isVisible: false }, NOW);
  const hidden = await readProductVariants(productId);

  expect(await imported("toy-car", {})).toMatchObject({ ok: true, value: { rowsWritten: 0, edited: [] } });
  expect(await readProductVariants(productId)).toEqual(hidden);
  expect(await imported("toy-car", { name: "Motor Car" })).toMatchObject({
    value: { edited: [{ slug: "toy-car", differs: ["name"] }] },
  });
  expect((await findProduct(productId, NOW))?.name).toBe("Wooden Car");

  expect(await imported("toy-car", { name: "Motor Car" }, true)).toMatchObject({ ok: true });
  expect((await findProduct(productId, NOW))?.name).toBe("Motor Car");
  expect(await readProductVariants(productId)).toEqual(hidden);
  expect(await shown(productId)).toEqual([
    ["Dusty Blue", false],
    ["Terracotta", true],
    ["Sage", true],
    ["Red", false],
  ]);
});

test("a new price of the catalogue reaches the variants of the desk, and a hidden one lowers no list", async () => {
  const productId = await givenRed("balance-bike");
  const { variants } = await readProductVariants(productId);
  const [sage, terracotta] = variants.map(({ id }) => id);
  const made = variants.at(-1)?.id ?? 0;
  await setVariantsVisible({ productId }, { ids: [made], isVisible: true }, NOW);
  await db()
    .updateTable("variants")
    .set({ price_minor: 50 })
    .where("id", "=", terracotta ?? 0)
    .execute();
  await setVariantsVisible({ productId }, { ids: [terracotta ?? 0], isVisible: false }, NOW);
  const product = await findProduct(productId, NOW);
  const price = (product?.price.now.minor ?? 0) + 1_000;

  expect(problemsOf(await imported("balance-bike", { price: price / 100, sale_price: null }, true))).toEqual(
    [],
  );
  const spans = await db()
    .selectFrom("price_history")
    .select("price_minor")
    .where("variant_id", "in", [made, sage ?? 0])
    .where("currency", "=", "GBP")
    .where("valid_to", "is", null)
    .execute();
  expect(spans.map(({ price_minor: minor }) => minor)).toEqual([price, price]);
  const { sort_price_minor: sorted } = await db()
    .selectFrom("products")
    .select("sort_price_minor")
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
  expect(sorted).toBe(price);
});

test("the variants of the catalogue keep what they are by an option of the desk", async () => {
  const productId = await idOf("stacking-rings");
  const option = {
    name: "Colour",
    type: "swatch",
    present: { label: "Ash", hex: "#ddccaa" },
    values: [red],
  } as const;
  await addOption({ productId }, option, NOW);
  const before = await readProductVariants(productId);

  expect(await imported("stacking-rings", {})).toMatchObject({ value: { edited: [] } });
  expect(problemsOf(await imported("stacking-rings", { name: "Rings" }, true))).toEqual([]);
  expect(await readProductVariants(productId)).toEqual(before);
});

test("what does not go with the desk's variants is a problem, and nothing is written", async () => {
  const productId = await givenRed("toy-camera");
  const folder = copyDemoCatalogue();
  const { readFileSync } = await import("node:fs");
  const rows = JSON.parse(readFileSync(`${folder}/products.json`, "utf8")) as ReadonlyArray<
    Json & {
      variants: ReadonlyArray<Json>;
      options: ReadonlyArray<Json & { name: string; values: ReadonlyArray<Json> }>;
    }
  >;
  const row = rows.find((one) => one["slug"] === "toy-camera");
  const [option] = row?.options ?? [];
  if (!row || !option) throw new Error("The demo has no camera");
  const made = (await readProductVariants(productId)).variants.at(-1);
  const [first, ...others] = row.variants;
  const withValue = { ...option, values: [...option.values, { key: "red", label: "Red", hex: "#aa3333" }] };
  const tryIt = async (changes: Json) => problemsOf(await imported("toy-camera", changes, true));

  expect(await tryIt({ options: [withValue] })).toEqual([
    expect.stringContaining(`options: the value red of ${option.name} was made at the desk`),
  ]);
  expect(await tryIt({ variants: [{ ...first, sku: made?.sku }, ...others] })).toEqual([
    expect.stringContaining(`variants: ${made?.sku} was made at the desk, so no other variant can have it`),
  ]);
  await setVariantsVisible({ productId }, { ids: others.map(({ id }) => Number(id)), isVisible: false }, NOW);
  expect(await tryIt({ variants: others })).toEqual([
    expect.stringContaining("variants: would all be hidden: show one at the desk first"),
  ]);
  // Without the catalogue's version, the product is left alone as a whole.
  expect(problemsOf(await imported("toy-camera", { options: [withValue] }))).toEqual([]);
  expect(await imported("toy-camera", { options: [withValue] })).toMatchObject({
    value: { edited: [{ slug: "toy-camera" }] },
  });
});

test("an import leaves a renamed value alone and names the product, unless it overwrites edits", async () => {
  const productId = await givenRed("bedside-crib");
  const [option] = (await readProductVariants(productId)).options;
  const [first] = option?.values ?? [];
  if (!option || !first) throw new Error("no option");
  const names = new Map([
    [first.key, { label: "Soft colours", hex: first.hex }],
    ["red", { label: "Brick", hex: red.hex }],
  ]);
  expect(await renameOptionValues({ productId }, { optionId: option.id, names }, NOW)).toMatchObject({
    ok: true,
  });
  const labels = async () => (await shown(productId)).map(([label]) => label);
  const renamed = await labels();
  expect([renamed[0], renamed.at(-1)]).toEqual(["Soft colours", "Brick"]);

  const untouched = await imported("bedside-crib", {});
  expect(untouched).toMatchObject({ ok: true, value: { edited: [{ slug: "bedside-crib" }] } });
  expect(await labels()).toEqual(renamed);

  await imported("bedside-crib", {}, true);
  expect(await labels()).toEqual([first.label, ...renamed.slice(1)]);
});

test("a variant of the desk is called by the catalogue's name once an import has taken that", async () => {
  const productId = await idOf("balance-bike");
  const size = {
    ...({ name: "Size", type: "radio", present: { label: "Small", hex: null } } as const),
    values: [{ label: "Large", hex: null }],
  };
  await addOption({ productId }, size, NOW);
  const [option] = (await readProductVariants(productId)).options;
  const [first] = option?.values ?? [];
  if (!option || !first) throw new Error("no option");
  const names = new Map([[first.key, { label: "Soft colours", hex: first.hex }]]);
  await renameOptionValues({ productId }, { optionId: option.id, names }, NOW);
  const labels = async () =>
    (await readProductVariants(productId)).variants
      .filter(({ options }) => options[option.name] === first.key)
      .map(({ label }) => label);
  expect(await labels()).toEqual(["Soft colours, Small", "Soft colours, Large"]);

  await imported("balance-bike", {}, true);

  expect(await labels()).toEqual([`${first.label}, Small`, `${first.label}, Large`]);
});
