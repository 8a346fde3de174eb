import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { IMPORTED_NAMES } from "#app/db/seed/table-differences.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { createProduct } from "#app/models/catalogue/editing/create-product.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { readLines } from "#app/models/desk/files/import-lines.server.ts";
import { applyImport, findImport, isUndoable, undoImport } from "#app/models/desk/files/imports.server.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { commandLineActor, type DeskActor } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";
import { jobKinds, placedOrder } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { waitingFor } from "#tests/support/people/reviews.ts";
import { changeFile, changeRow, copyDemoCatalogue } from "#tests/support/shops/catalogue-folder.ts";
import {
  apply,
  COMMAND,
  importLines,
  keepCataloguesHere,
  upload as uploadFile,
} from "#tests/support/people/desk/desk-imports.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";
import { zipFile } from "#tests/support/shops/zip-file.ts";

useTestDatabase();

beforeEach(keepCataloguesHere);

/** What an earlier test has left is the demo's again, but for new products, which stay hidden. */
beforeEach(async () => {
  const done = await importCatalogue(DEMO_CATALOGUE, NOW, { overwritesEdits: true });
  expect(done.ok).toBe(true);
  await db().deleteFrom("redirects").execute();
});

function packed(folder: string): Buffer {
  const names = readdirSync(folder);
  return zipFile(names.map((name) => ({ name: `shop/${name}`, content: readFileSync(join(folder, name)) })));
}

type Json = Record<string, unknown>;

/** A product of its own: the stacking rings once more. */
function addProduct(folder: string, id: number, slug = `new-${id}`): void {
  changeFile(folder, "products.json", (rows) => {
    const model = rows.find((row) => row["slug"] === "stacking-rings") ?? {};
    const [variant] = model["variants"] as ReadonlyArray<Json>;
    const own = { ...variant, id: id * 100, sku: `NEW-${id}`, gtin: "0200000350079" };
    return [
      ...rows,
      { ...model, id, slug, sku: `NEW-${id}`, name: `New ${id}`, variants: [own], related: [] },
    ];
  });
}

const upload = (folder: string, actor?: DeskActor) => uploadFile("catalogue", packed(folder), actor);

async function bring(folder: string): Promise<number> {
  const id = await upload(folder);
  expect(await importLines(id, "wrong")).toEqual([]);
  expect(await apply(id)).toBe("done");
  return id;
}

function changeProducts(folder: string, change: (row: Json) => Json): void {
  changeFile(folder, "products.json", (rows) => rows.map(change));
}

/** The demo's catalogue with other rows of products by their slugs. */
function catalogueWith(changes: Readonly<Record<string, Json>>): string {
  const folder = copyDemoCatalogue();
  for (const [slug, changed] of Object.entries(changes)) changeRow(folder, ["products.json", slug], changed);
  return folder;
}

/** Without the variant 5001 of the rainbow stacker. */
function catalogueWithoutVariant(): string {
  const folder = copyDemoCatalogue();
  changeProducts(folder, (row) => {
    if (row["slug"] !== "rainbow-stacker") return row;
    return { ...row, variants: (row["variants"] as ReadonlyArray<Json>).filter(({ id }) => id !== 5001) };
  });
  return folder;
}

/** Lists of other products with each slug as `change` has it; null takes it out. */
function changeRelated(folder: string, change: (slug: unknown) => unknown): void {
  changeProducts(folder, (row) => {
    const changed = { ...row };
    for (const list of ["related", "related_products"])
      if (Array.isArray(row[list])) changed[list] = row[list].flatMap((slug) => change(slug) ?? []);
    return changed;
  });
}

const undo = (id: number, now = NOW) => undoImport(id, commandLineActor(now));
const nameOf = async (id: number) => (await findProduct(id, NOW))?.name;

const UNLIKE = ["version", "changed_at", "lowest_price_before_minor", "lowest_prices_before"];

