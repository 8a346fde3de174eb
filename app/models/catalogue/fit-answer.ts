import {
  type Fit,
  fitInto,
  lengthInCm,
  type PackedBox,
  type Side,
  type Size,
  type Space,
} from "./dimensions-check.ts";

export type FitMeasures = Readonly<{
  size: Size;
  foldedSize: Size | null;
  /** Null for what arrives as it stands; empty for what comes flat in boxes that nobody has measured. */
  boxes: ReadonlyArray<PackedBox> | null;
}>;

export type FitAnswer = Readonly<{
  kind: "yes" | "no" | "unknown";
  verdict: string;
  text: string;
  note: string | null;
  placed: Placed | null;
  /** So little is left that the answer is to measure again. */
  isOnlyJust: boolean;
}>;

export type Placed = Readonly<{ state: "built" | "folded" | "box"; fit: Fit }>;

/** Millimetres: a tape measure is wrong by as much. */
const ONLY_JUST = 20;

const TOO = { width: "wide", depth: "deep", height: "high" } as const satisfies Record<Side, string>;

const MEASURE_AGAIN = {
  boot: "Measure again, and allow for the lid.",
  doorway: "Measure again, and allow for the door's handle.",
  wall: "Measure again.",
} as const satisfies Record<Space["place"], string>;

/** A folding product is never laid into a boot open, and what comes flat is carried through a door in its boxes. */
export function answerFit({ size, foldedSize, boxes }: FitMeasures, space: Space): FitAnswer {
  if (boxes && space.place !== "wall") return answerForBoxes(boxes, size, space);
  if (space.place === "wall") return alongWall(size, space);
  if (foldedSize && space.place === "doorway") return throughDoor(size, foldedSize, space);
  return foldedSize
    ? answerFor({ state: "folded", fit: fitInto(foldedSize, space) }, space)
    : answerFor({ state: "built", fit: fitInto(size, space) }, space);
}

/** For somebody whose boot is known; null for what does not fold, or does not fit. */
export function fitsBoot(
  { size, foldedSize, boxes }: Omit<FitMeasures, "size"> & Readonly<{ size: Size | null }>,
  boot: Space | null,
): Readonly<{ title: string; text: string; isOnlyJust: boolean }> | null {
  if (!size || !foldedSize || !boot) return null;
  const { kind, isOnlyJust, text } = answerFit({ size, foldedSize, boxes }, boot);
  const title = isOnlyJust ? "Only just fits your boot, folded" : "Fits your boot, folded";
  return kind === "yes" ? { title, text, isOnlyJust } : null;
}

function alongWall(size: Size, space: Space): FitAnswer {
  const fit = fitInto(size, space);
  if (!fit.fits)
    return answer("no", { verdict: "No.", text: `It is ${missing(fit)}.` }, { state: "built", fit });
  const text = `It leaves ${lengthInCm(fit.spare)}.`;
  return allowing(fit, space, answer("yes", { verdict: "Yes.", text }, { state: "built", fit }));
}

function throughDoor(size: Size, folded: Size, space: Space): FitAnswer {
  const open = fitInto(size, space, { staysUpright: true });
  if (!open.fits) {
    const answered = answerFor({ state: "folded", fit: fitInto(folded, space) }, space);
    return answered.kind === "yes"
      ? { ...answered, text: `${answered.text} Open, it is ${missing(open)}.` }
      : answered;
  }
  const text = `Open, it goes through with ${lengthInCm(open.spare)} to spare.`;
  return allowing(open, space, answer("yes", { verdict: "Yes.", text }, { state: "built", fit: open }));
}

function answerFor(placed: Placed, space: Space): FitAnswer {
  const { fit, state } = placed;
  const isFolded = state === "folded";
  const turn = space.place === "boot" ? "lay" : "turn";
  if (!fit.fits) {
    const what = isFolded ? "Folded, it is" : "It is";
    const text = `whichever way round we ${turn} it.`;
    return answer("no", { verdict: `No. ${what} ${missing(fit)},`, text }, placed);
  }
  const verdict = isFolded ? "Yes, folded." : "Yes.";
  const text = space.place === "boot" ? leavesInBoot(fit, space) : goesThrough(fit);
  return allowing(fit, space, answer("yes", { verdict, text }, placed));
}

function leavesInBoot({ turned, isUpright }: Fit, { width, depth, height }: Space): string {
  const rest = [
    `${lengthInCm(width - turned.width)} across`,
    `${lengthInCm((depth ?? 0) - turned.depth)} in depth`,
    `${lengthInCm((height ?? 0) - turned.height)} in height`,
  ];
  return `${isUpright ? "It" : "Lying flat it"} leaves ${rest[0] ?? ""}, ${rest[1] ?? ""} and ${rest[2] ?? ""}.`;
}

