/** Products that are made at the desk: from nothing to the shop, and past an import. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { changeProduct, previewProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { nextSku } from "#app/models/catalogue/editing/create-product.server.ts";
import type { NewProduct } from "#app/models/catalogue/editing/new-product.ts";
import { missingFacts } from "#app/models/catalogue/editing/missing-facts.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
import { imagesText, newImage } from "#app/models/catalogue/editing/product-images.ts";
import { warningsText } from "#app/models/catalogue/editing/safety-facts.ts";
import { changeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { findProduct, findProductPath } from "#app/models/catalogue/product.server.ts";
import { productImport } from "#app/models/desk/files/product-import.server.ts";
import { createProductAtDesk } from "#app/models/desk/products/new-product.server.ts";
import {
  discardDraftAtDesk,
  type DraftState,
  findDraftState,
  marksOf,
  publishAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: StaffRole) => actorAt((await deskPerson(role)).token);

async function givenProduct(name: string, more: Partial<NewProduct> = {}): Promise<NewProduct> {
  const { categories, brands } = await findProductChoices();
  const [category, brand] = [categories.find(({ name: line }) => line.endsWith("Stackers")), brands[0]];
  if (!category || !brand) throw new Error("The demo has no stackers");
  return {
    ...{ name, sku: "", categoryId: category.id, brandId: brand.id, isToy: true },
    ...{ priceMinor: 4200, shortDescription: "Five rings on a peg.", ...more },
  };
}

/** The id of a product that an owner has just made. */
async function madeProduct(name: string, maker?: Awaited<ReturnType<typeof person>>): Promise<number> {
  const made = await createProductAtDesk(await givenProduct(name), maker ?? (await person("owner")));
  if (!made.ok) throw new Error(made.code);
  return made.value.id;
}

async function stateOf(id: number): Promise<DraftState> {
  const state = await findDraftState(id);
  if (!state) throw new Error("no such product");
  return state;
}

function formOf(state: DraftState, typed: ProductChanges = {}) {
  return {
    ...{ id: state.id, version: state.version, marks: marksOf(state.fields) },
    typed: { ...state.fields, ...typed },
  };
}

const IMAGE = newImage({ file: "products/abacus-1.jpg", width: 1200, height: 1200, sinkPercent: 4 });

/** Everything that a new toy lacks. */
const WHOLE: ProductChanges = {
  images: imagesText([{ ...IMAGE, alt: "Five rings on a peg" }]),
  ...{ description: "Turned from ash.", metaDescription: "Five rings on a peg.", ages: "12 12 -" },
  warnings: warningsText([{ code: "own", text: "Warning. Remove all packaging." }]),
  ...{ delivery: "small", weight: "600", otherPrices: "EUR 4900" },
};

async function publishedProduct(name: string): Promise<number> {
  const id = await madeProduct(name);
  const done = await publishAtDesk(formOf(await stateOf(id), WHOLE), await person("owner"));
  if (!done.ok) throw new Error(done.code);
  return id;
}

test("a new product is a draft that nobody sees, and says what it lacks", async () => {
  const id = await madeProduct("Ring Tower");
  const state = await stateOf(id);

  expect([await findProduct(id, NOW), await findProductPath(id)]).toEqual([null, null]);
  expect(state).toMatchObject({ isMade: true, wasPublished: false });
  expect(state.fields).toMatchObject({ price: "4200", visibility: "everybody", slug: "ring-tower" });
  const { currencies } = await findStore();
  expect(missingFacts(state.fields, { isMade: true, currencies }).map(({ input }) => input)).toEqual([
    ...["description", "files", "ageMin", "warnings", "price-EUR", "delivery", "weight"],
  ]);
  expect(await publishAtDesk(formOf(state), await person("owner"))).toMatchObject({
    ok: false,
    code: "product-incomplete",
  });
  expect(await findProduct(id, NOW)).toBeNull();
  expect(await deskActions(id)).toEqual(["product-made"]);
  expect(await discardDraftAtDesk(id, await person("owner"))).toMatchObject({ code: "desk-new-product" });
});

test("published, it is on its page and new, with a price history that begins then", async () => {
  const id = await madeProduct("Peg Pyramid");
  const sku = (
    await db().selectFrom("variants").select("sku").where("product_id", "=", id).executeTakeFirstOrThrow()
  ).sku;
  await changeStock(sku, { by: 7 }, { reason: "Received", now: NOW });
  const draft = await saveDraftAtDesk(formOf(await stateOf(id), WHOLE), await person("editor"));
  expect(draft.ok).toBe(true);
  const preview = await previewProduct(id, (await stateOf(id)).fields, NOW);
  expect(preview).toMatchObject({ name: "Peg Pyramid", price: { now: { minor: 4200 } } });
  expect(preview?.images).toHaveLength(1);

  // A price is published by owners.
  expect(await publishAtDesk(formOf(await stateOf(id)), await person("editor"))).toMatchObject({
    code: "desk-owner-publishes",
  });
  const owner = await person("owner");
  expect(await publishAtDesk(formOf(await stateOf(id)), owner)).toMatchObject({ ok: true });

  const product = await findProduct(id, NOW);
  expect(product).toMatchObject({ price: { now: { minor: 4200 } }, isNew: true, isBackInStock: false });
  expect(product?.variants[0]).toMatchObject({ available: 7, image: { file: IMAGE.file } });
  expect(await findProductPath(id)).toContain("/peg-pyramid");
  const spans = await db()
    .selectFrom("price_history")
    .innerJoin("variants", "variants.id", "price_history.variant_id")
    .select(["price_history.price_minor", "valid_from", "valid_to"])
    .where("product_id", "=", id)
    .execute();
  expect(spans).toEqual([{ price_minor: 4200, valid_from: owner.now.toISOString(), valid_to: null }]);
  // There is nothing before it to go back to.
  const versions = await db()
    .selectFrom("product_versions")
    .select("id")
    .where("product_id", "=", id)
    .execute();
  expect(versions).toHaveLength(1);
});

