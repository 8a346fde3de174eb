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
import { checkFile } from "#app/models/desk/files/import-check.server.ts";
import type { LineOutcome } from "#app/models/desk/files/import-kinds.ts";
import { listImportLines, readLines } from "#app/models/desk/files/import-lines.server.ts";
import {
  applyImport,
  findImport,
  isUndoable,
  undoImport,
  uploadImport,
} from "#app/models/desk/files/imports.server.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { jobKinds, placedOrder } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { waitingFor } from "#tests/support/people/reviews.ts";
import { changeFile, changeRow, copyDemoCatalogue } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";
import { zipFile } from "#tests/support/shops/zip-file.ts";

useTestDatabase();

/** What an earlier test has left is the demo's again, but for new products, which stay hidden. */
beforeEach(async () => {
  const done = await importCatalogue(DEMO_CATALOGUE, NOW, { overwritesEdits: true });
  expect(done.ok).toBe(true);
  await db().deleteFrom("redirects").execute();
});

const COMMAND = commandLineActor(NOW);
const person = async (role: StaffRole, email?: string) => actorAt((await deskPerson(role, email)).token);

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

async function upload(folder: string, actor = COMMAND): Promise<number> {
  const done = await uploadImport(
    { kind: "catalogue", fileName: "shop.zip", content: packed(folder) },
    actor,
  );
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

async function bring(folder: string): Promise<number> {
  const id = await upload(folder);
  expect((await readLines(id)).filter(({ outcome }) => outcome === "wrong")).toEqual([]);
  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({
    ok: true,
    value: { isChanged: true },
  });
  return id;
}

const linesOf = async (id: number, show: LineOutcome | "left") =>
  (await listImportLines(id, { show, after: 0 })).lines;

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

async function spanCount(): Promise<number> {
  return (await db().selectFrom("price_history").select("id").execute()).length;
}

/** Received by hand. */
async function changeStockOf(productId: number, units: number): Promise<void> {
  await db().updateTable("variants").set({ on_hand: units }).where("product_id", "=", productId).execute();
}

const priceOf = async (id: number) => (await findProduct(id, NOW))?.price.now.minor ?? null;

test("the demo's own catalogue as a ZIP changes nothing", async () => {
  const before = [await state(), await catalogueVersion()];

  const id = await upload(DEMO_CATALOGUE);

  const lines = await readLines(id);
  expect(lines.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  expect(lines.length).toBeGreaterThan(70);
  expect((await findImport(id, COMMAND))?.unread).toEqual(["shop/README.md"]);
  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ code: "import-nothing" });
  expect([await state(), await catalogueVersion()]).toEqual(before);
});

function changedCatalogue(): string {
  const folder = copyDemoCatalogue();
  addProduct(folder, 901);
  changeRow(folder, ["products.json", "bead-maze"], {
    name: "Maze of beads",
    price: 49.5,
    page_title: "Another",
  });
  changeRow(folder, ["brands.json", "hollybough-workshop"], { story: "Another story." });
  changeFile(folder, "products.json", (rows) => rows.filter(({ slug }) => slug !== "pull-along-dog"));
  for (const list of ["related", "related_products"])
    changeFile(folder, "products.json", (rows) =>
      rows.map((row) =>
        Array.isArray(row[list])
          ? { ...row, [list]: row[list].filter((slug) => slug !== "pull-along-dog") }
          : row,
      ),
    );
  changeFile(folder, "reviews.json", (rows) => rows.filter(({ product }) => product !== "pull-along-dog"));
  return folder;
}

