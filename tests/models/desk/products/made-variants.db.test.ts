/** Variants that are made at the desk: hidden until somebody shows them, and hidden again when they are retired. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { readProductVariants, markOfVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import type { ValueName } from "#app/models/catalogue/editing/variant-options.ts";
import { POINTING_TABLES } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import { changeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import {
  addOptionAtDesk,
  addOptionValuesAtDesk,
  removeVariantsAtDesk,
  setVariantImagesAtDesk,
  setVariantsVisibleAtDesk,
} from "#app/models/desk/products/variant-steps.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const colour = (label: string, hex: string | null = "#dd8f5c"): ValueName => ({ label, hex });

/** The variants and options of the product, and the step of a form that shows them. */
async function stepOn(slug: string) {
  const id = await productId(slug);
  const found = await readProductVariants(id);
  const ids = found.variants.map((variant) => variant.id);
  const optionId = found.options[0]?.id ?? 0;
  return { ...found, id, ids, optionId, step: { productId: id, mark: markOfVariants(found) } };
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

const show = (id: number, ids: ReadonlyArray<number>, by: DeskPerson) =>
  setVariantsVisibleAtDesk({ productId: id }, { ids, isVisible: true }, by);
const hide = (id: number, ids: ReadonlyArray<number>, by: DeskPerson) =>
  setVariantsVisibleAtDesk({ productId: id }, { ids, isVisible: false }, by);

async function seenLabels(id: number) {
  const product = await findProduct(id, NOW);
  return {
    variants: product?.variants.map(({ label }) => label),
    values: product?.options.map(({ name, values }) => [name, values.map(({ label }) => label)]),
  };
}

const pricesOf = (variantId: number) =>
  db()
    .selectFrom("price_history")
    .select(["currency", "price_minor", "valid_to"])
    .where("variant_id", "=", variantId)
    .orderBy("currency")
    .execute();

test("a product of one variant gets an option: what was sold stays for sale, and the new ones wait", async () => {
  const { id, variants } = await withColours("stacking-rings", "Red", "Blue");

  expect(variants.map(({ label, sku, isVisible, onHand }) => [label, sku, isVisible, onHand > 0])).toEqual([
    ["Ash", "HB-0102", true, true],
    ["Red", "HB-0102-RED", false, false],
    ["Blue", "HB-0102-BLUE", false, false],
  ]);
  expect(await seenLabels(id)).toEqual({ variants: ["Ash"], values: [["Colour", ["Ash"]]] });
  expect(await logRows("variants-added")).toMatchObject([
    { subject_id: String(id), changes: { Colour: ["", "HB-0102-RED, HB-0102-BLUE"] } },
  ]);
});

test("a new value makes a variant with every combination of the others, at the product's price in each currency", async () => {
  const { id, step, optionId } = await stepOn("slatted-cot");
  const added = { optionId, values: [colour("Sage green")] };
  expect(await addOptionValuesAtDesk(step, added, await person("owner"))).toEqual({
    ok: true,
    value: { option: "Finish", skus: ["HB-0148-SAGE-NONE", "HB-0148-SAGE-SPRU"] },
  });
  const fresh = (await readProductVariants(id)).variants.slice(-2);
  expect(fresh.map(({ label, options: chosen }) => [label, chosen])).toEqual([
    ["Sage green, Cot only", { Finish: "sage-green", Mattress: "none" }],
    ["Sage green, With pocket-sprung mattress", { Finish: "sage-green", Mattress: "sprung" }],
  ]);
  const freshIds = fresh.map((variant) => variant.id);
  await show(id, freshIds, await person("editor"));
  const rows = await pricesOf(freshIds[0] ?? 0);
  expect(rows.map(({ currency, valid_to: to }) => [currency, to])).toEqual([
    ["EUR", null],
    ["GBP", null],
  ]);
  const product = await findProduct(id, NOW);
  expect(product?.variants).toHaveLength(8);
  expect(rows[1]?.price_minor).toBe(product?.variants.at(-1)?.price.now.minor);
});

test("what nobody sees has no history of prices, and does not lower the price from which lists sort", async () => {
  const { id, ids } = await withColours("pull-along-dog", "Red");
  const red = ids[1] ?? 0;
  const sortPrice = async () =>
    (await db().selectFrom("products").select("sort_price_minor").where("id", "=", id).execute())[0];
  const before = await sortPrice();
  await db().updateTable("variants").set({ price_minor: 100 }).where("id", "=", red).execute();
  expect(await pricesOf(red)).toEqual([]);
  const owner = await person("owner");
  await show(id, [red], owner);
  expect(await sortPrice()).toEqual({ sort_price_minor: 100 });
  expect(await pricesOf(red)).toHaveLength(2);
  await hide(id, [red], owner);
  expect(await sortPrice()).toEqual(before);
});

test("doubles are refused whatever their case, accents and spaces, with the place of each", async () => {
  const { step, optionId } = await stepOn("rainbow-stacker");
  const owner = await person("owner");
  const add = (...values: ReadonlyArray<ValueName>) =>
    addOptionValuesAtDesk(step, { optionId, values }, owner);
  const [red, blue] = [colour("Red"), colour("Blue")];

  expect(await add(red, colour("SÚN set"))).toMatchObject({ code: "value-taken", detail: { place: 1 } });
  expect(await add(red, blue, colour(" réd"))).toMatchObject({ code: "value-taken", detail: { place: 2 } });
  expect(await add(red, colour("—"))).toMatchObject({ code: "value-without-letters", detail: { place: 1 } });
  expect(await outcomeOf(add())).toBe("values-none");
  expect(await outcomeOf(add(colour("Red", null)))).toBe("value-without-colour");
  const unknown = { optionId: 1, values: [red] };
  expect(await outcomeOf(addOptionValuesAtDesk(step, unknown, owner))).toBe("option-not-found");
  const option = { name: "cólour", type: "swatch", present: colour("Ash"), values: [red] } as const;
  expect(await outcomeOf(addOptionAtDesk(step, option, owner))).toBe("option-taken");
  const double = await addOptionAtDesk(step, { ...option, name: "Size", present: colour("red") }, owner);
  expect(double).toMatchObject({ code: "value-taken", detail: { place: 0 } });
  expect((await stepOn("rainbow-stacker")).step).toEqual(step);
});

test("there are limits to options, values and variants", async () => {
  const owner = await person("owner");
  const many = (count: number) => Array.from({ length: count }, (_, number) => colour(`Shade ${number}`));
  const size = {
    ...({ name: "Size", type: "radio" } as const),
    ...{ present: colour("S", null), values: [colour("M", null)] },
  };
  const cot = await stepOn("cot-bed");
  const addToCot = (count: number) =>
    outcomeOf(
      addOptionValuesAtDesk({ productId: cot.id }, { optionId: cot.optionId, values: many(count) }, owner),
    );
  const addOption = (to: number, name = "Size") =>
    outcomeOf(addOptionAtDesk({ productId: to }, { ...size, name }, owner));

  expect(await addToCot(29)).toBe("values-too-many");
  expect(await addToCot(28)).toBe("done");
  expect(await addOption(cot.id)).toBe("variants-too-many");
  const sorter = await productId("shape-sorter");
  for (const name of ["One", "Two", "Three"]) expect(await addOption(sorter, name)).toBe("done");
  expect(await addOption(sorter)).toBe("options-too-many");
});

test("shoppers see one variant at least, also when two people hide the last two at once", async () => {
  const { id, ids } = await stepOn("toy-car");
  const editor = await person("editor");
  const [first = 0, second = 0, third = 0] = ids;

  expect(await outcomeOf(hide(id, ids, editor))).toBe("variant-last");
  expect(await hide(id, ids.slice(1), editor)).toEqual({
    ok: true,
    value: { names: ["Terracotta", "Sage"] },
  });
  expect(await seenLabels(id)).toEqual({ variants: ["Dusty Blue"], values: [["Colour", ["Dusty Blue"]]] });
  expect(await outcomeOf(hide(id, [first], editor))).toBe("variant-last");
  expect(await hide(id, [second], editor)).toEqual({ ok: true, value: { names: [] } });
  expect(await outcomeOf(hide(id, [], editor))).toBe("variants-none");
  expect(await outcomeOf(hide(id, [1], editor))).toBe("variant-not-found");
  await show(id, [third], editor);
  const atTheSameTime = await atOnce(hide(id, [first], editor), hide(id, [third], editor));
  expect(atTheSameTime).toEqual(["done", "variant-last"]);
});

test("of two who add the same value at once, one is refused, and a form that shows what was is too", async () => {
  const { step, id, optionId } = await stepOn("rainbow-stacker");
  const editor = await person("editor");
  const add = (label: string, to: Readonly<{ productId: number; mark?: string }>) =>
    addOptionValuesAtDesk(to, { optionId, values: [colour(label)] }, editor);

  const both = await atOnce(add("Red", { productId: id }), add("Red", { productId: id }));
  expect(both).toEqual(["done", "value-taken"]);
  expect(await outcomeOf(add("Blue", step))).toBe("variants-changed");
});

test("what something names stays; what nothing names can be removed once it is hidden", async () => {
  const { id, ids } = await withColours("pull-along-duck", "Red", "Blue");
  const [ash, red, blue] = ids;
  const owner = await person("owner");
  const remove = (variantId = 0) => removeVariantsAtDesk({ productId: id }, [variantId], owner);

  expect(await outcomeOf(remove(ash))).toBe("variant-shown");
  await changeStock("HB-0106-RED", { to: 4 }, { reason: "received", now: NOW });
  expect(await remove(red)).toMatchObject({ code: "variant-used", detail: { name: "Red" } });
  expect(await remove(blue)).toEqual({ ok: true, value: { names: ["Blue"] } });
  const after = await readProductVariants(id);
  expect(after.options[0]?.values.map(({ label }) => label)).toEqual(["Ash", "Red"]);
  expect(await outcomeOf(remove(blue))).toBe("variant-not-found");
});

test("every table that names a variant is looked at before one is removed", () => {
  const schema = readFileSync("app/db/schema.ts", "utf8");
  // Histories and the batch of alerts go with the variant.
  expect(POINTING_TABLES.length + 3).toBe([...schema.matchAll(/\bvariant_id: number/g)].length);
});

test("each variant shows one of the product's images", async () => {
  const { id, variants } = await stepOn("balance-bike");
  const owner = await person("owner");
  const [first, second] = variants;
  const choose = (file: string) =>
    setVariantImagesAtDesk({ productId: id }, new Map([[first?.id ?? 0, file]]), owner);

  expect(await outcomeOf(choose("products/abacus-1.jpg"))).toBe("image-unknown");
  expect(await choose(second?.image ?? "")).toEqual({ ok: true, value: { names: ["Sage"] } });
  const product = await findProduct(id, NOW);
  expect(product?.variants[0]?.image.file).toBe(second?.image);
});
