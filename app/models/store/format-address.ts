/** A postal address by its parts; empty and missing ones have no line. */
export type PostalAddress = Readonly<{
  name?: string;
  company?: string;
  address1: string;
  address2: string;
  city: string;
  county?: string;
  postalCode: string;
  country?: string;
}>;

/** The address as lines: name, company, street, town with postcode, country. A county shares the postcode's line. */
export function formatAddress(address: PostalAddress): ReadonlyArray<string> {
  const {
    name = "",
    company = "",
    address1,
    address2,
    city,
    county = "",
    postalCode,
    country = "",
  } = address;
  const town = county ? [city, `${county} ${postalCode}`] : [`${city} ${postalCode}`];
  return [name, company, address1, address2, ...town, country].map((line) => line.trim()).filter(Boolean);
}
