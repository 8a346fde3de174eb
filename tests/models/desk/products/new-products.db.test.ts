/** Products that are made at the desk: from nothing to the shop, and past an import. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { changeProduct, previewProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { createProduct, nextSku } from "#app/models/catalogue/editing/create-product.server.ts";
import type { NewProduct } from "#app/models/catalogue/editing/new-product.ts";
import { missingFacts } from "#app/models/catalogue/editing/missing-facts.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
import { imagesText, newImage } from "#app/models/catalogue/editing/product-images.ts";
import { warningsText } from "#app/models/catalogue/editing/safety-facts.ts";
import { listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { changeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { findProduct, findProductPath } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { productImport } from "#app/models/desk/files/product-import.server.ts";
import { createProductAtDesk } from "#app/models/desk/products/new-product.server.ts";
import {
  discardDraftAtDesk,
  publishAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { draftState, productForm, formNow } from "#tests/support/people/desk/desk-products.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

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
  const done = await publishAtDesk(await formNow(id, WHOLE), await person("owner"));
  if (!done.ok) throw new Error(done.code);
  return id;
}

test("a new product is a draft that nobody sees, and says what it lacks", async () => {
  const id = await madeProduct("Ring Tower");
  const state = await draftState(id);

  expect([await findProduct(id, NOW), await findProductPath(id)]).toEqual([null, null]);
  expect(state).toMatchObject({ isMade: true, wasPublished: false });
  expect(state.fields).toMatchObject({ price: "4200", visibility: "everybody", slug: "ring-tower" });
  const { currencies } = await findStore();
  expect(missingFacts(state.fields, { isMade: true, currencies }).map(({ input }) => input)).toEqual([
    ...["description", "delivery", "weight", "files", "ageMin", "warnings", "price-EUR"],
  ]);
  const owner = await person("owner");
  expect(await outcomeOf(publishAtDesk(productForm(state), owner))).toBe("product-incomplete");
  expect(await findProduct(id, NOW)).toBeNull();
  expect(await deskActions(id)).toEqual(["product-made"]);
  expect(await outcomeOf(discardDraftAtDesk(id, owner))).toBe("desk-new-product");
});

test("published, it is on its page and new, with a price history that begins then", async () => {
  const id = await madeProduct("Peg Pyramid");
  const [owner, editor] = [await person("owner"), await person("editor")];
  const [variant] = await db().selectFrom("variants").select("sku").where("product_id", "=", id).execute();
  await changeStock(variant?.sku ?? "", { by: 7 }, { reason: "Received", now: NOW });
  expect(await outcomeOf(saveDraftAtDesk(await formNow(id, WHOLE), editor))).toBe("done");
  const preview = await previewProduct(id, (await draftState(id)).fields, NOW);
  expect(preview).toMatchObject({ name: "Peg Pyramid", price: { now: { minor: 4200 } } });
  expect(preview?.images).toHaveLength(1);

  // A price is published by owners.
  expect(await outcomeOf(publishAtDesk(await formNow(id), editor))).toBe("desk-owner-publishes");
  expect(await outcomeOf(publishAtDesk(await formNow(id), owner))).toBe("done");

  const product = await findProduct(id, NOW);
  expect(product).toMatchObject({ price: { now: { minor: 4200 } }, isNew: true, isBackInStock: false });
  expect(product?.variants[0]).toMatchObject({ available: 7, image: { file: IMAGE.file } });
  expect(await findProductPath(id)).toContain("/peg-pyramid");
  const spans = db()
    .selectFrom("price_history")
    .select(["price_minor", "valid_from", "valid_to"])
    .where("variant_id", "=", product?.variants[0]?.id ?? 0);
  expect(await spans.execute()).toEqual([
    { price_minor: 4200, valid_from: owner.now.toISOString(), valid_to: null },
  ]);
  // There is nothing before it to go back to.
  expect(await listVersions(id, 9)).toHaveLength(1);
});

test("what does not exist, is taken, or is made twice at once is refused, and numbers are single", async () => {
  const owner = await person("owner");
  const make = async (more: Partial<NewProduct>) =>
    createProductAtDesk(await givenProduct("Refused One", more), owner);
  expect(await outcomeOf(make({ categoryId: 99_999 }))).toBe("category-unknown");
  expect(await outcomeOf(make({ brandId: 99_999 }))).toBe("brand-unknown");
  expect(await outcomeOf(make({ sku: "hb-0101" }))).toBe("sku-taken");
  expect(await outcomeOf(make({ name: "木" }))).toBe("product-name-empty");
  expect(await outcomeOf(make({ name: "Rainbow Stacker" }))).toBe("product-name-taken");
  expect(await atOnce(make({ name: "At Once" }), make({ name: "At Once" }))).toEqual([
    ...["done", "product-name-taken"],
  ]);

  const next = await nextSku();
  const others = await Promise.all(["One At Once", "Two At Once"].map((name) => madeProduct(name, owner)));
  const skus = (await db().selectFrom("products").select("sku").where("id", "in", others).execute()).map(
    ({ sku }) => sku,
  );
  expect(new Set(skus).size).toBe(2);
  expect(skus).toContain(next);
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
  expect(await outcomeOf(changeProduct(id, changes, { now: NOW }))).toBe("done");

  const path = await findProductPath(id);
  expect(path).not.toBe(old);
  expect(await findRedirect(old)).toBe(path);
  expect(await findProduct(id, NOW)).toMatchObject({ deliveryClass: "large", isToy: false });
  const members = db().selectFrom("product_categories").select("category_id").where("product_id", "=", id);
  expect(await members.execute()).toEqual([{ category_id: category?.id }]);
  for (const [field, code] of [
    [{ category: "99999" }, "category-unknown"],
    [{ brand: "99999" }, "brand-unknown"],
    [{ tax: "1234" }, "tax-unknown"],
    [{ weight: "" }, "product-incomplete"],
  ] as const)
    expect(await outcomeOf(changeProduct(id, field, { now: NOW }))).toBe(code);
});

test("an import leaves what was made at the desk alone, and refuses a catalogue that takes its place", async () => {
  const [seen, draft] = [await publishedProduct("Stays Here"), await madeProduct("Stays Hidden")];
  const ids = [seen, draft];
  const rows = () =>
    Promise.all([
      db().selectFrom("products").selectAll().where("id", "in", ids).orderBy("id").execute(),
      db().selectFrom("variants").selectAll().where("product_id", "in", ids).orderBy("id").execute(),
      db().selectFrom("product_images").selectAll().where("product_id", "=", seen).execute(),
      db().selectFrom("product_categories").selectAll().where("product_id", "in", ids).execute(),
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
  const outcomes = async (changed: Readonly<Record<string, string>> = {}) => {
    const line = { line: 2, name: cells["sku"] ?? "", cells: { ...cells, ...changed } };
    const { lines } = await productImport.check([line], { now: NOW, may: () => true });
    return lines.map(({ outcome }) => outcome);
  };
  expect(await outcomes()).toEqual(["unchanged"]);
  expect(await outcomes({ visible: "yes" })).toEqual(["wrong"]);
});

test.each([
  ["wooden-toys/pull-alongs", "Baby & Toddler > Baby Toys & Activity Equipment > Push & Pull Toys"],
  // One product of two, three of six.
  ["wooden-toys/building-and-stacking/blocks", ""],
  ["wooden-toys/baby-toys", ""],
])("a new product of %s has the Google category of most products there, which is %j", async (path, kind) => {
  const category = db().selectFrom("categories").select("id").where("path", "=", path);
  const { id: categoryId } = await category.executeTakeFirstOrThrow();
  const made = await createProduct(await givenProduct(`New of ${path}`, { categoryId }), { now: NOW });

  const row = db().selectFrom("products").select("google_product_category as kind");
  const id = made.ok ? made.value.id : 0;
  expect(await row.where("id", "=", id).executeTakeFirst()).toEqual({ kind });
});
