/** Enough statistics for a table of figures. */

/** A figure of several rounds: the one in the middle, and the two ends. */
export type Spread = Readonly<{ median: number; min: number; max: number }>;

/** The spread of `values`. Throws on none. */
export function spreadOf(values: ReadonlyArray<number>): Spread {
  const sorted = ascending(values);
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) throw new Error("No value to take the median of");
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? max;
  const median = Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
  return { median, min, max };
}

/** The smallest of `values` that is at least as large as the share `share` of them (nearest rank). NaN for none. */
export function percentile(values: ReadonlyArray<number>, share: number): number {
  const sorted = ascending(values);
  const rank = Math.max(1, Math.ceil(sorted.length * share));
  return sorted[rank - 1] ?? Number.NaN;
}

/** How much y grows for each step of x, by least squares. NaN when every x is the same. */
export function slope(points: ReadonlyArray<readonly [x: number, y: number]>): number {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return together / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ascending(values: ReadonlyArray<number>): ReadonlyArray<number> {
  return [...values].sort((one, other) => one - other);
}
