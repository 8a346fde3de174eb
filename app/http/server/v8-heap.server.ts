import { setFlagsFromString } from "node:v8";

/** Per cent of growth after a full collection. V8's default is up to 300: a shop of 70 MB then holds 250. */
const GROWTH_PERCENT = 50;

export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
