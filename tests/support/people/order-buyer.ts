import { expect } from "vitest";

import { orderLinkKey } from "#app/models/order/link.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { loader as orderPage } from "#app/routes/orders/order.tsx";

import { Browser } from "./browser.ts";

/** A browser that has followed the link to the order. */
export async function guestOf(orderId: OrderId): Promise<Browser> {
  const guest = new Browser();
  const link = `/orders/${orderId}?k=${orderLinkKey(orderId, new Date())}`;
  expect((await guest.get(orderPage, link, { orderId })).status).toBe(200);
  return guest;
}
