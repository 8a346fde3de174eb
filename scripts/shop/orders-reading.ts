/** The `orders` commands that change nothing. */
import { writeFileSync } from "node:fs";

import { findOwnerOrder, listOwnerOrders, listReturns } from "#app/models/order/admin-orders.server.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { packingSlipHtml } from "#app/models/order/packing-slip.ts";
import { ORDER_MOVES } from "#app/models/order/status.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { Outcome } from "./command.ts";
import type { List, PackingSlip, Returns } from "./orders-options.ts";
import { orderText, ordersText, returnsText, statesText } from "./orders-text.ts";

export async function list({ status, limit }: List): Promise<Outcome> {
  const orders = await listOwnerOrders({ status, limit });
  return { isDone: true, words: ordersText(orders), data: orders };
}

export async function returns({ isAll }: Returns): Promise<Outcome> {
  const found = await listReturns(isAll);
  return { isDone: true, words: returnsText(found), data: found };
}

export function states(): Outcome {
  return { isDone: true, words: statesText(), data: ORDER_MOVES };
}

export async function show(number: number): Promise<Outcome> {
  const found = await findOwnerOrder(number);
  return found ? { isDone: true, words: orderText(found), data: found } : noOrder(number);
}

export async function packingSlip({ number, out }: PackingSlip): Promise<Outcome> {
  const found = await findOwnerOrder(number);
  if (!found) return noOrder(number);
  const { order, life } = found;
  const toSend = unitsToSend(order, life);
  // Everything has left already: the slip of the whole order, as a copy.
  const units = toSend.some((count) => count > 0) ? toSend : order.lines.map(({ quantity }) => quantity);
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
