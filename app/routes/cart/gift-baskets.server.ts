import type { GiftBasket } from "#app/components/cart/gift-baskets.tsx";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { lineProblemText } from "#app/models/cart/cart.ts";
import { possessive } from "#app/models/gift-list/gift-list.ts";
import { listGiverCarts } from "#app/models/gift-list/giver-cart.server.ts";
import { multiplyMoney, sumMoney } from "#app/models/shared/money.ts";

/** Without delivery, which the checkout adds. */
export async function findGiftBaskets(request: Request, now: Date): Promise<ReadonlyArray<GiftBasket>> {
  const carts = await listGiverCarts(await readGiftDeviceHash(request), now);
  return carts.flatMap(({ list, cart }) => {
    const lines = cart.lines.map((line) => ({
      id: line.id,
      name: line.name,
      variantLabel: line.variantLabel,
      path: line.path,
      image: line.image,
      quantity: line.quantity,
      price: multiplyMoney(line.price.now, line.isForSale ? line.quantity : 0),
      problem: lineProblemText(line),
    }));
    const [first] = lines;
    if (!first) return [];
    const total = sumMoney(
      lines.map(({ price }) => price),
      first.price.currency,
    );
    return [{ listId: list.id, owners: possessive(list.family), lines, total }];
  });
}
