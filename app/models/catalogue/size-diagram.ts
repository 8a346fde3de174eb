import { type FitPlace, lengthInCm, type Size, type Space } from "./dimensions-check.ts";
import type { FitAnswer, FitMeasures, Placed } from "./fit-answer.ts";

/** Millimetres. */
const DOORWAY = { width: 762, height: 1981 } as const;
const SMALL_BOOT = { width: 1000, height: 500 } as const;
const CHILD_OF_THREE = { width: 300, height: 960 } as const;
const LARGE_FROM = 600;

const TALLEST = 230;
const COLUMN_MIN = 118;
const ANSWER_COLUMN_MIN = 250;
const GAP = 22;
const MARGIN = 12;
const FOOT = 54;

export type Shape =
  "box" | "pushchair" | "folded" | "from-above" | "child" | "doorway" | "boot" | "car" | "frame" | "place";

export type DiagramItem = Readonly<{
  shape: Shape;
  name: string;
  detail: string;
  width: number;
  height: number;
  opening?: Readonly<{ width: number; height: number }>;
  inside?: Readonly<{ shape: Shape; width: number; height: number; fits: boolean }>;
}>;

export type Box = Readonly<{ x: number; y: number; width: number; height: number }>;
export type PlacedItem = Readonly<{
  thing: Pick<DiagramItem, "shape" | "name" | "detail">;
  box: Box;
  opening: Box | null;
  inside: (Box & Readonly<{ shape: Shape; fits: boolean }>) | null;
  middle: number;
}>;

export type SizeDiagram = Readonly<{
  width: number;
  height: number;
  ground: number;
  things: ReadonlyArray<PlacedItem>;
  text: string;
}>;

function scaleDrawing(things: ReadonlyArray<DiagramItem>, text: string, columnMin = COLUMN_MIN): SizeDiagram {
  const tallest = Math.max(1, ...things.map((thing) => Math.max(thing.height, thing.inside?.height ?? 0)));
  const scale = TALLEST / tallest;
  const ground = MARGIN + TALLEST;
  let left = MARGIN;
  const placed = things.map((thing) => {
    const widest = Math.max(thing.width, thing.inside?.width ?? 0) * scale;
    const column = Math.max(columnMin, widest);
    const middle = left + column / 2;
    left += column + GAP;
    return placedAt(middle, thing, { scale, ground });
  });
  return { width: rounded(left - GAP + MARGIN), height: ground + FOOT, ground, things: placed, text };
}

type Sheet = Readonly<{ scale: number; ground: number }>;

function placedAt(middle: number, thing: DiagramItem, sheet: Sheet): PlacedItem {
  const { shape, name, detail, opening, inside } = thing;
  return {
    thing: { shape, name, detail },
    box: boxAt(middle, thing, sheet),
    opening: opening ? boxAt(middle, opening, sheet) : null,
    inside: inside ? { ...boxAt(middle, inside, sheet), shape: inside.shape, fits: inside.fits } : null,
    middle: rounded(middle),
  };
}

