/** Enough statistics to say whether two sets of times differ. */

export function median(values: ReadonlyArray<number>): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Mann-Whitney: how likely a difference at least this large is when there is none (two sides, normal approximation). */
export function mannWhitney(one: ReadonlyArray<number>, other: ReadonlyArray<number>): number {
  let wins = 0;
  for (const mine of one) for (const theirs of other) wins += mine > theirs ? 1 : mine === theirs ? 0.5 : 0;
  const pairs = one.length * other.length;
  const spread = Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs(wins - pairs / 2) / spread));
}

/** The standard normal distribution's share below `z`, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduce((total, term, index) => total + term * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
