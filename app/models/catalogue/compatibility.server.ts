/** Reads what fits what, and puts what belongs together into the basket in one go. */
import { sql } from "kysely";

import { type AddCode, type Added, addToCart, type CartItem } from "#app/models/cart/cart.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { refused, type Result } from "#app/models/shared/result.ts";

import { pairingsOf, readPairs } from "./compatibility-queries.server.ts";
import { type Compatibility, type Pairing, partsNeeded, type SoldPart } from "./compatibility.ts";

/** What fits the product, or what it fits. Null for a product that is no part of anything. Two queries at most. */
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

export type PartsChoice = Readonly<{
  chassisId: string;
  partId: string;
  /** The pushchair itself as well, or null for the parts alone. */
  variantId: number | null;
}>;

export type PartsCode = AddCode | "does-not-fit" | "parts-not-sold";

/**
 * Puts a part and its adapter into the basket, with the pushchair where one is named: all of it or nothing. What
 * belongs together is read from the table, never from the form.
 */
export async function addParts(
  cartId: CartId | null,
  { chassisId, partId, variantId }: PartsChoice,
  now: Date,
): Promise<Result<Added, PartsCode>> {
  const rows = await readPairs(sql<boolean>`chassis.id = ${chassisId} and part.id = ${partId}`);
  const [pairing] = await pairingsOf(rows);
  if (!pairing) return refused("variant-not-found");
  if (pairing.result === "no") return refused("does-not-fit", { name: pairing.part.name });
  const items = itemsFor(pairing, { variantId, productId: rows[0]?.chassis_product ?? undefined });
  if (items === null) return refused("parts-not-sold");
  const added = await addToCart(cartId, items, now);
  // Where one of several is missing, none is put in: the words say so.
  return added.ok || items.length < 2 ? added : refused(added.code, { ...added.detail, isOneOfSeveral: 1 });
}

type Chassis = Readonly<{ variantId: number | null; productId: number | undefined }>;

/** The chassis, where one is asked for, and what the pair needs; null where there is nothing, or not all, to sell. */
function itemsFor(pairing: Pairing, { variantId, productId }: Chassis): ReadonlyArray<CartItem> | null {
  const parts = partsNeeded(pairing);
  if (parts === null) return null;
  const needed = parts.map((part) => ({ ...idsOf(part), quantity: 1 }));
  const items = variantId === null ? needed : [{ productId, variantId, quantity: 1 }, ...needed];
  return items.length === 0 ? null : items;
}

function idsOf({ productId, variantId }: SoldPart) {
  return { productId, variantId };
}
