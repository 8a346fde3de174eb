import { writeFileSync } from "node:fs";

import { orderSubject } from "#app/models/desk/orders/order-steps.server.ts";
import { listReturns } from "#app/models/desk/orders/all-returns.server.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import {
  findAdminOrder,
  listAdminOrders,
  type AdminOrder,
  type AdminOrderDetail,
} from "#app/models/order/admin-orders.server.ts";
import { type FulfilmentHistory, unitsToSend } from "#app/models/order/fulfilment.ts";
import { shopMoneyRows } from "#app/models/order/money-rows.ts";
import { disputeReason } from "#app/models/order/payment/dispute.ts";
import { providerName } from "#app/models/order/payment/provider-name.ts";
import { packingSlipHtml } from "#app/models/order/packing-slip.ts";
import { ORDER_MOVES, type OrderStatus } from "#app/models/order/status.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { columns, minuteOf, type Outcome } from "./command.ts";

const LOG_ROWS = 1_000;

export async function list(status: OrderStatus | null, limit: number): Promise<Outcome> {
  const orders = await listAdminOrders({ status, limit });
  return { isDone: true, words: ordersText(orders, (await findStore()).locale), data: orders };
}

export async function returns(isAll: boolean): Promise<Outcome> {
  const found = await listReturns(isAll);
  return { isDone: true, words: returnsText(found), data: found };
}

export function states(): Outcome {
  return { isDone: true, words: statesText(), data: ORDER_MOVES };
}

export async function show(number: number): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const staffNames = await staffNamesOf(found);
  const words = orderText(found, { locale: (await findStore()).locale, staffNames });
  return { isDone: true, words, data: { ...found, staffNames } };
}

type StaffNames = Readonly<Record<string, string>>;

/** Who did at the desk what the order says of each moment (ISO 8601): the order itself names no person. */
async function staffNamesOf({ order, life }: AdminOrderDetail): Promise<StaffNames> {
  const subjects = [
    orderSubject(order.number),
    ...life.returns.map(({ number }) => ({ kind: "return", id: number })),
  ];
  const logs = subjects.map((subject) => listDeskLog({ staffId: null, subject, limit: LOG_ROWS }));
  const rows = (await Promise.all(logs)).flat().filter(({ staffName }) => staffName !== "");
  return Object.fromEntries(rows.map(({ at, staffName }) => [at, staffName]));
}

export async function packingSlip(number: number, out: string | null): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const { order, life } = found;
  const left = unitsToSend(order, life);
  // Everything has left already: the slip of the whole order, as a copy.
  const units = left.some((count) => count > 0) ? left : order.lines.map(({ quantity }) => quantity);
  const html = packingSlipHtml({ order, store: await findStore(), units });
  if (out === null) return { isDone: true, words: html, data: { order: number, html } };
  writeFileSync(out, html, { mode: 0o600 });
  const words = `The packing slip of order ${number} is in ${out}.`;
  return { isDone: true, words, data: { order: number, ok: true, file: out, message: words } };
}

export function noOrder(number: number): Outcome {
  const message = `There is no order ${number}.`;
  return { isDone: false, words: message, data: { order: number, ok: false, message } };
}

function ordersText(orders: ReadonlyArray<AdminOrder>, locale: string): string {
  if (orders.length === 0) return "No orders.";
  const rows = orders.map((order) => [
    String(order.number),
    minuteOf(order.placedAt),
    order.status,
    order.publicStatus.name,
    order.name,
    String(order.units),
    formatMoney(order.total, locale),
    order.refunded.minor > 0 ? formatMoney(order.refunded, locale) : "",
  ]);
  const head = ["Order", "Placed (UTC)", "Status", "Public status", "Customer", "Units", "Total", "Refunded"];
  return columns(head, rows);
}

function statesText(): string {
  const rows = ORDER_MOVES.map(({ from, to, by, then }) => [from, to, by.join(", "), then]);
  return columns(["From", "To", "By", "Then"], rows);
}

function returnsText(returns: Awaited<ReturnType<typeof listReturns>>): string {
  if (returns.length === 0) return "No returns.";
  const rows = returns.map(({ number, orderNumber, status, requestedAt, contents, note }) => [
    number,
    String(orderNumber),
    status,
    minuteOf(requestedAt),
    contents,
    note.replace(/\s+/g, " "),
  ]);
  return columns(["Return", "Order", "Status", "Asked (UTC)", "What", "Note"], rows);
}