test("of two who make the same product at once one is refused, and numbers are single", async () => {
  const owner = await person("owner");
  const product = await givenProduct("Twice At Once");
  const done = await Promise.all([1, 2].map(() => createProductAtDesk(product, owner)));
  expect(done.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "product-name-taken" });

  const next = await nextSku();
  const others = await Promise.all(["One At Once", "Two At Once"].map((name) => madeProduct(name, owner)));
  const skus = await db().selectFrom("products").select("sku").where("id", "in", others).execute();
  expect(new Set(skus.map(({ sku }) => sku)).size).toBe(2);
  expect(skus.map(({ sku }) => sku)).toContain(next);
});

test("what does not exist, is taken or is not allowed is refused", async () => {
  const owner = await person("owner");
  const make = async (more: Partial<NewProduct>) =>
    createProductAtDesk(await givenProduct("Refused One", more), owner);
  expect(await make({ categoryId: 99_999 })).toMatchObject({ code: "category-unknown" });
  expect(await make({ brandId: 99_999 })).toMatchObject({ code: "brand-unknown" });
  expect(await make({ sku: "hb-0101" })).toMatchObject({ code: "sku-taken" });
  expect(await make({ name: "木" })).toMatchObject({ code: "product-name-empty" });
  expect(await make({ name: "Rainbow Stacker" })).toMatchObject({ code: "product-name-taken" });
  for (const role of ["packer", "reader"] as const)
    expect(await createProductAtDesk(await givenProduct("Refused One"), await person(role))).toMatchObject({
      code: "desk-not-allowed",
    });
});

test("category, brand, delivery and size change with the draft, and the old address leads on", async () => {
  const id = await publishedProduct("Moving Blocks");
  const old = (await findProductPath(id)) ?? "";
  const { categories, brands } = await findProductChoices();
  const category = categories.find(({ name }) => name.endsWith("Puzzles")) ?? categories.at(-1);
  const changes = {
    ...{ category: String(category?.id), brand: String(brands.at(-1)?.id), toy: "no" },
    ...{ delivery: "large", weight: "2500", size: "300 200 100" },
  };
  const done = await changeProduct(id, changes, { now: NOW });
  expect(done.ok).toBe(true);

  const path = await findProductPath(id);
  expect(path).not.toBe(old);
  const redirect = await db()
    .selectFrom("redirects")
    .select("to_path")
    .where("from_path", "=", old)
    .executeTakeFirst();
  expect(redirect?.to_path).toBe(path);
  expect(await findProduct(id, NOW)).toMatchObject({ deliveryClass: "large", isToy: false });
  const members = await db()
    .selectFrom("product_categories")
    .select("category_id")
    .where("product_id", "=", id)
    .execute();
  expect(members).toEqual([{ category_id: category?.id }]);
  for (const [field, code] of [
    [{ category: "99999" }, "category-unknown"],
    [{ brand: "99999" }, "brand-unknown"],
    [{ tax: "1234" }, "tax-unknown"],
    [{ weight: "" }, "product-incomplete"],
  ] as const)
    expect(await changeProduct(id, field, { now: NOW })).toMatchObject({ ok: false, code });
});

test("an import leaves what was made at the desk alone, and refuses a catalogue that takes its place", async () => {
  const [seen, draft] = [await publishedProduct("Stays Here"), await madeProduct("Stays Hidden")];
  const rows = () =>
    Promise.all([
      db().selectFrom("products").selectAll().where("id", "in", [seen, draft]).orderBy("id").execute(),
      db()
        .selectFrom("variants")
        .selectAll()
        .where("product_id", "in", [seen, draft])
        .orderBy("id")
        .execute(),
      db().selectFrom("product_images").selectAll().where("product_id", "=", seen).execute(),
      db().selectFrom("product_categories").selectAll().where("product_id", "in", [seen, draft]).execute(),
      db().selectFrom("price_history").selectAll().orderBy("id").execute(),
    ]);
  const before = await rows();
  const folder = copyDemoCatalogue();
  for (const overwritesEdits of [false, true]) {
    const result = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
    if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
    expect(await rows()).toEqual(before);
  }
  expect(await findProduct(seen, NOW)).not.toBeNull();

  changeRow(folder, ["products.json", "bead-maze"], { sku: before[0][0]?.sku });
  const refused = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });
  expect(refused.ok ? [] : refused.problems.map(({ message }) => message)).toContain(
    "belongs to a product that was made at the desk",
  );
});

test("an export that comes back changes nothing, and a file edits no product that nobody has seen", async () => {
  const id = await madeProduct("Never In Files");
  const rows = [];
  for await (const batch of exportProducts()) rows.push(...batch.filter((row) => row["product id"] === id));
  const [row] = rows;
  const cells = Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, String(value)]));
  const check = (changed: Readonly<Record<string, string>>) =>
    productImport.check([{ line: 2, name: cells["sku"] ?? "", cells: { ...cells, ...changed } }], {
      now: NOW,
      may: () => true,
    });
  expect((await check({})).lines).toMatchObject([{ outcome: "unchanged" }]);
  expect((await check({ visible: "yes" })).lines).toMatchObject([{ outcome: "wrong" }]);
});
