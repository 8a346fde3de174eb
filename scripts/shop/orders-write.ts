import { findDeskReturn } from "#app/models/desk/orders/returns.server.ts";
import { findAdminOrder, type AdminOrderDetail } from "#app/models/order/admin-orders.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { refundsSoFar } from "#app/models/order/fulfilment.ts";
import { goodwillOf, requestGoodwill } from "#app/models/order/goodwill.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import {
  cheapestDelivery,
  refundShares,
  type RefundUnits,
  remainingRefund,
  type RestockChoice,
} from "#app/models/order/refund-shares.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { amountLeft } from "#app/models/order/refunds/amount-left.ts";
import { deliveryDue, deliveryDueText } from "#app/models/order/refunds/delivery-due.ts";
import {
  deliverOrder,
  shipOrder,
  packOrder,
  undeliverOrder,
  unpackOrder,
} from "#app/models/order/shipments.server.ts";
import { stepOnWork } from "#app/models/order/words.server.ts";
import type { Wear } from "#app/models/order/wear/wear.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { amountField, readAmount } from "#app/models/shared/typed-amount.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { Outcome } from "./command.ts";
import type { Cancel, Lines, Receipt, Refund, ShipmentOptions } from "./orders-options.ts";
import { noOrder } from "./orders-read.ts";

const SAMPLE_MINOR = 4_650;

const amountText = async (amount: Money) => formatMoney(amount, (await findStore()).locale);
const owner = () => ({ by: "owner", now: new Date() }) as const;

const STEPS = {
  pack: { take: packOrder, done: "is packed" },
  unpack: { take: unpackOrder, done: "is no longer packed" },
  deliver: { take: deliverOrder, done: "is delivered" },
  undeliver: { take: undeliverOrder, done: "is on its way" },
} as const;

export async function step(verb: keyof typeof STEPS, number: number): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const { take, done } = STEPS[verb];
  const moved = await take(found.order.id, owner());
  if (!moved.ok) return cannot(found.order, moved);
  return output(
    number,
    `Order ${number} ${done}${moved.value.isChanged ? "" : " already"}.`,
    moved.value.isChanged,
  );
}

export async function work(verb: "start-work" | "stop-work", number: number): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const done = await stepOnWork(found.order.id, { step: verb, shown: null, ...owner() });
  if (!done.ok) return cannot(found.order, done);
  const words = verb === "start-work" ? "is in work" : "is not in work";
  const already = done.value.isChanged ? "" : " already";
  return output(number, `Order ${number} ${words}${already}.`, done.value.isChanged);
}

export async function shipment(options: ShipmentOptions): Promise<Outcome> {
  const { order: number, carrier, tracking, url, lines = null } = options;
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const units = lines && unitsOfLines(found.order, lines);
  if (units === "unknown") return unknownLine(number, found.order);
  const key = options.key ?? `${carrier} ${tracking} ${linesText(lines)}`;
  const done = await shipOrder(found.order.id, {
    carrier,
    number: tracking,
    url,
    units,
    key,
    ...owner(),
  });
  if (!done.ok) return cannot(found.order, done);
  const { status, isNew } = done.value;
  const page = done.value.url ? ` Its page: ${done.value.url}` : "";
  const words = isNew
    ? `Order ${number} is ${status} now; the running shop emails the customer.${page}`
    : `That parcel of order ${number} has already been sent. Nothing was changed.`;
  return output(number, words, isNew);
}

export async function cancel({ order: number, reason, yes: isSure }: Cancel): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  if (!isSure) return unsure(number, `cancel order ${number}`);
  const done = await cancelOrder(found.order.id, { reason, ...owner() });
  if (!done.ok) return cannot(found.order, done);
  const { refund: back, isChanged } = done.value;
  const money =
    back.minor > 0
      ? ` ${await amountText(back)} will be refunded. The running shop sends the refund to the payment provider.`
      : "";
  const words = isChanged
    ? `Order ${number} has been cancelled.${money}`
    : `Order ${number} has already been cancelled.`;
  return output(number, words, isChanged);
}

