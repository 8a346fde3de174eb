/** What fits a product, in the words and sums of its page. The rules stand in compatibility.ts. */
import { addMoney, formatMoney } from "#app/models/shared/money.ts";

import { type Compatibility, canBeAdded, type Pairing, pairingText, partsNeeded } from "./compatibility.ts";

/** Something that fits, or does not. */
export type NamedThing = Readonly<{
  key: string;
  name: string;
  /** Its page, "/p/…"; null if it is not sold here. */
  path: string | null;
  /** " with the Shell i-Size", or nothing. */
  condition: string;
  note: string | null;
}>;

export type PartToAdd = Readonly<{
  id: string;
  name: string;
  /** "UN R129, 40 to 83 cm, up to 13 kg", or null. */
  facts: string | null;
  /** "Fits with Fennimoor adapter A, pair." and the catalogue's note. */
  text: string;
  canBeAdded: boolean;
  /** What must be bought beside the product, at least one thing; null for nothing. */
  needed: Readonly<{
    things: ReadonlyArray<Readonly<{ name: string; path: string }>>;
    /** Of all of them together, formatted. */
    price: string;
    /** "Adapter A: sold out.", or null. */
    gone: string | null;
  }> | null;
}>;

export type CompatibleParts = Readonly<{
  /** The chassis that the parts are for; null on the page of a part or an adapter. */
  chassisId: string | null;
  /** Empty on the page of a part or an adapter. */
  parts: ReadonlyArray<PartToAdd>;
  /** On a chassis what does not fit it; on a part or an adapter what it fits. */
  things: ReadonlyArray<NamedThing>;
}>;

/** `locale` formats the prices. */
export function compatibleParts({ role, id, pairings }: Compatibility, locale: string): CompatibleParts {
  const fitting = pairings.filter(({ result }) => result !== "no");
  if (role !== "chassis")
    return { chassisId: null, parts: [], things: fitting.map((pairing) => chassisOf(pairing, role)) };
  return {
    chassisId: id,
    parts: fitting.map((pairing) => partOf(pairing, locale)),
    things: pairings
      .filter(({ result }) => result === "no")
      .map(({ part, note }) => ({ key: part.id, name: part.name, path: null, condition: "", note })),
  };
}

function chassisOf({ chassis, part, note }: Pairing, role: Compatibility["role"]): NamedThing {
  return {
    key: `${chassis.id} ${part.id}`,
    name: chassis.name,
    path: chassis.sold?.path ?? null,
    condition: role === "adapter" ? ` with the ${part.name}` : "",
    note,
  };
}

function partOf(pairing: Pairing, locale: string): PartToAdd {
  const { part, note } = pairing;
  return {
    id: part.id,
    name: part.name,
    facts: part.facts,
    text: [`${pairingText(pairing)}.`, note].filter(Boolean).join(" "),
    canBeAdded: canBeAdded(pairing),
    needed: neededFor(pairing, locale),
  };
}

function neededFor(pairing: Pairing, locale: string): PartToAdd["needed"] {
  const needed = partsNeeded(pairing) ?? [];
  const [price, ...prices] = needed.map((part) => part.price);
  if (!price) return null;
  const gone = needed.filter(({ available }) => available <= 0).map(({ name }) => name);
  return {
    things: needed.map(({ name, path }) => ({ name, path })),
    price: formatMoney(addMoney(price, ...prices), locale),
    gone: gone.length > 0 ? `${gone.join(", ")}: sold out.` : null,
  };
}
