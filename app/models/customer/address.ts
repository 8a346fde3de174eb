import { postcodeName } from "#app/models/shared/postcode.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";

/** A postal address: ten fields, normalised, refused only if they cannot be right (requirement customer-4). */
export type Address = Readonly<
  Record<AddressField, string> & {
    /** Name of the country; follows from `country_code` (requirement customer-4). */
    country: string;
  }
>;

/** In characters. */
export const PERSON_NAME_MAX = 40;
export const PHONE_MAX = 32;

type FormField = Readonly<{
  label: string;
  /** In characters. */
  maxLength: number;
  /** The browser's autofill token (HTML Standard, autofill). */
  autoComplete: string;
  /** The message when it is empty. Without one the field may be empty, or a rule with other fields decides. */
  missing?: string;
  /** Marked as optional: in every form, or where only a bill is sent. */
  optional?: "always" | "billing";
}>;

/** The fields that a person fills in, in the order of the form. They drive form, check and storage. */
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

/** What the town's field is called where it holds more than a town, because addresses have no field for it. */
const TOWN_LABELS: Readonly<Record<string, string>> = {
  IE: "Town or city, and county",
  JP: "City and prefecture",
  KW: "Area and governorate",
};

/** The label of `field` in an address of `country`. */
export function addressLabel(field: AddressField, country: string): string {
  if (field === "postal_code") return postcodeName(country).label;
  return (field === "city" ? TOWN_LABELS[country] : undefined) ?? ADDRESS_FORM[field].label;
}
