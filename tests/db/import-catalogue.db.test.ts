import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { seedWhenEmpty } from "#app/db/seed/seed.server.ts";
import {
  changeFile,
  changeRow,
  copyDemoCatalogue,
  DEMO_IMAGERY,
} from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { importProblems } from "#tests/support/shops/imported-catalogue.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";

const TABLES = [
  "settings",
  "catalogue_version",
  "brands",
  "categories",
  "products",
  "product_categories",
  "related_products",
  "product_options",
  "product_option_values",
  "variants",
  "product_images",
  "product_metafields",
  "price_history",
  "stock_history",
  "reviews",
  "coupons",
  "delivery_methods",
  "delivery_zones",
  "compatibility_parts",
  "compatibility",
] as const;

async function dump(): Promise<Record<string, ReadonlyArray<string>>> {
  const tables: Record<string, ReadonlyArray<string>> = {};
  for (const table of TABLES) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db());
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

const LATER = new Date("2031-05-05T12:00:00Z");

describe("importing the demo catalogue", () => {
  useTestDatabase();

  it("fills every table that the folder feeds", async () => {
    const counts = Object.fromEntries(
      Object.entries(await dump()).map(([table, rows]) => [table, rows.length]),
    );

    expect(counts).toMatchObject({
      settings: 13,
      brands: 10,
      categories: 65,
      products: 75,
      variants: 133,
      product_images: 261,
      reviews: 171,
      coupons: 6,
      delivery_methods: 4,
      delivery_zones: 9,
      compatibility_parts: 24,
      compatibility: 80,
    });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  it("changes nothing the second time, also years later", async () => {
    const before = await dump();

    const result = await importCatalogue(DEMO_CATALOGUE, LATER);

    expect(result).toMatchObject({ ok: true, value: { rowsWritten: 0 } });
    expect(await dump()).toEqual(before);
  });

  it("tells of what it wrote in its transaction, and of nothing where it wrote nothing", async () => {
    const calls: Array<boolean> = [];
    const onWritten = async () => void calls.push(db().isTransaction);
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "rainbow-stacker"], { name: "Rainbow" });

    await importCatalogue(DEMO_CATALOGUE, LATER, { onWritten });
    expect(calls).toEqual([]);
    await importCatalogue(folder, LATER, { imagery: DEMO_IMAGERY, onWritten });
    expect(calls).toEqual([true]);
    await importCatalogue(DEMO_CATALOGUE, LATER, { onWritten });
  });

  it("preserves stock and reservations, and overwrites the rest from the folder", async () => {
    await db().updateTable("variants").set({ on_hand: 7, reserved: 2 }).where("id", "=", 5000).execute();
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "rainbow-stacker"], { price: 49.5, name: "Rainbow" });

    const result = await importCatalogue(folder, LATER, { imagery: DEMO_IMAGERY });

    const named = (table: "products" | "variants", id: number) =>
      db().selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const [product, variant] = [await named("products", 101), await named("variants", 5000)];
    const prices = await db()
      .selectFrom("price_history")
      .selectAll()
      .where("variant_id", "=", 5000)
      .where("currency", "=", "GBP")
      .orderBy("id")
      .execute();
    expect(result.ok).toBe(true);
    expect(product).toMatchObject({ name: "Rainbow", price_minor: 4950, sort_price_minor: 4950 });
    expect(variant).toMatchObject({ on_hand: 7, reserved: 2 });
    expect(prices.map(({ price_minor, valid_to }) => [price_minor, valid_to])).toEqual([
      [5400, LATER.toISOString()],
      [4950, null],
    ]);
    expect(await importCatalogue(DEMO_CATALOGUE, LATER)).toMatchObject({ ok: true });
  });

  it("hides products that left the folder and shows them again when they return", async () => {
    const folder = copyDemoCatalogue();
    const without = (rows: Array<Record<string, unknown>>) =>
      rows.filter((row) => row["slug"] !== "peg-rack");
    changeFile(folder, "products.json", (rows: Array<Record<string, unknown>>) =>
      without(rows).map((row) => ({
        ...row,
        related: (row["related"] as Array<string>).filter((slug) => slug !== "peg-rack"),
      })),
    );
    changeFile(folder, "reviews.json", (rows) => rows.filter((row) => row["product"] !== "peg-rack"));
    const racks = db().selectFrom("products").select("is_visible").where("slug", "=", "peg-rack");
    const visible = () => racks.executeTakeFirstOrThrow();

    expect(await importProblems(folder, LATER)).toEqual([]);
    expect(await visible()).toEqual({ is_visible: 0 });
    await importCatalogue(DEMO_CATALOGUE, LATER);
    expect(await visible()).toEqual({ is_visible: 1 });
  });

  it("refuses to delete a variant that an open order reserves", async () => {
    await db().updateTable("variants").set({ reserved: 1 }).where("id", "=", 5001).execute();
    const folder = copyDemoCatalogue();
    changeFile(folder, "products.json", (rows: Array<{ slug: string; variants: Array<{ id: number }> }>) => {
      for (const row of rows) row.variants = row.variants.filter(({ id }) => id !== 5001);
      return rows;
    });
    const before = await dump();

    const result = await importCatalogue(folder, LATER, { imagery: DEMO_IMAGERY });

    expect(result).toMatchObject({ ok: false, problems: [{ field: "variants" }] });
    expect(await dump()).toEqual(before);
  });

  it("measures where products stand in their images", async () => {
    const images = await db()
      .selectFrom("product_images")
      .select(["file", "sink_percent", "width", "height"])
      .where("role", "=", "hero")
      .execute();

    const marbleRun = images.find(({ file }) => file === "products/marble-run-1.jpg");
    expect(marbleRun?.sink_percent).toBeGreaterThanOrEqual(6);
    expect(marbleRun?.sink_percent).toBeLessThanOrEqual(9);
    for (const { width, height, sink_percent: sink } of images) {
      expect([width, height]).toEqual([1200, 1200]);
      expect(sink).toBeGreaterThan(0);
      expect(sink).toBeLessThan(40);
    }
  });

  it("is not repeated by the seed", async () => {
    expect(await seedWhenEmpty()).toBe(false);
  });
});

