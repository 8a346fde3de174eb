import type { Money } from "#app/models/shared/money.ts";

export type PartKind = "chassis" | "carrycot" | "car_seat" | "adapter";

export type SoldPart = Readonly<{
  productId: number;
  variantId: number;
  name: string;
  path: string;
  price: Money;
  available: number;
}>;

export type CompatiblePart = Readonly<{
  id: string;
  kind: PartKind;
  name: string;
  facts: string | null;
  sold: SoldPart | null;
  isSupplied: boolean;
}>;

export type Pairing = Readonly<{
  chassis: CompatiblePart;
  part: CompatiblePart;
  result: "fits" | "adapter" | "no";
  /** Set exactly if the result is "adapter". */
  adapter: CompatiblePart | null;
  note: string | null;
}>;

export type Compatibility = Readonly<{
  role: "chassis" | "part" | "adapter";
  id: string;
  pairings: ReadonlyArray<Pairing>;
}>;

export function pairingText({ part, result, adapter }: Pairing): string {
  switch (result) {
    case "fits":
      return part.isSupplied ? "Fits, and is included" : "Fits";
    case "adapter":
      if (!adapter) return "Fits with an adapter";
      return `Fits with ${adapter.name}${adapter.isSupplied ? ", which is included" : ""}`;
    case "no":
      return "Does not fit";
  }
}

/** The part if it is sold here, then its adapter; null if it does not fit, or its adapter is not sold here. */
export function partsNeeded({ part, result, adapter }: Pairing): ReadonlyArray<SoldPart> | null {
  if (result === "no") return null;
  const needs = [part, ...(adapter ? [adapter] : [])].filter((one) => !one.isSupplied);
  // Car seats are not sold here: the customer has one already.
  const missing = needs.some(({ kind, sold }) => kind !== "car_seat" && sold === null);
  return missing ? null : needs.flatMap(({ sold }) => sold ?? []);
}

export function canBeAdded(pairing: Pairing): boolean {
  return (partsNeeded(pairing)?.length ?? 0) > 0;
}
