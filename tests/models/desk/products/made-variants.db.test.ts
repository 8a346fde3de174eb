/** Variants that are made at the desk: hidden until somebody shows them, and hidden again when they are retired. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { readProductVariants, markOfVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import type { ValueName } from "#app/models/catalogue/editing/variant-options.ts";
import { changeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import {
  addOptionAtDesk,
  addOptionValuesAtDesk,
  removeVariantsAtDesk,
  setVariantImagesAtDesk,
  setVariantsVisibleAtDesk,
} from "#app/models/desk/products/variant-steps.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: StaffRole) => actorAt((await deskPerson(role)).token);

async function idOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

const colour = (label: string, hex = "#dd8f5c"): ValueName => ({ label, hex });

async function stepOn(slug: string) {
  const productId = await idOf(slug);
  const found = await readProductVariants(productId);
  return { ...found, productId, step: { productId, mark: markOfVariants(found) } };
}

/** The product with the option Colour: what it was before is "Ash"; the others are hidden. */
async function withColours(slug: string, ...labels: ReadonlyArray<string>) {
  const { step } = await stepOn(slug);
  const option = {
    ...({ name: "Colour", type: "swatch", present: colour("Ash") } as const),
    values: labels.map((label) => colour(label)),
  };
  const done = await addOptionAtDesk(step, option, await person("editor"));
  if (!done.ok) throw new Error(done.code);
  return stepOn(slug);
}

async function seenLabels(productId: number) {
  const product = await findProduct(productId, NOW);
  return {
    variants: product?.variants.map(({ label }) => label),
    values: product?.options.map(({ name, values }) => [name, values.map(({ label }) => label)]),
  };
}

test("a product of one variant gets an option: what was sold stays for sale, and the new ones wait", async () => {
  const { productId, variants } = await withColours("stacking-rings", "Red", "Blue");

  expect(variants.map(({ label, sku, isVisible, onHand }) => [label, sku, isVisible, onHand > 0])).toEqual([
    ["Ash", "HB-0102", true, true],
    ["Red", "HB-0102-RED", false, false],
    ["Blue", "HB-0102-BLUE", false, false],
  ]);
  expect(await seenLabels(productId)).toEqual({ variants: ["Ash"], values: [["Colour", ["Ash"]]] });
  const [row] = await listDeskLog({
    staffId: null,
    subject: { kind: "product", id: String(productId) },
    limit: 1,
  });
  expect([row?.action, row?.changes]).toEqual([
    "variants-added",
    { Colour: ["", "HB-0102-RED, HB-0102-BLUE"] },
  ]);
});

test("a new value makes a variant with every combination of the others, at the product's price in each currency", async () => {
  const { productId, step, options } = await stepOn("slatted-cot");
  const [finish] = options;
  const done = await addOptionValuesAtDesk(
    step,
    { optionId: finish?.id ?? 0, values: [colour("Sage green")] },
    await person("owner"),
  );
  expect(done).toEqual({
    ok: true,
    value: { option: "Finish", skus: ["HB-0148-SAGE-NONE", "HB-0148-SAGE-SPRU"] },
  });
  const fresh = (await readProductVariants(productId)).variants.slice(-2);
  expect(fresh.map(({ label, options: chosen }) => [label, chosen])).toEqual([
    ["Sage green, Cot only", { Finish: "sage-green", Mattress: "none" }],
    ["Sage green, With pocket-sprung mattress", { Finish: "sage-green", Mattress: "sprung" }],
  ]);
  await setVariantsVisibleAtDesk(
    { productId },
    { ids: fresh.map(({ id }) => id), isVisible: true },
    await person("editor"),
  );
  const rows = await db()
    .selectFrom("price_history")
    .select(["currency", "price_minor", "valid_to"])
    .where("variant_id", "=", fresh[0]?.id ?? 0)
    .orderBy("currency")
    .execute();
  expect(rows.map(({ currency, valid_to: to }) => [currency, to])).toEqual([
    ["EUR", null],
    ["GBP", null],
  ]);
  const product = await findProduct(productId, NOW);
  expect(product?.variants).toHaveLength(8);
  expect(rows[1]?.price_minor).toBe(product?.variants.at(-1)?.price.now.minor);
});

