import { madeForYouText } from "#app/models/platform/made-for-you.ts";

import { type FulfilmentHistory, unitsToSend } from "./fulfilment.ts";
import type { ChosenDelivery, Order } from "./order.ts";
import { canMoveOrder } from "./status.ts";

/**
 * "list": a family chose them on its gift list, so the buyer may not change them; "in-work": the item is being made, or
 * packed; null: no words, or nothing is left to make.
 */
export type WordsState = "open" | "list" | "in-work" | null;

type OrderWithWords = Pick<Order, "status" | "lines"> &
  Readonly<{ delivery: Pick<ChosenDelivery, "giftList"> }>;

export function wordsStates(
  order: OrderWithWords,
  life: Pick<FulfilmentHistory, "lines">,
): ReadonlyArray<WordsState> {
  const left = unitsToSend(order, life);
  return order.lines.map(({ personalisation }, index) => {
    if (personalisation === null || !left[index]) return null;
    if (order.status === "packed" || life.lines[index]?.workStartedAt) return "in-work";
    return order.delivery.giftList ? "list" : "open";
  });
}

export function linesWithWords(
  order: OrderWithWords,
  life: Pick<FulfilmentHistory, "lines">,
): Readonly<{ toStart: ReadonlyArray<number>; started: ReadonlyArray<number> }> {
  const states = order.status === "packed" ? [] : wordsStates(order, life);
  const at = (...sought: ReadonlyArray<WordsState>) =>
    states.flatMap((state, index) => (sought.includes(state) ? [index] : []));
  return { toStart: at("open", "list"), started: at("in-work") };
}

/** Whoever begins the work must have read these words. */
export function shownWords({ lines }: Pick<Order, "lines">): string {
  return JSON.stringify(lines.map(({ personalisation }) => personalisation?.text ?? ""));
}

/**
 * Whether the shop has begun to make or has packed one of the items, which ends their buyer's own cancellation. `units`:
 * one number for each line, those that are meant; missing: all that are left to send.
 */
export function isWorkBegun(
  order: OrderWithWords,
  life: Pick<FulfilmentHistory, "lines">,
  units: ReadonlyArray<number> = unitsToSend(order, life),
): boolean {
  return wordsStates(order, life).some((state, at) => state === "in-work" && (units[at] ?? 0) > 0);
}

/** Units of a partly sent order that its buyer can still cancel: those with words on which no work has begun. */
export function unitsToCancel(
  order: OrderWithWords,
  life: Pick<FulfilmentHistory, "lines">,
): ReadonlyArray<number> {
  const isPartlySent = order.status === "partially-shipped";
  const states = wordsStates(order, life);
  return unitsToSend(order, life).map((units, at) =>
    isPartlySent && (states[at] === "open" || states[at] === "list") ? units : 0,
  );
}

/** Whether the page of the order offers its buyer to cancel it, or what `unitsToCancel` says of it. */
export function canBuyerCancel(order: OrderWithWords, life: Pick<FulfilmentHistory, "lines">): boolean {
  const isWhole = canMoveOrder(order.status, "cancelled", "customer") && !isWorkBegun(order, life);
  return isWhole || unitsToCancel(order, life).some((units) => units > 0);
}

/** What the buyer may still do with each item that has words; null: it has none, or the order has ended. */
export function madeForYouTexts(
  order: OrderWithWords,
  life: Pick<FulfilmentHistory, "lines">,
): ReadonlyArray<string | null> {
  const states = wordsStates(order, life);
  return order.lines.map(({ personalisation }, at) => {
    const isMade = states[at] ? order.status === "packed" : Boolean(life.lines[at]?.sent);
    const state = isMade ? "made" : states[at];
    return personalisation && state ? madeForYouText(personalisation, state) : null;
  });
}
