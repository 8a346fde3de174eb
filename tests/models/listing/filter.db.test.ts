import { setImmediate as breath } from "node:timers/promises";

import fc from "#tests/support/fast-check.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { uncommittedChanges } from "#app/db/cache-invalidation.server.ts";
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { releaseStock, reserveStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { FILTERS, type FilterKey, NO_FILTERS, type Filters } from "#app/models/listing/filter.ts";
import { findGiftChoices, giftScope } from "#app/models/listing/gift-finder.server.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { MUTED, SUNSET } from "#tests/support/people/recovery.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { listFilteredProducts, listProductCards, listProducts } from "#app/models/listing/listing.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { anyFilters, countsOf, isFound } from "#tests/support/checks/filters.ts";
import {
  minimumAge,
  SOURCE_BANDS,
  SOURCE_CATEGORIES,
  sourceFacts,
  SOURCES,
} from "#tests/support/checks/source-facts.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();
const ALL = { kind: "all" } as const;
/** 65 products, each 154 times. */
const COPIES = 154;

const IN_ALL = { scope: ALL, sort: "name", page: 1, now: NOW } as const;
const withValues = (values: Filters["values"]) =>
  listFilteredProducts({ ...IN_ALL, requested: { ...NO_FILTERS, values } });

async function valuesKnown() {
  const { vocabulary } = await findListing();
  const values = FILTERS.map(({ key }) => [key, [...vocabulary[key].keys()]] as const);
  return Object.fromEntries(values) as Record<FilterKey, ReadonlyArray<string>>;
}

/** Reserves every unit of the variant, and answers with what frees them. */
async function reserveAll(variantId: number): Promise<() => Promise<unknown>> {
  const all = [{ variantId, quantity: (await stockOf(variantId)).on_hand }];
  await transact(() => reserveStock(all));
  return () =>
    transact(async () => {
      await releaseStock(all);
      return ok(null);
    });
}

describe("the filters of the demo catalogue", () => {
  it("find and count what the catalogue files contain, for every selection", async () => {
    const known = await valuesKnown();
    const facts = SOURCES.map(sourceFacts);
    await fc.assert(
      fc.asyncProperty(anyFilters(known, 90_000), async (requested) => {
        const { listing, offered } = await listFilteredProducts({ ...IN_ALL, requested });

        expect(listing.total).toBe(facts.filter((product) => isFound(product, requested)).length);
        for (const { id } of listing.products) {
          const product = facts.find((one) => one.id === id)!;
          expect(isFound(product, requested)).toBe(true);
        }
        for (const { key, values } of offered) {
          const counts = countsOf(facts, requested, key);
          for (const { value, count } of values)
            expect(count, `${key}=${value}`).toBe(counts.get(value) ?? 0);
        }
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it("of every category include those that distinguish its products", async () => {
    const offered = async (path: string) => {
      const categoryId = SOURCE_CATEGORIES.find((one) => one.path === path)?.id ?? 0;
      const scope = { kind: "category", categoryId } as const;
      const { offered } = await listFilteredProducts({ ...IN_ALL, scope });
      return offered.map(({ key }) => key);
    };

    expect(await offered("pushchairs")).toContain("folded");
    expect(await offered("nursery-furniture/sleep")).toContain("mattress");
    expect(await offered("wooden-toys")).toEqual(expect.arrayContaining(["age", "wood", "colour", "brand"]));
    expect(await offered("pushchairs")).not.toContain("mattress");
    expect(await offered("pushchairs")).not.toContain("age");
  });

  it("change at once when the last unit is reserved, and when it is free again", async () => {
    const inStock = async () => {
      const { listing } = await withValues({ stock: ["in-stock"], colour: ["sunset"] });
      return listing.products.map(({ name }) => name);
    };
    expect(await inStock()).toEqual(["Rainbow Stacker"]);

    const free = await reserveAll(SUNSET);
    expect(await inStock()).toEqual([]);
    await free();

    expect(await inStock()).toEqual(["Rainbow Stacker"]);
  });

  it("show the filtered colour on the card", async () => {
    const { listing } = await withValues({ colour: ["sunset"] });

    expect(listing.products[0]).toMatchObject({ swatch: "sunset" });
    expect(listing.products[0]?.image.file).toContain("sunset");
  });
});

it("a variant that is sold out makes no product cheaper: on its card, in the price filter and when sorted by price", async () => {
  await db().updateTable("variants").set({ price_minor: 100 }).where("id", "=", MUTED).execute();
  await transact(async () => {
    await bumpCatalogueVersion();
    return ok(null);
  });
  const shown = async () => {
    const requested = { ...NO_FILTERS, maxMinor: 200 };
    const { listing } = await listFilteredProducts({ ...IN_ALL, requested });
    const { products } = await listProducts({ ...IN_ALL, sort: "price-asc" });
    const [card] = await listProductCards([101], NOW);
    return [listing.total, products[0]?.id === 101, card?.price.now.minor, card?.isFromPrice];
  };

  expect(await shown()).toEqual([1, true, 100, true]);
  const free = await reserveAll(MUTED);
  expect(await shown()).toEqual([0, false, 5_400, false]);
  await free();
});

it("a colour that nothing in the shop has changes no card, also where the first variant is sold out", async () => {
  const free = await reserveAll(MUTED);
  const { pageCount } = await listProducts(IN_ALL);
  for (let page = 1; page <= pageCount; page += 1) {
    const requested = { ...NO_FILTERS, values: { colour: ["unheard-of"] } };
    const { products } = await listProducts({ ...IN_ALL, page, requested });
    expect(products).toEqual((await listProducts({ ...IN_ALL, page })).products);
  }
  await free();
});

describe("a present in the gift finder", () => {
  it("is never below the minimum age of its band, whatever the filters", async () => {
    const choices = await findGiftChoices();
    const themes = <Theme>(list: ReadonlyArray<Theme>) => [null, ...list];
    let found = 0;
    for (const band of choices.bands) {
      for (const interest of themes(choices.interests)) {
        for (const occasion of themes(choices.occasions)) {
          for (const budgetMinor of themes(demoStore.gift.budgets.map(({ minor }) => minor))) {
            const scope = (await giftScope({ band, interest, occasion, budgetMinor }))!;
            const gifts = await listProducts({ ...IN_ALL, scope, sort: "price-desc" });
            found += gifts.total;
            for (const { id, name, price } of gifts.products) {
              if (budgetMinor !== null) expect(price.now.minor, name).toBeLessThanOrEqual(budgetMinor);
              const minimum = minimumAge(SOURCES.find((one) => one.id === id)!);
              expect(minimum, name).not.toBeNull();
              expect(minimum, `${name} for ${band.name}`).toBeLessThanOrEqual(band.fromMonths);
            }
          }
        }
      }
    }

    expect(choices.bands).toHaveLength(6);
    expect(found).toBeGreaterThan(0);
  });

  it("is never below the minimum age on the page of a band either", async () => {
    for (const { id, path, fromMonths } of SOURCE_BANDS) {
      const scope = { kind: "category", categoryId: id } as const;
      const { products } = await listProducts({ ...IN_ALL, scope, sort: "age-asc" });

      expect(products.length, path).toBeGreaterThan(0);
      for (const { id: productId } of products) {
        const minimum = minimumAge(SOURCES.find((one) => one.id === productId)!);
        expect(minimum, path).toBeLessThanOrEqual(fromMonths);
      }
    }
  });

  it("is found by interests and occasions from the catalogue", async () => {
    const { interests, occasions } = await findGiftChoices();

    expect(interests.map(({ name }) => name)).toContain("Pull-alongs");
    expect(occasions.map(({ name }) => name)).toEqual(["Christenings and naming days", "First birthdays"]);
  });
});

describe("a list", () => {
  it("takes the same number of queries for 65 products and for 10,010, and of so many it is the state before while all are read", async () => {
    const few = await queriesOf();
    await copyProducts();

    const many = await queriesOf();
    const { listing, offered } = await listFilteredProducts({ ...IN_ALL, sort: "featured" });
    const facts = SOURCES.map(sourceFacts);

    expect(few).toEqual([few[0], few[0], few[0]]);
    expect(many).toEqual(few);
    expect(few[0]).toBeLessThanOrEqual(12);
    expect(listing.total).toBe(SOURCES.length * COPIES);
    for (const { key, values } of offered) {
      const counts = countsOf(facts, NO_FILTERS, key);
      for (const { value, count } of values) expect(count).toBe((counts.get(value) ?? 0) * COPIES);
    }
    await expectStateBefore();
  });
});

/** Until everything is read; pages that were drawn meanwhile are drawn anew then. */
async function expectStateBefore(): Promise<void> {
  const before = await findListing();
  await inTransaction(() => bumpCatalogueVersion());
  const changes = uncommittedChanges();
  expect(await findListing()).toBe(before);
  while ((await findListing()) === before) await breath();
  expect(uncommittedChanges()).toBeGreaterThan(changes);
}

/** Queries of a first page, of a page with filters, and of a second page, once the facts are known. */
async function queriesOf(): Promise<ReadonlyArray<number>> {
  const request = { ...IN_ALL, sort: "featured" } as const;
  const values = { colour: ["natural", "sage"], stock: ["in-stock"] };
  const requested = { values, minMinor: 1_000, maxMinor: null };
  const counts: Array<number> = [];
  for (const each of [request, { ...request, requested }, { ...request, page: 2 }]) {
    // Once before, so that what stands on the cards is known of all.
    await listFilteredProducts(each);
    counts.push(await countQueries(() => listFilteredProducts(each)));
  }
  return counts;
}

const COPIED: Readonly<Record<string, ReadonlyArray<string>>> = {
  products: ["id"],
  variants: ["id", "product_id"],
  product_options: ["id", "product_id"],
  product_option_values: ["option_id"],
  product_categories: ["product_id"],
  product_metafields: ["product_id"],
  product_images: ["product_id"],
};

/** Every product again and again, with all that lists need to know of it. Only the last test of the file may do so. */
async function copyProducts(): Promise<void> {
  const copies = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(COPIES - 1)})`;
  const tables = await db().introspection.getTables();
  for (const [table, ids] of Object.entries(COPIED)) {
    const columns = (tables.find(({ name }) => name === table)?.columns ?? [])
      .map(({ name }) => name)
      .filter((name) => !(table === "product_images" && name === "id"));
    const values = columns.map((name) => {
      if (ids.includes(name)) return `${table}.${name} + n.i * 100000`;
      return ["sku", "slug"].includes(name) ? `${table}.${name} || '-' || n.i` : `${table}.${name}`;
    });
    await sql`insert into ${sql.table(table)} (${sql.raw(columns.join(", "))}) ${copies}
      select ${sql.raw(values.join(", "))} from ${sql.table(table)} cross join n`.execute(db());
  }
  await bumpCatalogueVersion();
}
