/** What the filters know of a product, worked out from what the catalogue says of it. */
import { usableFrom } from "#app/models/catalogue/age.ts";
import { slugOf } from "#app/models/shared/slug.ts";

import type { VariantFacts } from "./facet-count.ts";
import type { FacetValues } from "./facet.ts";

/** What lists need of a product to choose, filter and sort it. */
export type ProductFacts = Readonly<{
  id: number;
  name: string;
  brandId: number;
  categoryIds: ReadonlyArray<number>;
  /** ISO 8601. */
  createdAt: string;
  /** When its stock last went from none to some, other than by being new; null when it never did. ISO 8601. */
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
  values: FacetValues;
  variants: ReadonlyArray<VariantFacts>;
}>;

/** An age band of the catalogue, from its first day on. */
export type Band = Readonly<{ slug: string; name: string; fromMonths: number }>;

type Ages = Pick<ProductFacts, "ageMinMonths" | "suitableFromMonths" | "ageMaxMonths">;

/**
 * True when something may be given to a child of `months`: no legal minimum age and no advice of the maker lies
 * above it (reading 7). What states no age at all may not: nobody has said that it is safe.
 */
export function isSafeAt(ages: Ages, months: number): boolean {
  const from = usableFrom(ages);
  return from !== null && from <= months;
}

/** True when something is made for a child of `months`: safe, and not outgrown. */
export function isForAge(ages: Ages, months: number): boolean {
  return isSafeAt(ages, months) && (ages.ageMaxMonths === null || ages.ageMaxMonths > months);
}

/** What makes a material, told by words in what the catalogue calls it. Finishes are none. */
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

/** The kinds of wood that the filters know. */
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

/** The plain names of all materials. */
export const MATERIAL_NAMES = MATERIALS.map(([, name]) => name);

const WOOD_WORDS = WOODS.map((wood) => [new RegExp(`\\b${wood}\\b`, "i"), wood] as const);
/** Lists of texts whose words are remembered: many products are made of the same. */
const REMEMBERED_MAX = 2_000;

/** The names whose words are in `texts`, remembered. */
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

/** The materials in `texts`, such as "Powder-coated steel wire", by their plain names. */
export const materialsIn = namesIn(MATERIALS);

/** The kinds of wood that `texts` name, such as "Beech, walnut wheels". */
export const woodsIn = namesIn(WOOD_WORDS);

/** Width and length of the mattress in `text`, such as "120 x 60, up to 10 deep", in whole centimetres, or null. */
export function mattressIn(text: string): Readonly<{ value: string; label: string }> | null {
  const [, length, width] = /^(\d{2,3}) x (\d{2,3})\b/.exec(text) ?? [];
  return length && width ? { value: `${length}x${width}`, label: `${length} × ${width} cm` } : null;
}

/** Upper ends of the classes of folded width, in whole centimetres; the last class has none. */
const FOLDED_UP_TO_CM = [50, 60, 70];
const FOLDED_LAST_CM = FOLDED_UP_TO_CM.at(-1) ?? 0;

/** The classes of folded width, narrowest first. */
export const FOLDED_CLASSES = [
  ...FOLDED_UP_TO_CM.map((to, at) => {
    const from = FOLDED_UP_TO_CM[at - 1];
    return from === undefined
      ? { value: `up-to-${to}`, label: `Up to ${to} cm`, toMm: to * 10 }
      : { value: `${from}-${to}`, label: `Over ${from} to ${to} cm`, toMm: to * 10 };
  }),
  { value: `over-${FOLDED_LAST_CM}`, label: `Over ${FOLDED_LAST_CM} cm`, toMm: Infinity },
];

/** The class of a folded width in whole millimetres. */
export function foldedClass(widthMm: number): string {
  return FOLDED_CLASSES.find(({ toMm }) => widthMm <= toMm)?.value ?? "";
}

/** `name` as a value in an address: "Solid wood" is "solid-wood". */
export function valueOf(name: string): string {
  return slugOf(name.replace(/[^\p{L}\p{N}\p{M}]+/gu, " "));
}
