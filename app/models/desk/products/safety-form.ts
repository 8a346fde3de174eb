/** Ages are in months. */
import { DURABILITY_TEXT_MAX, isLabelledYears, LABELLED_YEARS } from "#app/models/catalogue/durability.ts";
import type { ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import {
  agesFieldText,
  agesOf,
  durabilityFieldText,
  durabilityOf,
  makerOf,
  makerText,
  warningsIn,
  warningsOf,
  warningsText,
} from "#app/models/catalogue/editing/safety-facts.ts";

import { isSameLine, oneLine } from "./typed-text.ts";

type SafetyFields = Pick<ProductFields, "ages" | "warnings" | "maker" | "durability">;
type Inputs = Readonly<Record<string, string>>;

export const SAFETY_MAX = {
  warnings: 6_000,
  makerName: 200,
  makerAddress: 500,
  makerContact: 200,
  makerCountry: 2,
  guaranteeYears: 4,
  guaranteeBrand: DURABILITY_TEXT_MAX,
  guaranteeModel: DURABILITY_TEXT_MAX,
} as const;

export function safetyInputs({ ages, warnings, maker, durability }: SafetyFields): Inputs {
  const { min, from, max } = agesOf(ages);
  const { name, address, electronic_address: contact, country_code: country } = makerOf(maker);
  const { years = "", brand = "", model = "" } = durabilityOf(durability) ?? {};
  const months = (age: number | null) => (age === null ? "" : String(age));
  return {
    ...{ ageMin: months(min), suitableFrom: months(from), ageMax: months(max) },
    warnings: warningsOf(warnings)
      .map(({ text }) => text)
      .join("\n"),
    ...{ makerName: name, makerAddress: address, makerContact: contact ?? "", makerCountry: country ?? "" },
    ...{ guaranteeYears: String(years), guaranteeBrand: brand, guaranteeModel: model },
  };
}

type Reading = Readonly<{
  fallback: SafetyFields;
  errors: Record<string, string>;
  /** True: the maker may be written another day. */
  mayLack?: boolean;
}>;

/** A missing field is as in `fallback`; neither it nor one that was typed as it is there is judged. */
export function readSafetyInputs(typed: Inputs, reading: Reading): SafetyFields {
  const { fallback } = reading;
  const inputs = { ...safetyInputs(fallback), ...typed };
  return {
    ages: readAges(inputs, reading),
    warnings: typed["warnings"] === undefined ? fallback.warnings : readWarnings(inputs, reading),
    maker: readMaker(inputs, reading),
    durability: readDurability(inputs, reading),
  };
}

const MONTHS_MAX = 216;

function readAges(inputs: Inputs, { fallback, errors }: Reading): string {
  const shown = safetyInputs(fallback);
  const before = agesOf(fallback.ages);
  const age = (name: string, stored: number | null): number | null => {
    const text = inputs[name]?.trim() ?? "";
    if (text === shown[name]) return stored;
    if (text === "") return null;
    if (/^\d{1,3}$/.test(text) && Number(text) <= MONTHS_MAX) return Number(text);
    errors[name] = `Type whole months, up to ${MONTHS_MAX}`;
    return null;
  };
  const ages = {
    min: age("ageMin", before.min),
    from: age("suitableFrom", before.from),
    max: age("ageMax", before.max),
  };
  const text = agesFieldText(ages);
  const isEmpty = ages.max !== null && ages.max <= Math.max(ages.min ?? 0, ages.from ?? 0);
  if (isEmpty && text !== fallback.ages) errors["ageMax"] = "Must be above the ages where it begins";
  return text;
}

function readWarnings(inputs: Inputs, { fallback, errors }: Reading): string {
  const text = inputs["warnings"] ?? "";
  if (text.length > SAFETY_MAX.warnings) errors["warnings"] = `Use up to ${SAFETY_MAX.warnings} characters`;
  const lines = text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line !== "");
  if (new Set(lines).size < lines.length) errors["warnings"] ??= "The same warning stands here twice";
  const before = warningsOf(fallback.warnings);
  // The same words can be about two parts of a product: such a list stays as it is.
  const isSame = lines.join("\n") === before.map((warning) => warning.text).join("\n");
  if (!isSame) return warningsText(warningsIn(lines, before));
  delete errors["warnings"];
  return fallback.warnings;
}

const CONTACT = /^(?:https:\/\/\S+|[^\s@]+@[^\s@]+)$/;

const MAKER = ["makerName", "makerAddress", "makerContact", "makerCountry"] as const;

type MakerInput = (typeof MAKER)[number];

function readMaker(inputs: Inputs, { fallback, errors, mayLack = false }: Reading): string {
  const shown = safetyInputs(fallback);
  const read = (name: MakerInput): string => {
    const [typed, before] = [inputs[name] ?? "", shown[name] ?? ""];
    if (isSameLine(typed, before)) return before;
    const line = name === "makerCountry" ? oneLine(typed).toUpperCase() : oneLine(typed);
    const problem = makerProblem(name, line, mayLack);
    if (problem !== null) errors[name] = problem;
    return line;
  };
  const [name = "", address = "", contact = "", country = ""] = MAKER.map(read);
  return makerText({ name, address, electronic_address: contact || null, country_code: country || null });
}

const GUARANTEE = ["guaranteeYears", "guaranteeBrand", "guaranteeModel"] as const;

const YEARS_PROBLEM = `Type ${LABELLED_YEARS}`;
const LABEL_PROBLEM = `Write it as on the producer’s label, up to ${DURABILITY_TEXT_MAX} characters`;

function isLabelText(text: string): boolean {
  return text !== "" && text.length <= DURABILITY_TEXT_MAX;
}

/** All three, or none. */
function readDurability(inputs: Inputs, { fallback, errors }: Reading): string {
  const [years = "", brand = "", model = ""] = GUARANTEE.map((name) => oneLine(inputs[name] ?? ""));
  if (`${years}${brand}${model}` === "") return "";
  const read = { brand, model, years: Number(years.replace(",", ".")) };
  const problems = {
    ...(isLabelledYears(read.years) ? {} : { guaranteeYears: YEARS_PROBLEM }),
    ...(isLabelText(brand) ? {} : { guaranteeBrand: LABEL_PROBLEM }),
    ...(isLabelText(model) ? {} : { guaranteeModel: LABEL_PROBLEM }),
  };
  if (Object.keys(problems).length === 0) return durabilityFieldText(read);
  Object.assign(errors, problems);
  return fallback.durability;
}

const NEEDED: Readonly<Partial<Record<MakerInput, string>>> = {
  makerName: "Write who made it",
  makerAddress: "Write the maker’s postal address",
};

const SHAPES: Readonly<Partial<Record<MakerInput, Readonly<{ pattern: RegExp; problem: string }>>>> = {
  makerContact: { pattern: CONTACT, problem: "Type an email address, or a page with https://" },
  makerCountry: { pattern: /^[A-Z]{2}$/, problem: "Type two letters, such as GB" },
};

function makerProblem(name: MakerInput, line: string, mayLack: boolean): string | null {
  if (line === "") return mayLack ? null : (NEEDED[name] ?? null);
  const shape = SHAPES[name];
  if (shape && !shape.pattern.test(line)) return shape.problem;
  return line.length > SAFETY_MAX[name] ? `Use up to ${SAFETY_MAX[name]} characters` : null;
}
