import { currentCart } from "#app/http/request/current-cart.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import type { FormRefusal } from "#app/http/request/form.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { ListedGift } from "#app/models/gift-list/gifts.server.ts";
import {
  type GiftArrival,
  giftArrivalText,
  optionText,
  type ShownGift,
} from "#app/models/gift-list/shown-gift.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

export function shownGift(gift: ListedGift): ShownGift {
  const { id, name, path, image, price, ageText, note, isMostNeeded, sale, quantity, quantityMaximum } = gift;
  const option = optionText(gift.variantLabel, gift.isAnyColour);
  return {
    ...{ id, name, path, image, price, ageText, note, isMostNeeded, sale, quantity, quantityMaximum },
    optionText: option,
  };
}

/** "With them by Friday 27 November"; null for a gift that cannot be ordered. */
export function arrivalText(arrival: GiftArrival | null, list: GiftList, now: Date): string | null {
  return arrival && giftArrivalText(arrival, { ...list, isSentToFamily: list.address !== null, now });
}

export function listLink(code: string): string {
  return new URL(giftListPaths.giftList(formatListCode(code)), shopOrigin()).href;
}

export function typedValues({ values }: FormRefusal): Readonly<Record<string, string>> {
  return values;
}

/** The words on a line of the visitor's basket, which no address may hold; null for none. */
export async function wordsOfLine(
  request: Request,
  lineId: string | null | undefined,
): Promise<string | null> {
  if (!lineId) return null;
  const cart = await currentCart(request);
  return cart?.lines.find(({ id }) => id === lineId)?.personalisation?.text ?? null;
}
