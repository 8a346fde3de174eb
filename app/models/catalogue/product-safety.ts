import { isSafetyAreaCode } from "#app/models/store/product-safety-area.ts";

export type Maker = Readonly<{
  name: string;
  /** Postal. */
  address: string;
  /** An email address or a page with a form; null if none is known. */
  electronicAddress?: string | null;
  /** ISO 3166-1, or "XI" for Northern Ireland; null if unknown. */
  countryCode?: string | null;
}>;

type Contacts = Readonly<{
  manufacturer: Maker;
  /** Whom authorities in the Union can turn to; needed if the manufacturer is elsewhere. */
  responsiblePerson?: Maker | null;
}>;

/**
 * What a product lacks to be offered where Regulation (EU) 2023/988 applies (Article 19), in words that go on after
 * "without". Empty: nothing.
 */
export function missingContacts({ manufacturer, responsiblePerson = null }: Contacts): ReadonlyArray<string> {
  const own = manufacturer.electronicAddress ? [] : ["the maker's electronic address"];
  return isInArea(manufacturer) ? own : [...own, ...missingOf(responsiblePerson)];
}

function missingOf(person: Maker | null): ReadonlyArray<string> {
  if (!person) return ["a responsible person in the EU or Northern Ireland"];
  return [
    ...(isInArea(person) ? [] : ["a responsible person who is in the EU or Northern Ireland"]),
    ...(person.electronicAddress ? [] : ["the responsible person's electronic address"]),
  ];
}

function isInArea({ countryCode }: Maker): boolean {
  return Boolean(countryCode && isSafetyAreaCode(countryCode));
}
