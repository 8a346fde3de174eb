import { usableFrom } from "#app/models/catalogue/age.ts";
import { slugOf } from "#app/models/shared/slug.ts";

import type { VariantFacts } from "./filter.ts";
import type { FilterValues } from "./filter.ts";

export type ProductFacts = Readonly<{
  id: number;
  name: string;
  brandId: number;
  categoryIds: ReadonlyArray<number>;
  createdAt: string;
  /** When its stock last went from none to some, ISO 8601; null if never, or only as a new product. */
  returnedAt: string | null;
  isAvailable: boolean;
  isFeatured: boolean;
  ratingHundredths: number;
  ratingCount: number;
  sortPriceMinor: number;
  ageMinMonths: number | null;
  ageMaxMonths: number | null;
  suitableFromMonths: number | null;
  weightG: number | null;
  values: FilterValues;
  variants: ReadonlyArray<VariantFacts>;
}>;

export type Band = Readonly<{ slug: string; name: string; fromMonths: number }>;

type Ages = Pick<ProductFacts, "ageMinMonths" | "suitableFromMonths" | "ageMaxMonths">;

/**
 * Neither the legal minimum age nor the maker's advice is above `months` (requirement catalogue-3); false if no age is
 * stated.
 */
export function isSafeAt(ages: Ages, months: number): boolean {
  const from = usableFrom(ages);
  return from !== null && from <= months;
}

export function isForAge(ages: Ages, months: number): boolean {
  return isSafeAt(ages, months) && (ages.ageMaxMonths === null || ages.ageMaxMonths > months);
}

/** Finishes do not count. */
const MATERIALS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:ply|plywood|mdf|veneer|veneered|board|birch core)\b/i, "Plywood and board"],
  [
    /\b(?:beech|birch|cherry|hornbeam|lime|maple|oak|ash|pine|walnut)\b(?!.{0,200}\b(?:ply|plywood|core|veneer))(?!-veneer)/i,
    "Solid wood",
  ],
  [/\bcotton\b/i, "Cotton"],
  [/\blinen\b/i, "Linen"],
  [/\bwool\b/i, "Wool"],
  [/\bpolyester\b/i, "Polyester"],
  [/\bnylon\b/i, "Nylon"],
  [/\bvegan leather\b/i, "Vegan leather"],
  [/(?<!vegan )\bleather\b/i, "Leather"],
  [/\baluminium\b/i, "Aluminium"],
  [/\b(?:steel|stainless|metal)\b/i, "Steel"],
  [/\bbrass\b/i, "Brass"],
  [/\brubber\b/i, "Rubber"],
  [/\beva\b/i, "EVA"],
  [/\bfoam\b/i, "Foam"],
  [/\bpalm leaf\b/i, "Palm leaf"],
];

export const WOODS = [
  "Ash",
  "Beech",
  "Birch",
  "Cherry",
  "Hornbeam",
  "Lime",
  "Maple",
  "Oak",
  "Pine",
  "Walnut",
];

export const MATERIAL_NAMES = MATERIALS.map(([, name]) => name);

const WOOD_WORDS = WOODS.map((wood) => [new RegExp(`\\b${wood}\\b`, "i"), wood] as const);
const REMEMBERED_MAX = 2_000;

function namesIn(words: ReadonlyArray<readonly [RegExp, string]>) {
  const remembered = new Map<string, ReadonlyArray<string>>();
  return (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
    const key = texts.join("\n");
    const known = remembered.get(key);
    if (known) return known;
    const names = words.flatMap(([word, name]) => (texts.some((text) => word.test(text)) ? [name] : []));
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(key, names);
    return names;
  };
}

export const materialsIn = namesIn(MATERIALS);

export const woodsIn = namesIn(WOOD_WORDS);

export function mattressIn(text: string): Readonly<{ value: string; label: string }> | null {
  const [, length, width] = /^(\d{2,3}) x (\d{2,3})\b/.exec(text) ?? [];
  return length && width ? { value: `${length}x${width}`, label: `${length} × ${width} cm` } : null;
}

/** Upper limits of folded width; the last class has none. */
const FOLDED_UP_TO_CM = [50, 60, 70];
const FOLDED_LAST_CM = FOLDED_UP_TO_CM.at(-1) ?? 0;

export const FOLDED_CLASSES = [
  ...FOLDED_UP_TO_CM.map((to, at) => {
    const from = FOLDED_UP_TO_CM[at - 1];
    return from === undefined
      ? { value: `up-to-${to}`, label: `Up to ${to} cm`, toMm: to * 10 }
      : { value: `${from}-${to}`, label: `Over ${from} to ${to} cm`, toMm: to * 10 };
  }),
  { value: `over-${FOLDED_LAST_CM}`, label: `Over ${FOLDED_LAST_CM} cm`, toMm: Infinity },
];

export function foldedClass(widthMm: number): string {
  return FOLDED_CLASSES.find(({ toMm }) => widthMm <= toMm)?.value ?? "";
}

export function valueOf(name: string): string {
  return slugOf(name.replace(/[^\p{L}\p{N}\p{M}]+/gu, " "));
}