function goesThrough({ isUpright, spare }: Fit): string {
  return `${isUpright ? "It" : "Lying down, it"} goes through with ${lengthInCm(spare)} to spare.`;
}

function answerForBoxes(boxes: ReadonlyArray<PackedBox>, size: Size, space: Space): FitAnswer {
  const [first, ...others] = boxes.map((box) => ({ box, fit: fitInto(box, space) }));
  if (!first) return UNMEASURED[space.place === "boot" ? "boot" : "doorway"];
  const { box, fit } = others.reduce((worst, one) => (one.fit.spare < worst.fit.spare ? one : worst), first);
  const placed = { state: "box", fit } as const;
  const named = `The ${["", "", "larger "][boxes.length] ?? "largest "}box is ${boxText(box)}`;
  const note = space.place === "doorway" ? builtNote(size, space) : null;
  if (!fit.fits) {
    const turn = space.place === "boot" ? "lay" : "turn";
    const text = `${named} and ${missing(fit)}, whichever way round we ${turn} it.`;
    return { ...answer("no", { verdict: "No.", text }, placed), note: null };
  }
  const text =
    space.place === "boot"
      ? `${named}. ${leavesInBoot(fit, space)}`
      : `${named} and goes through${onItsEdge(fit)} with ${lengthInCm(fit.spare)} to spare.`;
  const verdict = space.place === "boot" && boxes.length > 1 ? "Yes, one box at a time." : "Yes.";
  return { ...allowing(fit, space, answer("yes", { verdict, text }, placed)), note };
}

const UNMEASURED = {
  boot: answer("unknown", { verdict: "It comes flat.", text: "Ask us for the box sizes." }, null),
  doorway: answer(
    "unknown",
    {
      verdict: "It comes flat and is built in the room,",
      text: "so a doorway is rarely a problem. Ask us for the box sizes.",
    },
    null,
  ),
} as const;

/** Null if it goes back through the door as it stands. */
function builtNote(size: Size, space: Space): string | null {
  if (fitInto(size, space).fits) return null;
  const width = lengthInCm(Math.min(size.width, size.depth));
  return `Built, it is ${width} wide and will not go through this door again. Build it where it will stand.`;
}

function onItsEdge({ isUpright, turned }: Fit): string {
  if (isUpright) return "";
  return turned.height >= Math.max(turned.width, turned.depth) ? " on its end" : " on its edge";
}

function missing({ spare, side }: Fit): string {
  return `${lengthInCm(-spare)} too ${TOO[side]}`;
}

function allowing({ spare }: Fit, { place }: Space, answered: FitAnswer): FitAnswer {
  if (spare > ONLY_JUST) return answered;
  const verdict = answered.placed?.state === "folded" ? "Only just, folded." : "Only just.";
  return { ...answered, verdict, text: `${answered.text} ${MEASURE_AGAIN[place]}`, isOnlyJust: true };
}

type Words = Readonly<{ verdict: string; text: string }>;

function answer(kind: FitAnswer["kind"], words: Words, placed: Placed | null): FitAnswer {
  return { kind, ...words, note: null, placed, isOnlyJust: false };
}

function boxText({ width, depth, height }: Size): string {
  const [length = 0, middle = 0, least = 0] = [width, depth, height].sort((a, b) => b - a);
  return sizeText({ width: length, depth: middle, height: least });
}

function sizeText({ width, depth, height }: Size): string {
  return `${width / 10} × ${depth / 10} × ${lengthInCm(height)}`;
}

export function measureRows({
  size,
  boxes,
}: FitMeasures): ReadonlyArray<readonly [label: string, text: string]> {
  if (!boxes || boxes.length === 0) return [];
  return [
    ...boxes.map(
      (box, index) =>
        [
          boxes.length === 1 ? "Box" : `Box ${index + 1}`,
          `${boxText(box)}, ${box.weight / 1000} kg`,
        ] as const,
    ),
    ["Built", sizeText(size)],
  ];
}

const COUNTS = ["", "one box", "two boxes", "three boxes", "four boxes"] as const;

export function fitIntroduction({ boxes }: Pick<FitMeasures, "boxes">): string {
  if (!boxes) return "Inside measurements, in centimetres.";
  const count = COUNTS[boxes.length] ?? `${boxes.length} boxes`;
  return `It comes flat${count ? `, in ${count},` : ""} and is built in the room.`;
}
