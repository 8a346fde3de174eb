/** The lowest price of the 30 days before a reduction (Directive 98/6/EC, Article 6a). */

const DAY_MS = 86_400_000;
const DAYS_BEFORE = 30;

/** `validTo` null: the present price; times are ISO 8601, UTC. */
export type PriceSpan = Readonly<{
  priceMinor: number;
  isReduced: boolean;
  validFrom: string;
  validTo: string | null;
}>;

/**
 * In minor units; null without a reduction, or if nothing was charged in the 30 days before it. A change of the reduced
 * price begins a new reduction.
 */
export function lowestPriceBefore(spans: ReadonlyArray<PriceSpan>): number | null {
  const [current, ...earlier] = spans
    .filter(({ validFrom, validTo }) => validTo === null || validTo > validFrom)
    .sort((one, other) => (one.validFrom < other.validFrom ? 1 : -1));
  if (!current?.isReduced || current.validTo !== null) return null;
  let began = current.validFrom;
  for (const span of earlier) {
    if (span.validTo !== began || !isSamePrice(span, current)) break;
    began = span.validFrom;
  }
  const since = new Date(Date.parse(began) - DAYS_BEFORE * DAY_MS).toISOString();
  const charged = earlier
    .filter(({ validFrom, validTo }) => validFrom < began && validTo !== null && validTo > since)
    .map(({ priceMinor }) => priceMinor);
  return charged.length === 0 ? null : Math.min(...charged);
}

function isSamePrice(one: PriceSpan, other: PriceSpan): boolean {
  return one.priceMinor === other.priceMinor && one.isReduced === other.isReduced;
}
