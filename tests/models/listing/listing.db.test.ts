import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { listProductCards, listProducts } from "#app/models/listing/listing.server.ts";
import { type ListingScope, PAGE_SIZE, SORTS } from "#app/models/listing/listing.ts";
import { type SortKey } from "#app/models/catalogue/sort-key.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { countQueries, listQueries } from "#tests/support/checks/count-queries.ts";
import {
  SOURCE_CATEGORIES as CATEGORIES,
  SOURCES as VISIBLE,
  type SourceProduct,
} from "#tests/support/checks/source-facts.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();

const ALL = { kind: "all" } as const;

const list = (scope: ListingScope, sort: SortKey, page = 1) => listProducts({ scope, sort, page, now: NOW });

async function listAll(scope: ListingScope, sort: SortKey): Promise<ReadonlyArray<ProductSummary>> {
  const first = await list(scope, sort);
  const cards = [...first.products];
  for (let page = 2; page <= first.pageCount; page += 1)
    cards.push(...(await list(scope, sort, page)).products);
  expect(cards).toHaveLength(first.total);
  return cards;
}

const idsOf = (rows: ReadonlyArray<{ id: number }>) => rows.map(({ id }) => id);
/** In whatever order. */
const setOf = (rows: ReadonlyArray<{ id: number }>) => idsOf(rows).sort((one, other) => one - other);

function lowestPrice(product: SourceProduct): number {
  const prices = product.variants.map(
    (variant) => variant.sale_price ?? product.sale_price ?? variant.price ?? product.price,
  );
  return Math.min(...prices);
}

/** Each sort as a shopper would check it: the key of one product is never after that of the next. */
const KEYS: Readonly<Record<SortKey, (product: SourceProduct) => ReadonlyArray<number | string>>> = {
  featured: (product) => [product.is_featured ? 0 : 1],
  newest: (product) => [product.created_days_ago],
  "price-asc": (product) => [lowestPrice(product), product.id],
  "price-desc": (product) => [-lowestPrice(product), product.id],
  rating: (product) => [-product.rating.average],
  name: (product) => [product.name.toLowerCase()],
  "age-asc": (product) => [product.age_min_months ?? product.suitable_from_months ?? 9999, product.id],
  "weight-asc": (product) => [product.weight_kg ?? Infinity, product.id],
};

function isInOrder(a: ReadonlyArray<number | string>, b: ReadonlyArray<number | string>): boolean {
  const place = a.findIndex((key, index) => key !== b[index]);
  return place === -1 || (a[place] ?? 0) < (b[place] ?? 0);
}

describe("a list of products", () => {
  it.each([...SORTS.map(({ key }) => key), "age-asc", "weight-asc"] as const)(
    "sorted by %s contains every visible product once, in order",
    async (sort) => {
      const cards = await listAll(ALL, sort);

      const products = cards.map(({ id }) => VISIBLE.find((product) => product.id === id));
      expect(setOf(cards)).toEqual(setOf(VISIBLE));
      for (const [index, product] of products.entries()) {
        const next = products[index + 1];
        if (product && next)
          expect(isInOrder(KEYS[sort](product), KEYS[sort](next)), product.name).toBe(true);
      }
    },
  );

  it("of a category contains the products in it and below it, each once, and of a brand its own", async () => {
    for (const { id, path } of CATEGORIES) {
      const expected = VISIBLE.filter(({ categories }) =>
        categories.some((one) => one === path || one.startsWith(`${path}/`)),
      );

      const cards = await listAll({ kind: "category", categoryId: id }, "featured");
      expect(setOf(cards), path).toEqual(setOf(expected));
    }
    for (const { id, slug } of await listBrands()) {
      const cards = await listAll({ kind: "brand", brandId: id }, "name");
      expect(setOf(cards)).toEqual(setOf(VISIBLE.filter(({ brand }) => brand === slug)));
    }
  });

  it.each([7, 60])("of new products contains those published in the last %i days", async (days) => {
    const expected = VISIBLE.filter(({ created_days_ago: ago }) => ago <= days);

    expect(setOf(await listAll({ kind: "new", days }, "newest"))).toEqual(setOf(expected));
  });

  it("of products back in stock shows the newest return first", async () => {
    const expected = VISIBLE.filter(
      ({ restocked_days_ago: ago, availability }) =>
        ago !== null && ago <= 30 && availability === "available",
    ).sort((a, b) => (a.restocked_days_ago ?? 0) - (b.restocked_days_ago ?? 0));

    const cards = await listAll({ kind: "back-in-stock" }, "newest");

    expect(idsOf(cards)).toEqual(idsOf(expected));
    expect(cards.every(({ isBackInStock }) => isBackInStock)).toBe(true);
  });

  it("of products back in stock follows the stock itself, not a flag", async () => {
    const namesOfReturned = async () => {
      await bumpCatalogueVersion();
      return (await listAll({ kind: "back-in-stock" }, "newest")).map(({ name }) => name);
    };
    const returned = { variant_id: 5010, quantity_before: 0, quantity_after: 4, reason: "restock" };
    await db()
      .insertInto("stock_history")
      .values({ ...returned, created_at: NOW.toISOString() })
      .execute();
    expect((await namesOfReturned())[0]).toBe("Pull-along Duck");

    await setStock(5010, 0);
    expect(await namesOfReturned()).not.toContain("Pull-along Duck");
  });

  it("in an age band never shows a product for another age, whatever the list says", async () => {
    const band = CATEGORIES.find(({ path }) => path === "gifts/gifts-by-age/0-6-months");
    const membership = { product_id: 105, category_id: band?.id ?? 0, position: 0 };
    await db().insertInto("product_categories").values(membership).execute();
    await bumpCatalogueVersion();

    const cards = await listAll({ kind: "category", categoryId: membership.category_id }, "featured");

    await db()
      .deleteFrom("product_categories")
      .where("category_id", "=", membership.category_id)
      .where("product_id", "=", 105)
      .execute();
    await bumpCatalogueVersion();
    expect(idsOf(cards)).not.toContain(105);
  });

  it("has pages of 24, shows the last page for a number beyond it, and is one empty page without products", async () => {
    const first = await list(ALL, "name");
    const beyond = await list(ALL, "name", 99);

    expect(first).toMatchObject({ total: 74, pageCount: 4, page: 1 });
    expect(first.products).toHaveLength(PAGE_SIZE);
    expect(beyond.page).toBe(4);
    expect(beyond.products).toHaveLength(74 - 3 * PAGE_SIZE);
    expect(await list({ kind: "category", categoryId: 424_242 }, "name")).toMatchObject({
      ...{ products: [], total: 0, page: 1, pageCount: 1 },
    });
  });

  it("takes the same number of queries for one product as for a full page", async () => {
    // After a change, so that all of it is read.
    const afterChange = async (ids: ReadonlyArray<number>) => {
      await bumpCatalogueVersion();
      return countQueries(() => listProductCards(ids, NOW));
    };
    await listProductCards([101], NOW);

    const one = await afterChange([101]);
    const page = await afterChange(idsOf(VISIBLE).slice(0, 24));
    await list(ALL, "featured");
    const listing = await countQueries(() => list(ALL, "featured"));

    expect(page).toBe(one);
    expect(listing).toBeLessThanOrEqual(10);
  });
});

