import { pastedCode } from "#app/models/shared/text.ts";
import { z } from "zod";

import { isPhone, normalisePhone } from "#app/models/shared/phone.ts";
import {
  countryOfPostcode,
  isBritish,
  needsPostcode,
  normalisePostcode,
  postcodeName,
} from "#app/models/shared/postcode.ts";
import { lineSchema } from "#app/models/shared/text-field.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";
import { countriesText, countryName, isCountryCode } from "#app/models/store/country.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";

import { type Address, ADDRESS_FIELDS, ADDRESS_FORM, type AddressField, PERSON_NAME_MAX } from "./address.ts";

const needed = (maximum: number, message: string) =>
  lineSchema(maximum).refine((text) => text.length > 0, { message });

export const personNameSchema = (message: string) =>
  needed(PERSON_NAME_MAX, message).refine(
    (text) => !hasWebAddress(text),
    "Enter a name without a web address",
  );

function fieldSchema(field: AddressField): z.ZodType<string, z.ZodTypeDef, string | undefined> {
  if (field === "country_code") return z.string().refine(isCountryCode, "Choose a country");
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
type AddressUse = Readonly<{ use: "delivery" | "billing"; places: AddressPlaces }>;
type ReadAddress = Readonly<{ ok: true; value: Address }> | Readonly<{ ok: false; errors: AddressErrors }>;

/**
 * A "delivery" address needs a country to which the shop sends and a telephone number; a "billing" address may be
 * anywhere.
 */
export function readAddress(
  given: Readonly<Record<string, string>>,
  { use, places }: AddressUse,
): ReadAddress {
  const typed = { country_code: places.home, ...given };
  const parsed = fieldsSchema.safeParse(typed);
  const problems: ReadonlyArray<Problem> = [
    ...(parsed.error?.issues ?? []).map((each) => [each.path[0] as AddressField, each.message] as const),
    ...problemsBetweenFields(typed, { use, places }),
  ];
  if (!parsed.success || problems.length > 0)
    return { ok: false, errors: Object.fromEntries([...problems].reverse()) };
  return { ok: true, value: normaliseAddress(parsed.data) };
}

type Problem = readonly [field: AddressField, message: string];

function problemsBetweenFields(
  typed: Readonly<Record<string, string>>,
  { use, places }: AddressUse,
): ReadonlyArray<Problem> {
  const { country_code: country = places.home, postal_code: postcode = "", phone = "" } = typed;
  const problems: Array<Problem> = [];
  if (isPostcodeWrong(postcode, country)) problems.push(["postal_code", postcodeMessage(country)]);
  if (use === "delivery" && !places.delivered.includes(country))
    problems.push(["country_code", `We deliver to ${countriesText(places.delivered)}`]);
  const phoneMessage = phoneProblem(normalisePhone(phone, country), { use, country });
  if (phoneMessage) problems.push(["phone", phoneMessage]);
  return problems;
}

function isPostcodeWrong(postcode: string, country: string): boolean {
  const isEmpty = postcode.trim() === "";
  return isEmpty ? needsPostcode(country) : normalisePostcode(postcode, country) === null;
}

function postcodeMessage(country: string): string {
  const { name, example } = postcodeName(country);
  return `Enter a full ${name}, such as ${example}`;
}

/** Only delivery needs one. */
export function phoneProblem(
  phone: string,
  { use, country }: Readonly<{ use: "delivery" | "billing"; country: string }>,
): string | null {
  if (phone === "")
    return use === "delivery" ? "Enter a phone number so that the courier can contact you" : null;
  if (isPhone(phone)) return null;
  const example = isBritish(country) ? ", such as 07700 900142" : "";
  return `Enter a phone number with its area code${example}`;
}

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

function tidyPostcode(text: string, countryCode: string): string {
  const tidy = pastedCode(text).replace(/\s+/gu, " ");
  return normalisePostcode(tidy, countryCode) ?? tidy;
}
