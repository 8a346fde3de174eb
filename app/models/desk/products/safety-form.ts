/** Ages are in months. */
import type { ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import {
  agesFieldText,
  agesOf,
  makerOf,
  makerText,
  warningsIn,
  warningsOf,
  warningsText,
} from "#app/models/catalogue/editing/safety-facts.ts";

type SafetyFields = Pick<ProductFields, "ages" | "warnings" | "maker">;
type Inputs = Readonly<Record<string, string>>;

export const SAFETY_MAX = {
  warnings: 6_000,
  makerName: 200,
  makerAddress: 500,
  makerContact: 200,
  makerCountry: 2,
} as const;

export function safetyInputs({ ages, warnings, maker }: SafetyFields): Inputs {
  const { min, from, max } = agesOf(ages);
  const { name, address, electronic_address: contact, country_code: country } = makerOf(maker);
  const months = (age: number | null) => (age === null ? "" : String(age));
  return {
    ...{ ageMin: months(min), suitableFrom: months(from), ageMax: months(max) },
    warnings: warningsOf(warnings)
      .map(({ text }) => text)
      .join("\n"),
    ...{ makerName: name, makerAddress: address, makerContact: contact ?? "", makerCountry: country ?? "" },
  };
}

type Reading = Readonly<{
  fallback: SafetyFields;
  errors: Record<string, string>;
  /** True: the maker may be written another day. */
  mayLack?: boolean;
}>;

/** A missing field is as in `fallback`. */
export function readSafetyInputs(
  typed: Inputs,
  { fallback, errors, mayLack = false }: Reading,
): SafetyFields {
  const inputs = { ...safetyInputs(fallback), ...typed };
  return {
    ages: readAges(inputs, errors),
    warnings:
      typed["warnings"] === undefined ? fallback.warnings : readWarnings(inputs, { fallback, errors }),
    maker: readMaker(inputs, errors, mayLack),
  };
}

const MONTHS_MAX = 216;

function readAges(inputs: Inputs, errors: Record<string, string>): string {
  const age = (name: string): number | null => {
    const text = inputs[name]?.trim() ?? "";
    if (text === "") return null;
    if (/^\d{1,3}$/.test(text) && Number(text) <= MONTHS_MAX) return Number(text);
    errors[name] = `Type whole months, up to ${MONTHS_MAX}`;
    return null;
  };
  const ages = { min: age("ageMin"), from: age("suitableFrom"), max: age("ageMax") };
  if (ages.max !== null && ages.max <= Math.max(ages.min ?? 0, ages.from ?? 0))
    errors["ageMax"] = "Must be above the ages where it begins";
  return agesFieldText(ages);
}

function readWarnings(inputs: Inputs, { fallback, errors }: Reading): string {
  const text = inputs["warnings"] ?? "";
  if (text.length > SAFETY_MAX.warnings) errors["warnings"] = `Use up to ${SAFETY_MAX.warnings} characters`;
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, " ").trim())
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

function readMaker(inputs: Inputs, errors: Record<string, string>, mayLack: boolean): string {
  const text = (name: "makerName" | "makerAddress" | "makerContact" | "makerCountry") => {
    const typed = (inputs[name] ?? "").replace(/\s+/g, " ").trim();
    if (typed.length > SAFETY_MAX[name]) errors[name] = `Use up to ${SAFETY_MAX[name]} characters`;
    return typed;
  };
  const [name, address, contact] = [text("makerName"), text("makerAddress"), text("makerContact")];
  const country = text("makerCountry").toUpperCase();
  if (!mayLack) Object.assign(errors, makerErrors(name, address));
  if (contact !== "" && !CONTACT.test(contact))
    errors["makerContact"] = "Type an email address, or a page with https://";
  if (country !== "" && !/^[A-Z]{2}$/.test(country)) errors["makerCountry"] = "Type two letters, such as GB";
  return makerText({ name, address, electronic_address: contact || null, country_code: country || null });
}

function makerErrors(name: string, address: string): Readonly<Record<string, string>> {
  return {
    ...(name === "" ? { makerName: "Write who made it" } : {}),
    ...(address === "" ? { makerAddress: "Write the maker’s postal address" } : {}),
  };
}
