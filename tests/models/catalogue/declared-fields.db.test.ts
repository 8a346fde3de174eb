/** Whatever is declared about a product goes everywhere that a product's fields go. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { productSchema } from "#app/db/seed/product-schema.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  type DeclaredField,
  type DeclaredName,
} from "#app/models/catalogue/editing/declared-fields.ts";
import { missingFacts } from "#app/models/catalogue/editing/missing-facts.ts";
import { exportProducts, productColumns } from "#app/models/catalogue/product-export.server.ts";
import { FIELD_LABELS, valueText } from "#app/models/desk/products/field-words.ts";
import { inputsOf, readProductInputs } from "#app/models/desk/products/product-form.ts";
import { NOW } from "#tests/support/now.ts";
import { check } from "#tests/support/people/desk/desk-imports.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const FORMAT = { currency: "GBP", locale: "en-GB" } as const;

/** What is typed first, and then. */
function samplesOf({ input }: DeclaredField): readonly [string, string] {
  if (input.kind === "measure") return ["2.5", "3.1"];
  if (input.kind === "text") return ["First sample", "Second sample"];
  const [first, second] = input.options;
  return [first?.value ?? "", second?.value ?? ""];
}

async function stateOf(id: number) {
  const state = await findProductState(id);
  if (!state) throw new Error("no such product");
  return state;
}

async function typedInto(id: number, name: DeclaredName, typed: string) {
  const { fields: fallback } = await stateOf(id);
  return readProductInputs({ [name]: typed }, { format: FORMAT, today: "2026-11-30", fallback });
}

test.each(DECLARED_NAMES)("%s is typed, stored, exported, brought in by a file and shown", async (name) => {
  const field = DECLARED_FIELDS[name];
  const { id, sku } = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select(["products.id", "variants.sku"])
    .orderBy("products.id")
    .executeTakeFirstOrThrow();
  const [first, second] = samplesOf(field);

  const { fields, errors } = await typedInto(id, name, first);
  expect(errors).toEqual({});
  expect((await changeProduct(id, { [name]: fields[name] }, { now: NOW })).ok).toBe(true);
  const stored = (await stateOf(id)).fields;
  expect(stored[name]).toBe(fields[name]);
  expect(inputsOf(stored, FORMAT)[name], "the form shows what was typed").toBe(first);

  expect(await productColumns()).toContain(field.heading);
  const later = (await typedInto(id, name, second)).fields[name];
  for await (const rows of exportProducts())
    for (const row of rows.filter((one) => one["sku"] === sku)) expect(row[field.heading]).toBe(stored[name]);
  const file = await check("products", `sku,${field.heading}\n${sku},${later}\n`);
  expect(file.lines[0]).toMatchObject({ outcome: "changed", changes: { [name]: [stored[name], later] } });

  expect(FIELD_LABELS[name]).toBe(field.label);
  expect(valueText(name, later, { format: FORMAT, now: NOW, variants: new Map() })).toBe(field.shown(later));
});

test("what a field cannot hold is refused where it is typed, and in a file", async () => {
  const { id, sku } = await db().selectFrom("products").select(["id", "sku"]).executeTakeFirstOrThrow();
  for (const [name, { input, heading }] of Object.entries(DECLARED_FIELDS)) {
    const wrong = input.kind === "text" ? "x".repeat(input.max + 1) : "unknown";
    const { errors } = await typedInto(id, name as DeclaredName, wrong);
    expect(Object.keys(errors)).toEqual([name]);
    const { lines } = await check("products", `sku,${heading}\n${sku},${wrong}\n`);
    expect(lines[0], heading).toMatchObject({ outcome: "wrong" });
    expect(lines[0]?.reason).toContain(`${heading}: `);
  }
});

test.each([
  ["weight in grams", "1400.00", "1400"],
  ["weight in grams", "2,5", "Use whole grams such as 1400"],
  ["weight in grams", "", "Use whole grams such as 1400"],
  ["delivery class", "Large parcel", "large"],
  ["delivery class", "huge", "Use small, large, two_person"],
])("in a file %s %j is %s", async (heading, cell, expected) => {
  const { sku } = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select("variants.sku")
    .where("weight_g", "<>", 1_400)
    .where("delivery_class", "=", "small")
    .executeTakeFirstOrThrow();
  const { lines } = await check("products", `sku,${heading}\n${sku},"${cell}"\n`);
  const [[, after] = []] = Object.values(lines[0]?.changes ?? {});
  expect(after ?? lines[0]?.reason).toContain(expected);
});

test("the catalogue's file has each field, and lacks only those that a product may lack", () => {
  const products = readFileSync("content/catalogue/products.json", "utf8");
  const [product] = JSON.parse(products) as ReadonlyArray<Record<string, unknown>>;
  const schema = productSchema("GBP");
  expect(schema.safeParse(product).success).toBe(true);
  for (const { catalogueName, needed } of Object.values(DECLARED_FIELDS)) {
    const { success } = schema.safeParse({ ...product, [catalogueName]: undefined });
    expect(success, catalogueName).toBe(needed === "never");
  }
});

test("a product that was made at the desk needs what is declared so", async () => {
  const { id } = await db().selectFrom("products").select("id").executeTakeFirstOrThrow();
  const empty = Object.fromEntries(DECLARED_NAMES.map((name) => [name, ""]));
  const fields = { ...(await stateOf(id)).fields, ...empty };
  const missing = missingFacts(fields, { isMade: true, currencies: ["GBP"] }).map(({ input }) => input);
  expect(missing).toEqual(
    expect.arrayContaining(DECLARED_NAMES.filter((name) => DECLARED_FIELDS[name].needed !== "never")),
  );
});
