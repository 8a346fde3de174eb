import { slugOf } from "#app/models/shared/slug.ts";

export const OPTIONS_MAX = 3;
export const OPTION_VALUES_MAX = 30;
export const PRODUCT_VARIANTS_MAX = 60;

export const OPTION_NAME_MAX = 40;
export const VALUE_NAME_MAX = 60;

export const OPTION_TYPES = ["swatch", "radio"] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

export type ValueName = Readonly<{
  label: string;
  hex: string | null;
}>;

export type NewOption = Readonly<{
  name: string;
  type: OptionType;
  present: ValueName;
  values: ReadonlyArray<ValueName>;
}>;

/** Value keys by the name of their option. */
export type Combination = Readonly<Record<string, string>>;

export function valueNameKey(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, "").toLowerCase();
}

export function doubledPlace(names: ReadonlyArray<string>, known: ReadonlyArray<string>): number {
  const seen = new Set(known.map(valueNameKey));
  return names.findIndex((name) => {
    const key = valueNameKey(name);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

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

export function missingCombinations(
  present: ReadonlyArray<Readonly<{ options: Combination }>>,
  name: string,
  keys: ReadonlyArray<string>,
): ReadonlyArray<Combination> {
  const others = new Map(
    present.map(({ options }) => {
      const rest = Object.entries(options).filter(([option]) => option !== name);
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

export function labelOf(options: ReadonlyArray<NamedOption>, combination: Combination): string {
  const labels = options.map(
    ({ name, values }) => values.find(({ key }) => key === combination[name])?.label ?? "",
  );
  return labels.filter(Boolean).join(", ");
}

const PART_LENGTH = 4;

export function variantSku(sku: string, keys: ReadonlyArray<string>): string {
  const parts = keys.map((key) => key.replaceAll("-", "").slice(0, PART_LENGTH).toUpperCase());
  return [sku, ...parts].join("-");
}
