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
