/** Returns: reasons, periods and what is refunded (Consumer Contracts Regulations 2013, 29 to 34). */
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

import type { Order, OrderLine } from "#app/models/order/order.ts";
import { cheapestDelivery, type RefundUnits } from "#app/models/order/refund-shares.ts";

import type { ReturnWay } from "./return-way.ts";

export const RETURN_REASONS = [
  { key: "changed-mind", label: "I changed my mind" },
  { key: "does-not-fit", label: "It does not fit or is not suitable" },
  { key: "arrived-late", label: "It arrived too late" },
  { key: "not-as-described", label: "It is not as described" },
  { key: "wrong-item", label: "It is not what I ordered" },
  { key: "damaged", label: "It arrived damaged" },
  { key: "faulty", label: "It is faulty or has broken" },
] as const;

/** The same reasons in the words of the shop, which notes what a customer says. */
export const REASONS_NOTED: Readonly<Record<ReturnReason, string>> = {
  "changed-mind": "The customer changed their mind",
  "does-not-fit": "It does not fit or does not suit them",
  "arrived-late": "It arrived too late",
  "not-as-described": "It is not as described",
  "wrong-item": "It is not what they ordered",
  damaged: "It arrived damaged",
  faulty: "It is faulty or has broken",
};

/** With these an item can hardly be sold again. */
export function isSpoilt(reason: string): reason is "damaged" | "faulty" {
  return reason === "damaged" || reason === "faulty";
}

export type ReturnReason = (typeof RETURN_REASONS)[number]["key"];

export const RETURN_NOTE_MAX = 500;

export function isReturnReason(value: string): value is ReturnReason {
  return RETURN_REASONS.some(({ key }) => key === value);
}

type ReadLines = Readonly<{
  lines: ReadonlyArray<Readonly<{ units: number; reason: string }>>;
  errors: Readonly<Record<string, string>>;
}>;

/** From `units-0`, `reason-0` and so on. `field`: where it is said that nothing comes back. */
export function readReturnLines(
  { lines }: Readonly<{ lines: ReadonlyArray<unknown> }>,
  fields: Readonly<Record<string, string>>,
  field: string,
): ReadLines {
  const errors: Record<string, string> = {};
  const read = lines.map((_, at) => {
    const [typed = "", reason = ""] = [fields[`units-${at}`], fields[`reason-${at}`]];
    const units = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
    if (units > 0 && !isReturnReason(reason)) errors[`reason-${at}`] = SHOP_ERRORS["return-reason"].message;
    return { units, reason };
  });
  if (read.every(({ units }) => units === 0)) errors[field] = SHOP_ERRORS["return-nothing"].message;
  return { lines: read, errors };
}

export type LegalBasis = "withdrawal";

/** When a family sends a gift back: credit for the family, of which the buyer is not told, or a refund to the buyer. */
export type RecipientRemedy = "credit" | "refund";

/** Nobody who withdraws is asked for another. */
export const WITHDRAWAL_REASON = "withdrawal";

export function reasonText(key: string): string {
  if (key === WITHDRAWAL_REASON) return "Withdrawal from the contract";
  return RETURN_REASONS.find((reason) => reason.key === key)?.label ?? key;
}

const SHOP_IS_AT_FAULT: ReadonlyArray<string> = [
  "arrived-late",
  "not-as-described",
  "wrong-item",
  "damaged",
  "faulty",
];

/** What the law on faulty items is about: even an item that was made for the buyer comes back for these. */
const FAULTS: ReadonlyArray<string> = ["not-as-described", "wrong-item", "damaged", "faulty"];

export function hasFault(reason: string): boolean {
  return FAULTS.includes(reason);
}

/** False for an item that was made for the buyer and has no fault. */
export function mayReturn(
  personalisation: OrderLine["personalisation"] | undefined,
  reason: string,
): boolean {
  return personalisation?.isReturnable !== false || FAULTS.includes(reason);
}

type Place = Pick<Store, "timeZone">;

/** The last of `days` days from the day after `deliveredAt` (ISO 8601), in the shop's time zone: "2026-12-05". */
function lastDay(deliveredAt: string, days: number, place: Place): string {
  return addDays(dayOf(new Date(deliveredAt), place), days);
}

/** "2026-11-21", in the shop's time zone. */
function dayOf(at: Date, { timeZone }: Place): string {
  return localTime(at, timeZone).day;
}

type Rules = Pick<Store, "returns" | "timeZone">;

/** Null while the arrival of the items is unknown. */
export function returnUntil(deliveredAt: string | null, { returns, timeZone }: Rules): string | null {
  const days = Math.max(returns.statutoryCancellationDays, returns.ourReturnsDays);
  return deliveredAt === null ? null : lastDay(deliveredAt, days, { timeZone });
}

/** Faulty items can be reported for longer, but not by this form. */
export function isReturnOpen(deliveredAt: string | null, rules: Rules, now: Date): boolean {
  const until = returnUntil(deliveredAt, rules);
  return until === null || dayOf(now, rules) <= until;
}

/** Null while the arrival of the items is unknown. */
export function withdrawalUntil(deliveredAt: string | null, { returns, timeZone }: Rules): string | null {
  return deliveredAt === null ? null : lastDay(deliveredAt, returns.statutoryCancellationDays, { timeZone });
}

export function isWithdrawalOpen(
  deliveredAt: string | null,
  rules: Rules & Pick<Store, "law">,
  now: Date,
): boolean {
  const until = withdrawalUntil(deliveredAt, rules);
  return rules.law.hasWithdrawalFunction && (until === null || dayOf(now, rules) <= until);
}

