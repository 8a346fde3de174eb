import { expect, it } from "vitest";

import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import type { Scope } from "#app/models/listing/listing-index/listing-index.server.ts";
import { fullSet, membersOf, onlyIf } from "#app/models/listing/listing-index/product-id-set.ts";
import { type ListingScope, PAGE_SIZE, SORTS } from "#app/models/listing/listing.ts";
import { narrowedPart } from "#app/models/listing/product-query.server.ts";
import { sorted } from "#tests/support/checks/sorted-products.ts";
import { anyFilters } from "#tests/support/checks/filters.ts";
import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import fc from "#tests/support/fast-check.ts";
import { indexOf, MADE_UP_VALUES, manyFacts } from "#tests/support/shops/many-products.ts";

const ALL_SORTS: ReadonlyArray<SortKey> = [...SORTS.map(({ key }) => key), "age-asc", "weight-asc"];
const MANY = manyFacts(4_000, 20_261_128);
const INDEX = indexOf(MANY);
/** More than the beginning of an order that is cached, and few enough to be a list of numbers. */
const SIZES = [
  onlyIf(fullSet(MANY.length), (at) => at % 10 !== 0, MANY.length),
  onlyIf(fullSet(MANY.length), (at) => at % 400 === 0, MANY.length),
];
const FROM_LAST = [...MANY].reverse();

const KINDS: ReadonlyArray<ListingScope> = [
  { kind: "category", categoryId: 1 },
  { kind: "brand", brandId: 1 },
  { kind: "new", days: 60 },
  { kind: "newest", count: 3_600 },
  { kind: "back-in-stock" },
  { kind: "ids", productIds: FROM_LAST.map(({ id }) => id) },
];

function inOrder(
  inside: ReadonlyArray<ProductFacts>,
  kind: ListingScope,
  sort: SortKey,
): ReadonlyArray<ProductFacts> {
  if (kind.kind === "ids" && sort === "featured") return [...inside].reverse();
  if (kind.kind !== "back-in-stock" || sort !== "newest") return sorted(inside, sort);
  const since = ({ returnedAt }: ProductFacts) => Date.parse(returnedAt ?? "1970-01-01T00:00:00Z");
  return [...inside].sort((one, other) => since(other) - since(one) || one.id - other.id);
}

it("a narrowed list, of any scope in any order, has each match once and in the order of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom(...KINDS),
        sort: fc.constantFrom(...ALL_SORTS),
        set: fc.constantFrom(...SIZES),
        filters: anyFilters(MADE_UP_VALUES, 120_000),
        page: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      async ({ kind, sort, set, filters, page }) => {
        const order = Int32Array.from([...membersOf(set)].reverse());
        const scope: Scope = {
          ...{ key: `${kind.kind} ${set.size}`, set, isFixed: true },
          ...(kind.kind === "ids" ? { order } : {}),
        };
        const { matches } = INDEX.listed(scope, filters);
        const start = Math.floor((page * matches.size) / PAGE_SIZE) * PAGE_SIZE;
        const part = { start, count: PAGE_SIZE };
        const inside = [...membersOf(matches)].flatMap((at) => MANY[at] ?? []);

        const shown = await narrowedPart(scope, {
          ...{ kind, sort, index: INDEX, upTo: start + PAGE_SIZE },
          ...{ matches, part },
        });

        expect(shown.map((at) => MANY[at]?.id)).toEqual(
          inOrder(inside, kind, sort)
            .slice(start, start + PAGE_SIZE)
            .map(({ id }) => id),
        );
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});
