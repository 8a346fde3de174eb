/** The orders of lists, worked out from the columns. The ordinal comes last: no two pages share a product. */
import type { SortKey } from "#app/models/listing/listing.ts";

import { type ListingColumns, NONE, type ProductNumber } from "./columns.ts";
import { eachOf, isIn, membersOf, type ProductSet } from "./product-id-set.ts";

/** What sorts a product; the least comes first. */
export type KeyOf = (ordinal: number) => number;

/** Largest number of ratings that makes a difference, and one more than the best average in hundredths. */
const COUNT_MAX = 1_000_000;
const AVERAGES = 501;

/** The key of each product for `sort`; not for "name", whose places are read elsewhere. */
export function keyFor({ product }: ListingColumns, sort: Exclude<SortKey, "name">): KeyOf {
  const { ratingHundredths, ratingCount, isFeatured, createdAt, sortPriceMinor, weightG } = product;
  const rated: KeyOf = (at) =>
    -((ratingHundredths[at] ?? 0) * COUNT_MAX + Math.min(COUNT_MAX - 1, ratingCount[at] ?? 0));
  const keys: Readonly<Record<Exclude<SortKey, "name">, KeyOf>> = {
    featured: (at) => rated(at) - (isFeatured[at] ?? 0) * AVERAGES * COUNT_MAX,
    rating: rated,
    newest: (at) => -(createdAt[at] ?? 0),
    "price-asc": (at) => sortPriceMinor[at] ?? 0,
    "price-desc": (at) => -(sortPriceMinor[at] ?? 0),
    "age-asc": (at) => lastIfNone(ageOf(product, at)),
    "weight-asc": (at) => lastIfNone(weightG[at] ?? NONE),
  };
  return keys[sort];
}

function ageOf({ ageMinMonths, suitableFromMonths }: ListingColumns["product"], at: number): number {
  const least = ageMinMonths[at] ?? NONE;
  return least === NONE ? (suitableFromMonths[at] ?? NONE) : least;
}

/** Without an age or a weight: last. */
function lastIfNone(value: number): number {
  return value === NONE ? 0x7fffffff : value;
}

/** Of the same age the newest id comes first; in all other orders the oldest. */
export function isDescending(sort: SortKey): boolean {
  return sort === "newest";
}

/**
 * The members of `set` in the order of their keys. Numbers alone are sorted, without a function that compares: each
 * holds the key's rank and the place, which is many times faster for a million.
 */
export function inOrder(set: ProductSet, keyOf: KeyOf, isTurned: boolean): Int32Array {
  const members = membersOf(set);
  const count = members.length;
  const keys = Float64Array.from(members, keyOf);
  const ranked = ranks(keys);
  const packed = new Float64Array(count);
  for (let at = 0; at < count; at += 1)
    packed[at] = (ranked[at] ?? 0) * count + (isTurned ? count - 1 - at : at);
  packed.sort();
  const order = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    const place = (packed[at] ?? 0) % count;
    order[at] = members[isTurned ? count - 1 - place : place] ?? 0;
  }
  return order;
}

/** Keys made small enough to stand beside a place: less the least of them, or by their rank where that is too large. */
function ranks(keys: Float64Array): Float64Array {
  let [least, most] = [Infinity, -Infinity];
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  if ((most - least + 1) * keys.length < Number.MAX_SAFE_INTEGER) return keys.map((key) => key - least);
  const distinct = keys.slice().sort();
  return keys.map((key) => firstPlace(distinct, key));
}

function firstPlace(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The members of `set` in the order of `whole`, which has all products; at most the first `upTo`. */
export function inOrderOf(whole: Int32Array, set: ProductSet, upTo = Infinity): Int32Array {
  const order = new Int32Array(Math.min(set.size, upTo));
  let count = 0;
  for (const ordinal of whole) {
    if (count === order.length) break;
    if (!isIn(set, ordinal)) continue;
    order[count] = ordinal;
    count += 1;
  }
  return order;
}

/** From the `start`th on, `count` of those in `order` that are in `set`. */
export function someOf(
  order: Int32Array,
  set: ProductSet,
  { start, count }: Readonly<{ start: number; count: number }>,
): ReadonlyArray<number> {
  const found: Array<number> = [];
  let passed = 0;
  for (const ordinal of order) {
    if (found.length === count) break;
    if (!isIn(set, ordinal)) continue;
    if (passed >= start) found.push(ordinal);
    passed += 1;
  }
  return found;
}

/** Where in `order` the product at `ordinal` with `key` stands, or belongs. */
export function placeInOrder(
  order: Int32Array,
  { keyOf, isTurned }: Readonly<{ keyOf: KeyOf; isTurned: boolean }>,
  [ordinal, key]: readonly [ordinal: number, key: number],
): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = order[middle] ?? 0;
    const difference =
      other === ordinal ? 0 : keyOf(other) - key || (isTurned ? ordinal - other : other - ordinal);
    if (difference < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes what stands at `from` out of `order`, and has it stand at `to` of what is left. */
export function move(order: Int32Array, from: number, to: number): void {
  const ordinal = order[from] ?? 0;
  if (to > from) order.copyWithin(from, from + 1, to + 1);
  else order.copyWithin(to + 1, to, from);
  order[to] = ordinal;
}

/** The sum of a number over the members of `set`. */
export function sumOf({ product }: ListingColumns, name: ProductNumber, set: ProductSet): number {
  let sum = 0;
  eachOf(set, (ordinal) => (sum += product[name][ordinal] ?? 0));
  return sum;
}