/** "announced": all that could come back is requested already. */
export type ReturnState = "open" | "late" | "announced" | "nothing";

type ReturnRequest = Readonly<{
  left: ReadonlyArray<number>;
  isOpen: boolean;
  returns: number;
}>;

export function returnState({ left, isOpen, returns }: ReturnRequest): ReturnState {
  if (left.some((units) => units > 0)) return isOpen ? "open" : "late";
  return returns > 0 ? "announced" : "nothing";
}

type Returned = Readonly<{
  /** ISO 8601. */
  requestedAt: string;
  deliveredAt: string | null;
  /** Something of the order was sent. */
  isSent: boolean;
  isWhole: boolean;
  reasons: ReadonlyArray<string>;
}>;

export type DeliveryGround = "fault" | "unsent" | "in-time" | "part" | "late";

/** With the whole order, if the shop is at fault, if nothing was sent, or within the statutory days. */
export function deliveryGround(
  { requestedAt, deliveredAt, isSent, isWhole, reasons }: Returned,
  rules: Rules,
): DeliveryGround {
  if (!isWhole) return "part";
  if (reasons.some((reason) => SHOP_IS_AT_FAULT.includes(reason))) return "fault";
  if (!isSent) return "unsent";
  if (deliveredAt === null) return "in-time";
  const until = lastDay(deliveredAt, rules.returns.statutoryCancellationDays, rules);
  return dayOf(new Date(requestedAt), rules) <= until ? "in-time" : "late";
}

/**
 * What of the delivery charge is due: all of it, or after a withdrawal no more than the cheapest delivery that was offered
 * would have cost (regulation 34(3)).
 */
export function dueDelivery(ground: DeliveryGround, order: Pick<Order, "delivery">): RefundUnits["delivery"] {
  if (ground === "in-time") return cheapestDelivery(order);
  return ground === "fault" || ground === "unsent";
}

/** A buyer who withdraws is refunded within so many days (Consumer Contracts Regulations 2013, 34(4) to (6)). */
const STATUTORY_REFUND_DAYS = 14;

/** Days that a parcel may take on its way back, beside those within which it is to be sent. */
const TRANSIT_DAYS = 7;

type OpenReturn = Readonly<{
  /** ISO 8601. */
  requestedAt: string;
  isWithdrawal: boolean;
}>;

/** By when a buyer who has withdrawn is refunded, if the items come back or are known to be sent: "2026-11-30". */
export function withdrawalRefundDay(requestedAt: string, rules: Rules): string {
  return lastDay(requestedAt, Math.min(STATUTORY_REFUND_DAYS, rules.returns.refundWithinDays), rules);
}

/**
 * After a withdrawal the shop may wait for the items, but not beyond the statutory days (Directive 2011/83/EU,
 * Article 13(1) and (3)).
 */
export function refundDay({ requestedAt, isWithdrawal }: OpenReturn, rules: Rules, arrivedAt: Date): string {
  const arrived = arrivedAt.toISOString();
  if (!isWithdrawal) return lastDay(arrived, rules.returns.refundWithinDays, rules);
  const [due, today] = [withdrawalRefundDay(requestedAt, rules), dayOf(arrivedAt, rules)];
  return due > today ? due : today;
}

/** A return that was asked for before this moment (ISO 8601) and has not arrived is not back in time. */
export function overdueBefore({ returns, timeZone }: Rules, now: Date): string {
  return startOfDay(now, returns.sendBackWithinDays + TRANSIT_DAYS, timeZone);
}

/** `overdue`: it is not back in time. */
export type ReturnStage = "arrived" | "requested" | "overdue" | "accepted";

export function returnStage(
  {
    status,
    requestedAt,
    arrivedAt,
  }: Readonly<{ status: string; requestedAt: string; arrivedAt: string | null }>,
  rules: Rules,
  now: Date,
): ReturnStage {
  if (status === "received") return "accepted";
  if (arrivedAt !== null) return "arrived";
  return requestedAt < overdueBefore(rules, now) ? "overdue" : "requested";
}

type Sent = Readonly<{ number: string; wayBack: ReturnWay | null }>;

export function returnSteps(store: Store, { number, wayBack }: Sent): ReadonlyArray<string> {
  const { sendBackWithinDays: days } = store.returns;
  const hours = openingHoursLines(store.contact.openingHours).join("; ");
  return [
    ...(wayBack?.texts ?? []),
    // A return from before has no way back, and went by post.
    ...(wayBack?.postage === null
      ? []
      : [
          `Pack the parcel well and put in a note with the returns number ${number}.`,
          `Send it within ${days} days to ${sellerLines(store.company).join(", ")}.`,
        ]),
    ...(wayBack?.isCollected
      ? [`Pack what two people collect, and fix a note with the returns number ${number} to it.`]
      : []),
    ...(wayBack?.isBrought
      ? [
          `Come within ${days} days, and give us the returns number ${number}.`,
          ...(hours ? [`We are open ${hours}. ${store.contact.bankHolidays}.`] : []),
        ]
      : []),
  ];
}

export function nextSteps(store: Store, sent: Sent): ReadonlyArray<string> {
  const { returns } = store;
  return [
    ...returnSteps(store, sent),
    `We refund your original payment method within ${returns.refundWithinDays} days of getting it back or, if sooner, of receiving proof that you have sent it.`,
  ];
}
