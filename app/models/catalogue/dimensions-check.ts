/** Whether a product fits into a boot, through a doorway or along a wall, and with how much to spare. */

export const FIT_PLACES = ["boot", "doorway", "wall"] as const;
export type FitPlace = (typeof FIT_PLACES)[number];

export type Side = "width" | "depth" | "height";

/** Outer measures in millimetres, as it is used. */
export type Size = Readonly<Record<Side, number>>;

/** A parcel of something that comes flat: outer measures in millimetres, weight in grams. */
export type PackedBox = Size & Readonly<{ weight: number }>;

/** Inner measures in millimetres: a boot has three, a doorway no depth, a wall only a width. */
export type Space = Readonly<{ place: FitPlace; width: number; depth: number | null; height: number | null }>;

export type Fit = Readonly<{
  fits: boolean;
  turned: Size;
  /** True if it stands as it is used. */
  isUpright: boolean;
  /** Millimetres to spare on the tightest side; negative if they are missing. */
  spare: number;
  side: Side;
}>;

const SIDES = ["width", "depth", "height"] as const;

/** All ways to turn a box square to the space. Upright comes first, so that it wins a tie. */
const ROTATIONS = [
  ["width", "depth", "height"],
  ["depth", "width", "height"],
  ["width", "height", "depth"],
  ["height", "width", "depth"],
  ["depth", "height", "width"],
  ["height", "depth", "width"],
] as const satisfies ReadonlyArray<readonly [Side, Side, Side]>;

/** Ways to turn what must stay on its wheels or feet. */
const UPRIGHT = ROTATIONS.slice(0, 2);

/**
 * The way to put `size` into `space` that leaves most on the tightest side. The product may be turned square to the
 * sides, except along a wall; with `staysUpright` it is turned on the spot only.
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

/** "12.5 cm" */
export function lengthInCm(millimetres: number): string {
  return `${Math.round(millimetres) / 10} cm`;
}
