import { db, transact } from "#app/db/db.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { normalisePostcode, postcodeName } from "#app/models/shared/postcode.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms, findStore } from "#app/models/store/store.server.ts";

import { existingCart } from "./cart.server.ts";
import type { Cart } from "./cart.ts";

export function postcodeDetail(country: string) {
  const { name, example } = postcodeName(country);
  return { name, example };
}

/** A missing field stays, an empty postcode deletes it; the version counts only changes of the items. */
export async function setDelivery(
  cartId: CartId,
  { method, postcode }: Readonly<{ method?: string | null; postcode?: string | null }>,
  now: Date = new Date(),
): Promise<Result<Cart, "cart-not-found" | "postcode-invalid">> {
  const { country } = await findStore();
  const normal = postcode ? normalisePostcode(postcode, country) : null;
  if (postcode && normal === null) return refused("postcode-invalid", postcodeDetail(country));
  const terms = await findSaleTerms();
  return transact(async () => {
    const changes = {
      updated_at: now.toISOString(),
      ...(method === undefined ? {} : { delivery_method: method }),
      ...(postcode === undefined ? {} : { delivery_postcode: normal }),
    };
    const { numUpdatedRows } = await db()
      .updateTable("carts")
      .set(changes)
      .where("id", "=", cartId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return refused("cart-not-found");
    return ok(await existingCart(cartId, terms));
  });
}
