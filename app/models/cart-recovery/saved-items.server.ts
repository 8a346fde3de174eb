import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { findSaleables, personalised } from "#app/models/cart/line.server.ts";
import { reorderAvailability } from "#app/models/order/customer-order.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import type { SavedItem } from "./cart-recovery.ts";

export type SavedLine = Readonly<{
  variantId: number;
  quantity: number;
  name: string;
  personalisation: string | null;
}>;

export function itemsOf({ lines }: Pick<Cart, "lines">): ReadonlyArray<SavedItem> {
  return lines.map((line) => {
    const { variantId, name, variantLabel, path, image, price, quantity, personalisation } = line;
    const most = line.isForSale && line.quantityMaximum >= line.quantityMinimum ? line.quantityMaximum : 0;
    const available = Math.min(quantity, most);
    const state = reorderAvailability({ quantity, available });
    return {
      variantId,
      name,
      variantLabel,
      personalisation: personalisation?.text ?? null,
      path: line.isForSale ? path : null,
      image,
      price: line.isForSale ? price : null,
      quantity,
      available,
      state,
    };
  });
}

export async function findSavedItems(
  lines: ReadonlyArray<SavedLine>,
  cartId: CartId | null,
): Promise<ReadonlyArray<SavedItem>> {
  const terms = await findSaleTerms();
  const ids = [...new Set(lines.map(({ variantId }) => variantId))];
  const saleables = await findSaleables(ids, { terms, cartId });
  return lines.map((line) => {
    const saleable = saleables.get(line.variantId);
    if (!saleable) return unavailableItems(line);
    const shown = personalised(saleable, line.personalisation ?? "");
    const [items] = itemsOf({ lines: [{ ...shown, id: "line_", quantity: line.quantity, gift: null }] });
    return items ?? unavailableItems(line);
  });
}

function unavailableItems({ name, quantity }: SavedLine): SavedItem {
  const nothing = {
    variantId: null,
    variantLabel: null,
    personalisation: null,
    path: null,
    image: null,
    price: null,
  };
  return { ...nothing, name, quantity, available: 0, state: "gone" };
}

export type RestoredItems = Readonly<{
  cartId: CartId | null;
  put: number;
}>;

/** Idempotent: raises lines to the saved quantity, and adds nothing to lines that have it. */
export async function addSavedItems(
  saved: ReadonlyArray<SavedItem>,
  cartId: CartId | null,
  now: Date,
): Promise<RestoredItems> {
  const cart = cartId && (await findCart(cartId));
  const unitsHere = ({ variantId, personalisation }: SavedItem) =>
    cart?.lines.find(
      (line) => line.variantId === variantId && (line.personalisation?.text ?? null) === personalisation,
    )?.quantity ?? 0;
  let taken: RestoredItems = { cartId: cart ? cart.id : null, put: 0 };
  for (const [index, item] of saved.entries()) {
    const { variantId, available, personalisation } = item;
    if (variantId === null || available <= 0) continue;
    const missing = available - unitsHere(item);
    if (missing <= 0) {
      taken = { ...taken, put: taken.put + 1 };
      continue;
    }
    // A millisecond apart, so that the lines keep their order.
    const at = new Date(now.getTime() + index);
    const added = await addToCart(taken.cartId, [{ variantId, quantity: missing, personalisation }], at);
    if (added.ok) taken = { cartId: added.value.cart.id, put: taken.put + 1 };
  }
  return taken;
}
