import fc from "#tests/support/fast-check.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { releaseStock, reserveStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { FACETS, type FacetKey, NO_FILTERS } from "#app/models/listing/facet.ts";
import { findGiftChoices, giftScope } from "#app/models/listing/gift-finder.server.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { listFilteredProducts, listProducts } from "#app/models/listing/listing.server.ts";
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

async function valuesKnown() {
  const { vocabulary } = await findListing();
  const values = FACETS.map(({ key }) => [key, [...vocabulary[key].keys()]] as const);
  return Object.fromEntries(values) as Record<FacetKey, ReadonlyArray<string>>;
}

describe("the facets of the demo catalogue", () => {
  it("find and count what the catalogue files contain, for every selection", async () => {
    const known = await valuesKnown();
    const facts = SOURCES.map(sourceFacts);
    await fc.assert(
      fc.asyncProperty(anyFilters(known, 90_000), async (requested) => {
        const { listing, facets } = await listFilteredProducts({
          ...{ scope: ALL, sort: "name", page: 1, now: NOW },
          requested,
        });

        expect(listing.total).toBe(facts.filter((product) => isFound(product, requested)).length);
        for (const { id } of listing.products) {
          expect(
            isFound(
              facts.find((product) => product.id === id)!,
              requested,
            ),
          ).toBe(true);
        }
        for (const { key, values } of facets) {
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
      const { facets } = await listFilteredProducts({ scope, sort: "name", page: 1, now: NOW });
      return facets.map(({ key }) => key);
    };

    expect(await offered("pushchairs")).toContain("folded");
    expect(await offered("nursery-furniture/sleep")).toContain("mattress");
    expect(await offered("wooden-toys")).toEqual(expect.arrayContaining(["age", "wood", "colour", "brand"]));
    expect(await offered("pushchairs")).not.toContain("mattress");
    expect(await offered("pushchairs")).not.toContain("age");
  });

  it("change at once when the last unit is reserved, and when it is free again", async () => {
    const inStock = async () => {
      const requested = { ...NO_FILTERS, values: { stock: ["in-stock"], colour: ["sunset"] } };
      const { listing } = await listFilteredProducts({
        scope: ALL,
        sort: "name",
        page: 1,
        now: NOW,
        requested,
      });
      return listing.products.map(({ name }) => name);
    };
    const sunset = await db()
      .selectFrom("variants")
      .select(["id", "on_hand"])
      .where("sku", "=", "HB-0101-SUNS")
      .executeTakeFirstOrThrow();
    const all = [{ variantId: sunset.id, quantity: sunset.on_hand }];

    const before = await inStock();
    await transact(() => reserveStock(all));
    const held = await inStock();
    await transact(async () => {
      await releaseStock(all);
      return ok(null);
    });

    expect(before).toEqual(["Rainbow Stacker"]);
    expect(held).toEqual([]);
    expect(await inStock()).toEqual(["Rainbow Stacker"]);
  });

  it("show the filtered colour on the card", async () => {
    const requested = { ...NO_FILTERS, values: { colour: ["sunset"] } };
    const { listing } = await listFilteredProducts({
      scope: ALL,
      sort: "name",
      page: 1,
      now: NOW,
      requested,
    });

    expect(listing.products[0]).toMatchObject({ swatch: "sunset" });
    expect(listing.products[0]?.image.file).toContain("sunset");
  });
});

it("a colour that nothing in the shop has changes no card, also where the first variant is sold out", async () => {
  const first = await db()
    .selectFrom("variants")
    .select(["id", "on_hand"])
    .where("product_id", "=", 101)
    .orderBy("position")
    .executeTakeFirstOrThrow();
  const all = [{ variantId: first.id, quantity: first.on_hand }];
  await transact(() => reserveStock(all));
  const request = { scope: ALL, sort: "name", page: 1, now: NOW } as const;
  const { pageCount } = await listProducts(request);
  for (let page = 1; page <= pageCount; page += 1) {
    const requested = { ...NO_FILTERS, values: { colour: ["unheard-of"] } };
    const { products } = await listProducts({ ...request, page, requested });
    expect(products).toEqual((await listProducts({ ...request, page })).products);
  }
  await transact(async () => {
    await releaseStock(all);
    return ok(null);
  });
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
            const gifts = await listProducts({ scope, sort: "price-desc", page: 1, now: NOW });
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
      const { products } = await listProducts({ scope, sort: "age-asc", page: 1, now: NOW });

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
  it("takes the same number of queries for 65 products and for 10,010, with and without filters", async () => {
    const few = await queriesOf();
    await copyProducts();

    const many = await queriesOf();
    const { listing, facets } = await listFilteredProducts({
      scope: ALL,
      sort: "featured",
      page: 1,
      now: NOW,
    });
    const facts = SOURCES.map(sourceFacts);

    expect(few).toEqual([few[0], few[0], few[0]]);
    expect(many).toEqual(few);
    expect(few[0]).toBeLessThanOrEqual(12);
    expect(listing.total).toBe(SOURCES.length * COPIES);
    for (const { key, values } of facets) {
      const counts = countsOf(facts, NO_FILTERS, key);
      for (const { value, count } of values) expect(count).toBe((counts.get(value) ?? 0) * COPIES);
    }
  });
});

/** Queries of a first page, of a page with filters, and of a second page, once the facts are known. */
async function queriesOf(): Promise<ReadonlyArray<number>> {
  const request = { scope: ALL, sort: "featured", page: 1, now: NOW } as const;
  const requested = {
    values: { colour: ["natural", "sage"], stock: ["in-stock"] },
    minMinor: 1_000,
    maxMinor: null,
  };
  const counts: Array<number> = [];
  for (const each of [request, { ...request, requested }, { ...request, page: 2 }]) {
    // Once before, so that what stands on the cards is known of all.
    await listFilteredProducts(each);
    counts.push(await countQueries(() => listFilteredProducts(each)));
  }
  return counts;
}

/** Every product again and again, with all that lists need to know of it. Only the last test of the file may do so. */
async function copyProducts(): Promise<void> {
  const step = 100_000;
  const copies = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(COPIES - 1)})`;
  const copy = async (table: string, changed: Readonly<Record<string, string>>) => {
    const columns = (await db().introspection.getTables())
      .find(({ name }) => name === table)!
      .columns.map(({ name }) => name)
      .filter((name) => !(table === "product_images" && name === "id"));
    const values = columns.map((name) => changed[name] ?? `${table}.${name}`);
    await sql`insert into ${sql.table(table)} (${sql.raw(columns.join(", "))}) ${copies}
      select ${sql.raw(values.join(", "))} from ${sql.table(table)} cross join n`.execute(db());
  };
  const moved = (name: string, table: string) => ({ [name]: `${table}.${name} + n.i * ${step}` });
  await copy("products", {
    ...moved("id", "products"),
    sku: "products.sku || '-' || n.i",
    slug: "products.slug || '-' || n.i",
  });
  await copy("variants", {
    ...moved("id", "variants"),
    ...moved("product_id", "variants"),
    sku: "variants.sku || '-' || n.i",
  });
  await copy("product_options", {
    ...moved("id", "product_options"),
    ...moved("product_id", "product_options"),
  });
  await copy("product_option_values", moved("option_id", "product_option_values"));
  for (const table of ["product_categories", "product_metafields", "product_images"]) {
    await copy(table, moved("product_id", table));
  }
  await bumpCatalogueVersion();
}
