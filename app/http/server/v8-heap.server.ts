import { setFlagsFromString } from "node:v8";

/**
 * Percent by which the heap may grow after a full collection before the next one. V8's default depends on the machine's
 * memory and is up to 300: a shop of 70 MB then holds 250.
 */
const GROWTH_PERCENT = 50;

export function holdHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