test("a check says what is new, changed, hidden and unchanged, and writes nothing", async () => {
  const before = [await state(), await catalogueVersion()];

  const id = await upload(changedCatalogue());

  expect(await linesOf(id, "wrong")).toEqual([]);
  expect(await linesOf(id, "new")).toMatchObject([{ name: "NEW-901", title: "New 901" }]);
  const changed = await linesOf(id, "changed");
  expect(changed.find(({ title }) => title === "Maze of beads")).toMatchObject({
    changes: { Name: [expect.any(String), "Maze of beads"], Price: [expect.stringMatching(/^£/), "£49.50"] },
    reason: "Changed: texts",
  });
  expect(changed.find(({ name }) => name === "Brands")?.reason).toMatch(/^1 changed \(/);
  expect(await linesOf(id, "hidden")).toMatchObject([
    { title: "Pull-along Dog", changes: { Visible: ["yes", "no"] }, reason: "Not in the catalogue any more" },
  ]);
  expect([await state(), await catalogueVersion()]).toEqual(before);
});

test("an import is applied once, whole, with its log, and what follows it waits as a job", async () => {
  const owner = await person("owner");
  const version = await catalogueVersion();
  const id = await upload(changedCatalogue(), owner);

  const twice = await Promise.all([1, 2].map(() => applyImport({ id, version: 1 }, owner)));

  expect(twice.map((done) => done.ok && done.value.isChanged).sort()).toEqual([false, true]);
  expect(await priceOf(901)).not.toBeNull();
  expect(await findProduct(103, NOW)).toBeNull();
  expect(await catalogueVersion()).toBeGreaterThan(version);
  expect(await jobKinds()).toContain("catalogue-imported");
  const log = await db()
    .selectFrom("desk_log")
    .select("reason")
    .where("action", "=", "file-imported")
    .execute();
  expect(log).toHaveLength(1);
  const { content } = await db()
    .selectFrom("catalogue_imports")
    .select("content")
    .where("import_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(content).toBe("");
});

test("two imports at once are each as they were shown, or refused", async () => {
  const owner = await person("owner");
  const [one, two] = [copyDemoCatalogue(), copyDemoCatalogue()];
  changeRow(one, ["products.json", "bead-maze"], { price: 11 });
  changeRow(two, ["products.json", "bead-maze"], { price: 12 });
  const ids = [await upload(one, owner), await upload(two, owner)];

  const done = await Promise.all(ids.map((id) => applyImport({ id, version: 1 }, owner)));

  expect(done.map((each) => (each.ok ? "applied" : each.code)).sort()).toEqual(["applied", "import-stale"]);
});

test("what was edited by hand is shown and left, unless the catalogue's version is chosen and looked at", async () => {
  await changeProduct(101, { name: "By hand" }, { now: NOW });
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "bead-maze"], { page_title: "Another" });
  const id = await upload(folder);

  expect(await linesOf(id, "edited")).toMatchObject([
    { title: "By hand", reason: "Edited by hand since the last import: name. It is left as it is" },
  ]);
  const first = await applyImport({ id, version: 1, overwritesEdits: true }, COMMAND);
  expect(first).toMatchObject({ ok: false, code: "import-other-check" });
  expect((await findProduct(101, NOW))?.name).toBe("By hand");
  expect(await linesOf(id, "edited")).toEqual([]);
  expect((await linesOf(id, "changed"))[0]).toMatchObject({
    changes: { Name: ["By hand", "Rainbow Stacker"] },
  });
  expect(await applyImport({ id, version: 1, overwritesEdits: true }, COMMAND)).toMatchObject({
    code: "import-earlier-check",
  });
  expect(await applyImport({ id, version: 2, overwritesEdits: true }, COMMAND)).toMatchObject({ ok: true });
  expect((await findProduct(101, NOW))?.name).toBe("Rainbow Stacker");
  expect(await undoImport(id, COMMAND)).toMatchObject({ ok: true, value: { left: 0 } });
  expect((await findProduct(101, NOW))?.name).toBe("By hand");
});

test("an import leaves a product that was edited by hand as it is", async () => {
  await changeProduct(101, { name: "By hand" }, { now: NOW });
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "bead-maze"], { page_title: "Another" });

  await bring(folder);

  expect((await findProduct(101, NOW))?.name).toBe("By hand");
});

