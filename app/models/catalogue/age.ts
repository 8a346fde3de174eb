/** The age mark of a product, in words. Ages are whole months. */

/** From this age, in months, the mark counts years. The law on small parts changes here too. */
const YEARS_FROM_MONTHS = 36;
const MONTHS_IN_A_YEAR = 12;

/** "From birth", "12 months +", "3 years +", or null when no age is stated. */
export function ageText(fromMonths: number | null): string | null {
  if (fromMonths === null) return null;
  if (fromMonths <= 0) return "From birth";
  if (fromMonths >= YEARS_FROM_MONTHS && fromMonths % MONTHS_IN_A_YEAR === 0) {
    return `${fromMonths / MONTHS_IN_A_YEAR} years +`;
  }
  return fromMonths === 1 ? "1 month +" : `${fromMonths} months +`;
}

/**
 * The age in whole months from which a product may be used, or null if none is stated. Of the maker's advice and the
 * legal minimum the higher counts.
 */
export function usableFrom(
  ages: Readonly<{ ageMinMonths: number | null; suitableFromMonths: number | null }>,
) {
  const stated = [ages.ageMinMonths, ages.suitableFromMonths].filter((months) => months !== null);
  return stated.length === 0 ? null : Math.max(...stated);
}

/** The ages of a product as its page states them, above the warnings. */
export type AgeGuidance = Readonly<{
  /** Whole months, where the scale begins. */
  fromMonths: number;
  /** Whole months, where it ends; null without an upper age. */
  toMonths: number | null;
  /** "For children from 18 months to 5 years": the scale in words. */
  scaleLabel: string;
  /** "Suitable from 18 months.", or for parts with ages of their own "Carrycot: from birth. Seat: from 6 months." */
  suitability: string;
  /** "Made for children from 18 months to 5 years.", or null without an upper age. */
  madeFor: string | null;
}>;

type Ages = Parameters<typeof usableFrom>[0] & Readonly<{ ageMaxMonths: number | null }>;

/** Of a part of the product, in whole months. */
type PartAge = Readonly<{ part: string; fromMonths: number }>;

/** Null when no age is stated. `parts` are the ages of the product's parts where the catalogue gives them. */
export function ageGuidance(ages: Ages, parts: ReadonlyArray<PartAge>): AgeGuidance | null {
  const fromMonths = usableFrom(ages);
  if (fromMonths === null) return null;
  const toMonths = ages.ageMaxMonths;
  const children = `children ${agesText(fromMonths, toMonths)}`;
  return {
    fromMonths,
    toMonths,
    scaleLabel: `For ${children}`,
    suitability:
      parts.length > 1
        ? parts.map((one) => `${one.part}: ${agesText(one.fromMonths, null)}.`).join(" ")
        : `Suitable ${agesText(fromMonths, null)}.`,
    madeFor: toMonths === null ? null : `Made for ${children}.`,
  };
}

/** "from birth to 4 years", "from 18 months". */
function agesText(fromMonths: number, toMonths: number | null): string {
  const from = fromMonths <= 0 ? "from birth" : `from ${monthsText(fromMonths)}`;
  return toMonths === null ? from : `${from} to ${monthsText(toMonths)}`;
}

function monthsText(months: number): string {
  if (months < 24 || months % 12 !== 0) return months === 1 ? "1 month" : `${months} months`;
  return `${months / 12} years`;
}
