import { sql } from "kysely";

import { pairingsOf, readPairs } from "./compatibility-queries.server.ts";
import type { Compatibility, Pairing } from "./compatibility.ts";

/** What fits the product, or what it fits; null if it is no part of a pair. Two queries at most. */
export async function findCompatibility(productId: number): Promise<Compatibility | null> {
  const rows = await readPairs(
    sql<boolean>`${productId} in (chassis.product_id, part.product_id, adapter.product_id)`,
  );
  const [first] = rows;
  if (!first) return null;
  const pairings = await pairingsOf(rows);
  if (first.chassis_product === productId) return { role: "chassis", id: first.chassis_id, pairings };
  if (first.part_product === productId) return { role: "part", id: first.part_id, pairings };
  return { role: "adapter", id: first.adapter_id ?? "", pairings };
}

export type FoundPairing = Readonly<{
  pairing: Pairing;
  /** The pushchair's product, or null if it is not for sale. */
  chassisProduct: number | null;
}>;

/** Whether and how the part fits the chassis; null when one of them is unknown. */
export async function findPairing(chassisId: string, partId: string): Promise<FoundPairing | null> {
  const rows = await readPairs(sql<boolean>`chassis.id = ${chassisId} and part.id = ${partId}`);
  const [pairing] = await pairingsOf(rows);
  return pairing ? { pairing, chassisProduct: rows[0]?.chassis_product ?? null } : null;
}
