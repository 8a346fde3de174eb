import { FIT_PLACES, type FitPlace, type Side, type Space } from "./dimensions-check.ts";

const LENGTH_MIN_CM = 1;
const LENGTH_MAX_CM = 1_000;
const STORED_CHARACTERS = 12;

export const FIT_FIELDS = {
  place: "fit",
  width: "fit-width",
  depth: "fit-depth",
  height: "fit-height",
} as const satisfies Record<Side | "place", string>;

const FIT_SIDES = {
  boot: ["width", "depth", "height"],
  doorway: ["width", "height"],
  wall: ["width"],
} as const satisfies Record<FitPlace, ReadonlyArray<Side>>;

export type FitQuestion = Readonly<{
  place: FitPlace;
  values: Readonly<Record<Side, string>>;
  errors: Readonly<Record<string, string>>;
  space: Space | null;
}>;

export function readFitQuestion(query: URLSearchParams): FitQuestion | null {
  const requested = query.get(FIT_FIELDS.place);
  if (requested === null) return null;
  const place = FIT_PLACES.find((one) => one === requested) ?? "boot";
  const typed = (side: Side) => (query.get(FIT_FIELDS[side]) ?? "").trim();
  const sides: ReadonlyArray<Side> = FIT_SIDES[place];
  const lengths = sides.map((side) => ({ side, millimetres: lengthIn(typed(side)) }));
  const wrong = lengths.filter(({ millimetres }) => millimetres === null);
  return {
    place,
    values: {
      width: cleanInput(typed("width")),
      depth: cleanInput(typed("depth")),
      height: cleanInput(typed("height")),
    },
    errors: Object.fromEntries(wrong.map(({ side }) => [FIT_FIELDS[side], errorOf(side, typed(side))])),
    space: wrong.length > 0 ? null : spaceOf(place, lengths),
  };
}

export function fitQuery(fields: URLSearchParams): URLSearchParams {
  const place = FIT_PLACES.find((one) => one === fields.get(FIT_FIELDS.place)) ?? "boot";
  const sides: ReadonlyArray<Side> = FIT_SIDES[place];
  const given = sides.map(
    (side) => [FIT_FIELDS[side], cleanInput(fields.get(FIT_FIELDS[side]) ?? "")] as const,
  );
  return new URLSearchParams([[FIT_FIELDS.place, place], ...given.map(([name, value]) => [name, value])]);
}

export function rememberedQuestion(space: Space): FitQuestion {
  const text = (millimetres: number | null) => (millimetres === null ? "" : String(millimetres / 10));
  return {
    place: space.place,
    values: { width: text(space.width), depth: text(space.depth), height: text(space.height) },
    errors: {},
    space,
  };
}

type Length = Readonly<{ side: Side; millimetres: number | null }>;

function spaceOf(place: FitPlace, lengths: ReadonlyArray<Length>): Space {
  const along = (side: Side) => lengths.find((one) => one.side === side)?.millimetres ?? null;
  return { place, width: along("width") ?? 0, depth: along("depth"), height: along("height") };
}

/** "95", "95.5" or "95,5 cm" in whole millimetres, or null. */
function lengthIn(text: string): number | null {
  const number = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:cm)?$/i.exec(text)?.[1];
  const centimetres = number === undefined ? NaN : Number(number.replace(",", "."));
  return centimetres >= LENGTH_MIN_CM && centimetres <= LENGTH_MAX_CM ? Math.round(centimetres * 10) : null;
}

function errorOf(side: Side, typed: string): string {
  if (typed === "") return `Enter the ${side} in centimetres, such as 95`;
  return `The ${side} must be between ${LENGTH_MIN_CM} and 1,000 cm`;
}

function cleanInput(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "").slice(0, STORED_CHARACTERS);
}
