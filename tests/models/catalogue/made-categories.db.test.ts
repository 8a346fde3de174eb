/** Requirement desk-73. */
import { afterEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { categories } from "#app/models/desk/resources/categories.server.ts";
import { rowTexts, type Texts } from "#app/models/resource/field.ts";
import { refusalField, runRowCommand, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { findSearchRules } from "#app/models/search/search-rules.server.ts";
import { markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import {
  changeFile,
  changeRow,
  copyDemoCatalogue,
  DEMO_IMAGERY,
} from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { importProblems } from "#tests/support/shops/imported-catalogue.ts";

useTestDatabase();

const imported = (folder: string, overwritesEdits = false) =>
  importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits });

/** Undoes what a test has made of the demo's categories. */
afterEach(async () => {
  await imported(copyDemoCatalogue(), true);
});

async function trySaving(key: string | null, texts: Texts) {
  const row = key === null ? null : await categories.rows.find(key);
  const before = row ? rowTexts(categories.fields, row, await findStore()) : {};
  const typing = { key, texts: { ...before, ...texts }, marks: null, request: "" };
  return saveRow(categories, typing, await person("owner"));
}

async function saved(key: string | null, texts: Texts) {
  const done = await trySaving(key, texts);
  if (!done.ok || done.value.kind !== "saved") throw new Error(JSON.stringify(done));
  return { key: done.value.saved.key, logId: done.value.saved.logId ?? 0 };
}

const undone = async (logId: number) => undoStep(categories, logId, await person("owner"));
const removed = async (key: string) =>
  runRowCommand(categories, { command: "remove", key, mark: null }, await person("owner"));

const all = () =>
  db().selectFrom("categories").select(["id", "path", "slug", "parent_id", "depth"]).orderBy("id").execute();

const columnsOf = async (path: string) =>
  db().selectFrom("categories").selectAll().where("path", "=", path).executeTakeFirst();

const TOYS = "wooden-toys";
const STACKERS = "wooden-toys/building-and-stacking/stackers";
const RAINBOW = `/p/${STACKERS}/rainbow-stacker`;

test("a rename moves what is below, leads from each old address to the new one, and undo leads back", async () => {
  const before = await all();
  const ids = async (paths: ReadonlyArray<string>) => (await findSearchRules()).idsWithin(paths);
  const ruled = await ids([TOYS]);
  expect(ruled.length).toBeGreaterThan(1);
  const marked = await markedCount();

  const { logId } = await saved(TOYS, { slug: "toys" });

  const after = await all();
  expect(after.map(({ path }) => path)).toEqual(
    before.map(({ path }) => path.replace(/^wooden-toys(?=\/|$)/, "toys")),
  );
  expect((await findCategoryTree()).byPath.get("toys/building-and-stacking/stackers")).toBeDefined();
  expect(await findRedirect(`/c/${STACKERS}`)).toBe("/c/toys/building-and-stacking/stackers");
  expect(await findRedirect(RAINBOW)).toBe("/p/toys/building-and-stacking/stackers/rainbow-stacker");
  expect(await ids([TOYS])).toEqual(ruled);
  expect(await markedCount()).toBeGreaterThan(marked);

  expect(await undone(logId)).toMatchObject({ ok: true });
  expect(await all()).toEqual(before);
  expect(await findRedirect(RAINBOW)).toBeNull();
  expect(await findRedirect("/c/toys/building-and-stacking/stackers")).toBe(`/c/${STACKERS}`);
});

test("a category moves with what is below it, and is found by its path", async () => {
  const { key } = await saved(null, { name: "Play" });
  await saved("wooden-toys/building-and-stacking", { parent: "play" });

  expect(await columnsOf("play/building-and-stacking/stackers")).toMatchObject({ depth: 2 });
  expect((await columnsOf("play/building-and-stacking"))?.parent_id).toBe(Number(key));
  expect(await findRedirect(RAINBOW)).toBe("/p/play/building-and-stacking/stackers/rainbow-stacker");
  const options = (await categories.fields["parent"]?.options?.()) ?? [];
  expect(options).toContainEqual({
    value: "play/building-and-stacking/stackers",
    text: "Play > Building and stacking > Stackers",
  });
});

test.each([
  [TOYS, { parent: STACKERS }, "parent", "category-in-itself"],
  [TOYS, { parent: TOYS }, "parent", "category-in-itself"],
  [TOYS, { parent: "no-such-place" }, "parent", "category-parent-unknown"],
  ["gifts", { slug: "presents" }, "slug", "category-path-needed"],
  ["gifts/gifts-by-age", { parent: TOYS }, "slug", "category-path-needed"],
  [null, { name: "Toys", slug: TOYS }, "slug", "category-path-taken"],
  [null, { name: "New" }, "slug", "category-path-reserved"],
  [null, { name: "Toys", slug: "Toys!" }, "slug", "slug-malformed"],
])("of %s, %j is refused at %s: %s", async (key, texts, field, code) => {
  const before = await all();

  const done = await trySaving(key, texts);

  expect(done).toMatchObject({ ok: false, code });
  if (!done.ok) expect(refusalField(categories, done)).toBe(field);
  expect(await all()).toEqual(before);
});

test("none is more than five deep, counted with what is below it", async () => {
  let parent = "";
  for (const name of ["A", "B", "C", "D", "E"]) {
    await saved(null, { name, parent });
    parent = parent === "" ? "a" : `${parent}/${name.toLowerCase()}`;
  }
  expect(await trySaving(null, { name: "F", parent })).toMatchObject({ code: "category-too-deep" });
  await saved(null, { name: "Upper" });
  expect(await trySaving("a", { parent: "upper" })).toMatchObject({ code: "category-too-deep" });
});

test("one that holds something stays; another is removed, comes back as it was, and no id is given twice", async () => {
  expect(await removed(STACKERS)).toMatchObject({ code: "category-in-use" });
  const { key: play } = await saved(null, { name: "Play" });
  const { key } = await saved(null, { name: "Kites", parent: "play", searchKeywords: "flyers" });
  expect((await findProductChoices()).categories).toContainEqual({ id: Number(key), name: "Play > Kites" });
  expect(await removed(play)).toMatchObject({
    code: "category-in-use",
    detail: { name: "Play", contents: "1 category is in" },
  });

  const gone = await removed(key);
  const { key: next } = await saved(null, { name: "Balls", parent: "play" });
  expect(Number(next)).toBeGreaterThan(Number(key));
  expect(await undone(gone.ok ? (gone.value.logId ?? 0) : 0)).toMatchObject({ ok: true, value: { key } });
  expect(await columnsOf("play/kites")).toMatchObject({
    ...{ id: Number(key), search_keywords: "flyers", created_by: "desk", depth: 1 },
  });
  // Empty: behind its neighbours.
  await saved(null, { name: "Drums", parent: "play" });
  const orders = await Promise.all(["play/kites", "play/drums"].map(columnsOf));
  expect(orders.map((row) => row?.sort_order)).toEqual([1, 2]);
});

test("one that a discount code is for stays", async () => {
  const { key } = await saved(null, { name: "Kites" });
  const code = db().selectFrom("coupons").select(["id", "code", "rules"]).orderBy("id");
  const { id, code: name, rules } = await code.executeTakeFirstOrThrow();
  const write = (text: string) =>
    db().updateTable("coupons").set({ rules: text }).where("id", "=", id).execute();

  await write(JSON.stringify({ ...(JSON.parse(rules) as object), category_ids: [Number(key)] }));
  expect(await removed(key)).toMatchObject({ code: "category-of-coupon", detail: { codes: name } });
  await write(rules);
  expect(await removed(key)).toMatchObject({ ok: true });
});

test("a hidden category takes what is below it from the shop, and comes back", async () => {
  const { logId } = await saved(TOYS, { isHidden: "yes" });
  expect((await findCategoryTree()).byPath.get(STACKERS)).toBeUndefined();
  await undone(logId);
  expect((await findCategoryTree()).byPath.get(STACKERS)).toBeDefined();
});

test("a text that is changed says the same in every currency, until it is put back", async () => {
  const prices = JSON.stringify({ EUR: { name: "Under €30", description: "Small." } });
  await db().updateTable("categories").set({ prices }).where("path", "=", STACKERS).execute();

  const { logId } = await saved(STACKERS, { name: "Small gifts" });
  expect((await columnsOf(STACKERS))?.prices).toBe(JSON.stringify({ EUR: { description: "Small." } }));
  await undone(logId);
  expect((await columnsOf(STACKERS))?.prices).toBe(prices);
});

test("an import leaves alone what was made, changed or moved by hand, and places what is new below it", async () => {
  const folder = copyDemoCatalogue();
  const { key } = await saved(null, { name: "Kites", parent: "wooden-toys/building-and-stacking" });
  const unmoved = await all();
  await saved("prams", { description: "Ours." });
  await saved(TOYS, { slug: "toys" });
  const { id } = (await columnsOf("toys"))!;

  const done = await imported(folder);
  expect(done.ok && done.value.rowsWritten).toBe(0);
  const below = unmoved.filter(({ path, id: own }) => path.startsWith(`${TOYS}/`) && own !== Number(key));
  expect(done.ok && [...done.value.editedSettings].sort()).toEqual(
    [TOYS, "prams", ...below.map(({ path }) => path)].map((path) => `categories: ${path}`).sort(),
  );
  expect(await columnsOf("toys/building-and-stacking/kites")).toMatchObject({
    id: Number(key),
    is_visible: 1,
  });

  const added = { id: 9_000, slug: "marbles", path: `${TOYS}/marbles`, parent_id: id, parent: TOYS };
  changeFile(folder, "categories.json", (rows) => [...rows, { ...rows[0], ...added }]);
  for (const written of [1, 0]) {
    const again = await imported(folder);
    expect(again.ok && again.value.rowsWritten).toBe(written);
    expect(await columnsOf("toys/marbles")).toMatchObject({ id: 9_000, parent_id: id, depth: 1 });
  }

  await db().deleteFrom("categories").where("id", "=", 9_000).execute();

  // What is the catalogue's again takes with it what was made below it.
  await imported(copyDemoCatalogue(), true);
  expect(await columnsOf(`${TOYS}/building-and-stacking/kites`)).toMatchObject({
    id: Number(key),
    is_visible: 1,
  });
  expect(await findRedirect("/c/toys/building-and-stacking/kites")).toBe(
    `/c/${TOYS}/building-and-stacking/kites`,
  );
});

test("what is above a made one stays in the shop when a file no longer has it", async () => {
  const folder = copyDemoCatalogue();
  const added = { id: 9_003, slug: "marbles", path: "marbles", parent_id: null, parent: null };
  changeFile(folder, "categories.json", (rows) => [...rows, { ...rows[0], ...added }]);
  await imported(folder);
  const { key } = await saved(null, { name: "Glass", parent: "marbles" });

  await imported(copyDemoCatalogue());
  const { byPath } = await findCategoryTree();
  expect(byPath.has("marbles/glass")).toBe(true);

  await removed(key);
  await imported(copyDemoCatalogue());
  expect((await findCategoryTree()).byPath.has("marbles")).toBe(false);
});

test("an import is refused where it brings the id or address of a made one, or a circle", async () => {
  const { key } = await saved(null, { name: "Play" });
  for (const [field, change] of [
    ["id", { id: Number(key), slug: "balls", path: "balls" }],
    ["path", { id: 9_000, slug: "play", path: "play" }],
  ] as const) {
    const folder = copyDemoCatalogue();
    const department = { parent: null, parent_id: null };
    changeFile(folder, "categories.json", (rows) => [...rows, { ...rows[0], ...department, ...change }]);
    expect(await importProblems(folder, NOW)).toEqual([
      expect.stringContaining(`(${change.path}): ${field}: belongs to a category that was made or changed`),
    ]);
  }

  const folder = copyDemoCatalogue();
  changeFile(folder, "categories.json", (rows) => [
    ...rows,
    ...[9_001, 9_002].map((id) => ({
      ...rows[0],
      id,
      slug: `n${id}`,
      path: `n${id}`,
      parent: null,
      parent_id: null,
    })),
  ]);
  await imported(folder);
  await saved("n9001", { parent: "n9002" });
  changeRow(folder, ["categories.json", "n9002"], { parent: "n9001", parent_id: 9_001, path: "n9001/n9002" });
  expect(await importProblems(folder, NOW)).toEqual([
    expect.stringContaining("(n9001/n9002): parent_id: was moved at the desk: this would be inside itself"),
  ]);
  await db().deleteFrom("categories").where("id", "in", [9_001, 9_002]).execute();
});
