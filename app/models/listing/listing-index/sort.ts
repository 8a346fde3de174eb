/** Ties go by ordinal, so that no product is on two pages. */
import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import { type ListingColumns, NONE, type ProductNumber } from "./columns.ts";
import { eachOf, isIn, membersOf, placeIn, type ProductSet } from "./product-id-set.ts";

type KeyOf = (ordinal: number) => number;

/** Highest number of ratings that counts, and one more than the best average in hundredths. */
const COUNT_MAX = 1_000_000;
const AVERAGES = 501;

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

function lastIfNone(value: number): number {
  return value === NONE ? 0x7fffffff : value;
}

/** Ties go to the newest id, in all other orders to the oldest. */
export function isDescending(sort: SortKey): boolean {
  return sort === "newest";
}

/** Sorts numbers that hold rank and position, which is many times faster than a comparing function. */
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

/** Keys that fit beside a position: minus the lowest, or by rank if they are too large. */
function ranks(keys: Float64Array): Float64Array {
  let [least, most] = [Infinity, -Infinity];
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  if ((most - least + 1) * keys.length < Number.MAX_SAFE_INTEGER) return keys.map((key) => key - least);
  const distinct = keys.slice().sort();
  return keys.map((key) => placeIn(distinct, key));
}

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

export function move(order: Int32Array, from: number, to: number): void {
  const ordinal = order[from] ?? 0;
  if (to > from) order.copyWithin(from, from + 1, to + 1);
  else order.copyWithin(to + 1, to, from);
  order[to] = ordinal;
}

export function sumOf({ product }: ListingColumns, name: ProductNumber, set: ProductSet): number {
  let sum = 0;
  eachOf(set, (ordinal) => (sum += product[name][ordinal] ?? 0));
  return sum;
}

/** Letters that are compared first: 32 bits of them and a position fit into one number. */
const LETTERS = 4;
const LETTER_MAX = 255;
const AT_ONCE = 20_000;

/** By lower-case letters, so that no machine's locale changes it; `pause` lets others work. */
export async function nameOrder(
  names: ReadonlyArray<string>,
  pause: () => Promise<void>,
): Promise<Int32Array> {
  const count = names.length;
  const packed = Float64Array.from(names, (name, ordinal) => beginning(name) * count + ordinal).sort();
  const order = Int32Array.from(packed, (number) => number % count);
  let done = 0;
  for (let start = 0; start < count;) {
    const first = Math.floor((packed[start] ?? 0) / count);
    let end = start + 1;
    while (end < count && Math.floor((packed[end] ?? 0) / count) === first) end += 1;
    if (end - start > 1) sortPart(order.subarray(start, end), names);
    if (end - done > AT_ONCE) {
      await pause();
      done = end;
    }
    start = end;
  }
  return order;
}

function sortPart(part: Int32Array, names: ReadonlyArray<string>): void {
  part.sort((one, other) => {
    const [left, right] = [names[one] ?? "", names[other] ?? ""];
    if (left === right) return one - other;
    return left < right ? -1 : 1;
  });
}

function beginning(name: string): number {
  let number = 0;
  for (let at = 0; at < LETTERS; at += 1) {
    const letter = at < name.length ? Math.min(LETTER_MAX, name.charCodeAt(at)) : 0;
    number = number * (LETTER_MAX + 1) + letter;
  }
  return number;
}
