/** Chance that repeats: the same numbers for the same seed and place, whatever was drawn for others. */

export type RandomDraw = Readonly<{
  /** From 0 up to 1. */
  next: () => number;
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
  is: (share: number) => boolean;
  one: <Value>(all: ReadonlyArray<Value>) => Value;
}>;

export function seededRandom(seed: number, place: number): RandomDraw {
  const next = numbers(mixed(Math.imul(seed, 0x9e3779b1) ^ mixed(place + 0x51ed270b)));
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    is: (share) => next() < share,
    one: <Value>(all: ReadonlyArray<Value>) => all[whole(0, all.length - 1)] as Value,
  };
}

/** mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Spreads neighbouring numbers over all 32 bits (the finaliser of MurmurHash3). */
function mixed(number: number): number {
  let value = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
