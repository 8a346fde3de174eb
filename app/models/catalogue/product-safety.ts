import { isSafetyAreaCode } from "#app/models/store/product-safety-area.ts";

export type Maker = Readonly<{
  name: string;
  address: string;
  electronicAddress?: string | null;
  /** ISO 3166-1, or "XI" for Northern Ireland; null if unknown. */
  countryCode?: string | null;
}>;

export type Safety = Readonly<{
  standards: ReadonlyArray<string>;
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

/** In words that go on after "without" (Regulation (EU) 2023/988, Article 19). */
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

export type SafetyFacts = ReturnType<typeof safetyFacts>;

export function safetyFacts(safety: Safety) {
  const { conformityMark, standards, manufacturer, importer, responsiblePerson } = safety;
  return {
    marks: [...(conformityMark ? [conformityMark] : []), ...standards],
    contacts: [
      contactOf("Made by", manufacturer),
      ...(importer ? [contactOf("Importer into Great Britain:", importer)] : []),
      ...(responsiblePerson ? [contactOf("Responsible person in the EU:", responsiblePerson)] : []),
    ],
  };
}

function contactOf(label: string, { address, electronicAddress }: Maker) {
  const href = electronicAddress?.includes("@") ? `mailto:${electronicAddress}` : electronicAddress;
  return {
    label,
    address,
    electronic: electronicAddress && href ? { href, text: electronicAddress } : null,
  };
}