test("what nobody sees has no history of prices, and does not lower the price from which lists sort", async () => {
  const { productId, variants } = await withColours("pull-along-dog", "Red");
  const red = variants[1]?.id ?? 0;
  const historyOf = () =>
    db().selectFrom("price_history").select("id").where("variant_id", "=", red).execute();
  const sortPrice = async () =>
    (
      await db()
        .selectFrom("products")
        .select("sort_price_minor")
        .where("id", "=", productId)
        .executeTakeFirstOrThrow()
    ).sort_price_minor;
  const before = await sortPrice();
  await db().updateTable("variants").set({ price_minor: 100 }).where("id", "=", red).execute();
  expect(await historyOf()).toEqual([]);
  const owner = await person("owner");
  await setVariantsVisibleAtDesk({ productId }, { ids: [red], isVisible: true }, owner);
  expect([await sortPrice(), (await historyOf()).length]).toEqual([100, 2]);
  await setVariantsVisibleAtDesk({ productId }, { ids: [red], isVisible: false }, owner);
  expect(await sortPrice()).toBe(before);
});

test("doubles are refused whatever their case, accents and spaces, with the place of each", async () => {
  const { step, options } = await stepOn("rainbow-stacker");
  const optionId = options[0]?.id ?? 0;
  const owner = await person("owner");
  const add = (...labels: ReadonlyArray<string>) =>
    addOptionValuesAtDesk(step, { optionId, values: labels.map((label) => colour(label)) }, owner);

  expect(await add("Red", "SÚN set")).toMatchObject({ code: "value-taken", detail: { place: 1 } });
  expect(await add("Red", "Blue", " réd")).toMatchObject({ code: "value-taken", detail: { place: 2 } });
  expect(await add("Red", "—")).toMatchObject({ code: "value-without-letters", detail: { place: 1 } });
  expect(await add()).toMatchObject({ code: "values-none" });
  expect(
    await addOptionValuesAtDesk(step, { optionId, values: [{ label: "Red", hex: null }] }, owner),
  ).toMatchObject({
    code: "value-without-colour",
  });
  expect(await addOptionValuesAtDesk(step, { optionId: 1, values: [colour("Red")] }, owner)).toMatchObject({
    code: "option-not-found",
  });
  const option = { name: "cólour", type: "swatch", present: colour("Ash"), values: [colour("Red")] } as const;
  expect(await addOptionAtDesk(step, option, owner)).toMatchObject({ code: "option-taken" });
  expect(
    await addOptionAtDesk(step, { ...option, name: "Size", present: colour("red") }, owner),
  ).toMatchObject({
    code: "value-taken",
    detail: { place: 0 },
  });
  expect((await stepOn("rainbow-stacker")).step).toEqual(step);
});

test("there are limits to options, values and variants", async () => {
  const owner = await person("owner");
  const many = (count: number) => Array.from({ length: count }, (_, number) => colour(`Shade ${number}`));
  const { productId, options } = await stepOn("cot-bed");
  const optionId = options[0]?.id ?? 0;
  expect(await addOptionValuesAtDesk({ productId }, { optionId, values: many(29) }, owner)).toMatchObject({
    code: "values-too-many",
  });
  expect((await addOptionValuesAtDesk({ productId }, { optionId, values: many(28) }, owner)).ok).toBe(true);
  const option = {
    name: "Size",
    type: "radio",
    present: { label: "S", hex: null },
    values: [{ label: "M", hex: null }],
  } as const;
  expect(await addOptionAtDesk({ productId }, option, owner)).toMatchObject({ code: "variants-too-many" });
  const sorter = await idOf("shape-sorter");
  for (const name of ["One", "Two", "Three"])
    expect((await addOptionAtDesk({ productId: sorter }, { ...option, name }, owner)).ok).toBe(true);
  expect(await addOptionAtDesk({ productId: sorter }, option, owner)).toMatchObject({
    code: "options-too-many",
  });
});

test("shoppers see one variant at least", async () => {
  const { productId, variants } = await stepOn("toy-car");
  const ids = variants.map(({ id }) => id);
  const editor = await person("editor");
  const hide = (...chosen: ReadonlyArray<number>) =>
    setVariantsVisibleAtDesk({ productId }, { ids: chosen, isVisible: false }, editor);

  expect(await hide(...ids)).toMatchObject({ code: "variant-last" });
  expect(await hide(...ids.slice(1))).toEqual({ ok: true, value: { names: ["Terracotta", "Sage"] } });
  expect(await seenLabels(productId)).toEqual({
    variants: ["Dusty Blue"],
    values: [["Colour", ["Dusty Blue"]]],
  });
  expect(await hide(ids[0] ?? 0)).toMatchObject({ code: "variant-last" });
  expect(await hide(ids[1] ?? 0)).toEqual({ ok: true, value: { names: [] } });
  expect(await hide()).toMatchObject({ code: "variants-none" });
  expect(await hide(1)).toMatchObject({ code: "variant-not-found" });
});

