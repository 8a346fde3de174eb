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
  /** ISO 3166-1 alpha-2; it decides where the postcode stands. */
  countryCode?: string;
}>;

/** Where the postcode stands before the town (Universal Postal Union, addressing systems). */
const POSTCODE_FIRST: ReadonlySet<string> = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IS IT KW LI LT LU MC MY NL NO PL PT RO SE SI SK SM".split(
    " ",
  ),
);
/** Where it has a line of its own. */
const POSTCODE_LAST: ReadonlySet<string> = new Set(["IE"]);

/** The address as lines: name, company, street, town with postcode, country. A county shares the postcode's line. */
export function formatAddress(address: PostalAddress): ReadonlyArray<string> {
  const { name = "", company = "", address1, address2, country = "" } = address;
  return [name, company, address1, address2, ...townLines(address), country]
    .map((line) => line.trim())
    .filter(Boolean);
}

function townLines({
  city,
  county = "",
  postalCode,
  countryCode = "",
}: PostalAddress): ReadonlyArray<string> {
  if (POSTCODE_LAST.has(countryCode)) return [city, county, postalCode];
  if (POSTCODE_FIRST.has(countryCode)) return [`${postalCode} ${city}`, county];
  return county ? [city, `${county} ${postalCode}`] : [`${city} ${postalCode}`];
}
