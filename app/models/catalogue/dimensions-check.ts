export const FIT_PLACES = ["boot", "doorway", "wall"] as const;
export type FitPlace = (typeof FIT_PLACES)[number];

export type Side = "width" | "depth" | "height";

/** Outer millimetres, as it is used. */
export type Size = Readonly<Record<Side, number>>;

/** What comes flat: outer millimetres, and grams. */
export type PackedBox = Size & Readonly<{ weight: number }>;

/** Inner measures in millimetres: a boot has three, a doorway no depth, a wall only a width. */
export type Space = Readonly<{ place: FitPlace; width: number; depth: number | null; height: number | null }>;

export type Fit = Readonly<{
  fits: boolean;
  turned: Size;
  isUpright: boolean;
  /** Millimetres to spare on the tightest side; negative if they are missing. */
  spare: number;
  side: Side;
}>;

const SIDES = ["width", "depth", "height"] as const;

/** Upright comes first, so that it wins a tie. */
const ROTATIONS = [
  ["width", "depth", "height"],
  ["depth", "width", "height"],
  ["width", "height", "depth"],
  ["height", "width", "depth"],
  ["depth", "height", "width"],
  ["height", "depth", "width"],
] as const satisfies ReadonlyArray<readonly [Side, Side, Side]>;

const UPRIGHT = ROTATIONS.slice(0, 2);

/**
 * The way that leaves most on the tightest side; along a wall nothing is turned, and with `staysUpright` only on the
 * spot.
 */
export function fitInto(size: Size, space: Space, { staysUpright = false } = {}): Fit {
  const ways = space.place === "wall" ? ROTATIONS.slice(0, 1) : staysUpright ? UPRIGHT : ROTATIONS;
  const [first, ...others] = ways.map((rotation) => turnedBy(rotation, size, space));
  if (!first) throw new Error("There is always a way to turn a box");
  return others.reduce((best, fit) => (fit.spare > best.spare ? fit : best), first);
}

function turnedBy(rotation: (typeof ROTATIONS)[number], size: Size, space: Space): Fit {
  const turned = { width: size[rotation[0]], depth: size[rotation[1]], height: size[rotation[2]] };
  const spares = SIDES.flatMap((side) => {
    const room = space[side];
    return room === null ? [] : [{ side, spare: room - turned[side] }];
  });
  const tightest = spares.reduce((least, one) => (one.spare < least.spare ? one : least));
  return { ...tightest, fits: tightest.spare >= 0, turned, isUpright: rotation[2] === "height" };
}

export function lengthInCm(millimetres: number): string {
  return `${Math.round(millimetres) / 10} cm`;
}
