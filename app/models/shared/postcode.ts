/** Names and forms of postcodes by the Universal Postal Union. */
import { pastedCode } from "./text.ts";

/** The postcode says which of them it is. */
const BRITISH = ["GB", "IM", "JE", "GG"] as const;
const COUNTRY_OF_AREA: Readonly<Record<string, string>> = { IM: "IM", JE: "JE", GY: "GG" };

const OUTWARD_AND_INWARD = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[ABD-HJLNP-UW-Z]{2})$/;
const FORCES_NUMBER = /^BFPO(\d{1,4})$/;
const EIRCODE = /^([AC-FHKNPRTV-Y]\d[\dW])([\dAC-FHKNPRTV-Y]{4})$/;

/** "9" stands for a digit and "A" for a letter; the rest is written as it is. */
const MASKS: ReadonlyMap<string, string> = new Map(
  (
    "AT 9999|AU 9999|BE 9999|BG 9999|CA A9A 9A9|CH 9999|CY 9999|CZ 999 99|DE 99999|DK 9999|EE 99999|ES 99999|" +
    "FI 99999|FR 99999|GR 999 99|HR 99999|HU 9999|IS 999|IT 99999|JP 999-9999|KR 99999|KW 99999|LI 9999|" +
    "LT LT-99999|LU 9999|LV LV-9999|MC 99999|MT AAA 9999|MY 99999|NL 9999 AA|NO 9999|NZ 9999|PL 99-999|" +
    "PT 9999-999|RO 999999|SA 99999|SE 999 99|SG 999999|SI 9999|SK 999 99|SM 99999|US 99999|ZA 9999"
  )
    .split("|")
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

/** Addresses of these countries are complete without one. */
const OPTIONAL: ReadonlySet<string> = new Set(["IE", "KW"]);

const EXAMPLES: Readonly<Record<string, string>> = {
  IE: "D02 AF30",
  JP: "100-0001",
  KW: "13001",
  US: "10118",
  CA: "K1A 0B1",
};

export type PostcodeName = Readonly<{
  label: string;
  inSentence: string;
  name: string;
  example: string;
}>;

/** `country`: ISO 3166-1 alpha-2. */
export function postcodeName(country: string): PostcodeName {
  if (isBritish(country))
    return { label: "Postcode", inSentence: "postcode", name: "UK postcode", example: "BS1 4DJ" };
  const example = EXAMPLES[country] ?? exampleOf(MASKS.get(country) ?? "");
  if (country === "IE") return { label: "Eircode", inSentence: "Eircode", name: "Eircode", example };
  if (country === "US") return { label: "ZIP code", inSentence: "ZIP code", name: "ZIP code", example };
  return { label: "Postal code", inSentence: "postal code", name: "postal code", example };
}

function exampleOf(mask: string): string {
  return mask.replace(/9/g, (_, at: number) => String((at + 1) % 10));
}

export function needsPostcode(country: string): boolean {
  return isBritish(country) || (MASKS.has(country) && !OPTIONAL.has(country));
}

/**
 * "sw1a1aa" in GB becomes "SW1A 1AA"; null if it has not the form of the country's postcodes. Without a known form only
 * case and spaces change.
 */
export function normalisePostcode(text: string, country: string): string | null {
  const typed = pastedCode(text);
  const bare = typed.replace(/[\s.-]+/g, "");
  if (isBritish(country)) return britishPostcode(bare);
  if (country === "IE") return joined(EIRCODE.exec(bare));
  const mask = MASKS.get(country);
  return mask === undefined ? typed.replace(/\s+/g, " ").trim() || null : masked(bare, mask, country);
}

function britishPostcode(bare: string): string | null {
  if (bare === "GIR0AA") return "GIR 0AA";
  const forces = FORCES_NUMBER.exec(bare);
  return forces ? `BFPO ${forces[1] ?? ""}` : joined(OUTWARD_AND_INWARD.exec(bare));
}

function joined(parts: RegExpExecArray | null): string | null {
  return parts ? `${parts[1] ?? ""} ${parts[2] ?? ""}` : null;
}

function masked(bare: string, mask: string, country: string): string | null {
  const prefix = country === "LU" ? "L" : country;
  const own = mask.replace(`${country}-`, "");
  const signs = !own.startsWith("A") && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  const form = signs.replace(/\d/g, "9").replace(/[A-Z]/g, "A");
  if (form !== own.replace(/[^9A]/g, "")) return null;
  let at = -1;
  return mask.replace(
    own,
    own.replace(/[9A]/g, () => signs.charAt((at += 1))),
  );
}

export function isBritish(country: string): boolean {
  return (BRITISH as ReadonlyArray<string>).includes(country);
}

export function postcodeFamily(country: string): ReadonlyArray<string> {
  return isBritish(country) ? [country, ...BRITISH.filter((code) => code !== country)] : [country];
}

/** Jersey, Guernsey and Man have country codes of their own, which their postcodes tell. */
export function countryOfPostcode(postcode: string, chosen: string): string {
  if (!isBritish(chosen) || normalisePostcode(postcode, chosen) === null) return chosen;
  return COUNTRY_OF_AREA[postcode.slice(0, 2)] ?? "GB";
}
