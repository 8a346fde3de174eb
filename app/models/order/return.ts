/** Returns: the reasons, the days, and what goes back with the goods (Consumer Contracts Regulations 2013, 29 to 34). */
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import type { Store } from "#app/models/store/store.ts";

const SHOP_IS_AT_FAULT: ReadonlyArray<string> = [
  "arrived-late",
  "not-as-described",
  "wrong-item",
  "damaged",
  "faulty",
];

const DAY_MS = 86_400_000;

type Place = Pick<Store, "timeZone">;

/** The last day of `days` that begin the day after `deliveredAt` (ISO 8601), in the shop's place: "2026-12-05". */
function lastDay(deliveredAt: string, days: number, place: Place): string {
  const delivered = Date.parse(`${dayOf(new Date(deliveredAt), place)}T00:00:00Z`);
  return new Date(delivered + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day it is in the shop's place, "2026-11-21". */
function dayOf(at: Date, { timeZone }: Place): string {
  return new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);
}

type Rules = Pick<Store, "returns" | "timeZone">;

/** Until when goods delivered at `deliveredAt` may be sent back; null, no end, while nobody knows that they arrived. */
export function returnUntil(deliveredAt: string | null, { returns, timeZone }: Rules): string | null {
  const days = Math.max(returns.statutoryCancellationDays, returns.ourReturnsDays);
  return deliveredAt === null ? null : lastDay(deliveredAt, days, { timeZone });
}

/** True while a return can be asked for. Broken goods can be complained of for longer, but not by this form. */
export function isReturnOpen(deliveredAt: string | null, rules: Rules, now: Date): boolean {
  const until = returnUntil(deliveredAt, rules);
  return until === null || dayOf(now, rules) <= until;
}

/** "open": it can be asked for. Else why not: too late, all is announced already, or there is nothing to send back. */
export type ReturnState = "open" | "late" | "announced" | "nothing";

type Asked = Readonly<{
  /** Units of each line that can come back. */
  left: ReadonlyArray<number>;
  /** What isReturnOpen answers. */
  isOpen: boolean;
  /** How many returns were asked for so far. */
  returns: number;
}>;

/** Whether a return can be asked for, and why not. */
export function returnState({ left, isOpen, returns }: Asked): ReturnState {
  if (left.some((units) => units > 0)) return isOpen ? "open" : "late";
  return returns > 0 ? "announced" : "nothing";
}

type Returned = Readonly<{
  /** When it was asked for, ISO 8601. */
  askedAt: string;
  deliveredAt: string | null;
  /** True when nothing of the order is left with the buyer. */
  isWhole: boolean;
  reasons: ReadonlyArray<string>;
}>;

/**
 * Whether what was paid for delivery goes back too: always when the shop is at fault, and by law when the whole order
 * is cancelled within the statutory days.
 */
export function includesDelivery(
  { askedAt, deliveredAt, isWhole, reasons }: Returned,
  rules: Rules,
): boolean {
  if (!isWhole) return false;
  if (reasons.some((reason) => SHOP_IS_AT_FAULT.includes(reason))) return true;
  if (deliveredAt === null) return true;
  const until = lastDay(deliveredAt, rules.returns.statutoryCancellationDays, rules);
  return dayOf(new Date(askedAt), rules) <= until;
}

/** How goods come back, step by step: the same words on the page and in the e-mail. */
export function nextSteps({ company, returns }: Store, number: string): ReadonlyArray<string> {
  return [
    `Pack it well, with a note that says ${number}.`,
    `Send it within ${returns.sendBackWithinDays} days to ${sellerLines(company).join(", ")}. ${returns.returnCost}`,
    `We pay you back within ${returns.refundWithinDays} days of getting it, to the card or account you paid with.`,
  ];
}
