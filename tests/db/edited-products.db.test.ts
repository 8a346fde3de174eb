import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import type { ProductField } from "#app/models/catalogue/editing/product-fields.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { NOW } from "#tests/support/now.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { productId } from "#tests/support/shops/imported-catalogue.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";

useTestDatabase();

async function field(id: number, name: ProductField): Promise<string | undefined> {
  return (await findProductState(id))?.fields[name];
}

/** The demo catalogue, in which one product has another care text and the one beside it another name. */
function changedCatalogue(edited: string, beside: string): string {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", edited], { page_title: "From the catalogue" });
  changeRow(folder, ["products.json", beside], { page_title: "From the catalogue too" });
  return folder;
}

async function imported(folder: string, overwritesEdits = false) {
  const result = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
  if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
  return result.value;
}

test("an import names a product that was edited by hand and leaves it alone unless it is to overwrite", async () => {
  const [edited, beside] = [await productId("rainbow-stacker"), await productId("bead-maze")];
  const name = await field(edited, "name");
  const variants = (await findProduct(edited, NOW))?.variants.length;
  const links = () =>
    db().selectFrom("related_products").select("related_id").where("product_id", "=", edited).execute();
  const related = (await links()).length;
  await changeProduct(edited, { name: "By hand" }, { now: NOW });
  const folder = changedCatalogue("rainbow-stacker", "bead-maze");

  expect((await imported(folder)).edited).toEqual([
    { id: edited, slug: "rainbow-stacker", differs: ["name", "page_title"] },
  ]);
  expect([await field(edited, "name"), await field(beside, "pageTitle")]).toEqual([
    "By hand",
    "From the catalogue too",
  ]);
  expect(await field(edited, "pageTitle")).not.toBe("From the catalogue");
  // Nothing of it was retired either.
  expect((await findProduct(edited, NOW))?.variants).toHaveLength(variants ?? -1);
  expect((await links()).length).toBe(related);
  // The next import says so again.
  expect((await imported(folder)).edited).toHaveLength(1);

  const before = (await findProductState(edited))?.version ?? 0;
  expect((await imported(folder, true)).edited).toHaveLength(1);
  expect([await field(edited, "name"), await field(edited, "pageTitle")]).toEqual([
    name,
    "From the catalogue",
  ]);
  expect((await findProductState(edited))?.version).toBeGreaterThan(before);
  expect((await imported(folder)).edited).toEqual([]);
});

test("an edit that the catalogue has too is no conflict", async () => {
  const id = await productId("bead-maze");
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "bead-maze"], { page_title: "The same" });
  await changeProduct(id, { pageTitle: "The same" }, { now: NOW });

  expect((await imported(folder)).edited).toEqual([]);
});

test("a sale that runs is not ended by an import that knows nothing of it", async () => {
  const id = await productId("bead-maze");
  await imported(copyDemoCatalogue(), true);
  await changeProduct(id, { sale: "1000 - 2999-12-31" }, { now: NOW });

  expect((await imported(copyDemoCatalogue())).edited.map(({ slug }) => slug)).toEqual(["bead-maze"]);
  expect((await findProduct(id, NOW))?.price.now.minor).toBe(1000);

  await imported(copyDemoCatalogue(), true);
  expect(await field(id, "sale")).toBe("");
});

test.runIf(hasPostgresServer)(
  "an edit that is published after an import has begun is left alone and named",
  async () => {
    const id = await productId("bead-maze");
    await imported(copyDemoCatalogue(), true);
    const before = await field(id, "pageTitle");
    const folder = changedCatalogue("bead-maze", "rainbow-stacker");

    const done = await whileWaiting(() => changeProduct(id, { name: "By hand" }, { now: NOW }), {
      start: () => imported(folder),
      work: async () => null,
    });

    expect(done.edited.map(({ slug }) => slug)).toEqual(["bead-maze"]);
    expect([await field(id, "name"), await field(id, "pageTitle")]).toEqual(["By hand", before]);
  },
);
