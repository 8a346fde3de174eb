/** Seeded chance: the same seed gives the same numbers. */
import { createHash } from "node:crypto";

export class Random {
  #state: number;

  constructor(seed: number | string) {
    this.#state =
      typeof seed === "number" ? seed >>> 0 : createHash("sha256").update(seed).digest().readUInt32LE(0);
  }

  /** From 0 up to, and not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, and not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of `list`, which is not empty. */
  pick<One>(list: ReadonlyArray<One>): One {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error("There is nothing to choose from");
    return one;
  }

  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.below(256)));
  }
}
