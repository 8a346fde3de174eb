/** How the items of a return go back, and what is taken off the refund for it: agreed when it is requested. */
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { RETURN_SIZES } from "#app/models/store/return-cost.ts";
import type { Store } from "#app/models/store/store.ts";

import { hasFault } from "./return.ts";

/** As the customer was told. */
export type ReturnWay = Readonly<{
  texts: ReadonlyArray<string>;
  /** Minor units of the order's currency that are taken off the refund. */
  cost: number;
  /** What the label of a parcel says of its postage; null: nothing goes by post. */
  postage: string | null;
  isCollected: boolean;
}>;

type ReturnedItem = Readonly<{ name: string; size: DeliveryClass; reason: string }>;

type Terms = Readonly<{
  store: Pick<Store, "returns" | "locale">;
  /** On which two people collect; null: still to be agreed. */
  day: Day | null;
  isOfFamily: boolean;
}>;

/**
 * Charged once for each size. Nothing is taken off for what has a fault or is not what was ordered, nor for the family
 * that sends a gift back. `store` has the currency of the order.
 */
export function returnWayOf(
  items: ReadonlyArray<ReturnedItem>,
  { store, day, isOfFamily }: Terms,
): ReturnWay {
  const when = day ? `on ${dayText(day, new Date(day))}` : "on a day that we agree with you";
  const parts = RETURN_SIZES.flatMap((size) =>
    [false, true].flatMap((isFaulty) => {
      const own = items.filter((item) => item.size === size && hasFault(item.reason) === isFaulty);
      if (own.length === 0) return [];
      const price = store.returns.price[size];
      const takenOff = isFaulty || isOfFamily || !price || price.minor === 0 ? null : price;
      const amount = takenOff && formatMoney(takenOff, store.locale);
      const names = listText(own.map(({ name }) => name));
      const text =
        size === "two_person"
          ? `${names}: two people collect it from your home, ${when}. ${collectionText(amount)}`
          : `${names}: by post, with a label to print. ${postageText({ isPaid: price !== null, amount, isFaulty })}`;
      return [{ size, text, cost: takenOff?.minor ?? 0, isPaid: price !== null }];
    }),
  );
  const posted = parts.filter(({ size }) => size !== "two_person");
  return {
    texts: parts.map(({ text }) => text),
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    postage:
      posted.length > 0 ? (posted.every(({ isPaid }) => isPaid) ? "Postage paid" : "Postage needed") : null,
    isCollected: parts.length > posted.length,
  };
}

function collectionText(amount: string | null): string {
  return amount ? `We take ${amount} off your refund for that.` : "That is free.";
}

type Postage = Readonly<{ isPaid: boolean; amount: string | null; isFaulty: boolean }>;

function postageText({ isPaid, amount, isFaulty }: Postage): string {
  if (!isPaid) return `You pay the postage${isFaulty ? ", and we pay it back: keep the receipt" : ""}.`;
  return amount
    ? `We pay the postage, and take ${amount} off your refund.`
    : "That is free: we pay the postage.";
}

/** Of a column of `order_returns`; null for returns from before. */
export function storedReturnWay(stored: string | null): ReturnWay | null {
  return stored === null ? null : (JSON.parse(stored) as ReturnWay);
}
