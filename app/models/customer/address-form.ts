import { z } from "zod";

import { normalisePostcode } from "#app/models/shared/postcode.ts";
import { lineSchema } from "#app/models/shared/text-field.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";
import { countryName, isCountryCode } from "#app/models/store/country.ts";

import {
  type Address,
  ADDRESS_FIELDS,
  ADDRESS_FORM,
  type AddressField,
  DELIVERY_COUNTRIES,
  PERSON_NAME_MAX,
} from "./address.ts";

/** Digits of a telephone number (E.164 allows 15). */
const PHONE_DIGITS = { min: 7, max: 15 } as const;

const COUNTRY_OF_AREA: Readonly<Record<string, string>> = { IM: "IM", JE: "JE", GY: "GG" };

const needed = (maximum: number, message: string) =>
  lineSchema(maximum).refine((text) => text.length > 0, { message });

export const personNameSchema = (message: string) =>
  needed(PERSON_NAME_MAX, message).refine(
    (text) => !hasWebAddress(text),
    "Enter a name without a web address",
  );

/** The check of one field by itself. */
function fieldSchema(field: AddressField): z.ZodType<string, z.ZodTypeDef, string | undefined> {
  if (field === "country_code") return z.string().default("GB").refine(isCountryCode, "Choose a country");
  const form = ADDRESS_FORM[field];
  if (field === "first_name" || field === "last_name") return personNameSchema(ADDRESS_FORM[field].missing);
  return "missing" in form ? needed(form.maxLength, form.missing) : lineSchema(form.maxLength);
}

const fieldsSchema = z.object(
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, fieldSchema(field)])) as Record<
    AddressField,
    ReturnType<typeof fieldSchema>
  >,
);

export type AddressErrors = Readonly<Partial<Record<AddressField, string>>>;
type ReadAddress = Readonly<{ ok: true; value: Address }> | Readonly<{ ok: false; errors: AddressErrors }>;

/**
 * The address in `typed`, or a message for each wrong field. A "delivery" address needs a country to which the shop
 * sends and a telephone number; a "billing" address may be anywhere.
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
  // Only the first message of each field is shown.
  if (!parsed.success || problems.length > 0)
    return { ok: false, errors: Object.fromEntries([...problems].reverse()) };
  return { ok: true, value: normaliseAddress(parsed.data) };
}

type Problem = readonly [field: AddressField, message: string];

/** Checks that need two fields; their messages appear together with the others. */
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

/** Why a normalised telephone number is refused, or null. Only delivery needs one. */
export function phoneProblem(phone: string, use: "delivery" | "billing"): string | null {
  if (phone === "")
    return use === "delivery" ? "Enter a phone number so that the courier can contact you" : null;
  return isPhone(phone) ? null : PHONE_MESSAGE;
}

const POSTCODE_MESSAGE = "Enter a full UK postcode, such as BS1 4DJ";
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

/** Normalises British postcodes; in others only case and spaces change. */
function tidyPostcode(text: string, countryCode: string): string {
  const tidy = text.normalize("NFKC").toUpperCase().replace(/\s+/gu, " ").trim();
  return isBritish(countryCode) ? (normalisePostcode(tidy) ?? tidy) : tidy;
}

/**
 * "07700 900142" in Great Britain becomes "+447700900142". Elsewhere a number without a country code stays national.
 */
export function normalisePhone(text: string, countryCode = "GB"): string {
  const bare = text
    .normalize("NFKC")
    .replace(/\(0\)/g, "")
    .replace(/[\s().\-–/]/gu, "");
  const international = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  if (isBritish(countryCode) && /^0\d+$/.test(international)) return `+44${international.slice(1)}`;
  return international;
}

/** Jersey, Guernsey and Man have country codes of their own, which their postcodes tell. */
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
