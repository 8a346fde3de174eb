/** Matches are read in this order when there are too many to rank. */

export type Popularity = Readonly<{ isFeatured: boolean; ratingHundredths: number; ratingCount: number }>;

/** Few steps, so that a new review seldom changes a product's step. */
const STEPS = 64;
const STEPS_PER_DOUBLING = 3;
const FEATURED_STEPS = 9;
const BEST_HUNDREDTHS = 500;
/** Ids fit below the step. */
const ID_SPACE = 2 ** 32;

/** 0, the most popular, to 63. */
export function popularityStep({ isFeatured, ratingHundredths, ratingCount }: Popularity): number {
  const weight = (ratingCount * ratingHundredths) / BEST_HUNDREDTHS;
  const steps = Math.floor(Math.log2(1 + weight) * STEPS_PER_DOUBLING) + (isFeatured ? FEATURED_STEPS : 0);
  return STEPS - 1 - Math.min(steps, STEPS - 1);
}

/** Unique among all products: a whole number that contains the id. */
export function placeOf(productId: number, step: number): number {
  return step * ID_SPACE + productId;
}

export function productAt(place: number): number {
  return place % ID_SPACE;
}

/** The last slice has the rest. */
const SLICE_SIZES = [4_000, 16_000, 64_000, 256_000];
export const SLICES = SLICE_SIZES.length + 1;

export type Slicing = Readonly<{ total: number; perStep: ReadonlyArray<number> }>;

/** Of few products: all are in the first slice. */
export const NO_SLICING: Slicing = { total: 0, perStep: [] };

export function slicingOf(counts: Iterable<Popularity & Readonly<{ count: number }>>): Slicing {
  const perStep = Array.from({ length: STEPS }, () => 0);
  let total = 0;
  for (const entry of counts) {
    const step = popularityStep(entry);
    perStep[step] = (perStep[step] ?? 0) + entry.count;
    total += entry.count;
  }
  return { total, perStep };
}

export function isOutgrown(slicing: Slicing, total: number): boolean {
  return total > slicing.total * 2 + (SLICE_SIZES[0] ?? 0) || total * 2 < slicing.total;
}

/** From 0: by step, and within a step evenly by id. */
export function sliceOf(productId: number, step: number, { perStep }: Slicing): number {
  const before = perStep.slice(0, step).reduce((sum, count) => sum + count, 0);
  const rank = before + spread(productId) * (perStep[step] ?? 0);
  let end = 0;
  const slice = SLICE_SIZES.findIndex((size) => rank < (end += size));
  return slice === -1 ? SLICE_SIZES.length : slice;
}

/** 0 up to 1, far apart for neighbouring ids (multiplicative hashing). */
function spread(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) / ID_SPACE;
}
