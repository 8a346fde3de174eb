export const WORD = 32;

export function put(bits: Uint32Array, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
}

export function hasBit(bits: Uint32Array, ordinal: number): boolean {
  return (((bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
}

export function eachBit(bits: Uint32Array, visit: (ordinal: number) => void): void {
  for (let place = 0; place < bits.length; place += 1) {
    let word = bits[place] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      visit(place * WORD + 31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
}

export function commonBits(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let place = 0; place < one.length; place += 1) {
    let word = (one[place] ?? 0) & (other[place] ?? 0);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
