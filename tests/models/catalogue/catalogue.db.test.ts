import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findBrand, findBrandSlug, listBrands } from "#app/models/catalogue/brand.server.ts";
import { listDepartments, resolveCategory } from "#app/models/catalogue/category.server.ts";
import { findProduct, findProductPath, resolveProduct } from "#app/models/catalogue/product.server.ts";
import {
  chosenVariant,
  optionField,
  variantForSelection,
  variantQuery,
} from "#app/models/catalogue/product.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { findReviewPage } from "#app/models/review/review.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type SourceVariant = {
  id: number;
  options: Record<string, string>;
  image: string;
  price: number | null;
  stock: number;
};
type Source = {
  id: number;
  slug: string;
  primary_category: string;
  categories: Array<string>;
  is_visible: boolean;
  price: number;
  sale_price: number | null;
  options: Array<{ id: number; name: string; type: string; values: Array<{ key: string; label: string }> }>;
  variants: Array<SourceVariant>;
};
const SOURCE = JSON.parse(readFileSync("content/catalogue/products.json", "utf8")) as Array<Source>;
const VISIBLE = SOURCE.filter((product) => product.is_visible);
const NOW = new Date();

const slugsOf = (path: string) => path.split("/");

describe("the store", () => {
  it("has the settings from the catalogue", async () => {
    const store = await findStore();

    expect(store).toMatchObject({
      name: "Hollybough",
      themeColour: "#252729",
      currency: "GBP",
      newInDays: 60,
      delivery: { freeStandardOver: { minor: 5000 } },
      gift: { wrapFee: { minor: 450 } },
      tax: { defaultRateBasisPoints: 2000 },
      company: { address: { city: "Ledbury" } },
    });
  });

  it("is cached until the catalogue changes", async () => {
    await findStore();
    expect(await countQueries(findStore)).toBe(1);

    await bumpCatalogueVersion();

    expect(await countQueries(findStore)).toBe(2);
  });
});

describe("categories", () => {
  it("form a tree of departments", async () => {
    const departments = await listDepartments();

    expect(departments.map(({ name }) => name)).toEqual([
      "Wooden toys",
      "Pushchairs",
      "Prams",
      "Nursery furniture",
      "Gifts",
    ]);
    expect(departments[0]?.children[0]).toMatchObject({ path: "wooden-toys/building-and-stacking" });
  });

  it("are found by their full path", async () => {
    const found = await resolveCategory(["nursery-furniture", "sleep", "cots-and-cribs", "cots"]);

    expect(found).toMatchObject({
      kind: "found",
      category: { id: 38, path: "nursery-furniture/sleep/cots-and-cribs/cots" },
      breadcrumbs: [
        { path: "/c/nursery-furniture" },
        { path: "/c/nursery-furniture/sleep" },
        { path: "/c/nursery-furniture/sleep/cots-and-cribs" },
        { path: "/c/nursery-furniture/sleep/cots-and-cribs/cots" },
      ],
    });
  });

  it("with the same slug under two parents are found with a parent, not without", async () => {
    expect(await resolveCategory(["pushchairs", "for-two"])).toMatchObject({
      kind: "found",
      category: { id: 29 },
    });
    expect(await resolveCategory(["prams", "for-two"])).toMatchObject({
      kind: "found",
      category: { id: 34 },
    });
    expect(await resolveCategory(["for-two"])).toBeNull();
    expect(await resolveCategory(["gifts", "for-two"])).toBeNull();
  });

  it.each([[["pull-alongs"]], [["gifts", "pull-alongs"]], [["a", "b", "c", "d", "pull-alongs"]]])(
    "with a slug of their own are found from %j and redirected",
    async (slugs) => {
      expect(await resolveCategory(slugs)).toEqual({ kind: "moved", path: "/c/wooden-toys/pull-alongs" });
    },
  );

  it.each([[["nothing"]], [["a", "b", "c", "d", "e", "pull-alongs"]], [["PRAMS"]], [[]]])(
    "are not found at %j",
    async (slugs) => {
      expect(await resolveCategory(slugs)).toBeNull();
    },
  );

  it("that are hidden are not found, nor is anything below them", async () => {
    await db().updateTable("categories").set({ is_visible: 0 }).where("path", "=", "prams").execute();
    await bumpCatalogueVersion();

    const hidden = await resolveCategory(["prams", "for-two"]);
    const departments = await listDepartments();

    await db().updateTable("categories").set({ is_visible: 1 }).where("path", "=", "prams").execute();
    await bumpCatalogueVersion();
    // The other "for two" is the only one meanwhile.
    expect(hidden).toEqual({ kind: "moved", path: "/c/pushchairs/for-two" });
    expect(departments.map(({ path }) => path)).not.toContain("prams");
  });
});

