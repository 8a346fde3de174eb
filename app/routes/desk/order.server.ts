import type { OrderPageData } from "#app/components/desk/order-page.tsx";
import type { WayBack } from "#app/components/desk/orders/order-done.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { failedEmails } from "#app/models/desk/orders/order-emails.server.ts";
import { findSendBy, listOrderNumbers } from "#app/models/desk/orders/order-list.server.ts";
import {
  type DeskOrder,
  findDeskOrder,
  listOrderNotes,
  orderSubject,
} from "#app/models/desk/orders/order-steps.server.ts";
import { findTicks } from "#app/models/desk/orders/order-ticks.server.ts";
import { findPlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { orderView } from "#app/models/desk/views.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { withRecipient } from "#app/models/order/hidden-recipient.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { orderPageData, packedText, wayBackOf } from "./order-view.server.ts";
import { moneyNotices } from "./orders/money-notices.server.ts";
import { paymentReviewData } from "./orders/payment-view.server.ts";
import { foundQuery } from "./orders/found-query.ts";
import { type NamedList, namedList } from "./selection.server.ts";

const LOG_ROWS = 200;

/** 0 for none. */
export function numberIn({ number }: Readonly<{ number?: string | undefined }>): number {
  return /^[1-9]\d{0,8}$/.test(number ?? "") ? Number(number) : 0;
}

/** Throws the desk's 404 for an order that does not exist. */
export async function deskOrder(number: number): Promise<DeskOrder> {
  const found = number === 0 ? null : await findDeskOrder(number);
  if (!found) throw deskRefusal(refused("order-not-found"));
  return found;
}

export async function findOrderPage(
  number: number,
  address: URLSearchParams,
  { staff, actor }: DeskVisit,
): Promise<OrderPageData> {
  await indexOrders();
  const found = await deskOrder(number);
  const [emails, store, sendBy, planned, notes, ticks, log] = await Promise.all([
    failedEmails(found.order.id),
    findStore(),
    findSendBy(number),
    findPlannedSending(found.order.id),
    listOrderNotes(found.order.id),
    findTicks(found),
    listDeskLog({ staffId: null, subject: orderSubject(number), limit: LOG_ROWS }),
  ]);
  const reader = { store, role: staff.role, now: actor.now };
  const review = await paymentReviewData(found.order, reader);
  const from = await cameFrom(address, reader);
  const data = orderPageData({ ...found, sendBy, planned, notes, ticks, log }, reader);
  const { deliveryAddress } = await withRecipient(found.order);
  return {
    ...data,
    // Of a gift to a family below the name that its buyer knows.
    address: data.address.length > 0 ? [...new Set([...data.address, ...addressLines(deliveryAddress)])] : [],
    ...(await placeInList(number, from)),
    packed: data.may.unpack
      ? {
          text: packedText({ ...found, log }, reader),
          href: `${deskPaths.order(number, { ...from.query, steps: "open" })}#other-steps`,
        }
      : null,
    isStepsOpen: address.get("steps") === "open",
    href: deskPaths.order(number, from.query),
    review,
    moneyNotices: moneyNotices(found, reader),
    failedEmails: emails,
    key: newId("parcel"),
  };
}

export async function findWayBack(
  { done, number }: Readonly<{ done: string | null; number: number }>,
  { staff, actor }: DeskVisit,
): Promise<WayBack | null> {
  if (done !== "pack" && done !== "deliver") return null;
  const found = await findDeskOrder(number);
  if (!found) return null;
  const hasPlan = (await findPlannedSending(found.order.id)) !== null;
  return wayBackOf(found, done, { role: staff.role, hasPlan, now: actor.now });
}

/** Where the order was opened from: a list, what was found by a search, or neither. */
export type CameFrom = Readonly<{
  list: Pick<NamedList, "view" | "selection"> | null;
  /** Goes along with every step. */
  query: Readonly<Record<string, string>>;
  back: OrderPageData["back"];
}>;

export async function cameFrom(
  address: URLSearchParams,
  reader: Readonly<{ role: StaffRole; now: Date }>,
): Promise<CameFrom> {
  if (address.has("view")) {
    const { view, query, selection } = await namedList(address, reader);
    const back = { href: deskPaths.orders(query), title: `Orders: ${orderView(view).title}` };
    return { list: { view, selection }, query, back };
  }
  const found = foundQuery(address);
  if (found)
    return {
      list: null,
      query: found,
      back: { href: deskPaths.search(found), title: `Results for “${found.q}”` },
    };
  return { list: null, query: {}, back: { href: deskPaths.orders(), title: "Orders" } };
}

async function placeInList(number: number, { list, query, back }: CameFrom) {
  if (list === null) return { back, neighbours: null };
  const numbers = await listOrderNumbers(list.selection);
  const at = numbers.indexOf(number);
  if (at < 0) return { back, neighbours: null };
  const [before, after] = [numbers[at - 1], numbers[at + 1]];
  return {
    back,
    neighbours: {
      text: `${at + 1} of ${numbers.length}`,
      previous: before === undefined ? null : deskPaths.order(before, query),
      next: after === undefined ? null : deskPaths.order(after, query),
    },
  };
}

/** The next of the list, or the first one left. Ask before this one is packed, while it is in the list. */
export async function findNext(number: number, list: CameFrom["list"]): Promise<number | null> {
  if (list?.view !== "to-pack" && list?.view !== "late") return null;
  await indexOrders();
  const numbers = await listOrderNumbers(list.selection);
  return numbers[numbers.indexOf(number) + 1] ?? numbers.find((other) => other !== number) ?? null;
}
