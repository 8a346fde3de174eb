/** No more of a person than the role may see. */
import { sumRows } from "#app/models/cart/totals.ts";
import type { OrderPageData } from "#app/components/desk/order-page.tsx";
import type { WayBack } from "#app/components/desk/orders/order-done.tsx";
import type { OrderRow } from "#app/components/desk/orders-page.tsx";
import { addressLines } from "#app/models/customer/address-book.ts";
import type { ListedOrder } from "#app/models/desk/orders/order-list.server.ts";
import type { DeskOrder, OrderNote } from "#app/models/desk/orders/order-steps.server.ts";
import { isTickable } from "#app/models/desk/orders/order-ticks.server.ts";
import { cancelStep } from "#app/models/desk/orders/money-steps.server.ts";
import type { PlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { shownStatus, STATUS_TAGS } from "#app/models/desk/views.ts";
import {
  isDeliveryFresh,
  canCancel,
  canRefund,
  unitsToReturn,
  unitsToSend,
} from "#app/models/order/fulfilment.ts";
import { hasInvoice, orderNeededText } from "#app/models/order/customer-order.ts";
import { addressState } from "#app/models/order/delivery-address/address-state.ts";
import { shopMoneyRows } from "#app/models/order/money-rows.ts";
import { orderMoney } from "#app/models/order/money.ts";
import type { Order } from "#app/models/order/order.ts";
import { giftInstructions, type LineInstruction } from "#app/models/order/packing-instructions.ts";
import { returnStage } from "#app/models/order/returns/return.ts";
import { isPaidFor, isToBeSent } from "#app/models/order/status.ts";
import { linesWithWords, shownWords } from "#app/models/order/words.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { addDays, dayText, localTime } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { DeskLogRow } from "#app/models/staff/log.server.ts";
import { can, type DeskStep, type StaffRole } from "#app/models/staff/role.ts";
import { dateTimeText, timeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";
import { contentsText } from "#app/routes/desk/orders/found-rows.server.ts";

import { reasonOf } from "./log-line.server.ts";

export type DeskReader = Readonly<{ store: Store; role: StaffRole; now: Date }>;

export function listRow(order: ListedOrder, { store, role, now }: DeskReader): OrderRow {
  const { number, status, units } = order;
  const canPick = isToBeSent(status);
  return {
    number,
    name: can(role, "see-names") ? order.name : "",
    place: can(role, "see-addresses") ? order.place : "",
    what: `${units} ${units === 1 ? "item" : "items"}`,
    tags: packingTags(order),
    method: order.method,
    tag: STATUS_TAGS[status],
    placed: dateTimeText(order.placedAt, store),
    total: formatMoney(order.total, store.locale),
    ...(canPick ? sendByText(order.sendBy, store, now) : { sendBy: "", isLate: false }),
    canPick,
  };
}

/** What whoever packs it has to know before it is opened. */
function packingTags(order: ListedOrder): OrderRow["tags"] {
  return [
    ...(order.showsPrices ? [] : [{ text: "Gift: no prices", tone: "gift" } as const]),
    ...(order.hasWrapping ? [{ text: "Gift wrapping", tone: "gift" } as const] : []),
    ...(order.hasGiftWords ? [{ text: "Gift message", tone: "gift" } as const] : []),
    ...(order.isPersonalised ? [{ text: "Personalised", tone: "gift" } as const] : []),
    ...(order.isTwoPerson ? [{ text: "Two-person", tone: "way" } as const] : []),
  ];
}

export function sendByText(sendBy: string | null, { timeZone }: Store, now: Date) {
  if (sendBy === null) return { sendBy: "", isLate: false };
  const today = localTime(now, timeZone).day;
  if (sendBy < today) return { sendBy: `Late, to be sent on ${dayText(sendBy, now)}`, isLate: true };
  if (sendBy === today) return { sendBy: "Send today", isLate: false };
  if (sendBy === addDays(today, 1)) return { sendBy: "Send tomorrow", isLate: false };
  return { sendBy: `Send by ${dayText(sendBy, now)}`, isLate: false };
}

type OrderFacts = DeskOrder &
  Readonly<{
    sendBy: string | null;
    planned: PlannedSending | null;
    notes: ReadonlyArray<OrderNote>;
    log: ReadonlyArray<DeskLogRow>;
    ticks: ReadonlyMap<number, string>;
  }>;

export function orderPageData(facts: OrderFacts, reader: DeskReader) {
  const { order, life, planned } = facts;
  const { store, role } = reader;
  const toSend = unitsToSend(order, life);
  return {
    number: order.number,
    status: shownStatus(order),
    shownWords: can(role, "pack") ? shownWords(order) : "",
    tag: STATUS_TAGS[order.status],
    isGift: !giftInstructions(order).showsPrices,
    ...(isToBeSent(order.status)
      ? sendByText(facts.sendBy, store, reader.now)
      : { sendBy: "", isLate: false }),
    lines: linesOf(facts, toSend, reader),
    left: toSend.reduce((sum, units) => sum + units, 0),
    ...peopleOf(order, role),
    delivery: { name: order.delivery.name, promises: promisesOf(order, reader) },
    giftMessage: can(role, "see-names") ? order.giftMessage : null,
    note: can(role, "see-addresses") ? order.note : null,
    sums: sumsOf(facts, store),
    isAddressNew: order.addressVersion > 0 && isToBeSent(order.status),
    planned: planned && {
      startsAt: timeText(planned.startsAt, store),
      parcel: [planned.carrier, planned.tracking].filter(Boolean).join(" "),
    },
    shipments: life.shipments.map((one) => ({
      ...{ id: one.id, carrier: one.carrier, number: one.number, url: one.url },
      sent: dateTimeText(one.sentAt, store),
      contents: contentsText(one.contents),
    })),
    returns: returnsOf(facts, reader),
    history: historyOf(facts, store),
    notes: can(role, "see-names")
      ? facts.notes.map(({ id, by, body, at }) => ({ id, by, body, when: dateTimeText(at, store) }))
      : [],
    may: stepsOf(facts, { role, hasPlan: planned !== null, now: reader.now }),
  };
}

function linesOf(
  { order, life, ticks }: OrderFacts,
  toSend: ReadonlyArray<number>,
  { store, role }: DeskReader,
) {
  const gifts = giftInstructions(order).lines;
  // Words on an item and on a card name people.
  const seesNames = can(role, "see-names");
  return order.lines.map((line, position) => {
    const gift = gifts.find((each) => each.position === position);
    const { workStartedAt: startedAt } = life.lines[position] ?? {};
    return {
      position,
      name: line.name,
      variant: seesNames || !line.personalisation ? line.variantLabel : line.personalisation.plainLabel,
      sku: line.sku,
      image: line.image,
      quantity: line.quantity,
      ...unitsText(life.lines[position], toSend[position]),
      price: `${formatMoney(line.unitPrice, store.locale)}${line.quantity > 1 ? " each" : ""}`,
      gift: gift ? giftText(gift, seesNames) : null,
      tickedBy: ticks.get(position) ?? null,
      work: startedAt ? `In work since ${dateTimeText(startedAt, store)}` : null,
    };
  });
}

/** `parts` is "1 to send, 2 sent, 1 refunded". */
function unitsText(life: DeskOrder["life"]["lines"][number] | undefined, left = 0) {
  const { sent = 0, unsent = 0 } = life ?? {};
  const parts = [
    [left, "to send"],
    [sent, "sent"],
    [unsent, "refunded"],
  ] as const;
  const text = parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(", ");
  return { left, parts: sent + unsent === 0 ? "" : text };
}

/** "Packed today at 21:14 by Mara." */
export function packedText(
  { life, log }: Pick<OrderFacts, "life" | "log">,
  { store, now }: DeskReader,
): string {
  const at = life.moves.findLast(({ to }) => to === "packed")?.at;
  if (at === undefined) return "";
  const by = log.find((entry) => entry.action === "order-packed" && entry.at === at)?.staffName;
  const { day } = localTime(new Date(at), store.timeZone);
  const when =
    day === localTime(now, store.timeZone).day
      ? `today at ${timeText(at, store)}`
      : `on ${dateTimeText(at, store)}`;
  return `Packed ${when}${by ? ` by ${by}` : ""}.`;
}

function giftText({ wrapping, message }: LineInstruction, seesNames: boolean): string {
  const card = message && (seesNames ? `Card: “${message}”` : "With a card");
  return [wrapping, card].filter(Boolean).join(". ");
}

function peopleOf(order: Order, role: StaffRole): Pick<OrderPageData, "customer" | "address"> {
  const { first_name, last_name, phone } = order.deliveryAddress;
  const name = `${first_name} ${last_name}`.trim();
  const isFull = can(role, "see-addresses");
  return {
    customer: can(role, "see-names")
      ? {
          ...{ name, first: first_name, id: order.customerId },
          ...{ email: isFull ? order.email : "", phone: isFull ? phone : "" },
        }
      : null,
    address: isFull ? addressLines(order.deliveryAddress) : [],
  };
}

function promisesOf(order: Order, { store, now }: DeskReader): ReadonlyArray<string> {
  const needed = orderNeededText(order, store, now);
  return [...promiseTexts(order), ...(needed ? [needed] : [])];
}

export function promiseTexts({ delivery }: Order): ReadonlyArray<string> {
  return delivery.promises.map(({ what, when }) => [what, when].filter(Boolean).join(": "));
}

function sumsOf({ order, life }: DeskOrder, { locale, tax }: Store) {
  const { totals } = order;
  const after = orderMoney(order, life);
  const wear = life.refunds.reduce((sum, refund) => sum + refund.wear.minor, 0);
  const wayBack = life.refunds.reduce((sum, refund) => sum + refund.returnCost.minor, 0);
  const { currency } = totals.total;
  const text = (minor: number) => formatMoney(money(minor, currency), locale);
  return {
    rows: sumRows(totals, order.lines, { locale }),
    total: text(totals.total.minor),
    isPaid: order.paidAt !== null,
    documents: [
      ...(order.invoiceNumber ? [`Invoice ${order.invoiceNumber}`] : []),
      ...life.refunds.flatMap(({ creditNote }) => (creditNote ? [`Credit note ${creditNote}`] : [])),
    ],
    /** "Includes VAT of £4.50"; null where prices hold no tax. */
    tax: tax.name === null ? null : `Includes ${tax.name} of ${text(totals.vat.minor)}`,
    refunded: after.refunded.minor > 0 ? formatMoney(after.refunded, locale) : null,
    lastRefund: lastRefundOf(life.refunds, locale),
    after: [
      ...shopMoneyRows(after, locale),
      ...(wear > 0 ? [{ label: "Kept for wear", amount: text(wear) }] : []),
      ...(wayBack > 0 ? [{ label: "Return cost", amount: text(wayBack) }] : []),
    ],
  };
}

function lastRefundOf(refunds: DeskOrder["life"]["refunds"], locale: string): string | null {
  const last = refunds.findLast(({ isCredit, by }) => !isCredit && by !== "payment");
  return last ? formatMoney(last.amount, locale) : null;
}

/** Null where the rules or the role refuse it. */
export function wayBackOf(found: DeskOrder, done: string, facts: Standing): WayBack | null {
  const may = stepsOf(found, facts);
  const step = ({ pack: "unpack", deliver: "undeliver" } as const)[done];
  if (!step || !may[step]) return null;
  return { number: found.order.number, step, shown: shownStatus(found.order) };
}

export function leadsToRefund({ order, life }: DeskOrder, role: StaffRole): boolean {
  return can(role, "refund") && canRefund(order, life) && orderMoney(order, life).left.minor > 0;
}

type Standing = Readonly<{ role: StaffRole; hasPlan: boolean; now: Date }>;

function canUndeliver({ order, life }: DeskOrder, now: Date): boolean {
  return order.status === "delivered" && isDeliveryFresh(life.moves, now);
}

/** Steps that the rules refuse are not shown. */
function stepsOf({ order, life }: DeskOrder, { role, hasPlan, now }: Standing): OrderPageData["may"] {
  const { status } = order;
  const { toStart, started } = linesWithWords(order, life);
  const may = (step: DeskStep, isPossible: boolean) => isPossible && can(role, step);
  return {
    pack: may("pack", status === "paid"),
    startWork: may("pack", toStart.length > 0),
    stopWork: may("pack", started.length > 0),
    unpack: may("pack", status === "packed" && !hasPlan),
    send: may("send", isToBeSent(status) && !hasPlan),
    withdraw: may("send", hasPlan),
    deliver: may("send", status === "shipped"),
    undeliver: may("undeliver", canUndeliver({ order, life }, now)),
    refund: leadsToRefund({ order, life }, role),
    cancel: may(cancelStep(status), canCancel(order, life, "owner")),
    note: may("write-note", true),
    tick: may("pack", isTickable(status) && !hasPlan),
    address: may("change-address", !hasPlan && addressState(order, life).ok),
    openReturn: may(
      "accept-return",
      unitsToReturn(order, life).some((units) => units > 0),
    ),
    emails: may("resend-email", order.paidAt !== null),
    print: may("print-slips", isPaidFor(status)),
    invoice: may("see-addresses", hasInvoice(order)),
  };
}

function returnsOf({ life }: OrderFacts, { store, now }: DeskReader): OrderPageData["returns"] {
  return life.returns.map((one) => ({
    number: one.number,
    stage: returnStage(one, store, now),
    isWithdrawal: one.legalBasis !== null,
    what: contentsText(one.contents),
  }));
}

function historyOf({ life, log }: OrderFacts, store: Store): OrderPageData["history"] {
  const words: Readonly<Record<string, string>> = {
    "order-packed": "Packed",
    "order-unpacked": "Marked as not packed",
    "work-started": "Work on it started",
    "work-taken-back": "Work taken back",
    "order-send-planned": "Sending planned",
    "order-send-withdrawn": "Sending taken back",
    "order-sent": "Sent",
    "order-send-refused": "Could not be sent",
    "order-delivered": "Marked as delivered",
    "order-delivery-taken-back": "Delivery taken back",
    "payment-queried": "Payment provider asked again",
    "order-refunded": "Refunded",
    "refund-paid-back": "Refund noted as paid",
    "refund-limit-refused": "Not given back: above the daily limit",
    "order-cancelled": "Cancelled",
    "order-address-changed": "Delivery address changed",
    "order-email-repeated": "Email sent once more",
    "return-accepted": "Return accepted",
  };
  const byPeople = log.flatMap((row) =>
    words[row.action]
      ? [{ what: words[row.action] ?? "", by: row.staffName, at: row.at, detail: reasonOf(row) }]
      : [],
  );
  const byShop = timelineOf(life, store.locale, { isForShop: true }).map((entry) => {
    return { ...entry, by: "", detail: "" };
  });
  // What somebody at the desk did stands in both: once is enough.
  const alone = byShop.filter((one) => !byPeople.some((other) => other.at === one.at));
  return [...alone, ...byPeople]
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ at, ...entry }) => ({ ...entry, when: dateTimeText(at, store) }));
}
