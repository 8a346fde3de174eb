/** How the items of a return go back, and what is taken off the refund for it: agreed when it is requested. */
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";
import { DAY_TO_AGREE } from "#app/models/shipping/delivery-estimate.ts";
import { collectionPlace } from "#app/models/shipping/store-pickup.ts";
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
  /** By two people, from the customer, who has it already. */
  isCollected: boolean;
  /** To the shop, by the customer; missing in returns from before. */
  isBrought?: boolean;
}>;

/** `isSent` false: the customer has not got it, and it may still come. */
type ReturnedItem = Readonly<{ name: string; size: DeliveryClass; reason: string; isSent: boolean }>;

type Terms = Readonly<{
  store: Pick<Store, "returns" | "locale" | "company" | "contact">;
  /** On which two people collect; null: still to be agreed. */
  day: Day | null;
  /** Where they collect: "your home". */
  place: string;
  isBrought: boolean;
  isOfFamily: boolean;
}>;

/** Of a withdrawal that stops everything before it is sent. */
export const NOTHING_SENT: ReturnWay = {
  texts: ["We have not sent this yet, so there is nothing to send back. We refund you at once."],
  cost: 0,
  postage: null,
  isCollected: false,
};

/**
 * Charged once for each size. Nothing is taken off for what the customer brings, what has a fault or is not what was
 * ordered, and what was not sent yet, nor for the family that sends a gift back. `store` has the currency of the order.
 */
export function returnWayOf(items: ReadonlyArray<ReturnedItem>, terms: Terms): ReturnWay {
  const unsent = namesOf(items.filter(({ isSent }) => !isSent));
  const still = unsent
    ? [
        `Not with you yet: ${unsent}. Only what still reaches you has to come back, and we take nothing off for it.`,
      ]
    : [];
  if (terms.isBrought) {
    const place = collectionPlace(terms.store).address.join(", ");
    const texts = [`You bring ${namesOf(items)} to us, at ${place}. That is free.`, ...still];
    return { texts, cost: 0, postage: null, isCollected: false, isBrought: true };
  }
  const parts = RETURN_SIZES.flatMap((size) =>
    [false, true].flatMap((isFree) => {
      const own = items.filter(
        ({ size: of, reason, isSent }) => of === size && (hasFault(reason) || !isSent) === isFree,
      );
      return own.length > 0 ? [{ size, ...partOf(own, { ...terms, size, isFree }) }] : [];
    }),
  );
  const posted = parts.filter(({ size }) => size !== "two_person");
  return {
    texts: [...parts.map(({ text }) => text), ...still],
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    postage:
      posted.length > 0 ? (posted.every(({ isPaid }) => isPaid) ? "Postage paid" : "Postage needed") : null,
    isCollected: items.some(({ size, isSent }) => size === "two_person" && isSent),
    isBrought: false,
  };
}

const namesOf = (items: ReadonlyArray<ReturnedItem>) => listText(items.map(({ name }) => name));

type Part = Terms & Readonly<{ size: DeliveryClass; isFree: boolean }>;

function partOf(
  items: ReadonlyArray<ReturnedItem>,
  { store, day, place, isOfFamily, size, isFree }: Part,
): Readonly<{ text: string; cost: number; isPaid: boolean }> {
  const price = store.returns.price[size];
  const takenOff = isFree || isOfFamily || !price || price.minor === 0 ? null : price;
  const amount = takenOff && formatMoney(takenOff, store.locale);
  const when = day ? `on ${dayText(day, new Date(day))}` : DAY_TO_AGREE;
  const way =
    size === "two_person"
      ? `collected by two people from ${place}, ${when}. ${collectionText(amount)}`
      : `by post, with a label to print. ${postageText({ isPaid: price !== null, amount, isFree })}`;
  return { text: `${namesOf(items)}: ${way}`, cost: takenOff?.minor ?? 0, isPaid: price !== null };
}

function collectionText(amount: string | null): string {
  return amount ? `We take ${amount} off your refund for that.` : "That is free.";
}

type Postage = Readonly<{ isPaid: boolean; amount: string | null; isFree: boolean }>;

function postageText({ isPaid, amount, isFree }: Postage): string {
  if (!isPaid) return `You pay the postage${isFree ? ", and we pay it back: keep the receipt" : ""}.`;
  return amount
    ? `We pay the postage, and take ${amount} off your refund.`
    : "That is free: we pay the postage.";
}

/** What the returns number is for, which the shop gives once a return is requested. */
export function numberText({ postage, isCollected, isBrought }: ReturnWay): string {
  const uses = [
    ...(isBrought ? ["to bring with you"] : []),
    ...(postage === null ? [] : ["to put in the parcel"]),
    ...(isCollected ? ["to fix to what two people collect"] : []),
  ];
  return `We’ll give you a returns number ${listText(uses)}.`;
}

/** Of a column of `order_returns`; null for returns from before. */
export function storedReturnWay(stored: string | null): ReturnWay | null {
  return stored === null ? null : (JSON.parse(stored) as ReturnWay);
}
