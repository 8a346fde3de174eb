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

export type Safety = Readonly<{
  standards: ReadonlyArray<string>;
  /** "UKCA and CE", or null. */
  conformityMark: string | null;
  manufacturer: Maker;
  importer: Maker | null;
  responsiblePerson?: Maker | null;
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

/** Marks, standards, and who answers for the product, as the page of a product states them. */
export type SafetyFacts = Readonly<{
  /** The conformity mark first, then the standards. */
  marks: ReadonlyArray<string>;
  /** At least the manufacturer. */
  contacts: ReadonlyArray<
    Readonly<{
      /** "Made by". */
      label: string;
      /** Postal. */
      address: string;
      electronic: Readonly<{ href: string; text: string }> | null;
    }>
  >;
}>;

export function safetyFacts(safety: Safety): SafetyFacts {
  const { conformityMark, standards, manufacturer, importer, responsiblePerson } = safety;
  return {
    marks: [...(conformityMark ? [conformityMark] : []), ...standards],
    contacts: [
      contactOf("Made by", manufacturer),
      ...(importer ? [contactOf("Imported into Great Britain by", importer)] : []),
      ...(responsiblePerson ? [contactOf("Responsible person in the EU:", responsiblePerson)] : []),
    ],
  };
}

function contactOf(label: string, { address, electronicAddress }: Maker): SafetyFacts["contacts"][number] {
  const href = electronicAddress?.includes("@") ? `mailto:${electronicAddress}` : electronicAddress;
  return {
    label,
    address,
    electronic: electronicAddress && href ? { href, text: electronicAddress } : null,
  };
}