test("of two who hide the last two at once, one is refused", async () => {
  const { productId, variants } = await stepOn("toy-camera");
  const [first, ...others] = variants.map(({ id }) => id);
  const editor = await person("editor");
  await setVariantsVisibleAtDesk({ productId }, { ids: [others[1] ?? 0], isVisible: false }, editor);
  const both = await Promise.all(
    [first ?? 0, others[0] ?? 0].map((id) =>
      setVariantsVisibleAtDesk({ productId }, { ids: [id], isVisible: false }, editor),
    ),
  );
  expect(both.map((done) => (done.ok ? "done" : done.code)).toSorted()).toEqual(["done", "variant-last"]);
});

test("of two who add the same value at once, one is refused, and a form that shows what was is too", async () => {
  const { step, productId, options } = await stepOn("rainbow-stacker");
  const editor = await person("editor");
  const values = { optionId: options[0]?.id ?? 0, values: [colour("Red")] };
  const both = await Promise.all([1, 2].map(() => addOptionValuesAtDesk({ productId }, values, editor)));
  expect(both.map((done) => (done.ok ? "done" : done.code)).toSorted()).toEqual(["done", "value-taken"]);
  expect(await addOptionValuesAtDesk(step, { ...values, values: [colour("Blue")] }, editor)).toMatchObject({
    code: "variants-changed",
  });
});

test("what something names stays; what nothing names can be removed once it is hidden", async () => {
  const { productId, variants } = await withColours("pull-along-duck", "Red", "Blue");
  const [ash, red, blue] = variants.map(({ id }) => id);
  const owner = await person("owner");
  const remove = (id = 0) => removeVariantsAtDesk({ productId }, [id], owner);

  expect(await remove(ash)).toMatchObject({ code: "variant-shown" });
  await changeStock("HB-0106-RED", { to: 4 }, { reason: "received", now: NOW });
  expect(await remove(red)).toMatchObject({ code: "variant-used", detail: { name: "Red" } });
  expect(await remove(blue)).toEqual({ ok: true, value: { names: ["Blue"] } });
  const after = await readProductVariants(productId);
  expect(after.options[0]?.values.map(({ label }) => label)).toEqual(["Ash", "Red"]);
  expect(await remove(blue)).toMatchObject({ code: "variant-not-found" });
});

test("every table that names a variant is looked at before one is removed", async () => {
  const { POINTING_TABLES } = await import("#app/models/catalogue/editing/variant-visibility.server.ts");
  const { readFileSync } = await import("node:fs");
  const schema = readFileSync("app/db/schema.ts", "utf8");
  const count = [...schema.matchAll(/\bvariant_id: number/g)].length;
  // Histories and the batch of alerts go with the variant.
  expect(POINTING_TABLES.length + 3).toBe(count);
});

test("each variant shows one of the product's images", async () => {
  const { productId, variants } = await stepOn("balance-bike");
  const owner = await person("owner");
  const [first, second] = variants;
  const choose = (file: string) =>
    setVariantImagesAtDesk({ productId }, new Map([[first?.id ?? 0, file]]), owner);

  expect(await choose("products/abacus-1.jpg")).toMatchObject({ code: "image-unknown" });
  expect(await choose(second?.image ?? "")).toEqual({ ok: true, value: { names: ["Sage"] } });
  const product = await findProduct(productId, NOW);
  expect(product?.variants[0]?.image.file).toBe(second?.image);
});

test("packers and readers change nothing", async () => {
  const { productId, variants, options } = await stepOn("rainbow-stacker");
  for (const role of ["packer", "reader"] as const) {
    const actor = await person(role);
    const ids = [variants[0]?.id ?? 0];
    const refusals = await Promise.all([
      setVariantsVisibleAtDesk({ productId }, { ids, isVisible: false }, actor),
      removeVariantsAtDesk({ productId }, ids, actor),
      addOptionValuesAtDesk({ productId }, { optionId: options[0]?.id ?? 0, values: [colour("Red")] }, actor),
      setVariantImagesAtDesk({ productId }, new Map([[ids[0] ?? 0, "x"]]), actor),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: "desk-not-allowed" });
  }
});
