/** Values of options that get other names at the desk. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { readProductVariants, markOfVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { renameOptionValues } from "#app/models/catalogue/editing/rename-values.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { readRenamed } from "#app/models/desk/products/new-variants-form.ts";
import { renameOptionValuesAtDesk } from "#app/models/desk/products/variant-steps.server.ts";
import { merchantFeed } from "#app/models/marketing/merchant-feed.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { readSearchDocuments } from "#app/services/search/embedded/documents.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: StaffRole) => actorAt((await deskPerson(role)).token);

/** The first option of the product, with what a form of now sends along. */
async function optionOf(slug: string) {
  const { id: productId } = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const found = await readProductVariants(productId);
  const [option] = found.options;
  if (!option) throw new Error("no option");
  return { productId, option, variants: found.variants, step: { productId, mark: markOfVariants(found) } };
}

async function feedText(): Promise<string> {
  const parts: Array<string> = [];
  for await (const part of merchantFeed("https://shop.example", NOW)) parts.push(part);
  return parts.join("");
}

const SOFT = { label: "Soft colours", hex: "#c9b8a8" };

test("shoppers, variants and the search say the new name, links stay, and what was ordered keeps its words", async () => {
  const { productId, option, variants, step } = await optionOf("rainbow-stacker");
  const [first] = option.values;
  const [own] = variants.filter(({ options }) => options[option.name] === first?.key);
  if (!first || !own) throw new Error("no value");
  const version = await catalogueVersion();
  const { orderId } = await placedOrder({ [own.id]: 1 });
  const before = await findProduct(productId, NOW);
  expect(before?.variants.map(({ label }) => label)).toContain(first.label);

  const done = await renameOptionValuesAtDesk(
    step,
    { optionId: option.id, names: new Map([[first.key, SOFT]]) },
    await person("editor"),
  );

  expect(done).toMatchObject({
    ok: true,
    value: { before: [expect.stringContaining(first.label)], after: ["Soft colours (#c9b8a8)"] },
  });
  expect(await catalogueVersion()).toBeGreaterThan(version);
  const after = await findProduct(productId, NOW);
  expect(after?.variants.find(({ id }) => id === own.id)).toMatchObject({ label: "Soft colours" });
  expect(after?.options[0]?.values[0]).toMatchObject({
    key: first.key,
    label: "Soft colours",
    hex: SOFT.hex,
  });
  expect((await findOrder(orderId))?.lines.map(({ variantLabel }) => variantLabel)).toEqual([first.label]);
  const indexed = (await readSearchDocuments()).find((document) => document.productId === productId);
  expect(JSON.stringify(indexed)).toContain("Soft colours");
  expect(JSON.stringify(indexed)).not.toContain(`"${first.label}`);
  expect(await feedText()).toContain("Soft colours");
  const now = await readProductVariants(productId);
  expect(now.variants.map(({ options, sku }) => [options, sku])).toEqual(
    variants.map(({ options, sku }) => [options, sku]),
  );
  const [row] = await listDeskLog({
    ...{ staffId: null, limit: 1 },
    subject: { kind: "product", id: String(productId) },
  });
  expect([row?.action, row?.changes[option.name]?.[1]]).toEqual([
    ...["option-values-renamed", "Soft colours (#c9b8a8)"],
  ]);
});

test("empty names, doubles in other case, and names of signs alone are refused, with the place", async () => {
  const { option, step } = await optionOf("balance-bike");
  const [first, second] = option.values;
  if (!first || !second) throw new Error("too few values");
  const rename = (label: string, key = second.key) =>
    renameOptionValues(
      step,
      { optionId: option.id, names: new Map([[key, { label, hex: "#aabbcc" }]]) },
      NOW,
    );

  expect(await rename(` ${first.label.toUpperCase()} `)).toMatchObject({
    code: "value-taken",
    detail: { place: 1 },
  });
  expect(await rename("★")).toMatchObject({ code: "value-without-letters", detail: { place: 1 } });
  expect(await rename("Other", "no-such")).toMatchObject({ code: "value-not-found" });
  const typed = { [`rename-${option.id}-0`]: " ", [`rename-${option.id}-1`]: "x".repeat(61) };
  const { errors } = readRenamed(typed, { id: option.id, keys: [first.key, second.key], isColour: true });
  expect(Object.keys(errors)).toEqual([`rename-${option.id}-0`, `rename-${option.id}-1`]);
  const { option: now } = await optionOf("balance-bike");
  expect(now).toEqual(option);
});

test("two values may change their names with each other, and the same names again change nothing", async () => {
  const { productId, option, step } = await optionOf("building-blocks");
  const [first, second] = option.values;
  if (!first || !second) throw new Error("too few values");
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

test("of two who rename at once with the same page one is refused, and so is a packer", async () => {
  const { option, step } = await optionOf("city-pushchair");
  const [first, second] = option.values;
  if (!first || !second) throw new Error("too few values");
  const editor = await person("editor");
  const rename = (key: string, by = editor) =>
    renameOptionValuesAtDesk(step, { optionId: option.id, names: new Map([[key, SOFT]]) }, by);

  expect(await rename(first.key, await person("packer"))).toMatchObject({ code: "desk-not-allowed" });
  const done = await Promise.all([rename(first.key), rename(second.key)]);

  expect(done.map((one) => (one.ok ? "done" : one.code)).sort()).toEqual(["done", "variants-changed"]);
});
