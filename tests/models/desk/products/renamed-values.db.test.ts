/** Values of options that get other names at the desk. */
import { expect, test } from "vitest";

import { readProductVariants, markOfVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { renameOptionValues } from "#app/models/catalogue/editing/rename-values.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { readRenamed } from "#app/models/desk/products/new-variants-form.ts";
import { renameOptionValuesAtDesk } from "#app/models/desk/products/variant-steps.server.ts";
import { merchantFeed } from "#app/models/marketing/merchant-feed.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { readSearchDocuments } from "#app/services/search/embedded/documents.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { placedOrder } from "#tests/support/people/checkout.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** The first option of the product and its first values, with what a form of now sends along. */
async function optionOf(slug: string) {
  const id = await productId(slug);
  const found = await readProductVariants(id);
  const [option] = found.options;
  const [first, second] = option?.values ?? [];
  if (!option || !first || !second) throw new Error("too few values");
  const step = { productId: id, mark: markOfVariants(found) };
  return { productId: id, option, first, second, variants: found.variants, step };
}

async function feedText(): Promise<string> {
  const parts: Array<string> = [];
  for await (const part of merchantFeed("https://shop.example", NOW)) parts.push(part);
  return parts.join("");
}

const SOFT = { label: "Soft colours", hex: "#c9b8a8" };

test("shoppers, variants and the search say the new name, links stay, and what was ordered keeps its words", async () => {
  const { productId, option, first, variants, step } = await optionOf("rainbow-stacker");
  const [own] = variants.filter(({ options }) => options[option.name] === first.key);
  if (!own) throw new Error("no value");
  const version = await catalogueVersion();
  const { orderId } = await placedOrder({ [own.id]: 1 });
  const before = await findProduct(productId, NOW);
  expect(before?.variants.map(({ label }) => label)).toContain(first.label);

  const renamed = { optionId: option.id, names: new Map([[first.key, SOFT]]) };
  expect(await renameOptionValuesAtDesk(step, renamed, await person("editor"))).toMatchObject({
    ok: true,
    value: { before: [expect.stringContaining(first.label)], after: ["Soft colours (#c9b8a8)"] },
  });
  expect(await catalogueVersion()).toBeGreaterThan(version);
  const after = await findProduct(productId, NOW);
  expect(after?.variants.find(({ id }) => id === own.id)).toMatchObject({ label: "Soft colours" });
  expect(after?.options[0]?.values[0]).toMatchObject({ key: first.key, ...SOFT });
  expect((await findOrder(orderId))?.lines.map(({ variantLabel }) => variantLabel)).toEqual([first.label]);
  const indexed = (await readSearchDocuments()).find((document) => document.productId === productId);
  expect(JSON.stringify(indexed)).toContain("Soft colours");
  expect(JSON.stringify(indexed)).not.toContain(`"${first.label}`);
  expect(await feedText()).toContain("Soft colours");
  const now = await readProductVariants(productId);
  expect(now.variants.map(({ options, sku }) => [options, sku])).toEqual(
    variants.map(({ options, sku }) => [options, sku]),
  );
  expect(await logRows("option-values-renamed")).toMatchObject([
    {
      subject_id: String(productId),
      changes: { [option.name]: [expect.anything(), "Soft colours (#c9b8a8)"] },
    },
  ]);
});

test("empty names, doubles in other case, and names of signs alone are refused, with the place", async () => {
  const { option, first, second, step } = await optionOf("balance-bike");
  const rename = (label: string, key = second.key) => {
    const names = new Map([[key, { label, hex: "#aabbcc" }]]);
    return renameOptionValues(step, { optionId: option.id, names }, NOW);
  };
  const place = { place: 1 };

  const double = await rename(` ${first.label.toUpperCase()} `);
  expect(double).toMatchObject({ code: "value-taken", detail: place });
  expect(await rename("★")).toMatchObject({ code: "value-without-letters", detail: place });
  expect(await outcomeOf(rename("Other", "no-such"))).toBe("value-not-found");
  const typed = { [`rename-${option.id}-0`]: " ", [`rename-${option.id}-1`]: "x".repeat(61) };
  const { errors } = readRenamed(typed, { id: option.id, keys: [first.key, second.key], isColour: true });
  expect(Object.keys(errors)).toEqual([`rename-${option.id}-0`, `rename-${option.id}-1`]);
  const { option: now } = await optionOf("balance-bike");
  expect(now).toEqual(option);
});

test("two values may change their names with each other, and the same names again change nothing", async () => {
  const { productId, option, first, second, step } = await optionOf("building-blocks");
  const names = new Map([
    [first.key, { label: second.label, hex: first.hex }],
    [second.key, { label: first.label, hex: second.hex }],
  ]);

  expect(await renameOptionValues(step, { optionId: option.id, names }, NOW)).toMatchObject({
    value: { before: [first.label, second.label], after: [second.label, first.label] },
  });
  expect(await renameOptionValues({ productId }, { optionId: option.id, names }, NOW)).toMatchObject({
    value: { before: [], after: [] },
  });
});

test("of two who rename at once with the same page one is refused", async () => {
  const { option, first, second, step } = await optionOf("city-pushchair");
  const editor = await person("editor");
  const rename = (key: string) =>
    renameOptionValuesAtDesk(step, { optionId: option.id, names: new Map([[key, SOFT]]) }, editor);

  expect(await atOnce(rename(first.key), rename(second.key))).toEqual(["done", "variants-changed"]);
});
