/** A postal address: ten fields, normalised, refused only if they cannot be right (requirement customer-4). */
export type Address = Readonly<{
  first_name: string;
  last_name: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  /** Name of the country; follows from `country_code` (requirement customer-4). */
  country: string;
  /** ISO 3166-1 alpha-2. */
  country_code: string;
  phone: string;
  postal_code: string;
}>;

export const ADDRESS_FIELDS = [
  "first_name",
  "last_name",
  "address1",
  "address2",
  "company",
  "city",
  "postal_code",
  "country_code",
  "phone",
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** In characters. */
export const PERSON_NAME_MAX = 40;

export const STREET_MAX = 150;
export const POSTCODE_MAX = 16;
export const PHONE_MAX = 32;

/** Countries to which the shop sends; the postcode decides which one it is. */
export const DELIVERY_COUNTRIES = ["GB", "IM", "JE", "GG"] as const;