test("what is wrong is named by file, row and field, and nothing can be applied", async () => {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "bead-maze"], { price: -1 });
  changeFile(folder, "products.json", (rows) =>
    rows.map((row) =>
      row["slug"] === "stacking-rings"
        ? { ...row, images: [{ ...(row["images"] as ReadonlyArray<Json>)[0], file: "products/nowhere.jpg" }] }
        : row,
    ),
  );
  const id = await upload(folder);

  const wrong = await linesOf(id, "wrong");
  expect(wrong).toContainEqual(
    expect.objectContaining({
      name: expect.stringMatching(/^products\.json row \d+ \(bead-maze\)$/),
      title: "price",
    }),
  );
  expect(wrong.length).toBe((await readLines(id)).length);
  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ code: "import-wrong" });
});

test("an image that the shop has neither in its folder nor on a page is named", async () => {
  const folder = copyDemoCatalogue();
  changeFile(folder, "products.json", (rows) =>
    rows.map((row) => {
      const images = row["images"] as ReadonlyArray<Json>;
      return row["slug"] === "bead-maze"
        ? { ...row, images: [...images, { ...images[0], file: "products/nowhere.jpg" }] }
        : row;
    }),
  );

  const wrong = await linesOf(await upload(folder), "wrong");
  expect(JSON.stringify(wrong)).toContain("products/nowhere.jpg");
});

test("where the shop has changed since the check nothing is done, and the check is made anew", async () => {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "bead-maze"], { page_title: "Another" });
  const id = await upload(folder);
  const { id: product } = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", "bead-maze")
    .executeTakeFirstOrThrow();
  await changeProduct(product, { name: "By hand" }, { now: NOW });

  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ code: "import-stale" });
  expect(await linesOf(id, "edited")).toMatchObject([{ title: "By hand" }]);
  expect(await applyImport({ id, version: 2 }, COMMAND)).toMatchObject({ code: "import-nothing" });
});

test("a sale does not make a check stale", async () => {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "rainbow-stacker"], { page_title: "Another" });
  const id = await upload(folder);
  await placedOrder({ 5000: 1 });

  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ ok: true });
});

test("a sale of a variant that the file does not name any more does not make a check stale", async () => {
  const folder = copyDemoCatalogue();
  changeFile(folder, "products.json", (rows) =>
    rows.map((row) => {
      if (row["slug"] !== "rainbow-stacker") return row;
      const variants = (row["variants"] as ReadonlyArray<Json>).filter(({ id }) => id !== 5001);
      return { ...row, variants };
    }),
  );
  const id = await upload(folder);
  await setStock("HB-0101-SUNS", 7, { reason: "order 100482", now: NOW });

  expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ ok: true });
});

/** Once the import has read what was there before: it writes the version last. */
function duringImport<Done>(start: () => Promise<Done>, work: () => Promise<unknown>): Promise<Done> {
  return whileWaiting(() => bumpCatalogueVersion([]), { start, work });
}

test.runIf(process.env["TEST_ENGINE"] === "postgres")(
  "a sale, a vote, a use of a code and a review during a check and during an import count as none of its changes",
  async () => {
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "bead-maze"], { page_title: "Another" });
    const review = await db().selectFrom("reviews").selectAll().limit(1).executeTakeFirstOrThrow();
    const live = async (reviewId: number) => {
      await db()
        .updateTable("variants")
        .set((row) => ({ reserved: row("reserved", "+", 1) }))
        .where("id", "=", 5000)
        .execute();
      await db()
        .updateTable("reviews")
        .set((row) => ({ helpful_count: row("helpful_count", "+", 1) }))
        .where("id", "=", review.id)
        .execute();
      await db()
        .updateTable("coupons")
        .set((row) => ({ use_count: row("use_count", "+", 1) }))
        .execute();
      await db()
        .insertInto("reviews")
        .values({ ...review, id: reviewId, author_kind: "guest", status: "waiting" })
        .execute();
    };

    const id = await duringImport(
      () => upload(folder),
      () => live(900_001),
    );
    expect((await linesOf(id, "changed")).map(({ reason }) => reason)).toEqual(["Changed: texts"]);
    const done = await duringImport(
      () => applyImport({ id, version: 1 }, COMMAND),
      () => live(900_002),
    );

    expect(done).toMatchObject({ ok: true });
    expect(await undoImport(id, COMMAND)).toMatchObject({ ok: true, value: { left: 0 } });
    const now = await db().selectFrom("variants").select("reserved").where("id", "=", 5000).execute();
    expect(now).toEqual([{ reserved: 2 }]);
    const own = await db().selectFrom("reviews").select("id").where("id", "in", [900_001, 900_002]).execute();
    expect(own).toHaveLength(2);
    await db().deleteFrom("reviews").where("id", "in", [900_001, 900_002]).execute();
  },
);

