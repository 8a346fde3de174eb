/** A postal address: the ten fields of the specification (section 3), normalised and never over-validated. */
export type Address = Readonly<{
  first_name: string;
  last_name: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  /** Name of the country; follows from `country_code` (reading 41). */
  country: string;
  /** ISO 3166-1 alpha-2. */
  country_code: string;
  phone: string;
  postal_code: string;
}>;

/** What people type, in the order of the forms; `country` follows. */
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

/** Most characters of each kind of field. */
export const PERSON_NAME_MAX = 40;

export const STREET_MAX = 150;
export const POSTCODE_MAX = 16;
export const PHONE_MAX = 32;

/** Countries the shop sends to: the postcode decides which of them an address is in. */
export const DELIVERY_COUNTRIES = ["GB", "IM", "JE", "GG"] as const;
