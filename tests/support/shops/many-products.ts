/** A made-up catalogue of any size to filter: the same for the same seed. */
import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import { type FilterKey, FILTERS, type FilterValues } from "#app/models/listing/filter.ts";
import { ListingBuilder } from "#app/models/listing/listing-index/build.ts";
import { type ListingColumns, VARIANT_FILTERS } from "#app/models/listing/listing-index/columns.ts";
import { ListingIndex } from "#app/models/listing/listing-index/listing-index.server.ts";
import { nameOrder } from "#app/models/listing/listing-index/sort.ts";
import type { Filterable } from "#tests/support/checks/filter-oracle.ts";

/** What the made-up products and their variants can be. */
export const MADE_UP_VALUES: Readonly<Record<FilterKey, ReadonlyArray<string>>> = {
  age: ["0-6-months", "6-12-months", "1-2-years", "2-3-years", "3-5-years", "5-years-and-over"],
  colour: ["sage", "blue", "natural", "white", "terracotta", "walnut", "navy", "blush"],
  brand: Array.from({ length: 40 }, (_, index) => `brand-${index}`),
  folded: ["up-to-50", "50-60", "60-70", "over-70"],
  mattress: ["120x60", "140x70", "160x80"],
  wood: ["beech", "birch", "maple", "walnut", "oak"],
  material: ["solid-wood", "cotton", "wool", "steel", "rubber"],
  stock: ["in-stock", "pre-order", "sold-out"],
  birth: ["yes"],
  sale: ["yes"],
  delivery: ["free"],
};
const OF_VARIANTS: ReadonlyArray<FilterKey> = ["colour", "stock", "sale"];
const DEAREST_MINOR = 120_000;

export type MadeUpProduct = Filterable & Readonly<{ id: number }>;

/** `count` products with one to five variants each. */
function madeUpProducts(count: number, seed: number): ReadonlyArray<MadeUpProduct> {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    values: someValues(random, (key) => !OF_VARIANTS.includes(key)),
    variants: Array.from({ length: 1 + Math.floor(random() * 5) }, (__, place) => ({
      id: (index + 1) * 10 + place,
      priceMinor: Math.floor(random() * DEAREST_MINOR),
      values: someValues(random, (key) => OF_VARIANTS.includes(key)),
    })),
  }));
}

/** None, one or several values of each filter that `isWanted`. */
function someValues(random: () => number, isRequested: (key: FilterKey) => boolean): FilterValues {
  const keys = (Object.keys(MADE_UP_VALUES) as Array<FilterKey>).filter(isRequested);
  return Object.fromEntries(
    keys.map((key) => {
      const all = MADE_UP_VALUES[key];
      const some = Array.from(
        { length: Math.floor(random() * 3) },
        () => all[Math.floor(random() * all.length)],
      );
      return [key, [...new Set(some)]];
    }),
  );
}

/** Numbers from 0 up to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Products with everything that lists know; a variant has one value of a filter at most, as in the shop. */
export function manyFacts(count: number, seed: number): ReadonlyArray<ProductFacts> {
  return madeUpProducts(count, seed).map(({ id, values, variants }) => {
    const spread = (id * 2_654_435_761) % 4_294_967_296;
    return {
      id: id * 3,
      name: `${String.fromCodePoint(0x61 + (spread % 26))}rch ${spread % 97} é`,
      brandId: spread % 40,
      categoryIds: [1, 2 + (spread % 5), ...(spread % 211 === 0 ? [9] : [])],
      createdAt: new Date(1.7e12 + (spread % 400) * 86_400_000).toISOString(),
      returnedAt: spread % 7 === 0 ? new Date(1.79e12 + spread).toISOString() : null,
      isAvailable: spread % 9 !== 0,
      isFeatured: spread % 50 === 0,
      ratingHundredths: (spread % 6) * 100,
      ratingCount: spread % 8,
      sortPriceMinor: Math.min(...variants.map(({ priceMinor }) => priceMinor)),
      ageMinMonths: spread % 3 === 0 ? null : spread % 60,
      ageMaxMonths: null,
      suitableFromMonths: spread % 2 === 0 ? null : spread % 24,
      weightG: spread % 5 === 0 ? null : spread % 9_000,
      values,
      variants: variants.map((variant) => ({
        ...variant,
        values: Object.fromEntries(
          VARIANT_FILTERS.map((key) => [key, variant.values[key]?.slice(0, 1) ?? []] as const),
        ),
      })),
    };
  });
}

export function columnsOf(facts: ReadonlyArray<ProductFacts>): ListingColumns {
  const builder = new ListingBuilder();
  for (const one of facts) builder.add(one);
  return builder.done();
}

export function indexOf(facts: ReadonlyArray<ProductFacts>): ListingIndex {
  const vocabulary = Object.fromEntries(FILTERS.map(({ key }) => [key, new Map()])) as never;
  const names = () => facts.map(({ name }) => name.toLowerCase());
  return new ListingIndex({
    ...{ columns: columnsOf(facts), vocabulary, bands: [] },
    readNames: () => nameOrder(names(), async () => undefined),
  });
}