describe("a catalogue with mistakes", () => {
  useTestDatabase({ catalogue: "none" });

  /** Where rows of the demo stand in their files. */
  const PLACES: Readonly<Record<string, readonly [file: string, row: number]>> = {
    "rainbow-stacker": ["products.json", 1],
    "building-blocks": ["products.json", 5],
    "toy-car": ["products.json", 10],
    tractor: ["products.json", 13],
    "prams/coach-prams": ["categories.json", 32],
    prams: ["categories.json", 30],
    "9001": ["reviews.json", 1],
    PLAY15: ["coupons.json", 5],
  };
  const words = {
    ...{ name: "Engraving", note: "By hand.", length_max: 0, marks: "a b", price: -1 },
    ...{ working_days: 99, is_returnable: false },
  };

  const claim = "Pay when it is sent.";
  const claims = {
    ...{ name: claim, short_description: claim, description: claim, highlights: ["Red", claim] },
    ...{ page_title: claim, meta_description: claim, preorder_message: claim },
    ...{ care: claim, assembly: claim, finish: claim, made_in: claim, materials: ["Ash", claim] },
    metafields: [{ namespace: "shop", key: "note", value: claim }],
  };

  type Change = Record<string, unknown> & Readonly<{ slug?: string; path?: string }>;

  it.each<readonly [string, string, Change, string]>([
    ...Object.entries(claims).map(
      ([field, text]) =>
        [
          `a claim in ${field}`,
          "tractor",
          { [field]: text },
          `${field}: must not say when a card is charged`,
        ] as const,
    ),
    ["a toy without an age", "toy-car", { age_min_months: null }, "age_min_months: a toy must state its age"],
    ["a toy without warnings", "toy-car", { warnings: [] }, "warnings: a toy must carry its warnings"],
    ["a price below zero", "rainbow-stacker", { price: -1 }, "price: must not be below 0"],
    ["a part of a penny", "rainbow-stacker", { price: 1.005 }, "price: must be a whole number of GBP 0.01"],
    ["words without a limit and a law", "tractor", { personalisation: words }, "length_max: must be above 0"],
    ["an unknown category", "tractor", { categories: ["boats"] }, "categories: there is no category boats"],
    ["an unknown brand", "tractor", { brand: "nobody" }, "brand: there is no brand nobody"],
    ["an unknown related product", "tractor", { related: ["boat"] }, "related: there is no product boat"],
    ["a slug that is taken", "tractor", { slug: "toy-car" }, "(toy-car): slug: is the same as in row 10"],
    [
      "a toy in a band below its age",
      "building-blocks",
      { categories: ["gifts/gifts-by-age/1-2-years"] },
      "gifts/gifts-by-age/1-2-years is too young",
    ],
    ["the wrong parent", "prams/coach-prams", { parent_id: 24 }, "path: must be pushchairs/coach-prams"],
    ["a fixed page's address", "prams", { path: "new", slug: "new" }, "path: is the address of a fixed page"],
    ["an image that is not there", "prams", { image: "banners/none.jpg" }, "no image banners/none.jpg"],
    ["a review of nothing", "9001", { product: "boat" }, "product: there is no product boat"],
    ["six stars", "9001", { rating: 6 }, "rating: must be 1 to 5"],
    ["a coupon of 120 per cent", "PLAY15", { amount: 120 }, "amount: must be 1 to 100 per cent"],
  ])("is refused for %s", async (_name, key, change, expected) => {
    const [file, row] = PLACES[key]!;
    const folder = copyDemoCatalogue();
    changeRow(folder, [file, file === "reviews.json" ? Number(key) : key], change);

    const problems = await importProblems(folder, LATER);

    const place = `${file} row ${row} (${change.slug ?? change.path ?? key}): `;
    expect(problems.filter((problem) => problem.startsWith(place)).join("\n")).toContain(expected);
  });

  it.each([
    [
      "listed nowhere",
      "products/other-1.jpg",
      "variants.0.image: products/other-1.jpg is not among the product's images",
    ],
    ["outside the image folder", "../secret.jpg", "variants.0.image: must be an image"],
  ])("is refused for a variant whose image is %s", async (_name, image, expected) => {
    const folder = copyDemoCatalogue();
    changeFile(folder, "products.json", (rows: Array<{ variants: Array<{ image: string }> }>) => {
      const variant = rows[0]?.variants[0];
      if (variant) variant.image = image;
      return rows;
    });

    expect((await importProblems(folder, LATER)).join("\n")).toContain(expected);
  });

  it("is refused for an image that is listed but missing", async () => {
    const result = await importCatalogue(copyDemoCatalogue(), LATER);

    expect(result.ok ? [] : result.problems.map(problemText)).toContain(
      "products.json row 1 (rainbow-stacker): images.0.file: there is no image products/rainbow-stacker-1.jpg",
    );
  });

  it("lists every mistake at once and imports nothing", async () => {
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "tractor"], { price: -1, is_toy: "yes" });
    changeRow(folder, ["brands.json", "osmundley"], { name: "" });
    changeFile(folder, "coupons.json", () => ({}));
    changeFile(folder, "synonyms.json", () => ({ groups: [] }));
    changeFile<Record<string, Record<string, unknown>>>(folder, "store.json", (store) => ({
      ...store,
      settings: { ...store["settings"], theme_colour: "black" },
    }));

    expect(await importProblems(folder, LATER)).toEqual(
      expect.arrayContaining([
        "products.json row 13 (tractor): price: must not be below 0",
        "products.json row 13 (tractor): is_toy: Expected boolean, received string",
        "brands.json row 2 (osmundley): name: must not be empty",
        "coupons.json: must be a list of rows",
        "store.json: settings.theme_colour: must be a colour such as #252729",
      ]),
    );
    expect(await db().selectFrom("brands").select("id").execute()).toEqual([]);
  });

  it("is refused when the folder is missing", async () => {
    expect(await importProblems("/nowhere/at/all", LATER)).toContain("products.json: is missing");
  });
});

