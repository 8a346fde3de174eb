import { describe, expect, it, onTestFinished } from "vitest";

import { db, inTransaction } from "#app/db/db.server.ts";
import { answering } from "#app/db/replica.server.ts";
import {
  countBrandProducts,
  findBrand,
  findBrandSlug,
  listBrands,
} from "#app/models/catalogue/brand.server.ts";
import { listDepartments, resolveCategory } from "#app/models/catalogue/category.server.ts";
import { replaces } from "#app/models/catalogue/product-kind.ts";
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
import { SOURCES as VISIBLE } from "#tests/support/checks/source-facts.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

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

    // The version, the settings, and the days on which the shop is closed.
    expect(await countQueries(findStore)).toBe(3);
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
    const found = (id: number) => ({ kind: "found", category: { id } });
    expect(await resolveCategory(["pushchairs", "for-two"])).toMatchObject(found(29));
    expect(await resolveCategory(["prams", "for-two"])).toMatchObject(found(34));
    expect(await resolveCategory(["for-two"])).toBeNull();
    expect(await resolveCategory(["gifts", "for-two"])).toBeNull();
  });

  it.each([
    ...[["pull-alongs"], ["gifts", "pull-alongs"], ["a", "b", "c", "d", "pull-alongs"]].map(
      (slugs) => [slugs, { kind: "moved", path: "/c/wooden-toys/pull-alongs" }] as const,
    ),
    ...[["nothing"], ["a", "b", "c", "d", "e", "pull-alongs"], ["PRAMS"], []].map(
      (slugs) => [slugs, null] as const,
    ),
  ])("with a slug of their own are found from %j and redirected, or not found", async (slugs, answer) => {
    expect(await resolveCategory(slugs)).toEqual(answer);
  });

  it("that are hidden are not found, nor is anything below them", async () => {
    const show = async (is_visible: number) => {
      await db().updateTable("categories").set({ is_visible }).where("path", "=", "prams").execute();
      await bumpCatalogueVersion();
    };
    await show(0);
    const hidden = await resolveCategory(["prams", "for-two"]);
    const departments = await listDepartments();
    await show(1);
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
    const counts = await countBrandProducts();
    expect(brands.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)).toBe(VISIBLE.length);
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
    const twin = db().selectFrom("products").selectAll().where("id", "=", 101);
    const changes = { id: 9999, sku: "HB-TWIN", primary_category_id: 31 };
    await db()
      .insertInto("products")
      .values({ ...(await twin.executeTakeFirstOrThrow()), ...changes })
      .execute();
    onTestFinished(async () => {
      await db().deleteFrom("products").where("id", "=", 9999).execute();
    });

    const stackers = ["wooden-toys", "building-and-stacking", "stackers", "rainbow-stacker"];
    expect(await resolveProduct(stackers)).toEqual({ kind: "found", productId: 101 });
    const prams = ["prams", "carrycot-prams", "rainbow-stacker"];
    expect(await resolveProduct(prams)).toEqual({ kind: "found", productId: 9999 });
    expect(await resolveProduct(["rainbow-stacker"])).toBeNull();
    expect(await resolveProduct(["gifts", "first-birthday", "rainbow-stacker"])).toMatchObject({
      ...{ kind: "moved", path: expect.stringContaining("/stackers/") as string },
    });
  });

  it("that are hidden or unknown are not found", async () => {
    const hidden = db().selectFrom("products").select("id").where("slug", "=", "clothes-rail");
    const { id } = await hidden.executeTakeFirstOrThrow();

    expect(await resolveProduct(["clothes-rail"])).toBeNull();
    expect(await findProduct(id, NOW)).toBeNull();
    expect(await findProductPath(id)).toBeNull();
    expect(await findProduct(424_242, NOW)).toBeNull();
  });

  it("go well with what fits them, and never with what replaces them", async () => {
    const kinds = new Map((await rowsOf("products")).map((row) => [row.id, row]));
    for (const [id, own] of kinds) {
      const others = ((await findProduct(id, NOW))?.related ?? []).map((other) => kinds.get(other.id));
      const rivals = others.filter((other) => replaces(own, other));
      expect(rivals.map((rival) => `${own.name}: ${rival?.name ?? ""}`)).toEqual([]);
    }

    const pushchair = await findProduct(137, NOW);
    expect(pushchair?.related.map(({ name }) => name).join()).toMatch(/Carrycot.*Adapter/);
    expect(pushchair?.similar.map(({ name }) => name)).toContain("Compact Stroller");
  });

  it("have all the data that a page needs", async () => {
    const product = (await findProduct(101, NOW))!;

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
    const { description, images, related, warnings, breadcrumbs, rating } = product;
    expect([description.length, images.length, related.length]).toEqual([3, 5, 4]);
    expect(warnings[0]?.text).toMatch(/^Warning/);
    expect(breadcrumbs.at(-1)?.path).toBe("/c/wooden-toys/building-and-stacking/stackers");
    const reviews = await findReviewPage(101, { stars: null, sort: "newest", page: 1 }, null);
    expect(rating?.count).toBe(reviews.total);
  });

  it("on pre-order have the day of their release", async () => {
    const id = VISIBLE.find(({ slug }) => slug === "house-bed")?.id ?? 0;

    const product = await findProduct(id, NOW);

    expect(product).toMatchObject({ stock: "preorder", preorderReleaseAt: expect.any(String) });
  });

  it("have the current stock", async () => {
    await setStock(5000, 2);

    const variant = (await findProduct(101, NOW))?.variants.find(({ id }) => id === 5000);

    expect(variant).toMatchObject({ available: 2, stock: "low-stock" });
  });

  it("take at most 17 queries, whatever belongs to them, and three from then on", async () => {
    await bumpCatalogueVersion();
    await findProduct(101, NOW);
    const counts = new Set<number>();
    const again = new Set<number>();
    const queriesOf = (id: number) =>
      countQueries(() => answering({ readsOwnWrites: false }, () => findProduct(id, NOW)));
    for (const { id } of VISIBLE) {
      counts.add(await queriesOf(id));
      again.add(await queriesOf(id));
    }

    expect(Math.max(...counts)).toBeLessThanOrEqual(17);
    expect(Math.max(...again)).toBeLessThanOrEqual(3);
  });

  it("show a change at once", async () => {
    const now = await findProduct(101, NOW);
    const description = "Seven arches of lime wood.";
    await inTransaction(async () => {
      await db().updateTable("products").set({ description }).where("id", "=", 101).execute();
      expect((await findProduct(101, NOW))?.description).toEqual([description]);
      await bumpCatalogueVersion([101]);
    });

    expect(now?.description).not.toEqual([description]);
    expect((await findProduct(101, NOW))?.description).toEqual([description]);
  });
});

