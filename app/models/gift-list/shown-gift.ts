/** A gift as its family sees it: nothing in it depends on who has claimed what. */
import type { Price, ProductImage } from "#app/models/catalogue/product.ts";
import { type Day, dayText, longDay } from "#app/models/shared/local-date.ts";

import type { GiftList } from "./gift-list.ts";

export type ShownGift = Readonly<{
  id: string;
  name: string;
  /** Null if the product is no longer shown. */
  path: string | null;
  image: ProductImage | null;
  price: Price | null;
  /** "Charcoal", "Charcoal, or any colour"; null for a product without options. */
  optionText: string | null;
  ageText: string | null;
  note: string | null;
  isMostNeeded: boolean;
  /** "discontinued": givers cannot choose it. "sold-out": they can reserve it. */
  sale: "on-sale" | "sold-out" | "discontinued";
  quantity: number;
  /** The most that may be wanted. */
  quantityMaximum: number;
}>;

/** "Charcoal, or any colour"; null where there is nothing to choose. */
export function optionText(variantLabel: string | null, isAnyColour: boolean): string | null {
  if (!isAnyColour) return variantLabel;
  return variantLabel ? `${variantLabel}, or any colour` : "Any colour will do";
}

/** When a gift arrives that is ordered now. */
export type GiftArrival = Readonly<{
  /** The latest day, or the first day that can be arranged. */
  day: Day;
  /** True if two people bring it on a day that is arranged. */
  isArranged: boolean;
  /** Working days in which the words are put on it; 0 for none. */
  workingDays: number;
}>;

type For = Pick<GiftList, "eventDay" | "isMonthOnly"> & Readonly<{ isSentToFamily: boolean; now: Date }>;

/**
 * "With them by Friday 27 November", "After the day: about 20 January 2027". A list that shows only its month is late
 * once the month is over, so that the text does not tell the day.
 */
export function giftArrivalText(
  { day, isArranged, workingDays }: GiftArrival,
  { eventDay, isMonthOnly, isSentToFamily, now }: For,
): string {
  const isLate = isMonthOnly ? day.slice(0, 7) > eventDay.slice(0, 7) : day > eventDay;
  if (isLate) {
    const about = longDay(day, "en-GB");
    return `After ${isMonthOnly ? "the month" : "the day"}: ${isArranged ? "from" : "about"} ${about}`;
  }
  const by = dayText(day, now);
  if (isArranged) return `From ${by}`;
  const who = isSentToFamily ? "them" : "you";
  const work =
    workingDays > 0 ? `. The words take ${workingDays === 1 ? "a day" : `${workingDays} days`} more` : "";
  return `With ${who} by ${by}${work}`;
}