describe("importing a catalogue whose options have changed", () => {
  useTestDatabase();

  it("takes away an option, gives it another id, and takes away a value", async () => {
    type Product = {
      slug: string;
      options: Array<{ id: number; values: Array<{ key: string }> }>;
      variants: Array<object>;
    };
    const folder = copyDemoCatalogue();
    const change = (edit: (product: Product, index: number) => object) => {
      let index = 0;
      changeFile<Array<Product>>(folder, "products.json", (rows) =>
        rows.map((row) => (row.options.length === 1 ? { ...row, ...edit(row, index++) } : row)),
      );
    };
    change((product, index) => {
      const [option] = product.options;
      if (!option) return {};
      if (index === 0)
        return { options: [], variants: [{ ...product.variants[0], options: {}, label: null }] };
      if (index === 1) return { options: [{ ...option, id: 99_001 }] };
      return {};
    });

    expect(await importProblems(folder, LATER)).toEqual([]);
    const given = JSON.parse(readFileSync(join(folder, "products.json"), "utf8")) as Array<Product>;
    const optionIds = given.flatMap(({ options }) => options.map(({ id }) => id));
    const stored = await db().selectFrom("product_options").select("id").execute();
    expect(stored.map(({ id }) => id).toSorted()).toEqual(optionIds.toSorted());
    const values = await db().selectFrom("product_option_values").select("key").execute();
    expect(values).toHaveLength(
      given.flatMap(({ options }) => options.flatMap((each) => each.values)).length,
    );
  });
});