describe("every variant of the catalogue", () => {
  it("is shown at its own address, and found by its chosen options and by the colour that its swatch names", async () => {
    let count = 0;
    for (const source of VISIBLE) {
      const product = await findProduct(source.id, NOW);
      if (!product) throw new Error(`${source.slug} is missing`);
      for (const expected of source.variants) {
        const variant = product.variants.find(({ id }) => id === expected.id);
        if (!variant) throw new Error(`${expected.id} is missing`);
        const query = variantQuery(product, variant);
        const requested = { swatch: query.swatch ?? null, variant: query.variant?.toString() ?? null };
        const selection = Object.fromEntries(
          source.options.map((option) => [optionField(option.id), expected.options[option.name]]),
        );

        expect(chosenVariant(product, requested).id).toBe(expected.id);
        expect(chosenVariant(product, { variant: String(expected.id) }).id).toBe(expected.id);
        expect(variantForSelection(product, selection)).toMatchObject({
          kind: "found",
          variant: { id: expected.id },
        });
        expect(variant.image.file).toBe(expected.image);
        expect(variant.available).toBe(expected.stock);
        count += 1;
      }
      const colour = source.options.find(({ type }) => type === "swatch");
      for (const { key, label } of colour?.values ?? [])
        for (const swatch of [key, key.toUpperCase(), label, `${colour!.id}-${key}`])
          expect(chosenVariant(product, { swatch }).options[colour!.name]).toBe(key);
    }
    expect(count).toBe(VISIBLE.flatMap(({ variants }) => variants).length);
  });
});