function boxAt(
  middle: number,
  { width, height }: Pick<DiagramItem, "width" | "height">,
  { scale, ground }: Sheet,
): Box {
  return {
    x: rounded(middle - (width * scale) / 2),
    y: rounded(ground - height * scale),
    width: rounded(width * scale),
    height: rounded(height * scale),
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

export function sizeDrawing(size: Size, folded: Size | null): SizeDiagram {
  const isLarge = Math.max(size.width, size.depth, size.height) >= LARGE_FROM;
  const own: ReadonlyArray<DiagramItem> = folded
    ? [fromTheSide("Open", size), { ...fromTheSide("Folded", folded), shape: "box" }]
    : [{ shape: "box", name: "This", detail: across(size.width, size.height), ...size }];
  const usual: ReadonlyArray<DiagramItem> = [
    { shape: "child", name: "3-year-old", detail: lengthInCm(CHILD_OF_THREE.height), ...CHILD_OF_THREE },
    ...(folded
      ? [named("boot", "Small boot", SMALL_BOOT), named("doorway", "Doorway", DOORWAY)]
      : isLarge
        ? [named("doorway", "Doorway", DOORWAY)]
        : []),
  ];
  const words = [
    folded ? `Open, ${measures(size)}. Folded, ${measures(folded)}.` : `It is ${measures(size)}.`,
    `Drawn to scale next to ${listed(usual.map(({ name, detail }) => `a ${name.toLowerCase()}, ${detail}`))}.`,
  ];
  return scaleDrawing([...own, ...usual], words.join(" "));
}

function fromTheSide(name: string, { depth, height }: Size): DiagramItem {
  return { shape: "pushchair", name, detail: across(depth, height), width: depth, height };
}

function named(shape: Shape, name: string, size: Readonly<{ width: number; height: number }>): DiagramItem {
  return { shape, name, detail: across(size.width, size.height), ...size };
}

const PLACE_NAMES = {
  boot: "Your boot",
  doorway: "Your doorway",
  wall: "Your wall",
} as const satisfies Record<FitPlace, string>;

/** Multiples of the opening. */
const AROUND = {
  car: { width: 1.26, height: 1.38 },
  frame: { width: 1.16, height: 1.05 },
} as const;

const STATES = {
  folded: { name: "Folded", shape: "folded" },
  built: { name: "This", shape: "box" },
  box: { name: "Box", shape: "box" },
} as const satisfies Record<Placed["state"], Readonly<{ name: string; shape: Shape }>>;

export function fitDrawing(
  { placed, verdict, text, note }: FitAnswer,
  space: Space,
  { size }: Pick<FitMeasures, "size">,
): SizeDiagram | null {
  if (!placed) return null;
  const built: ReadonlyArray<DiagramItem> =
    note === null
      ? []
      : [
          {
            shape: "place",
            name: "Build it in the room",
            detail: `${lengthInCm(Math.min(size.width, size.depth))} wide`,
            width: Math.min(size.width, size.depth),
            height: size.height,
          },
        ];
  const words = [verdict, text, note].filter(Boolean).join(" ");
  const view = isSeenFromAbove(placed, space) ? "above" : "the front";
  const description = `${PLACE_NAMES[space.place]}, seen from ${view}. ${words}`;
  return scaleDrawing([placeItem(placed, space), ...built], description, ANSWER_COLUMN_MIN);
}

function placeItem(placed: Placed, space: Space): DiagramItem {
  const { fit } = placed;
  const { name, shape } = STATES[placed.state];
  const inside = { fits: fit.fits, shape, width: fit.turned.width, height: fit.turned.height };
  if (isSeenFromAbove(placed, space)) {
    const opening = { width: space.width, height: space.depth ?? 0 };
    return {
      shape: "place",
      name: `${name}, ${across(fit.turned.width, fit.turned.depth)}`,
      detail: `${PLACE_NAMES.boot} from above, ${across(opening.width, opening.height)}`,
      ...opening,
      inside: {
        ...inside,
        shape: placed.state === "folded" ? "from-above" : "box",
        height: fit.turned.depth,
      },
    };
  }
  const opening = { width: space.width, height: space.height ?? fit.turned.height };
  const around = space.place === "boot" ? "car" : "frame";
  return {
    ...(space.place === "wall"
      ? { shape: "place", ...opening }
      : {
          shape: around,
          width: opening.width * AROUND[around].width,
          height: opening.height * AROUND[around].height,
          opening,
        }),
    name: `${name}, ${lengthInCm(fit.turned.width)} across, ${lengthInCm(fit.turned.height)} high`,
    detail: `${PLACE_NAMES[space.place]}, ${spaceText(space)}`,
    inside,
  };
}

function isSeenFromAbove({ fit }: Placed, { place }: Space): boolean {
  return place === "boot" && !fit.fits && fit.side === "depth";
}

function spaceText({ width, depth, height }: Space): string {
  const known = [width, depth, height].filter((length) => length !== null).map((length) => length / 10);
  return `${known.join(" × ")} cm`;
}

function across(width: number, height: number): string {
  return `${rounded(width / 10)} × ${lengthInCm(height)}`;
}

function measures({ width, depth, height }: Size): string {
  return `${lengthInCm(width)} wide, ${lengthInCm(depth)} deep and ${lengthInCm(height)} high`;
}

function listed(words: ReadonlyArray<string>): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
