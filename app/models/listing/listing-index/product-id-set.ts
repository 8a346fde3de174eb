/** A set of ordinals takes four bytes for each member or one bit for each product, whichever is less. */

/** Immutable. It has either `members` (ascending) or `bits`. */
export type ProductSet = Readonly<{
  size: number;
  members: Int32Array | null;
  bits: Uint32Array | null;
}>;

/** Below one member in this many products a list is faster than bits. */
const SPARSE = 64;

export const EMPTY_SET: ProductSet = { size: 0, members: new Int32Array(0), bits: null };

/** `members` ascend; `universe` is the number of products. */
export function setOf(members: Int32Array, universe: number): ProductSet {
  if (members.length * SPARSE < universe) return { size: members.length, members, bits: null };
  return { size: members.length, members: null, bits: bitsOf(members, universe) };
}

function bitsOf(members: Int32Array, universe: number): Uint32Array {
  const bits = new Uint32Array(Math.ceil(universe / WORD));
  for (const member of members) put(bits, member);
  return bits;
}

export function fullSet(universe: number): ProductSet {
  const bits = new Uint32Array(Math.ceil(universe / WORD)).fill(0xffffffff);
  if (universe % WORD > 0) bits[bits.length - 1] = 2 ** (universe % WORD) - 1;
  return { size: universe, members: null, bits };
}

export function isIn({ members, bits }: ProductSet, ordinal: number): boolean {
  if (bits) return hasBit(bits, ordinal);
  const list = members ?? EMPTY;
  return list[placeIn(list, ordinal)] === ordinal;
}

export function eachOf({ members, bits }: ProductSet, visit: (ordinal: number) => void): void {
  if (members) for (const member of members) visit(member);
  else if (bits) eachBit(bits, visit);
}

/** Ascending. */
export function membersOf(set: ProductSet): Int32Array {
  if (set.members) return set.members;
  const members = new Int32Array(set.size);
  let count = 0;
  eachOf(set, (ordinal) => {
    members[count] = ordinal;
    count += 1;
  });
  return members;
}

export function countBoth(one: ProductSet, other: ProductSet): number {
  if (one.bits && other.bits) return commonBits(one.bits, other.bits);
  const [few, many] = inSize(one, other);
  let count = 0;
  if (many.bits) for (const member of few) count += hasBit(many.bits, member) ? 1 : 0;
  else count = common(few, many.list).length;
  return count;
}

/** A list this many times shorter is looked up in the other. */
const FEW = 16;

/** Much faster than `countBoth` for many sets, because `set` becomes bits once. */
export function counterIn(set: ProductSet, universe: number): (other: ProductSet) => number {
  let bits = set.bits;
  return (other) => {
    const { members } = other;
    if (!members || set.size * FEW < members.length) return countBoth(set, other);
    bits ??= bitsOf(membersOf(set), universe);
    let count = 0;
    for (const member of members) count += hasBit(bits, member) ? 1 : 0;
    return count;
  };
}

export function both(one: ProductSet, other: ProductSet, universe: number): ProductSet {
  if (one.bits && other.bits) {
    const bits = one.bits.slice();
    for (let word = 0; word < bits.length; word += 1)
      bits[word] = (bits[word] ?? 0) & (other.bits[word] ?? 0);
    return slim(bits, universe);
  }
  const [few, many] = inSize(one, other);
  const { bits, list } = many;
  return setOf(bits ? few.filter((member) => hasBit(bits, member)) : common(few, list), universe);
}

export function anyOf(sets: ReadonlyArray<ProductSet>, universe: number): ProductSet {
  const [first, ...others] = sets;
  if (!first) return EMPTY_SET;
  if (others.length === 0) return first;
  const bits = new Uint32Array(Math.ceil(universe / WORD));
  for (const set of sets) {
    if (set.members) for (const member of set.members) put(bits, member);
    else if (set.bits)
      for (let word = 0; word < bits.length; word += 1)
        bits[word] = (bits[word] ?? 0) | (set.bits[word] ?? 0);
  }
  return slim(bits, universe);
}

export function onlyIf(
  set: ProductSet,
  isRequested: (ordinal: number) => boolean,
  universe: number,
): ProductSet {
  if (set.members) return setOf(set.members.filter(isRequested), universe);
  const bits = new Uint32Array(Math.ceil(universe / WORD));
  eachOf(set, (ordinal) => {
    if (isRequested(ordinal)) put(bits, ordinal);
  });
  return slim(bits, universe);
}

export function withMember(
  set: ProductSet,
  { ordinal, isMember }: Readonly<{ ordinal: number; isMember: boolean }>,
  universe: number,
): ProductSet {
  if (isIn(set, ordinal) === isMember) return set;
  const size = set.size + (isMember ? 1 : -1);
  if (set.bits) {
    const bits = set.bits.slice();
    bits[ordinal >>> 5] = (bits[ordinal >>> 5] ?? 0) ^ (1 << (ordinal & 31));
    return { size, members: null, bits };
  }
  const members = new Int32Array(size);
  const [list, place] = [set.members ?? EMPTY, placeIn(set.members ?? EMPTY, ordinal)];
  members.set(list.subarray(0, place));
  if (isMember) members[place] = ordinal;
  members.set(list.subarray(isMember ? place : place + 1), isMember ? place + 1 : place);
  return setOf(members, universe);
}

const EMPTY = new Int32Array(0);

type Side = Readonly<{ bits: Uint32Array | null; list: Int32Array }>;

/** At most one of the two has bits. */
function inSize(one: ProductSet, other: ProductSet): [few: Int32Array, many: Side] {
  const side = ({ bits, members }: ProductSet): Side => ({ bits, list: members ?? EMPTY });
  if (one.bits) return [other.members ?? EMPTY, side(one)];
  if (other.bits || one.size <= other.size) return [one.members ?? EMPTY, side(other)];
  return [other.members ?? EMPTY, side(one)];
}

/** Both ascend, so each search starts where the last one ended. */
function common(few: Int32Array, many: Int32Array): Int32Array {
  const found = new Int32Array(few.length);
  let count = 0;
  let from = 0;
  for (const member of few) {
    from = placeIn(many, member, from);
    if (many[from] === member) {
      found[count] = member;
      count += 1;
    }
  }
  return found.slice(0, count);
}

/** `list` ascends; where `ordinal` is, or would be, from `from` on. */
export function placeIn(list: ArrayLike<number>, ordinal: number, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

function slim(bits: Uint32Array, universe: number): ProductSet {
  const size = commonBits(bits, bits);
  if (size * SPARSE >= universe) return { size, members: null, bits };
  return { size, members: membersOf({ size, members: null, bits }), bits: null };
}

const WORD = 32;

function put(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
}

function hasBit(bits: Uint32Array, ordinal: number): boolean {
  return (((bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
}

function eachBit(bits: Uint32Array, visit: (ordinal: number) => void): void {
  for (let place = 0; place < bits.length; place += 1) {
    let word = bits[place] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      visit(place * WORD + 31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
}

function commonBits(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let place = 0; place < one.length; place += 1) {
    let word = (one[place] ?? 0) & (other[place] ?? 0);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
