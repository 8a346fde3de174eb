/** The order of a page of the desk, with its place in the list that one came from. */
import type { OrderPageData } from "#app/components/desk/order-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import { takeInOrders } from "#app/models/desk/order-index.server.ts";
import { findSendBy, listOrderNumbers, NO_ORDER_FILTERS } from "#app/models/desk/order-list.server.ts";
import { type DeskOrder, findDeskOrder, listOrderNotes } from "#app/models/desk/order-steps.server.ts";
import { findPlannedSending } from "#app/models/desk/sending.server.ts";
import { orderView } from "#app/models/desk/views.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { orderPageData } from "./order-view.server.ts";

/** Rows of the log that an order's page reads. */
const LOG_ROWS = 200;

/** The order number of the address; 0 for none. */
export function numberIn({ number }: Readonly<{ number?: string | undefined }>): number {
  return /^[1-9]\d{0,8}$/.test(number ?? "") ? Number(number) : 0;
}

/** Throws the desk's 404 for an order that does not exist. */
export async function deskOrder(number: number): Promise<DeskOrder> {
  const found = number === 0 ? null : await findDeskOrder(number);
  if (!found) throw deskRefusal(refused("order-not-found"));
  return found;
}

/** What the page of an order shows to the visitor, with a new key for its form. */
export async function findOrderPage(
  number: number,
  view: string | null,
  { staff, actor }: DeskVisit,
): Promise<OrderPageData> {
  await takeInOrders();
  const found = await deskOrder(number);
  const [store, sendBy, planned, notes, log] = await Promise.all([
    findStore(),
    findSendBy(number),
    findPlannedSending(found.order.id),
    listOrderNotes(found.order.id),
    listDeskLog({ staffId: null, subject: { kind: "order", id: String(number) }, limit: LOG_ROWS }),
  ]);
  const reader = { store, role: staff.role, now: actor.now };
  return {
    ...orderPageData({ ...found, sendBy, planned, notes, log }, reader),
    ...(await placeInView(number, view, actor.now)),
    key: newId("parcel"),
  };
}

async function placeInView(number: number, view: string | null, now: Date) {
  const { key, title } = orderView(view);
  const back = {
    href: deskPaths.orders({ view: key }),
    title: view === null ? "Orders" : `Orders: ${title}`,
  };
  const numbers = view === null ? [] : await numbersOf(view, now);
  const at = numbers.indexOf(number);
  if (at < 0) return { back, neighbours: null };
  const [before, after] = [numbers[at - 1], numbers[at + 1]];
  return {
    back,
    neighbours: {
      text: `${at + 1} of ${numbers.length}`,
      previous: before === undefined ? null : deskPaths.order(before, { view }),
      next: after === undefined ? null : deskPaths.order(after, { view }),
    },
  };
}

async function numbersOf(view: string, now: Date): Promise<ReadonlyArray<number>> {
  const today = localTime(now, (await findStore()).timeZone).day;
  return listOrderNumbers({ view: orderView(view).key, filters: NO_ORDER_FILTERS, today });
}

/** The order that comes next in a working view, once one of it is packed; null without such a view. */
export async function findNext(view: string | null, now: Date): Promise<number | null> {
  if (view !== "to-pack" && view !== "late") return null;
  await takeInOrders();
  return (await numbersOf(view, now))[0] ?? null;
}
