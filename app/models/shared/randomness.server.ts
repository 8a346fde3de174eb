import { randomBytes, randomInt } from "node:crypto";

export type Randomness = Readonly<{
  bytes: (size: number) => Buffer;
  /** Without `max` itself. */
  integer: (min: number, max: number) => number;
}>;

const SYSTEM: Randomness = { bytes: (size) => randomBytes(size), integer: (min, max) => randomInt(min, max) };

let chosen = SYSTEM;

export function randomness(): Randomness {
  return chosen;
}

/** For simulations; null puts the system's randomness back. */
export function useRandomness(other: Randomness | null): void {
  chosen = other ?? SYSTEM;
}
