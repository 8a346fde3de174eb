/** Where chance comes from: ids, secrets and order numbers. */
import { randomBytes, randomInt } from "node:crypto";

export type Randomness = Readonly<{
  bytes: (size: number) => Buffer;
  /** A whole number from `min` up to, and not including, `max`. */
  integer: (min: number, max: number) => number;
}>;

const SYSTEM: Randomness = { bytes: (size) => randomBytes(size), integer: (min, max) => randomInt(min, max) };

let chosen = SYSTEM;

export function randomness(): Randomness {
  return chosen;
}

/** Puts `other` in place of the system's randomness, or that one back; for simulations. */
export function useRandomness(other: Randomness | null): void {
  chosen = other ?? SYSTEM;
}