test("owners alone bring a catalogue in", async () => {
  for (const role of ["packer", "editor", "reader"] as const)
    expect(await checkFile("catalogue", packed(DEMO_CATALOGUE), await person(role))).toMatchObject({
      ok: false,
      code: "desk-not-allowed",
    });
});

test("an undo puts everything back, and the prices go on in their history", async () => {
  const before = await state();
  const price = await priceOf(101);
  const folder = changedCatalogue();
  changeRow(folder, ["products.json", "rainbow-stacker"], {
    price: 11,
    prices: { EUR: { price: 12 } },
    slug: "rainbow",
  });
  changeFile(folder, "products.json", (rows) =>
    rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        ["related", "related_products"].flatMap((list) =>
          Array.isArray(row[list])
            ? [[list, row[list].map((slug: unknown) => (slug === "rainbow-stacker" ? "rainbow" : slug))]]
            : [],
        ),
      ),
    })),
  );
  for (const file of ["reviews.json"])
    changeFile(folder, file, (rows) =>
      rows.map((row) => (row["product"] === "rainbow-stacker" ? { ...row, product: "rainbow" } : row)),
    );
  const id = await bring(folder);
  expect(await priceOf(101)).toBe(1100);
  const imported = await findImport(id, COMMAND);
  expect(imported && (await isUndoable(imported, COMMAND))).toBe(true);

  const undone = await undoImport(id, commandLineActor(later(5)));

  expect(await linesOf(id, "left")).toEqual([]);
  expect(undone).toMatchObject({ ok: true, value: { isChanged: true, left: 0 } });
  expect(await state()).toEqual(before);
  expect(await priceOf(101)).toBe(price);
  const spans = await db()
    .selectFrom("price_history")
    .select(["currency", "price_minor", "valid_to"])
    .where("variant_id", "=", 5000)
    .orderBy("id")
    .execute();
  expect(spans.filter(({ valid_to }) => valid_to === null)).toHaveLength(2);
  expect(spans.some(({ price_minor }) => price_minor === 1100)).toBe(true);
  expect(spans.some(({ price_minor, currency }) => price_minor === 1200 && currency === "EUR")).toBe(true);
  const path = "/wooden-toys/building-and-stacking/stackers/rainbow";
  const moved = await db().selectFrom("redirects").selectAll().execute();
  expect(moved.map(({ to_path }) => to_path)).toEqual([expect.stringMatching(/rainbow-stacker$/)]);
  expect(await findRedirect(moved[0]?.from_path ?? path)).not.toBeNull();
  expect(await undoImport(id, COMMAND)).toMatchObject({ ok: true, value: { isChanged: false } });
});