/** All that an import writes, but for what has a time. */
async function state(): Promise<Record<string, ReadonlyArray<string>>> {
  const tables: Record<string, ReadonlyArray<string>> = {};
  for (const table of IMPORTED_NAMES) {
    if (["price_history", "stock_history", "redirects"].includes(table)) continue;
    const { rows } = await sql<Json>`select * from ${sql.table(table)}`.execute(db());
    const without = table === "product_images" ? ["id", ...UNLIKE] : UNLIKE;
    const cells = (row: Json) => Object.entries(row).filter(([column]) => !without.includes(column));
    tables[table] = rows.map((row) => JSON.stringify(cells(row))).sort();
  }
  return tables;
}

const spanCount = async () => (await db().selectFrom("price_history").select("id").execute()).length;

const priceOf = async (id: number) => (await findProduct(id, NOW))?.price.now.minor ?? null;

test("the demo's own catalogue as a ZIP changes nothing", async () => {
  const before = [await state(), await catalogueVersion()];

  const id = await upload(DEMO_CATALOGUE);

  const lines = await readLines(id);
  expect(lines.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  expect(lines.length).toBeGreaterThan(70);
  expect((await findImport(id, COMMAND))?.unread).toEqual(["shop/README.md"]);
  expect(await apply(id)).toBe("import-nothing");
  expect([await state(), await catalogueVersion()]).toEqual(before);
});

function changedCatalogue(): string {
  const maze = { name: "Maze of beads", price: 49.5, page_title: "Another" };
  const folder = catalogueWith({ "bead-maze": maze });
  addProduct(folder, 901);
  changeRow(folder, ["brands.json", "hollybough-workshop"], { story: "Another story." });
  changeFile(folder, "products.json", (rows) => rows.filter(({ slug }) => slug !== "pull-along-dog"));
  changeRelated(folder, (slug) => (slug === "pull-along-dog" ? null : slug));
  changeFile(folder, "reviews.json", (rows) => rows.filter(({ product }) => product !== "pull-along-dog"));
  return folder;
}

test("a check says what is new, changed, hidden and unchanged and writes nothing, and is applied once, whole", async () => {
  const owner = await person("owner");
  const version = await catalogueVersion();
  const before = [await state(), version];

  const id = await upload(changedCatalogue(), owner);

  expect(await importLines(id, "wrong")).toEqual([]);
  expect(await importLines(id, "new")).toMatchObject([{ name: "NEW-901", title: "New 901" }]);
  const changed = await importLines(id, "changed");
  expect(changed.find(({ title }) => title === "Maze of beads")).toMatchObject({
    changes: { Name: [expect.any(String), "Maze of beads"], Price: [expect.stringMatching(/^£/), "£49.50"] },
    reason: "Changed: texts",
  });
  expect(changed.find(({ name }) => name === "Brands")?.reason).toMatch(/^1 changed \(/);
  expect(await importLines(id, "hidden")).toMatchObject([
    { title: "Pull-along Dog", changes: { Visible: ["yes", "no"] }, reason: "Not in the catalogue any more" },
  ]);
  expect([await state(), await catalogueVersion()]).toEqual(before);

  const done = await Promise.all([apply(id, owner), apply(id, owner)]);

  expect(done.sort()).toEqual(["done", "unchanged"]);
  expect(await priceOf(901)).not.toBeNull();
  expect(await findProduct(103, NOW)).toBeNull();
  expect(await catalogueVersion()).toBeGreaterThan(version);
  // What follows an import waits as a job.
  expect(await jobKinds()).toContain("catalogue-imported");
  expect(await logRows("file-imported")).toHaveLength(1);
  const files = db().selectFrom("catalogue_imports").select("content").where("import_id", "=", id);
  expect(await files.execute()).toEqual([{ content: "" }]);
});

test("two imports at once are each as they were shown, or refused", async () => {
  const owner = await person("owner");
  const ids = [];
  for (const price of [11, 12]) ids.push(await upload(catalogueWith({ "bead-maze": { price } }), owner));

  const done = await Promise.all(ids.map((id) => apply(id, owner)));

  expect(done.sort()).toEqual(["done", "import-stale"]);
});

test("what was edited by hand is shown and left, unless the catalogue's version is chosen and looked at", async () => {
  await changeProduct(101, { name: "By hand" }, { now: NOW });
  const id = await upload(catalogueWith({ "bead-maze": { page_title: "Another" } }));

  expect(await importLines(id, "edited")).toMatchObject([
    { title: "By hand", reason: "Edited by hand since the last import: name. It is left as it is" },
  ]);
  const overwrite = (version: number) =>
    outcomeOf(applyImport({ id, version, overwritesEdits: true }, COMMAND));
  expect(await overwrite(1)).toBe("import-other-check");
  expect(await nameOf(101)).toBe("By hand");
  expect(await importLines(id, "edited")).toEqual([]);
  expect((await importLines(id, "changed"))[0]).toMatchObject({
    changes: { Name: ["By hand", "Rainbow Stacker"] },
  });
  expect(await overwrite(1)).toBe("import-earlier-check");
  expect(await overwrite(2)).toBe("done");
  expect(await nameOf(101)).toBe("Rainbow Stacker");
  expect(await undo(id)).toMatchObject({ ok: true, value: { left: 0 } });
  expect(await nameOf(101)).toBe("By hand");

  await bring(catalogueWith({ "bead-maze": { page_title: "Another" } }));
  expect(await nameOf(101)).toBe("By hand");
});

test("what is wrong is named by file, row and field, also an image that the shop has nowhere, and nothing is applied", async () => {
  const folder = catalogueWith({ "bead-maze": { price: -1 } });
  const id = await upload(folder);
  const wrong = await importLines(id, "wrong");
  expect(wrong).toMatchObject([
    { name: expect.stringMatching(/^products\.json row \d+ \(bead-maze\)$/) as string, title: "price" },
  ]);
  expect(wrong.length).toBe((await readLines(id)).length);
  expect(await apply(id)).toBe("import-wrong");

  const withoutImage = copyDemoCatalogue();
  changeProducts(withoutImage, (row) => {
    const images = row["images"] as ReadonlyArray<Json>;
    if (row["slug"] !== "bead-maze") return row;
    return { ...row, images: [...images, { ...images[0], file: "products/nowhere.jpg" }] };
  });
  const missing = await importLines(await upload(withoutImage), "wrong");
  expect(JSON.stringify(missing)).toContain("products/nowhere.jpg");
});

test("where the shop has changed since the check nothing is done, and the check is made anew", async () => {
  const id = await upload(catalogueWith({ "bead-maze": { page_title: "Another" } }));
  await changeProduct(await productId("bead-maze"), { name: "By hand" }, { now: NOW });

  expect(await apply(id)).toBe("import-stale");
  expect(await importLines(id, "edited")).toMatchObject([{ title: "By hand" }]);
  expect(await apply(id, COMMAND, 2)).toBe("import-nothing");
});

test("sales do not make a check stale, not even of a variant that the file does not name any more", async () => {
  const renamed = await upload(catalogueWith({ "rainbow-stacker": { page_title: "Another" } }));
  await placedOrder({ 5000: 1 });
  expect(await apply(renamed)).toBe("done");

  const without = await upload(catalogueWithoutVariant());
  await setStock("HB-0101-SUNS", 7, { reason: "order 100482", now: NOW });
  expect(await apply(without)).toBe("done");
});

/** Once the import has read what was there before: it writes the version last. */
function duringImport<Done>(start: () => Promise<Done>, work: () => Promise<unknown>): Promise<Done> {
  return whileWaiting(() => bumpCatalogueVersion([]), { start, work });
}

test.runIf(hasPostgresServer)(
  "a sale, a vote, a use of a code and a review during a check and during an import count as none of its changes",
  async () => {
    const folder = catalogueWith({ "bead-maze": { page_title: "Another" } });
    const review = await db().selectFrom("reviews").selectAll().limit(1).executeTakeFirstOrThrow();
    const live = async (reviewId: number) => {
      await sql`update variants set reserved = reserved + 1 where id = 5000`.execute(db());
      await sql`update reviews set helpful_count = helpful_count + 1 where id = ${review.id}`.execute(db());
      await sql`update coupons set use_count = use_count + 1`.execute(db());
      const another = { ...review, id: reviewId, author_kind: "guest", status: "waiting" } as const;
      await db().insertInto("reviews").values(another).execute();
    };

    const id = await duringImport(
      () => upload(folder),
      () => live(900_001),
    );
    expect((await importLines(id, "changed")).map(({ reason }) => reason)).toEqual(["Changed: texts"]);
    const done = await duringImport(
      () => apply(id),
      () => live(900_002),
    );

    expect(done).toBe("done");
    expect(await undo(id)).toMatchObject({ ok: true, value: { left: 0 } });
    const now = await db().selectFrom("variants").select("reserved").where("id", "=", 5000).execute();
    expect(now).toEqual([{ reserved: 2 }]);
    const own = await db().selectFrom("reviews").select("id").where("id", "in", [900_001, 900_002]).execute();
    expect(own).toHaveLength(2);
    await db().deleteFrom("reviews").where("id", "in", [900_001, 900_002]).execute();
  },
);

test("an undo puts everything back, and the prices go on in their history", async () => {
  const before = await state();
  const price = await priceOf(101);
  const folder = changedCatalogue();
  const renamed = { price: 11, prices: { EUR: { price: 12 } }, slug: "rainbow" };
  changeRow(folder, ["products.json", "rainbow-stacker"], renamed);
  changeRelated(folder, (slug) => (slug === "rainbow-stacker" ? "rainbow" : slug));
  changeFile(folder, "reviews.json", (rows) =>
    rows.map((row) => (row["product"] === "rainbow-stacker" ? { ...row, product: "rainbow" } : row)),
  );
  const id = await bring(folder);
  expect(await priceOf(101)).toBe(1100);
  const imported = await findImport(id, COMMAND);
  expect(imported && (await isUndoable(imported, COMMAND))).toBe(true);

  const undone = await undo(id, later(5));

  expect(await importLines(id, "left")).toEqual([]);
  expect(undone).toMatchObject({ ok: true, value: { isChanged: true, left: 0 } });
  expect(await state()).toEqual(before);
  expect(await priceOf(101)).toBe(price);
  const spans = await db().selectFrom("price_history").selectAll().where("variant_id", "=", 5000).execute();
  expect(spans.filter(({ valid_to }) => valid_to === null)).toHaveLength(2);
  expect(spans.some(({ price_minor }) => price_minor === 1100)).toBe(true);
  expect(spans.some(({ price_minor, currency }) => price_minor === 1200 && currency === "EUR")).toBe(true);
  const moved = await db().selectFrom("redirects").selectAll().execute();
  const stackers = "/p/wooden-toys/building-and-stacking/stackers";
  expect(moved.map(({ from_path }) => from_path).sort()).toEqual(["/p/rainbow", `${stackers}/rainbow`]);
  for (const { from_path: from } of moved)
    expect(await findRedirect(from)).toBe(`${stackers}/rainbow-stacker`);
  expect(await undo(id)).toMatchObject({ ok: true, value: { isChanged: false } });
});

test("an undo leaves products that were made at the desk before and after the import as they are", async () => {
  const make = async (name: string) => {
    const { categories, brands } = await findProductChoices();
    const product = {
      ...{ name, sku: name.toUpperCase().replace(" ", "-"), isToy: false, priceMinor: 4200 },
      ...{ categoryId: categories[0]?.id ?? 0, brandId: brands[0]?.id ?? 0 },
      shortDescription: "Five rings on a peg.",
    };
    const made = await createProduct(product, { now: NOW });
    if (!made.ok) throw new Error(made.code);
    return made.value.id;
  };
  const before = await make("Made Before");
  await db().updateTable("variants").set({ on_hand: 4 }).where("product_id", "=", before).execute();
  const folder = copyDemoCatalogue();
  addProduct(folder, 9_201);
  changeRow(folder, ["products.json", "stacking-rings"], { price: 23 });
  const id = await bring(folder);
  const after = await make("Made After");
  const ids = [before, after];
  const rowsOf = () =>
    Promise.all([
      db().selectFrom("products").selectAll().where("id", "in", ids).orderBy("id").execute(),
      db().selectFrom("variants").selectAll().where("product_id", "in", ids).orderBy("product_id").execute(),
      db()
        .selectFrom("product_categories")
        .selectAll()
        .where("product_id", "in", ids)
        .orderBy("product_id")
        .execute(),
    ]);
  const made = await rowsOf();
  expect(made.map((rows) => rows.length)).toEqual([2, 2, 2]);

  expect(await undo(id)).toMatchObject({ ok: true, value: { isChanged: true } });

  expect(await rowsOf()).toEqual(made);
  expect(await db().selectFrom("products").select("id").where("id", "=", 9_201).execute()).toEqual([]);
  expect(await importLines(id, "left")).toEqual([]);
});

test("an undo names and leaves what was edited since, and hides what was ordered", async () => {
  const folder = copyDemoCatalogue();
  addProduct(folder, 902);
  changeRow(folder, ["products.json", "bead-maze"], { page_title: "Another" });
  changeRow(folder, ["products.json", "rainbow-stacker"], { page_title: "Another too" });
  const id = await bring(folder);
  await changeProduct(101, { name: "By hand" }, { now: later(1) });
  await db().updateTable("variants").set({ on_hand: 5 }).where("id", "=", 90_200).execute();
  await placedOrder({ 90_200: 1, 5001: 1 });

  expect(await undo(id, later(5))).toMatchObject({ ok: true, value: { left: 2 } });

  const left = (await importLines(id, "left")).map(({ title, leftBecause }) => [title, leftBecause]);
  expect(left).toContainEqual(["Rainbow Stacker", "It has been edited since"]);
  expect(left).toContainEqual(["New 902", "It has been ordered since, so it is hidden"]);
  expect(await findProduct(902, NOW)).toBeNull();
  const changed = db().selectFrom("products").select("slug").where("page_title", "like", "Another%");
  expect(await changed.execute()).toEqual([{ slug: "rainbow-stacker" }]);
});

test.runIf(hasPostgresServer)("an undo names and leaves what is edited after it has begun", async () => {
  const folder = catalogueWith({ "rainbow-stacker": { page_title: "Another" } });
  const id = await bring(folder);

  const undone = await whileWaiting(() => changeProduct(101, { name: "By hand" }, { now: later(1) }), {
    start: () => undo(id, later(5)),
    work: async () => null,
  });

  expect(undone).toMatchObject({ ok: true, value: { left: 1 } });
  expect((await findProduct(101, NOW))?.pageTitle).toBe("Another");
});

test("an undo brings a variant back that the catalogue had no more, with its stock and its prices", async () => {
  const before = await state();
  const history = await spanCount();
  const id = await bring(catalogueWithoutVariant());
  expect(await spanCount()).toBeLessThan(history);

  expect(await undo(id, later(5))).toMatchObject({ ok: true, value: { left: 0 } });

  expect(await state()).toEqual(before);
  expect(await spanCount()).toBeGreaterThanOrEqual(history);
});

test("people who wait for a discontinued product are notified once an import, or its undo, takes that back", async () => {
  const forest = 5002;
  const batches = async () => (await jobKinds()).filter((kind) => kind === "stock-alert-batch");
  await waitingFor(forest, ["ida@example.com"]);
  const folder = catalogueWith({ "rainbow-stacker": { availability: "discontinued" } });
  const id = await bring(folder);
  await db().updateTable("variants").set({ on_hand: 4 }).where("id", "=", forest).execute();
  await db().deleteFrom("jobs").execute();

  await undo(id);
  expect(await batches()).toHaveLength(1);
  await bring(folder);
  await db().deleteFrom("jobs").execute();
  await bring(DEMO_CATALOGUE);

  expect(await batches()).toHaveLength(1);
  await db().updateTable("variants").set({ on_hand: 0 }).where("id", "=", forest).execute();
});
