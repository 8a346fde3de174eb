import { addToCart } from "#app/models/cart/cart.server.ts";
import { parseWords } from "#app/models/catalogue/personalisation.ts";
import { findSaleables, type Saleable } from "#app/models/cart/line.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import type { LineAvailability } from "./customer-order.ts";
import type { Order, OrderLine } from "./order.ts";

export async function listAvailability(
  { lines }: Pick<Order, "lines">,
  cartId: CartId | null,
): Promise<ReadonlyArray<LineAvailability>> {
  const terms = await findSaleTerms();
  const saleables = await findSaleables(
    lines.map(({ variantId }) => variantId),
    { terms, cartId },
  );
  return lines.map(({ variantId, quantity, personalisation }) => {
    const saleable = saleables.get(variantId);
    const shown = saleable && canBeWritten(saleable, personalisation) ? saleable.shown : undefined;
    const maximum = shown?.isForSale ? shown.quantityMaximum : 0;
    const available = shown && maximum >= shown.quantityMinimum ? maximum : 0;
    return { quantity, available };
  });
}

function canBeWritten({ personalisation: rules }: Saleable, words: OrderLine["personalisation"]): boolean {
  return words === null || (rules !== null && parseWords(words.text, rules).ok);
}

export type OrderedAgain = Readonly<{
  cartId: CartId | null;
  added: number;
}>;

const NOTHING: LineAvailability = { quantity: 0, available: 0 };

export async function orderAgain(
  order: Pick<Order, "lines">,
  cartId: CartId | null,
  now: Date,
): Promise<OrderedAgain> {
  let again: OrderedAgain = { cartId, added: 0 };
  const lines = await listAvailability(order, cartId);
  for (const [index, { variantId, personalisation }] of order.lines.entries()) {
    const { quantity, available } = lines[index] ?? NOTHING;
    if (available <= 0) continue;
    const words = personalisation?.text ?? null;
    const items = [{ variantId, quantity: Math.min(quantity, available), personalisation: words }];
    // A millisecond apart, so that the lines keep their order.
    const added = await addToCart(again.cartId, items, new Date(now.getTime() + index));
    if (added.ok) again = { cartId: added.value.cart.id, added: again.added + 1 };
  }
  return again;
}
