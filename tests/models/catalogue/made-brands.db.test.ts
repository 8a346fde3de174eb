/** Requirement desk-72. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { brands } from "#app/models/desk/resources/brands.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { rowTexts, type Texts } from "#app/models/resource/field.ts";
import { refusalField, runRowCommand, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { changeFile, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { importProblems, productId } from "#tests/support/shops/imported-catalogue.ts";

useTestDatabase();

async function saved(key: string | null, texts: Texts) {
  const row = key === null ? null : await brands.rows.find(key);
  const before = row ? rowTexts(brands.fields, row, await findStore()) : {};
  const typing = { key, texts: { ...before, ...texts }, marks: null, request: "" };
  const done = await saveRow(brands, typing, await person("owner"));
  if (!done.ok || done.value.kind !== "saved") throw new Error(JSON.stringify(done));
  return { key: done.value.saved.key, logId: done.value.saved.logId ?? 0 };
}

const removed = async (key: string) =>
  runRowCommand(brands, { command: "remove", key, mark: null }, await person("owner"));

const brandOf = async (slug: string) =>
  db().selectFrom("brands").selectAll().where("slug", "=", slug).executeTakeFirst();

test("the address is made of the name, leads on after a rename, and back after its undo", async () => {
  const { key } = await saved(null, { name: "Étoile & Fils" });
  expect(await brandOf("etoile-fils")).toMatchObject({ id: Number(key), created_by: "desk" });
  expect(await brands.rows.find("etoile-fils")).toMatchObject({ id: Number(key) });

  const { logId } = await saved(key, { slug: "etoile" });
  expect(await findRedirect("/brands/etoile-fils")).toBe("/brands/etoile");
  expect(await undoStep(brands, logId, await person("owner"))).toMatchObject({ ok: true });
  expect(await brandOf("etoile-fils")).toMatchObject({ id: Number(key) });
  expect(await findRedirect("/brands/etoile")).toBe("/brands/etoile-fils");
  expect(await findRedirect("/brands/etoile-fils")).toBeNull();
});

test.each([
  [{ name: "Larks", slug: "Not a slug" }, "slug", "slug-malformed"],
  [{ name: "木", slug: "" }, "slug", "slug-malformed"],
  [{ name: "Larks", slug: "etoile" }, "slug", "brand-slug-taken"],
  [{ name: "ETOILE", slug: "another" }, "name", "brand-name-taken"],
])("of %j the field %s is refused: %s", async (texts, field, code) => {
  await saved(null, { name: "Etoile" });

  const done = await saveRow(brands, { key: null, texts, marks: null, request: "" }, await person("owner"));

  expect(done).toMatchObject({ ok: false, code });
  if (!done.ok) expect(refusalField(brands, done)).toBe(field);
});

test("a brand of products stays; one without is removed, comes back with its id, and no id is given twice", async () => {
  const { key } = await saved(null, { name: "Etoile", story: "By the sea." });
  const id = Number(key);
  const product = await productId("rainbow-stacker");
  const { brand_id: before } = await db()
    .selectFrom("products")
    .select("brand_id")
    .where("id", "=", product)
    .executeTakeFirstOrThrow();
  const give = async (brand_id: number) => {
    await db().updateTable("products").set({ brand_id }).where("id", "=", product).execute();
    await bumpCatalogueVersion();
  };

  expect((await findProductChoices()).brands).toContainEqual({ id, name: "Etoile" });
  expect(await listBrands()).not.toContainEqual(expect.objectContaining({ id }));
  await give(id);
  // Where it is made it has neither an image nor texts of its own for search engines.
  expect(await listBrands()).toContainEqual(
    expect.objectContaining({ id, image: null, pageTitle: "Etoile" }),
  );
  expect(await removed(key)).toMatchObject({
    code: "brand-has-products",
    detail: { name: "Etoile", count: "1 product" },
  });
  await give(before);
  const gone = await removed(key);
  const { key: next } = await saved(null, { name: "Another" });
  expect(Number(next)).toBeGreaterThan(id);
  expect(await undoStep(brands, gone.ok ? (gone.value.logId ?? 0) : 0, await person("owner"))).toMatchObject({
    ok: true,
    value: { key },
  });
  expect(await brandOf("etoile")).toMatchObject({ id, story: "By the sea.", created_by: "desk" });
});

test("the search learns the new name of a brand", async () => {
  const { id, name } = (await brandOf("hollybough-workshop"))!;
  const before = await markedCount();

  const { logId } = await saved(String(id), { name: "Holly" });
  expect(await markedCount()).toBeGreaterThan(before);

  await undoStep(brands, logId, await person("owner"));
  expect((await brandOf("hollybough-workshop"))?.name).toBe(name);
});

test("an import leaves alone what was made or changed by hand, names it, and takes no id or address of it", async () => {
  const folder = copyDemoCatalogue();
  const { id } = (await brandOf("hollybough-workshop"))!;
  await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
  const made = await saved(null, { name: "Etoile", slug: "etoile" });
  await saved(String(id), { slug: "holly" });

  const done = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });
  expect(done.ok && done.value).toMatchObject({
    rowsWritten: 0,
    editedSettings: ["brands: hollybough-workshop"],
  });
  expect([(await brandOf("holly"))?.id, (await brandOf("etoile"))?.id]).toEqual([id, Number(made.key)]);

  for (const [field, change] of [
    ["id", { id: Number(made.key), slug: "a-new-one" }],
    ["slug", { id: 4_000, slug: "etoile" }],
    ["slug", { id: 4_001, slug: "holly" }],
  ] as const) {
    const other = copyDemoCatalogue();
    changeFile(other, "brands.json", (rows) => [...rows, { ...rows[0], ...change }]);
    expect(await importProblems(other, NOW)).toEqual([
      expect.stringContaining(`(${change.slug}): ${field}: belongs to a brand that was made or changed`),
    ]);
  }

  await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits: true });
  expect((await brandOf("hollybough-workshop"))?.edited_at).toBeNull();
  expect(await brandOf("etoile")).toBeDefined();
});
