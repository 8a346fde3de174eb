/** How far V8 lets garbage pile up. */
import { setFlagsFromString } from "node:v8";

/**
 * Percent by which the heap may outgrow what was alive after the last full collection, before the next one. V8's own
 * answer depends on the machine's memory and is up to 300: a shop of 70 MB then holds 250, most of it pages long sent.
 */
const GROWTH_PERCENT = 50;

/** Holds the heap of this process close to what is alive. */
export function holdHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
