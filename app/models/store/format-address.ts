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

/** Before the town (Universal Postal Union, addressing systems). */
const POSTCODE_FIRST: ReadonlySet<string> = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IS IT KW LI LT LU MC MY NL NO PL PT RO SE SI SK SM".split(
    " ",
  ),
);
const POSTCODE_LAST: ReadonlySet<string> = new Set(["IE"]);

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