type Reading = Readonly<{ locale: string; staffNames: StaffNames }>;

function orderText(
  { order, life, publicStatus, sums, payment }: AdminOrderDetail,
  { locale, staffNames }: Reading,
): string {
  const { deliveryAddress: to, totals } = order;
  const toSend = unitsToSend(order, life);
  const lines = order.lines.map((line, index) => {
    const { sent = 0, refunded: back = 0, requested = 0 } = life.lines[index] ?? {};
    const about = [line.name, line.variantLabel].filter(Boolean).join(", ");
    const counts = [line.quantity, toSend[index] ?? 0, sent, back, requested].map(String);
    return [line.sku, about, ...counts, formatMoney(line.total, locale)];
  });
  const counted = ["Ordered", "To send", "Sent", "Refunded", "Returned", "Total"];
  return [
    `Order ${order.number}: ${order.status} (${publicStatus.name})`,
    `Placed ${minuteOf(order.placedAt)} UTC by ${to.first_name} ${to.last_name}, ${order.email}`,
    `Delivery: ${order.delivery.name} to ${addressLines(to).slice(1).join(", ")}`,
    ...(order.note ? [`Note: ${order.note}`] : []),
    `Payment ${payment.id ?? "none"} (${providerName(payment.provider)}): ${payment.status}`,
    ...(order.invoiceNumber ? [`Invoice ${order.invoiceNumber}`] : []),
    `Total ${formatMoney(totals.total, locale)}, left to give back ${formatMoney(sums.left, locale)}`,
    ...shopMoneyRows(sums, locale).map(({ label, amount }) => `${label}: ${amount}`),
    "",
    columns(["Article", "What", ...counted], lines),
    ...lifeText(life, { locale, staffNames }),
  ].join("\n");
}

function lifeText(life: FulfilmentHistory, { locale, staffNames }: Reading): ReadonlyArray<string> {
  const doneBy = (by: string, at: string) => (by === "owner" ? (staffNames[at] ?? "the shop") : by);
  const shipments = life.shipments.map(({ carrier, number, url, sentAt, contents }) =>
    [minuteOf(sentAt), [carrier, number].filter(Boolean).join(" "), itemsText(contents), url ?? ""].join(
      "  ",
    ),
  );
  const refunds = life.refunds.map((refund) => {
    const state = {
      completed: `completed ${minuteOf(refund.completedAt)}${refund.isCredit ? " as a discount code" : ""}`,
      queued: "waiting for the provider",
      failed: `failed ${minuteOf(refund.failedAt)}, still owed`,
      void: "not made",
    }[refund.status];
    const failure = refund.lastError ? ` (${refund.lastError})` : "";
    const note = refund.creditNote ? `${refund.creditNote}  ` : "";
    return `${minuteOf(refund.createdAt)}  ${note}${formatMoney(refund.amount, locale)}  ${refund.reason}, by ${doneBy(refund.by, refund.createdAt)}: ${state}${failure}`;
  });
  const disputes = life.disputes.map(({ reference, state, amount, reason, answerBy }) =>
    [
      `${reference || "dispute"}  ${formatMoney(money(amount.minor, amount.currency), locale)}  ${state}`,
      ...(reason ? [disputeReason(reason)] : []),
      ...(answerBy ? [`to be answered by ${minuteOf(answerBy)}`] : []),
    ].join(", "),
  );
  const returns = life.returns.map(
    ({ number, status, requestedAt, contents }) =>
      `${minuteOf(requestedAt)}  ${number}  ${status}  ${itemsText(contents)}`,
  );
  const moves = life.moves.map(
    ({ at, from, to, by, reason }) =>
      `${minuteOf(at)}  ${from ?? "nothing"} > ${to}  by ${doneBy(by, at)}: ${reason}`,
  );
  return [
    ...section("Parcels", shipments),
    ...section("Refunds", refunds),
    ...section("Disputes", disputes),
    ...section("Returns", returns),
    ...section("History", moves),
  ];
}

function section(title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> {
  return lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line.trimEnd()}`)] : [];
}

function itemsText(contents: ReadonlyArray<Readonly<{ name: string; quantity: number }>>): string {
  return contents.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
}
