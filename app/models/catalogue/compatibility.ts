/** Which carrycots and car seats go on which pushchair, and what has to be bought for it. */
import type { Money } from "#app/models/shared/money.ts";

export type PartKind = "chassis" | "carrycot" | "car_seat" | "adapter";

/** Something of a pair that this shop sells. */
export type SoldPart = Readonly<{
  productId: number;
  variantId: number;
  name: string;
  /** Canonical address, "/p/…". */
  path: string;
  price: Money;
  /** Units that can be bought now, as far as pages tell of them (`UNITS_TOLD_MAX`). */
  available: number;
}>;

export type Part = Readonly<{
  id: string;
  kind: PartKind;
  name: string;
  /** "UN R129, 40 to 83 cm, up to 13 kg", or null. */
  facts: string | null;
  /** Null where it is not sold here. */
  sold: SoldPart | null;
  /** True when it comes with the chassis of the pair. */
  isSupplied: boolean;
}>;

/** A chassis and a carrycot or car seat, and whether the one goes on the other. */
export type Pairing = Readonly<{
  chassis: Part;
  part: Part;
  result: "fits" | "adapter" | "no";
  /** Named when, and only when, the result is "adapter". */
  adapter: Part | null;
  note: string | null;
}>;

/** What a product's page says of fitting: as the chassis of its pairs, or as a part or an adapter in them. */
export type Compatibility = Readonly<{
  role: "chassis" | "part" | "adapter";
  /** Id of the chassis, part or adapter that the product is. */
  id: string;
  pairings: ReadonlyArray<Pairing>;
}>;

/** "Fits with Fennimoor adapter A, pair" */
export function pairingText({ part, result, adapter }: Pairing): string {
  switch (result) {
    case "fits":
      return part.isSupplied ? "Fits, and comes with it" : "Fits";
    case "adapter":
      if (!adapter) return "Fits with an adapter";
      return `Fits with ${adapter.name}${adapter.isSupplied ? ", which comes with it" : ""}`;
    case "no":
      return "Does not fit";
  }
}

/**
 * What has to be bought besides the chassis, in this order: the part where it is sold here, then its adapter.
 * Null where it cannot be put together with what this shop sells: it does not fit, or the adapter is not sold here.
 */
export function partsNeeded({ part, result, adapter }: Pairing): ReadonlyArray<SoldPart> | null {
  if (result === "no") return null;
  const needs = [part, ...(adapter ? [adapter] : [])].filter((one) => !one.isSupplied);
  // A car seat is not sold here; whoever asks has one.
  const missing = needs.some(({ kind, sold }) => kind !== "car_seat" && sold === null);
  return missing ? null : needs.flatMap(({ sold }) => sold ?? []);
}

/** The pairs that can be put into the basket from a chassis's page: there is something to buy for them. */
export function canBeAdded(pairing: Pairing): boolean {
  return (partsNeeded(pairing)?.length ?? 0) > 0;
}