test("an undo leaves products that were made at the desk before and after the import as they are", async () => {
  const make = async (name: string) => {
    const { categories, brands } = await findProductChoices();
    const made = await createProduct(
      {
        ...{
          name,
          sku: name.toUpperCase().replace(" ", "-"),
          categoryId: categories[0]?.id ?? 0,
          brandId: brands[0]?.id ?? 0,
          isToy: false,
        },
        ...{ priceMinor: 4200, shortDescription: "Five rings on a peg." },
      },
      { now: NOW },
    );
    if (!made.ok) throw new Error(made.code);
    return made.value.id;
  };
  const before = await make("Made Before");
  await changeStockOf(before, 4);
  const folder = copyDemoCatalogue();
  addProduct(folder, 9_201);
  changeRow(folder, ["products.json", "stacking-rings"], { price: 23 });
  const id = await bring(folder);
  const after = await make("Made After");
  const rowsOf = async () =>
    Promise.all(
      (["products", "variants", "product_categories"] as const).map(async (table) =>
        table === "products"
          ? db().selectFrom(table).selectAll().where("id", "in", [before, after]).orderBy("id").execute()
          : db()
              .selectFrom(table)
              .selectAll()
              .where("product_id", "in", [before, after])
              .orderBy("product_id")
              .execute(),
      ),
    );
  const made = await rowsOf();
  expect(made.map((rows) => rows.length)).toEqual([2, 2, 2]);

  expect(await undoImport(id, COMMAND)).toMatchObject({ ok: true, value: { isChanged: true } });

  expect(await rowsOf()).toEqual(made);
  expect(await db().selectFrom("products").select("id").where("id", "=", 9_201).execute()).toEqual([]);
  expect(await linesOf(id, "left")).toEqual([]);
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

  expect(await undoImport(id, commandLineActor(later(5)))).toMatchObject({ ok: true, value: { left: 2 } });

  const left = (await linesOf(id, "left")).map(({ title, leftBecause }) => [title, leftBecause]);
  expect(left).toContainEqual(["Rainbow Stacker", "It has been edited since"]);
  expect(left).toContainEqual(["New 902", "It has been ordered since, so it is hidden"]);
  expect(await findProduct(902, NOW)).toBeNull();
  const titles = await db()
    .selectFrom("products")
    .select(["slug", "page_title"])
    .where("page_title", "like", "Another%")
    .execute();
  expect(titles.map(({ slug }) => slug)).toEqual(["rainbow-stacker"]);
});

test.runIf(process.env["TEST_ENGINE"] === "postgres")(
  "an undo names and leaves what is edited after it has begun",
  async () => {
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "rainbow-stacker"], { page_title: "Another" });
    const id = await bring(folder);

    const undone = await whileWaiting(() => changeProduct(101, { name: "By hand" }, { now: later(1) }), {
      start: () => undoImport(id, commandLineActor(later(5))),
      work: async () => null,
    });

    expect(undone).toMatchObject({ ok: true, value: { left: 1 } });
    expect((await findProduct(101, NOW))?.pageTitle).toBe("Another");
  },
);

test("an undo brings a variant back that the catalogue had no more, with its stock and its prices", async () => {
  const before = await state();
  const history = await spanCount();
  const folder = copyDemoCatalogue();
  changeFile(folder, "products.json", (rows) =>
    rows.map((row) => {
      if (row["slug"] !== "rainbow-stacker") return row;
      const variants = (row["variants"] as ReadonlyArray<Json>).filter(({ id }) => id !== 5001);
      return { ...row, variants };
    }),
  );
  const id = await upload(folder);
  const wrong = await linesOf(id, "wrong");
  expect(wrong).toEqual([]);
  await applyImport({ id, version: 1 }, COMMAND);
  expect(await spanCount()).toBeLessThan(history);

  expect(await undoImport(id, commandLineActor(later(5)))).toMatchObject({ ok: true, value: { left: 0 } });

  expect(await state()).toEqual(before);
  expect(await spanCount()).toBeGreaterThanOrEqual(history);
});

test("people who wait for a discontinued product are notified once an import, or its undo, takes that back", async () => {
  const forest = 5002;
  const batches = async () => (await jobKinds()).filter((kind) => kind === "stock-alert-batch");
  await waitingFor(forest, ["ida@example.com"]);
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "rainbow-stacker"], { availability: "discontinued" });
  const id = await bring(folder);
  await db().updateTable("variants").set({ on_hand: 4 }).where("id", "=", forest).execute();
  await db().deleteFrom("jobs").execute();

  await undoImport(id, COMMAND);
  expect(await batches()).toHaveLength(1);
  await bring(folder);
  await db().deleteFrom("jobs").execute();
  await bring(DEMO_CATALOGUE);

  expect(await batches()).toHaveLength(1);
  await db().updateTable("variants").set({ on_hand: 0 }).where("id", "=", forest).execute();
});
