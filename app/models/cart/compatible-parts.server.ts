import { findPairing } from "#app/models/catalogue/compatibility.server.ts";
import { type Pairing, partsNeeded, type SoldPart } from "#app/models/catalogue/compatibility.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { refused, type Result } from "#app/models/shared/result.ts";

import { type AddCode, type Added, addToCart, type CartItem } from "./cart.server.ts";

export type PartsChoice = Readonly<{
  chassisId: string;
  partId: string;
  variantId: number | null;
}>;

export type PartsCode = AddCode | "does-not-fit" | "parts-not-sold";

/**
 * Adds a part and its adapter to the cart, with the pushchair if one is named: all or nothing. The adapter is looked
 * up, never taken from the form.
 */
export async function addParts(
  cartId: CartId | null,
  { chassisId, partId, variantId }: PartsChoice,
  now: Date,
): Promise<Result<Added, PartsCode>> {
  const found = await findPairing(chassisId, partId);
  if (!found) return refused("variant-not-found");
  const { pairing, chassisProduct } = found;
  if (pairing.result === "no") return refused("does-not-fit", { name: pairing.part.name });
  const items = itemsFor(pairing, { variantId, productId: chassisProduct ?? undefined });
  if (items === null) return refused("parts-not-sold");
  const added = await addToCart(cartId, items, now);
  // If one of several is missing, none is added, and the message says so.
  return added.ok || items.length < 2 ? added : refused(added.code, { ...added.detail, isOneOfSeveral: 1 });
}

type Chassis = Readonly<{ variantId: number | null; productId: number | undefined }>;

/** The pushchair, if requested, and what the pair needs; null if something is not for sale. */
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
