/** Reads a typed address: what is wrong with it, and how it is kept. */
import { z } from "zod";

import { normalisePostcode } from "#app/models/shared/postcode.ts";
import { lineSchema, NAME_MAX } from "#app/models/shared/text-field.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";
import { countryName, isCountryCode } from "#app/models/store/country.ts";

import {
  DELIVERY_COUNTRIES,
  PERSON_NAME_MAX,
  PHONE_MAX,
  POSTCODE_MAX,
  STREET_MAX,
  type Address,
  type AddressField,
} from "./address.ts";

/** Fewest and most digits of a telephone number (E.164 allows 15). */
const PHONE_DIGITS = { min: 7, max: 15 } as const;

const COUNTRY_OF_AREA: Readonly<Record<string, string>> = { IM: "IM", JE: "JE", GY: "GG" };
// Line breaks, tabs and invisible direction marks have no place in one line of an address.

const needed = (maximum: number, message: string) =>
  lineSchema(maximum).refine((text) => text.length > 0, { message });

/** A first or last name; `message` is for one that is missing. */
export const personNameSchema = (message: string) =>
  needed(PERSON_NAME_MAX, message).refine(
    (text) => !hasWebAddress(text),
    "Enter a name without a web address",
  );

const fields = {
  first_name: personNameSchema("Enter a first name"),
  last_name: personNameSchema("Enter a last name"),
  company: lineSchema(NAME_MAX),
  address1: needed(STREET_MAX, "Enter the house number and street"),
  address2: lineSchema(STREET_MAX),
  city: needed(NAME_MAX, "Enter a town or city"),
  country_code: z.string().default("GB").refine(isCountryCode, "Choose a country"),
  phone: lineSchema(PHONE_MAX),
  postal_code: lineSchema(POSTCODE_MAX),
};

const fieldsSchema = z.object(fields);

export type AddressErrors = Readonly<Partial<Record<AddressField, string>>>;
type ReadAddress = Readonly<{ ok: true; value: Address }> | Readonly<{ ok: false; errors: AddressErrors }>;

/**
 * The address in `typed`, or a message for every field that needs another look. A "delivery" address is one the
 * shop can send to, with a telephone number for the courier; a "billing" address may be anywhere in the world.
 */
export function readAddress(
  typed: Readonly<Record<string, string>>,
  use: "delivery" | "billing",
): ReadAddress {
  const parsed = fieldsSchema.safeParse(typed);
  const problems: ReadonlyArray<Problem> = [
    ...(parsed.error?.issues ?? []).map((each) => [each.path[0] as AddressField, each.message] as const),
    ...problemsBetweenFields(typed, use),
  ];
  // The first thing said about a field is the one to put right first.
  if (!parsed.success || problems.length > 0)
    return { ok: false, errors: Object.fromEntries([...problems].reverse()) };
  return { ok: true, value: normaliseAddress(parsed.data) };
}

type Problem = readonly [field: AddressField, message: string];

/** These look at two fields at once, and speak up together with the others. */
function problemsBetweenFields(
  typed: Readonly<Record<string, string>>,
  use: "delivery" | "billing",
): ReadonlyArray<Problem> {
  const { country_code: country = "GB", postal_code: postcode = "", phone = "" } = typed;
  const problems: Array<Problem> = [];
  if (isBritish(country) && normalisePostcode(postcode) === null)
    problems.push(["postal_code", POSTCODE_MESSAGE]);
  if (use === "delivery" && !isBritish(country)) problems.push(["country_code", ABROAD_MESSAGE]);
  const phoneMessage = phoneProblem(normalisePhone(phone, country), use);
  if (phoneMessage) problems.push(["phone", phoneMessage]);
  return problems;
}

/** What is wrong with a normalised telephone number, or null. A courier needs one, nobody else does. */
export function phoneProblem(phone: string, use: "delivery" | "billing"): string | null {
  if (phone === "") return use === "delivery" ? "Enter a phone number for the courier" : null;
  return isPhone(phone) ? null : PHONE_MESSAGE;
}

const POSTCODE_MESSAGE = "Enter a full UK postcode, such as HR8 1AB";
const PHONE_MESSAGE = "Enter a phone number with its area code, such as 07700 900142";
const ABROAD_MESSAGE = "We deliver to the United Kingdom, the Isle of Man and the Channel Islands";

function normaliseAddress(address: z.infer<typeof fieldsSchema>): Address {
  const postcode = tidyPostcode(address.postal_code, address.country_code);
  const country_code = countryOfPostcode(postcode, address.country_code);
  return {
    ...address,
    postal_code: postcode,
    country_code,
    country: countryName(country_code),
    phone: normalisePhone(address.phone, country_code),
  };
}

/** British postcodes in their normal form; those of other countries only lose lower case and spare blanks. */
function tidyPostcode(text: string, countryCode: string): string {
  const tidy = text.normalize("NFKC").toUpperCase().replace(/\s+/gu, " ").trim();
  return isBritish(countryCode) ? (normalisePostcode(tidy) ?? tidy) : tidy;
}

/** "07700 900142" in Great Britain becomes "+447700900142"; what has no country code elsewhere stays national. */
export function normalisePhone(text: string, countryCode = "GB"): string {
  const bare = text
    .normalize("NFKC")
    .replace(/\(0\)/g, "")
    .replace(/[\s().\-–/]/gu, "");
  const international = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  if (isBritish(countryCode) && /^0\d+$/.test(international)) return `+44${international.slice(1)}`;
  return international;
}

/** Jersey, Guernsey and Man have countries of their own; their postcodes say so better than a list choice. */
function countryOfPostcode(postcode: string, chosen: string): string {
  if (!isBritish(chosen) || normalisePostcode(postcode) === null) return chosen;
  return COUNTRY_OF_AREA[postcode.slice(0, 2)] ?? "GB";
}

function isBritish(countryCode: string): boolean {
  return (DELIVERY_COUNTRIES as ReadonlyArray<string>).includes(countryCode);
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?\d+$/.test(text) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
