import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import { FILTERS, type FilterKey } from "#app/models/listing/filter.ts";
import {
  type ListingColumns,
  numbersOf,
  type Numbers,
  PRODUCT_NUMBERS,
  type ProductNumber,
  TIMES,
  VARIANT_FILTERS,
  type VariantFilter,
} from "./columns.ts";
import { type ProductSet, setOf, EMPTY_SET, isIn, withMember } from "./product-id-set.ts";

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

const FILTER_KEYS = FILTERS.map(({ key }) => key);

type Ordinals = Growing<Int32Array>;

export class ListingBuilder {
  readonly #product = byKey(PRODUCT_NUMBERS, (name): Growing<Numbers> =>
    TIMES.has(name) ? times() : ints(),
  );
  readonly #categories = new Map<number, Ordinals>();
  readonly #values = byKey(FILTER_KEYS, () => new Map<string, Ordinals>());
  readonly #variantStart = ints();
  readonly #variantIds = ints();
  readonly #variantPrices = ints();
  readonly #variantValues = byKey(VARIANT_FILTERS, shorts);
  readonly #codes = byKey(VARIANT_FILTERS, () => new Map<string, number>());

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
      for (const key of VARIANT_FILTERS) this.#variantValues[key].push(this.#codeOf(key, values[key]?.[0]));
    }
  }

  #codeOf(key: VariantFilter, value: string | undefined): number {
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
      values: byKey(FILTER_KEYS, (key) => setsOf(this.#values[key], count)),
      variantStart: this.#variantStart.done(),
      variantIds: this.#variantIds.done(),
      variantPrices: this.#variantPrices.done(),
      variantValues: byKey(VARIANT_FILTERS, (key) => this.#variantValues[key].done()),
      codes: byKey(VARIANT_FILTERS, (key) => [...this.#codes[key].keys()]),
    };
  }
}

export function valuesIn({ values, variants }: ProductFacts): ReadonlyArray<readonly [FilterKey, string]> {
  return FILTER_KEYS.flatMap((key) => {
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

/** One by one, so that each list can be freed. */
function setsOf<Key>(lists: Map<Key, Ordinals>, count: number): Map<Key, ProductSet> {
  const sets = new Map<Key, ProductSet>();
  for (const [key, list] of lists) {
    sets.set(key, setOf(list.done(), count));
    lists.delete(key);
  }
  return sets;
}

/** If one of these changed, everything is read again. */
const FIXED: ReadonlyArray<ProductNumber> = [
  "id",
  "brandId",
  "createdAt",
  "ageMinMonths",
  "ageMaxMonths",
  "suitableFromMonths",
];

export function canPatch(columns: ListingColumns, ordinal: number, facts: ProductFacts): boolean {
  const numbers = numbersOf(facts);
  const { variantStart, variantIds, codes } = columns;
  const start = variantStart[ordinal] ?? 0;
  const count = (variantStart[ordinal + 1] ?? 0) - start;
  return (
    FIXED.every((name) => columns.product[name][ordinal] === numbers[name]) &&
    hasCategories(columns, ordinal, facts) &&
    count === facts.variants.length &&
    facts.variants.every(({ id, values }, place) => {
      const isKnown = VARIANT_FILTERS.every(
        (key) => values[key]?.every((value) => codes[key].includes(value)) ?? true,
      );
      return isKnown && variantIds[start + place] === id;
    })
  );
}

function hasCategories(
  { categories }: ListingColumns,
  ordinal: number,
  { categoryIds }: ProductFacts,
): boolean {
  const now = new Set(categoryIds);
  for (const [id, set] of categories) if (isIn(set, ordinal) !== now.has(id)) return false;
  return [...now].every((id) => categories.has(id));
}

export function patchProduct(columns: ListingColumns, ordinal: number, facts: ProductFacts): void {
  const numbers = numbersOf(facts);
  for (const name of PRODUCT_NUMBERS) columns.product[name][ordinal] = numbers[name];
  patchValues(columns, ordinal, facts);
  const start = columns.variantStart[ordinal] ?? 0;
  for (const [place, { priceMinor, values }] of facts.variants.entries()) {
    columns.variantPrices[start + place] = priceMinor;
    for (const key of VARIANT_FILTERS) {
      const value = values[key]?.[0];
      columns.variantValues[key][start + place] =
        value === undefined ? 0 : columns.codes[key].indexOf(value) + 1;
    }
  }
}

function patchValues({ values, count }: ListingColumns, ordinal: number, facts: ProductFacts): void {
  const now = new Set(valuesIn(facts).map(([key, value]) => `${key} ${value}`));
  for (const [key, value] of valuesIn(facts)) if (!values[key].has(value)) values[key].set(value, EMPTY_SET);
  for (const key of Object.keys(values) as Array<keyof typeof values>) {
    for (const [value, set] of values[key]) {
      const isMember = now.has(`${key} ${value}`);
      values[key].set(value, withMember(set, { ordinal, isMember }, count));
    }
  }
}
