import { postcodeName } from "#app/models/shared/postcode.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";

/** Ten normalised fields, refused only if they cannot be right (requirement customer-4). */
export type Address = Readonly<
  Record<AddressField, string> & {
    /** Follows from `country_code` (requirement customer-4). */
    country: string;
  }
>;

export const PERSON_NAME_MAX = 40;
export const PHONE_MAX = 32;

type FormField = Readonly<{
  label: string;
  maxLength: number;
  autoComplete: string;
  /** Shown when it is empty; without one the field may be empty, or a rule with other fields decides. */
  missing?: string;
  optional?: "always" | "billing";
}>;

/** In the order of the form; they drive form, check and storage. */
export const ADDRESS_FORM = {
  first_name: {
    label: "First name",
    maxLength: PERSON_NAME_MAX,
    autoComplete: "given-name",
    missing: "Enter a first name",
  },
  last_name: {
    label: "Last name",
    maxLength: PERSON_NAME_MAX,
    autoComplete: "family-name",
    missing: "Enter a last name",
  },
  address1: {
    label: "Address line 1",
    maxLength: 150,
    autoComplete: "address-line1",
    missing: "Enter the house number and street",
  },
  address2: {
    label: "Address line 2",
    maxLength: 150,
    autoComplete: "address-line2",
    optional: "always",
  },
  company: { label: "Company", maxLength: NAME_MAX, autoComplete: "organization", optional: "always" },
  city: {
    label: "Town or city",
    maxLength: NAME_MAX,
    autoComplete: "address-level2",
    missing: "Enter a town or city",
  },
  postal_code: { label: "Postcode", maxLength: 16, autoComplete: "postal-code" },
  /** ISO 3166-1 alpha-2. */
  country_code: { label: "Country", maxLength: 2, autoComplete: "country" },
  phone: { label: "Phone number", maxLength: PHONE_MAX, autoComplete: "tel", optional: "billing" },
} as const satisfies Record<string, FormField>;

export type AddressField = keyof typeof ADDRESS_FORM;
export const ADDRESS_FIELDS = Object.keys(ADDRESS_FORM) as ReadonlyArray<AddressField>;

const TOWN_LABELS: Readonly<Record<string, string>> = {
  IE: "Town or city, and county",
  JP: "City and prefecture",
  KW: "Area and governorate",
};

export function addressLabel(field: AddressField, country: string): string {
  if (field === "postal_code") return postcodeName(country).label;
  return (field === "city" ? TOWN_LABELS[country] : undefined) ?? ADDRESS_FORM[field].label;
}
