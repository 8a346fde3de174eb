/** What is known of variants to filter by, and what is counted. */
import type { FacetKey, FacetValues } from "./facet.ts";

/** What is known of a variant to filter by. Prices are whole minor units. */
export type VariantFacts = Readonly<{ id: number; priceMinor: number; values: FacetValues }>;

export type FacetCounts = Readonly<{
  /** Products by value, for each facet. A facet's own filters do not count. */
  values: Readonly<Record<FacetKey, ReadonlyMap<string, number>>>;
  /** Lowest and highest price under all filters but the price; null where there is no product. */
  prices: Readonly<{ minMinor: number; maxMinor: number }> | null;
}>;