describe("brands", () => {
  it("are listed by name with the number of visible products", async () => {
    const brands = await listBrands();

    expect(brands).toHaveLength(10);
    expect(brands.map(({ name }) => name)).toEqual([...brands.map(({ name }) => name)].sort());
    expect(brands.reduce((sum, { productCount }) => sum + productCount, 0)).toBe(VISIBLE.length);
  });

  it("are found by slug and by id", async () => {
    expect(await findBrand("osmundley")).toMatchObject({ id: 2, name: "Osmundley" });
    expect(await findBrandSlug(2)).toBe("osmundley");
    expect(await findBrand("nobody")).toBeNull();
  });
});

describe("products", () => {
  it("are found at their canonical addresses", async () => {
    for (const product of VISIBLE) {
      const address = `/p/${product.primary_category}/${product.slug}`;

      expect(await findProductPath(product.id)).toBe(address);
      expect(await resolveProduct(slugsOf(address.slice(3)))).toEqual({
        kind: "found",
        productId: product.id,
      });
    }
  });

  it("are found through another category, a wrong one or none, and redirected", async () => {
    const moved = { kind: "moved", path: "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker" };

    expect(await resolveProduct(["rainbow-stacker"])).toEqual(moved);
    expect(await resolveProduct(["gifts", "first-birthday", "rainbow-stacker"])).toEqual(moved);
    expect(await resolveProduct(["prams", "rainbow-stacker"])).toEqual(moved);
  });

  it("with the same slug in two categories are distinguished by the path, and ambiguous without it", async () => {
    const twin = await db()
      .selectFrom("products")
      .selectAll()
      .where("id", "=", 101)
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("products")
      .values({ ...twin, id: 9999, sku: "HB-TWIN", primary_category_id: 31 })
      .execute();

    const [first, second, none] = await Promise.all([
      resolveProduct(["wooden-toys", "building-and-stacking", "stackers", "rainbow-stacker"]),
      resolveProduct(["prams", "carrycot-prams", "rainbow-stacker"]),
      resolveProduct(["rainbow-stacker"]),
    ]);
    const member = await resolveProduct(["gifts", "first-birthday", "rainbow-stacker"]);

    await db().deleteFrom("products").where("id", "=", 9999).execute();
    expect([first, second, none]).toEqual([
      { kind: "found", productId: 101 },
      { kind: "found", productId: 9999 },
      null,
    ]);
    expect(member).toMatchObject({ kind: "moved", path: expect.stringContaining("/stackers/") });
  });

  it("that are hidden or unknown are not found", async () => {
    const hidden = SOURCE.find((product) => !product.is_visible);

    expect(await resolveProduct(["clothes-rail"])).toBeNull();
    expect(await findProduct(hidden?.id ?? 0, NOW)).toBeNull();
    expect(await findProductPath(hidden?.id ?? 0)).toBeNull();
    expect(await findProduct(424_242, NOW)).toBeNull();
  });

  it("have all the data that a page needs", async () => {
    const product = await findProduct(101, NOW);

    expect(product).toMatchObject({
      name: "Rainbow Stacker",
      brand: { name: "Hollybough Workshop", slug: "hollybough-workshop" },
      path: "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
      ageText: "12 months +",
      price: { now: { minor: 5400 }, was: null },
      stock: "in-stock",
      safety: {
        conformityMark: "UKCA and CE",
        manufacturer: { name: "Hollybough Workshop" },
        importer: null,
      },
      quantityMaximum: 6,
      deliveryClass: "small",
      isFromPrice: false,
    });
    expect(product?.description).toHaveLength(3);
    expect(product?.images).toHaveLength(5);
    expect(product?.related.map(({ name }) => name)).toHaveLength(4);
    expect(product?.warnings[0]?.text).toMatch(/^Warning/);
    expect(product?.breadcrumbs.at(-1)?.path).toBe("/c/wooden-toys/building-and-stacking/stackers");
    const reviews = await findReviewPage(product?.id ?? 0, { stars: null, sort: "newest", page: 1 }, null);
    expect(product?.rating?.count).toBe(reviews.total);
  });

  it("on pre-order have their expected date", async () => {
    const product = await findProduct(SOURCE.find(({ slug }) => slug === "house-bed")?.id ?? 0, NOW);

    expect(product?.stock).toBe("preorder");
    expect(product?.preorderMessage).toMatch(/send|dispatched/);
    expect(product?.preorderMessage).not.toContain("{date}");
  });

  it("have the current stock", async () => {
    await db().updateTable("variants").set({ on_hand: 2, reserved: 0 }).where("id", "=", 5000).execute();

    const variant = (await findProduct(101, NOW))?.variants.find(({ id }) => id === 5000);

    expect(variant).toMatchObject({ available: 2, stock: "low-stock" });
  });

  it("take the same number of queries, whatever belongs to them", async () => {
    await findProduct(101, NOW);
    const counts = new Set<number>();
    for (const product of VISIBLE) counts.add(await countQueries(() => findProduct(product.id, NOW)));

    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
    expect(counts.size).toBeLessThanOrEqual(2);
  });
});

