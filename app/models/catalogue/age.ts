/** From this age, in months, ages are in years. */
const YEARS_FROM_MONTHS = 24;
const MONTHS_IN_A_YEAR = 12;

export function ageText(fromMonths: number | null): string | null {
  if (fromMonths === null) return null;
  return fromMonths <= 0 ? "From birth" : `${monthsText(fromMonths)} +`;
}

/** In whole months: the higher of the maker's advice and the legal minimum. */
export function usableFrom(
  ages: Readonly<{ ageMinMonths: number | null; suitableFromMonths: number | null }>,
) {
  const stated = [ages.ageMinMonths, ages.suitableFromMonths].filter((months) => months !== null);
  return stated.length === 0 ? null : Math.max(...stated);
}

export type AgeGuidance = NonNullable<ReturnType<typeof ageGuidance>>;

type Ages = Parameters<typeof usableFrom>[0] & Readonly<{ ageMaxMonths: number | null }>;

type PartAge = Readonly<{ part: string; fromMonths: number }>;

export function ageGuidance(ages: Ages, parts: ReadonlyArray<PartAge>) {
  const fromMonths = usableFrom(ages);
  if (fromMonths === null) return null;
  const toMonths = ages.ageMaxMonths;
  const children = `children ${agesText(fromMonths, toMonths)}`;
  return {
    fromMonths,
    toMonths,
    scaleLabel: `For ${children}`,
    // "Suitable from 18 months.", or for parts with ages of their own "Carrycot: from birth. Seat: from 6 months."
    suitability:
      parts.length > 1
        ? parts.map((one) => `${one.part}: ${agesText(one.fromMonths, null)}.`).join(" ")
        : `Suitable ${agesText(fromMonths, null)}.`,
    madeFor: toMonths === null ? null : `Made for ${children}.`,
  };
}

function agesText(fromMonths: number, toMonths: number | null): string {
  const from = fromMonths <= 0 ? "from birth" : `from ${monthsText(fromMonths)}`;
  return toMonths === null ? from : `${from} to ${monthsText(toMonths)}`;
}

function monthsText(months: number): string {
  if (months >= YEARS_FROM_MONTHS && months % MONTHS_IN_A_YEAR === 0)
    return `${months / MONTHS_IN_A_YEAR} years`;
  return months === 1 ? "1 month" : `${months} months`;
}