describe("the cached data of cards", () => {
  const STACKER = 101;
  const LATER = new Date(NOW.getTime() + 60_000);

  it("is not read again while the catalogue is unchanged, except for the stock", async () => {
    const [before] = await listProductCards([STACKER], NOW);
    await db()
      .updateTable("variants")
      .set({ on_hand: sql<number>`reserved` })
      .where("product_id", "=", STACKER)
      .execute();

    const texts = await listQueries(() => listProductCards([STACKER], LATER));
    const [after] = await listProductCards([STACKER], LATER);

    expect(texts.filter((text) => !text.includes("catalogue_version"))).toEqual([
      expect.stringContaining('from "variants"'),
    ]);
    expect(before?.stock).toBe("in-stock");
    expect(after?.stock).toBe("out-of-stock");
  });

  it("is read again when the catalogue has changed, also inside the transaction that changes it", async () => {
    const renameTo = (name: string) =>
      db().updateTable("products").set({ name }).where("id", "=", STACKER).execute();
    const nameOf = async () => (await listProductCards([STACKER], NOW))[0]?.name;
    const before = await nameOf();

    const inside = await transact(async () => {
      await renameTo("Arches");
      await bumpCatalogueVersion();
      return ok({ name: await nameOf() });
    });

    expect(before).toBe("Rainbow Stacker");
    expect(inside).toEqual(ok({ name: "Arches" }));
    expect(await nameOf()).toBe("Arches");
  });

  it("is read only for unknown products, follows the requested order and leaves out hidden products", async () => {
    await bumpCatalogueVersion();
    await listProductCards([101, 102], NOW);

    expect(idsOf(await listProductCards([103, 102, 999_999, 101], NOW))).toEqual([103, 102, 101]);
    expect(idsOf(await listProductCards([105, 424_242, 101, 164, 105], NOW))).toEqual([105, 101]);
  });
});

describe("a card", () => {
  it("shows the lowest price, the colours and the reduction", async () => {
    const [blocks, chair] = await listProductCards([105, 159], NOW);

    expect(blocks).toMatchObject({ isFromPrice: true, ageText: "3 years +" });
    expect(blocks?.colours.map(({ swatch }) => swatch)).toEqual(["muted", "natural"]);
    expect(blocks?.path).toMatch(/^\/p\/wooden-toys\//);
    expect(chair?.rating === null || chair?.rating.count).toBeTruthy();
  });

  it("has the price and rating of its source", async () => {
    for (const card of await listAll(ALL, "name")) {
      const source = VISIBLE.find(({ id }) => id === card.id);

      expect(card.price.now.minor, card.name).toBe(Math.round(lowestPrice(source!) * 100));
      expect(card.rating?.count ?? 0).toBe(source?.rating.count);
      if (card.rating) expect(card.rating.average).toBeCloseTo(source!.rating.average, 1);
    }
  });
});
