/** What the shop says of a pre-order: it is paid for when it is ordered, and can be cancelled until it is sent. */
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { formatShortMoney, type Money } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";
import { daysToChangeMind } from "#app/models/store/law.ts";
import type { Store } from "#app/models/store/store.ts";

import { DAY_TO_AGREE } from "./delivery-estimate.ts";
import { isCollection } from "./store-pickup.ts";

type Promised = Readonly<{
  from?: Day | null;
  to?: Day | null;
  day?: Day | null;
  variantIds?: ReadonlyArray<number>;
  sendBy?: Day;
  /** False: the shop has begun to make it. */
  canCancel?: boolean | undefined;
}>;

type Item = Readonly<{
  variantId: number;
  name: string;
  personalisation?: Readonly<{ isReturnable: boolean }> | null;
}>;

export type PreorderTerms = Readonly<{
  isCollected: boolean;
  /** Days after the arrival in which the buyer may give a pre-order back. */
  returnDays: number;
  /** True: it is ordered, and no page offers another day to choose. */
  isOrdered?: boolean;
  /** That is refunded with the whole order alone. */
  hasCharge: boolean;
  now: Date;
}>;

type Sale = Readonly<{ method: string | null; country?: string; charge?: Money | null; now: Date }>;

export function preorderTerms(
  store: Pick<Store, "country" | "law" | "returns">,
  { method, country = "", charge = null, now }: Sale,
): PreorderTerms {
  const hasCharge = charge !== null && charge.minor > 0;
  return { isCollected: isCollection(method), returnDays: daysToChangeMind(store, country), hasCharge, now };
}

type Pays = Readonly<{ isEach?: boolean; delivery?: Money | null }>;

/** "You pay £829 today."; `delivery` beside it is null where the amount holds it, `isEach` where more can be bought. */
export function paysTodayText(
  amount: Money,
  locale: string,
  { isEach = false, delivery = null }: Pays = {},
): string {
  const each = isEach ? " each" : "";
  const beside =
    delivery && delivery.minor > 0 ? ` and ${formatShortMoney(delivery, locale)} for delivery` : "";
  return `You pay ${formatShortMoney(amount, locale)}${each}${beside} today.`;
}

/** "Pre-order, £829 today"; without the sum where more than the price is paid. */
export function preorderButtonText(amount: Money, locale: string, { isEach, delivery }: Pays): string {
  if (delivery && delivery.minor > 0) return "Pre-order";
  return `Pre-order, ${formatShortMoney(amount, locale)}${isEach ? " each" : ""} today`;
}

/** "You have paid £829." */
export function hasPaidText(total: Money, locale: string): string {
  return `You have paid ${formatShortMoney(total, locale)}.`;
}

/**
 * "We send it by Friday 18 December. Cancel for a full refund until we send it; after it arrives you have 14 days."
 * Items are named where there is more than one. Null without a pre-order.
 */
export function preorderText(
  promises: ReadonlyArray<Promised>,
  items: ReadonlyArray<Item>,
  terms: PreorderTerms,
): string | null {
  const preorders = promises
    .filter(({ sendBy }) => sendBy !== undefined)
    .map((promise) => ({ promise, of: items.filter(isIn(promise)) }))
    .filter(({ of }) => of.length > 0);
  if (preorders.length === 0) return null;
  const days = preorders.map(({ promise, of }) =>
    preorderDayText(promise, items.length > 1 ? namesText(of) : null, terms),
  );
  // What is made for its buyer has a sentence of its own.
  const open = preorders.flatMap(({ promise: { canCancel = true }, of }) =>
    canCancel ? of.filter(({ personalisation }) => personalisation?.isReturnable !== false) : [],
  );
  if (open.length === 0) return days.join(" ");
  const isAll = open.length === preorders.flatMap(({ of }) => of).length;
  const isPart = preorders.length > 1 || (preorders[0]?.of.length ?? 0) < items.length;
  return [...days, rightsText(isAll ? [] : open, { ...terms, hasCharge: terms.hasCharge && isPart })].join(
    " ",
  );
}

function namesText(items: ReadonlyArray<Item>): string {
  return listText([...new Set(items.map(({ name }) => name))]);
}

/** When an order comes whose booked day can no longer be met: "from Tuesday 12 January, on a day that suits you: …". */
export function unbookedText(from: Day, now: Date): string {
  return `from ${dayText(from, now)}, ${DAY_TO_AGREE}`;
}

function openDayText(from: Day, { isOrdered, now }: Pick<PreorderTerms, "isOrdered" | "now">): string {
  return isOrdered ? unbookedText(from, now) : `on a day you choose, from ${dayText(from, now)}`;
}

/** "We send it by Friday 18 December."; `names` null: the reader knows what is meant. */
export function preorderDayText(
  { from, to, day, sendBy }: Promised,
  names: string | null,
  { isCollected, isOrdered, now }: Pick<PreorderTerms, "isCollected" | "isOrdered" | "now">,
): string {
  const it = names ?? "it";
  if (isCollected) return `You can collect ${it} from ${dayText(to ?? sendBy ?? "", now)}.`;
  if (day) return `We deliver ${it} on ${dayText(day, now)}.`;
  if (from && to === null) return `We deliver ${it} ${openDayText(from, { isOrdered, now })}.`;
  return `We send ${it} by ${dayText(sendBy ?? "", now)}.`;
}

/** For what has no day of its own, such as a list for programs. */
export function preorderRightsText(terms: PreorderTerms): string {
  return `You pay the whole price today. ${rightsText([], terms)}`;
}

/** `only`: what can be cancelled, where other pre-orders cannot. */
function rightsText(
  only: ReadonlyArray<Item>,
  { isCollected, returnDays, hasCharge }: PreorderTerms,
): string {
  const isMany = only.length > 1;
  const [it, isSo, arrives] = isMany ? ["them", "they are", "they arrive"] : ["it", "it is", "it arrives"];
  const cancel = `Cancel ${only.length > 0 ? `${namesText(only)} ` : ""}for a full refund${hasCharge ? " of the price" : ""}`;
  return isCollected
    ? `${cancel} until ${isSo} ready; after you collect ${it} you have ${returnDays} days.`
    : `${cancel} until we send ${it}; after ${arrives} you have ${returnDays} days.`;
}

function isIn({ variantIds = [] }: Promised) {
  return ({ variantId }: Item): boolean => variantIds.includes(variantId);
}
