/** A producer's guarantee of durability: free of charge and for the whole product (Directive 2011/83/EU, Article 6(1)(la)). */
export type Durability = Readonly<{ brand: string; model: string; years: number }>;

/** The law has a label for what is longer than the legal guarantee. */
const LEGAL_YEARS = 2;
const YEARS_MAX = 99;
/** As much as the fields of the label hold. */
export const DURABILITY_TEXT_MAX = 30;

/** What `isLabelledYears` asks for. */
export const LABELLED_YEARS = `years above ${LEGAL_YEARS}, in whole or half ones, such as 5`;

export function isLabelledYears(years: number): boolean {
  return years > LEGAL_YEARS && years <= YEARS_MAX && Number.isInteger(years * 2);
}

/** "5 years: Hollybough, HB-12". */
export function durabilityText({ brand, model, years }: Durability): string {
  return `${years} years: ${brand}, ${model}`;
}
