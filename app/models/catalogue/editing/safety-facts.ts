import type { Durability } from "#app/models/catalogue/durability.ts";

import { IS_TOY, numbersIn, numbersText } from "./basic-facts.ts";

export type EditedAges = Readonly<{
  /** By law. */
  min: number | null;
  /** By the maker's advice. */
  from: number | null;
  max: number | null;
}>;

export function agesFieldText({ min, from, max }: EditedAges): string {
  return numbersText([min, from, max]);
}

export function agesOf(text: string): EditedAges {
  const [min = null, from = null, max = null] = numbersIn(text);
  return { min, from, max };
}

export type EditedWarning = Readonly<{
  code: string;
  text: string;
  part?: string | undefined;
  from_months?: number | undefined;
}>;

export type EditedMaker = Readonly<{
  name: string;
  address: string;
  electronic_address: string | null;
  country_code: string | null;
}>;

export function warningsText(warnings: ReadonlyArray<EditedWarning>): string {
  return JSON.stringify(
    warnings.map(({ code, text, part, from_months: fromMonths }) => ({
      ...{ code, text },
      ...(part === undefined ? {} : { part }),
      ...(fromMonths === undefined ? {} : { from_months: fromMonths }),
    })),
  );
}

export function warningsOf(text: string): ReadonlyArray<EditedWarning> {
  return JSON.parse(text) as ReadonlyArray<EditedWarning>;
}

export function makerText({ name, address, electronic_address, country_code }: EditedMaker): string {
  return JSON.stringify({ name, address, electronic_address, country_code });
}

export function makerOf(text: string): EditedMaker {
  return JSON.parse(text) as EditedMaker;
}

/** "" without a guarantee. */
export function durabilityFieldText(durability: Durability | null): string {
  if (durability === null) return "";
  const { brand, model, years } = durability;
  return JSON.stringify({ brand, model, years });
}

export function durabilityOf(text: string): Durability | null {
  return text === "" ? null : (JSON.parse(text) as Durability);
}

const OWN_CODE = "own";

/** A changed warning keeps its part of the product; a new one begins with "Warning.", as the law has it. */
export function warningsIn(
  lines: ReadonlyArray<string>,
  before: ReadonlyArray<EditedWarning>,
): ReadonlyArray<EditedWarning> {
  return lines.map((line, place) => {
    const known = before.find(({ text }) => text === line);
    if (known) return known;
    const text = /^warning\b/i.test(line) ? line : `Warning. ${line}`;
    const changed = lines.length === before.length ? before[place] : undefined;
    return changed && !lines.includes(changed.text) ? { ...changed, text } : { code: OWN_CODE, text };
  });
}

type SafetyFields = Readonly<{ ages: string; warnings: string }>;
type ToyFields = SafetyFields & Readonly<{ toy: string }>;

/** Only owners publish these. */
export function weakened(before: ToyFields, after: ToyFields): ReadonlyArray<"ages" | "warnings" | "toy"> {
  const [old, ages] = [agesOf(before.ages), agesOf(after.ages)];
  const isYounger = isLower(old.min, ages.min) || isLower(old.from, ages.from) || isHigher(old.max, ages.max);
  const still = new Set(warningsOf(after.warnings).map(keyOf));
  const isLost = warningsOf(before.warnings).some((warning) => !still.has(keyOf(warning)));
  return [
    ...(isYounger ? (["ages"] as const) : []),
    ...(isLost ? (["warnings"] as const) : []),
    ...(before.toy === IS_TOY && after.toy !== IS_TOY ? (["toy"] as const) : []),
  ];
}

function keyOf({ text, part }: EditedWarning): string {
  return `${part ?? ""}\n${text}`;
}

function isLower(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after < before);
}

function isHigher(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

export function missingOfToy({ ages, warnings }: SafetyFields): ReadonlyArray<"ageMin" | "warnings"> {
  return [
    ...(agesOf(ages).min === null ? (["ageMin"] as const) : []),
    ...(warningsOf(warnings).length === 0 ? (["warnings"] as const) : []),
  ];
}