export async function refund(options: Refund): Promise<Outcome> {
  const { order: number, reason, words, restocked } = options;
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  if (options.amount !== null) return goodwill(options.amount, options, found);
  const requested = requestedUnits(options, found);
  const isRestocked = restockedLines(found.order, restocked);
  if (requested === "unknown" || isRestocked === "unknown") return unknownLine(number, found.order);
  if (!options.yes) return preview(found, requested);
  const done = await requestRefund(found.order.id, {
    key: refundKey(options),
    refund: requested,
    isRestocked,
    reason,
    words,
    ...owner(),
  });
  if (!done.ok) {
    const isNothingLeft = done.code === "refund-nothing" && options.lines === null;
    return isNothingLeft ? refusedBecause(number, nothingLeft(found), done.code) : cannot(found.order, done);
  }
  const { isNew, amount } = done.value;
  const hint = await deliveryWords(found, requested);
  const refunded = await takenOutWords(number, amount, isNew);
  return output(number, [refunded, ...(hint ? [`${hint}.`] : [])].join(" "), isNew);
}

function refundKey({ key, lines, delivery, reason }: Refund): string {
  return key ?? `${linesText(lines)} ${DELIVERY_KEYS[String(delivery)]} ${reason}`;
}

function nothingLeft({ order, life }: AdminOrderDetail): string {
  const isOwed = life.refunds.some(({ status }) => status === "failed");
  return `Nothing of order ${order.number} is left to refund.${isOwed ? ' "jobs retry" sends a refund that failed again.' : ""}`;
}

/** Null unless delivery is due too. */
async function deliveryWords({ order, life }: AdminOrderDetail, requested: RefundUnits) {
  const store = await findStore();
  const due = deliveryDue(order, requested, { life, reasons: [], store, ...owner() });
  if (!due) return null;
  const option = due.delivery === true ? "--delivery" : "--cheapest-delivery";
  return `${deliveryDueText(due, store.locale)}: refund it with ${option}`;
}

const DELIVERY_KEYS: Readonly<Record<string, string>> = {
  true: "delivery",
  cheapest: "cheapest delivery",
  false: "",
};

async function goodwill(typed: string, options: Refund, { order }: AdminOrderDetail): Promise<Outcome> {
  const { order: number, reason, words } = options;
  const { locale } = await findStore();
  const format = { currency: order.totals.total.currency, locale };
  const minor = readAmount(typed, format);
  if (minor === null)
    return refusedBecause(
      number,
      `--amount: must be an amount such as ${amountField(SAMPLE_MINOR, format)}.`,
      "amount",
    );
  const checked = await goodwillOf(order, minor);
  if (!checked.ok) return cannot(order, checked);
  const sum = await amountText(checked.value.amount);
  if (!options.yes) return unsure(number, `refund ${sum} of order ${number}, without items`);
  const request = { key: options.key ?? `amount ${minor} ${reason}`, minor, reason, words, ...owner() };
  const done = await requestGoodwill(order.id, request);
  if (!done.ok) return cannot(order, done);
  return output(
    number,
    refundWords(number, await amountText(done.value.amount), done.value.isNew),
    done.value.isNew,
  );
}

async function takenOutWords(number: number, amount: Money, isNew: boolean): Promise<string> {
  if (amount.minor > 0) return refundWords(number, await amountText(amount), isNew);
  return `Those items of order ${number} will not be sent. Nothing is refunded for them.`;
}

function refundWords(number: number, sum: string, isNew: boolean): string {
  return isNew
    ? `${sum} of order ${number} will be refunded. The running shop sends the refund to the payment provider.`
    : `That refund of ${sum} has already been requested. Nothing was changed. To refund again, add a --key.`;
}

/** In the currency in which the order was paid. */
async function wearOf({ return: returnNumber, wear, wearReason }: Receipt): Promise<Wear | null> {
  if (wear === null || wearReason === null) return null;
  const found = await findDeskReturn(returnNumber);
  const paid = found && (await findAdminOrder(found.orderNumber));
  const { currency, locale } = await findStore();
  const format = { currency: paid?.order.totals.total.currency ?? currency, locale };
  return { minor: readAmount(wear, format) ?? 0, reason: wearReason };
}

