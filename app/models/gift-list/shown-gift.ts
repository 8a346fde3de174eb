/** Nothing in a gift as its family sees it depends on who has claimed what. */
import type { Price, ProductImage } from "#app/models/catalogue/product.ts";
import { type Day, dayText, longDay } from "#app/models/shared/local-date.ts";

import type { GiftList } from "./gift-list.ts";

export type ShownGift = Readonly<{
  id: string;
  name: string;
  path: string | null;
  image: ProductImage | null;
  price: Price | null;
  optionText: string | null;
  ageText: string | null;
  note: string | null;
  isMostNeeded: boolean;
  sale: "on-sale" | "sold-out" | "discontinued";
  quantity: number;
  quantityMaximum: number;
}>;

export function optionText(variantLabel: string | null, isAnyColour: boolean): string | null {
  if (!isAnyColour) return variantLabel;
  return variantLabel ? `${variantLabel}, or any colour` : "Any colour will do";
}

/** Tells two colours of one product apart: "Rainbow Stacker (Muted)". */
export function giftTitle({ name, optionText: option }: Pick<ShownGift, "name" | "optionText">): string {
  return option ? `${name} (${option})` : name;
}

export type GiftArrival = Readonly<{
  day: Day;
  isArranged: boolean;
  workingDays: number;
}>;

type For = Pick<GiftList, "eventDay" | "isMonthOnly"> & Readonly<{ isSentToFamily: boolean; now: Date }>;

/** A list that shows only its month is late once the month is over, so that the text does not tell the day. */
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
