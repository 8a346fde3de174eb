import { addMoney, formatMoney } from "#app/models/shared/money.ts";

import { type Compatibility, canBeAdded, type Pairing, pairingText, partsNeeded } from "./compatibility.ts";

export type NamedThing = Readonly<{
  key: string;
  name: string;
  path: string | null;
  condition: string;
  note: string | null;
}>;

export type PartToAdd = ReturnType<typeof partOf>;

export type CompatibleParts = Readonly<{
  chassisId: string | null;
  parts: ReadonlyArray<PartToAdd>;
  things: ReadonlyArray<NamedThing>;
}>;

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

function partOf(pairing: Pairing, locale: string) {
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

function neededFor(pairing: Pairing, locale: string) {
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
