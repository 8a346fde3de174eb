/**
 * The two parts of the tests. `npm test` runs "quick", `npm run test:rest` runs what that leaves out, and a run of
 * Vitest by hand (TEST_PART is not set) runs both.
 */
const PART = process.env["TEST_PART"];
/** FUZZ_SEED (an integer) chooses other cases. */
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);

/** Rows of a test: those of the part that runs. */
export function inParts<Row>(rows: Readonly<{ quick: ReadonlyArray<Row>; rest: ReadonlyArray<Row> }>) {
  if (PART === "quick") return rows.quick;
  if (PART === "rest") return rows.rest;
  return [...rows.quick, ...rows.rest];
}

/** `size` of `rows`, the same in every run, for the quick part; the others for the rest. */
export function sampled<Row>(rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Row> {
  const shuffled = rows
    .map((row, index) => ({ row, index, order: hashOf(index) }))
    .sort((first, second) => first.order - second.order || first.index - second.index)
    .map(({ row }) => row);
  return inParts({ quick: shuffled.slice(0, size), rest: shuffled.slice(size) });
}

/** How many random cases to try: fewer in the quick part. */
export function rounds(counts: Readonly<{ quick: number; rest: number }>): number {
  return PART === "quick" ? counts.quick : counts.rest;
}

/** Mulberry32 (Tommy Ettinger, public domain): spreads neighbouring numbers over 32 bits. */
function hashOf(index: number): number {
  let state = (SEED + (index + 1) * 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return (state ^ (state >>> 14)) >>> 0;
}
