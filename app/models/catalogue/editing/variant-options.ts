/** Options of a product, their values, and the variants that these make. */
import { slugOf } from "#app/models/shared/slug.ts";

/** The most options of a product, values of an option, and variants of a product. */
export const OPTIONS_MAX = 3;
export const OPTION_VALUES_MAX = 30;
export const PRODUCT_VARIANTS_MAX = 60;

/** The most characters of each name. */
export const OPTION_NAME_MAX = 40;
export const VALUE_NAME_MAX = 60;

/** Colours are shown as swatches, other choices as words. */
export const OPTION_TYPES = ["swatch", "radio"] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

export type ValueName = Readonly<{
  label: string;
  /** "#dd8f5c", of a colour; otherwise null. */
  hex: string | null;
}>;

export type NewOption = Readonly<{
  name: string;
  type: OptionType;
  /** What the variants of now are. */
  present: ValueName;
  values: ReadonlyArray<ValueName>;
}>;

/** Value keys by the name of their option. */
export type Combination = Readonly<Record<string, string>>;

/** The same for names that differ in case, accents and spaces alone. */
export function valueNameKey(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, "").toLowerCase();
}

/** The place of the first name that stands before it in `names`, or among `known`; -1 without one. */
export function doubledPlace(names: ReadonlyArray<string>, known: ReadonlyArray<string>): number {
  const seen = new Set(known.map(valueNameKey));
  return names.findIndex((name) => {
    const key = valueNameKey(name);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** A key for each value, which none of `taken` and no other has; "" for a name without letters and digits. */
export function valueKeys(
  values: ReadonlyArray<ValueName>,
  taken: ReadonlyArray<string>,
): ReadonlyArray<string> {
  const keys = new Set(taken);
  return values.map(({ label }) => {
    const slug = slugOf(label);
    if (slug === "") return "";
    let key = slug;
    for (let number = 2; keys.has(key); number += 1) key = `${slug}-${number}`;
    keys.add(key);
    return key;
  });
}

/** Each of `present` once, without the option `name`, with each of `keys` as its value. */
export function missingCombinations(
  present: ReadonlyArray<Combination>,
  name: string,
  keys: ReadonlyArray<string>,
): ReadonlyArray<Combination> {
  const others = new Map(
    present.map((combination) => {
      const rest = Object.entries(combination).filter(([option]) => option !== name);
      return [JSON.stringify(rest.toSorted(([one], [other]) => (one < other ? -1 : 1))), rest] as const;
    }),
  );
  return keys.flatMap((key) =>
    [...others.values()].map((rest) => Object.fromEntries([...rest, [name, key]])),
  );
}

type NamedOption = Readonly<{
  name: string;
  values: ReadonlyArray<Readonly<{ key: string; label: string }>>;
}>;

/** "Sunset, Large": what a variant is called by its values. */
export function labelOf(options: ReadonlyArray<NamedOption>, combination: Combination): string {
  const labels = options.map(
    ({ name, values }) => values.find(({ key }) => key === combination[name])?.label ?? "",
  );
  return labels.filter(Boolean).join(", ");
}

const PART_LENGTH = 4;

/** "HB-0101-SUNS": the product's number, and the beginning of each key. */
export function variantSku(sku: string, keys: ReadonlyArray<string>): string {
  const parts = keys.map((key) => key.replaceAll("-", "").slice(0, PART_LENGTH).toUpperCase());
  return [sku, ...parts].join("-");
}