export async function receive(options: Receipt): Promise<Outcome> {
  const { return: returnNumber, restock: isRestocked, delivery, noDelivery } = options;
  // Null: as the law and the shop's rules say.
  const hasDelivery = delivery || noDelivery ? delivery : null;
  const wear = await wearOf(options);
  if (!options.yes) return unsure(returnNumber, `receive return ${returnNumber} and refund it`);
  const done = await receiveReturn(returnNumber, { isRestocked, hasDelivery, wear, ...owner() });
  if (!done.ok) return refusedWith(returnNumber, done);
  const { refund: back, credit, isNew, orderNumber } = done.value;
  const what = await receivedWords(credit, back);
  const words = isNew
    ? `Return ${returnNumber} of order ${orderNumber} has been received. ${what}`
    : `Return ${returnNumber} has already been received.`;
  return output(returnNumber, words, isNew);
}

async function receivedWords(credit: Money | null, back: Money): Promise<string> {
  if ((credit ?? back).minor === 0) return "Nothing is refunded for it.";
  return credit
    ? `The family gets a discount code for ${await amountText(credit)}.`
    : `${await amountText(back)} will be refunded.`;
}

function requestedUnits(
  { lines, delivery }: Refund,
  { order, life }: AdminOrderDetail,
): RefundUnits | "unknown" {
  if (lines === null) return remainingRefund(order, refundsSoFar(life));
  const units = unitsOfLines(order, lines);
  return units === "unknown"
    ? units
    : { units, delivery: delivery === "cheapest" ? cheapestDelivery(order) : delivery };
}

async function preview(detail: AdminOrderDetail, requested: RefundUnits): Promise<Outcome> {
  const { order, life } = detail;
  const shares = refundShares(order, requested, refundsSoFar(life));
  if (!shares.ok) return cannot(order, shares);
  const given = amountLeft(order, life, { refund: requested, share: shares.value.total.amount });
  if (given === null) return cannot(order, refused("refund-too-much"));
  const { amount } = given;
  const about = `refund ${await amountText(amount)} of order ${order.number}`;
  const hint = await deliveryWords(detail, requested);
  return unsure(order.number, [about, ...(hint ? [hint] : [])].join(". "));
}

/** "unknown": one of the articles is not in it. */
export function unitsOfLines({ lines }: Order, requested: Lines): ReadonlyArray<number> | "unknown" {
  const skus = lines.map(({ sku }) => sku);
  if ([...requested.keys()].some((sku) => !skus.includes(sku))) return "unknown";
  return skus.map((sku) => requested.get(sku) ?? 0);
}

function restockedLines({ lines }: Order, restocked: Refund["restocked"]): RestockChoice | "unknown" {
  if (typeof restocked === "boolean") return restocked;
  const skus = lines.map(({ sku }) => sku);
  return [...restocked].every((sku) => skus.includes(sku))
    ? skus.map((sku) => restocked.has(sku))
    : "unknown";
}

export function linesText(lines: Lines | null): string {
  if (lines === null) return "all";
  return [...lines].map(([sku, units]) => `${sku}=${units}`).join(",");
}

type About = number | string;

export function output(about: About, message: string, isChanged: boolean): Outcome {
  return { isDone: true, words: message, data: { about, ok: true, isChanged, message } };
}

export function refusedBecause(about: About, message: string, code: string): Outcome {
  return { isDone: false, words: message, data: { about, ok: false, code, message } };
}

export function unsure(about: About, what: string): Outcome {
  return refusedBecause(about, `This would ${what}. Nothing was changed. Add --yes to go ahead.`, "not-sure");
}

export function unknownLine(number: number, { lines }: Order): Outcome {
  const skus = lines.map(({ sku }) => sku).join(", ");
  return refusedBecause(number, `Order ${number} holds ${skus} and nothing else.`, "unknown-line");
}

export function refusedWith(about: About, refusal: Refusal<ShopErrorCode>): Outcome {
  return refusedBecause(about, `${shopError(refusal).message}.`, refusal.code);
}

/** A refusal because of where the order stands says where that is. */
function cannot(order: Order, refusal: Refusal<ShopErrorCode>): Outcome {
  const { message } = shopError(refusal);
  const isAboutStatus = refusal.code === "order-state-conflict" || refusal.code === "cancel-too-late";
  const words = isAboutStatus
    ? `Order ${order.number} is ${order.status}, so that cannot be done. "orders transitions" says what can.`
    : `${message}.`;
  return refusedBecause(order.number, words, refusal.code);
}