describe("every variant of the catalogue", () => {
  it("is shown at its own address", async () => {
    let count = 0;
    for (const source of VISIBLE) {
      const product = await findProduct(source.id, NOW);
      if (!product) throw new Error(`${source.slug} is missing`);
      for (const expected of source.variants) {
        const variant = product.variants.find(({ id }) => id === expected.id);
        if (!variant) throw new Error(`${expected.id} is missing`);
        const query = variantQuery(product, variant);
        const requested = { swatch: query.swatch ?? null, variant: query.variant?.toString() ?? null };

        expect(chosenVariant(product, requested).id).toBe(expected.id);
        expect(chosenVariant(product, { variant: String(expected.id) }).id).toBe(expected.id);
        expect(variant.image.file).toBe(expected.image);
        expect(variant.available).toBe(expected.stock);
        count += 1;
      }
    }
    expect(count).toBe(VISIBLE.flatMap(({ variants }) => variants).length);
  });

  it("is found by its chosen options", async () => {
    for (const source of VISIBLE) {
      const product = await findProduct(source.id, NOW);
      if (!product) throw new Error(`${source.slug} is missing`);
      for (const expected of source.variants) {
        const selection = Object.fromEntries(
          source.options.map((option) => [optionField(option.id), expected.options[option.name]]),
        );

        expect(variantForSelection(product, selection)).toMatchObject({
          kind: "found",
          variant: { id: expected.id },
        });
      }
    }
  });

  it("has the colour that its swatch names, by key, by label and by id", async () => {
    for (const source of VISIBLE) {
      const product = await findProduct(source.id, NOW);
      const colour = source.options.find(({ type }) => type === "swatch");
      if (!product || !colour) continue;
      for (const { key, label } of colour.values) {
        for (const swatch of [key, key.toUpperCase(), label, `${colour.id}-${key}`]) {
          expect(chosenVariant(product, { swatch }).options[colour.name]).toBe(key);
        }
      }
    }
  });
});
