/** Makes the columns of lists, product after product. */
import type { ProductFacts } from "#app/models/listing/facet-values.ts";
import { FACETS, type FacetKey } from "#app/models/listing/facet.ts";

import {
  type ListingColumns,
  numbersOf,
  type Numbers,
  PRODUCT_NUMBERS,
  type ProductNumber,
  TIMES,
  VARIANT_FACETS,
  type VariantFacet,
} from "./columns.ts";
import { type ProductSet, setOf } from "./product-id-set.ts";

/** Numbers without an end, in an array that doubles when it is full. */
class Growing<Kind extends Numbers | Uint16Array> {
  #numbers: Kind;
  #count = 0;
  readonly #make: (length: number) => Kind;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#numbers = make(64);
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = this.#make(this.#count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  done(): Kind {
    return this.#numbers.slice(0, this.#count) as Kind;
  }
}

const ints = () => new Growing((length) => new Int32Array(length));
const shorts = () => new Growing((length) => new Uint16Array(length));
const times = () => new Growing((length) => new Float64Array(length));

function byKey<Key extends string, Value>(
  keys: ReadonlyArray<Key>,
  make: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

const FACET_KEYS = FACETS.map(({ key }) => key);

type Ordinals = Growing<Int32Array>;

/** Takes products in the order of their ids. */
export class ListingBuilder {
  readonly #product = byKey(PRODUCT_NUMBERS, (name): Growing<Numbers> =>
    TIMES.has(name) ? times() : ints(),
  );
  readonly #categories = new Map<number, Ordinals>();
  readonly #values = byKey(FACET_KEYS, () => new Map<string, Ordinals>());
  readonly #variantStart = ints();
  readonly #variantIds = ints();
  readonly #variantPrices = ints();
  readonly #variantValues = byKey(VARIANT_FACETS, shorts);
  readonly #codes = byKey(VARIANT_FACETS, () => new Map<string, number>());

  add(facts: ProductFacts): void {
    const ordinal = this.#product.id.count;
    const numbers = numbersOf(facts);
    for (const name of PRODUCT_NUMBERS) this.#product[name].push(numbers[name]);
    for (const id of new Set(facts.categoryIds)) pushTo(this.#categories, id, ordinal);
    for (const [key, value] of valuesIn(facts)) pushTo(this.#values[key], value, ordinal);
    this.#variantStart.push(this.#variantIds.count);
    for (const { id, priceMinor, values } of facts.variants) {
      this.#variantIds.push(id);
      this.#variantPrices.push(priceMinor);
      for (const key of VARIANT_FACETS) this.#variantValues[key].push(this.#codeOf(key, values[key]?.[0]));
    }
  }

  #codeOf(key: VariantFacet, value: string | undefined): number {
    if (value === undefined) return 0;
    const codes = this.#codes[key];
    const known = codes.get(value);
    if (known !== undefined) return known;
    codes.set(value, codes.size + 1);
    return codes.size;
  }

  done(): ListingColumns {
    const count = this.#product.id.count;
    this.#variantStart.push(this.#variantIds.count);
    return {
      count,
      product: byKey<ProductNumber, Numbers>(PRODUCT_NUMBERS, (name) => this.#product[name].done()),
      categories: setsOf(this.#categories, count),
      values: byKey(FACET_KEYS, (key) => setsOf(this.#values[key], count)),
      variantStart: this.#variantStart.done(),
      variantIds: this.#variantIds.done(),
      variantPrices: this.#variantPrices.done(),
      variantValues: byKey(VARIANT_FACETS, (key) => this.#variantValues[key].done()),
      codes: byKey(VARIANT_FACETS, (key) => [...this.#codes[key].keys()]),
    };
  }
}

/** Every value of the product and of its variants, once each. */
export function valuesIn({ values, variants }: ProductFacts): ReadonlyArray<readonly [FacetKey, string]> {
  return FACET_KEYS.flatMap((key) => {
    const own = values[key] ?? [];
    const all = [...own, ...variants.flatMap((variant) => variant.values[key]?.slice(0, 1) ?? [])];
    return [...new Set(all)].map((value) => [key, value] as const);
  });
}

function pushTo<Key>(lists: Map<Key, Ordinals>, key: Key, ordinal: number): void {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = ints()));
  list.push(ordinal);
}

/** Lists become sets one after the other, and each list is let go. */
function setsOf<Key>(lists: Map<Key, Ordinals>, count: number): Map<Key, ProductSet> {
  const sets = new Map<Key, ProductSet>();
  for (const [key, list] of lists) {
    sets.set(key, setOf(list.done(), count));
    lists.delete(key);
  }
  return sets;
}
