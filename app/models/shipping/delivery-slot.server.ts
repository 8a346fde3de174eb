import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { otherCheckouts } from "#app/models/store/other-checkouts.server.ts";

import type { DeliveryRules, FullDay } from "./shipping.ts";

const NOT_COMING = ["cancelled", "declined", "refunded"];

export type RequestedDay = Readonly<{ method: string; day: Day | null; perDay: number | null }>;

type Lines = ReadonlyArray<Readonly<{ deliveryClass: DeliveryClass }>>;

/** From today on; an unpaid order of `cartId` does not count. */
export async function listFullDays(
  lines: Lines,
  { methods, calendar }: DeliveryRules,
  { cartId, now }: Readonly<{ cartId: CartId | null; now: Date }>,
): Promise<ReadonlyArray<FullDay>> {
  const limited = methods.filter(
    ({ booking, price }) =>
      booking?.perDay && lines.some(({ deliveryClass }) => price[deliveryClass] !== undefined),
  );
  if (limited.length === 0) return [];
  const rows = await countVisits({ from: localTime(now, calendar.timeZone).day, cartId });
  return rows
    .filter(({ method, count }) => {
      const perDay = limited.find(({ key }) => key === method)?.booking?.perDay ?? Infinity;
      return Number(count) >= perDay;
    })
    .map(({ method, day }) => ({ method, day }));
}

/** When the payment pages that hold the last visits of a full day end, ISO 8601; null: it is booked by others, or free. */
export async function dayHeldUntil(
  { method, day }: FullDay,
  { methods }: DeliveryRules,
  cartId: CartId,
): Promise<string | null> {
  const visits = await countVisits({ from: day, to: day, cartId });
  const count = Number(visits.find((one) => one.method === method)?.count ?? 0);
  const perDay = methods.find(({ key }) => key === method)?.booking?.perDay ?? Infinity;
  const waiting = await otherCheckouts(cartId)
    .innerJoin("delivery_bookings", "delivery_bookings.order_id", "orders.id")
    .where("delivery_bookings.method", "=", method)
    .where("delivery_bookings.day", "=", day)
    .execute();
  return waiting[count - perDay]?.expires_at ?? null;
}

/** In the transaction that places the order. */
export async function bookDay(
  orderId: OrderId,
  requested: RequestedDay | null,
): Promise<Result<null, "delivery-day-gone">> {
  if (!requested) return ok(null);
  const { method, day } = requested;
  if (day === null || !(await isDayFree({ ...requested, day }))) return refused("delivery-day-gone");
  await db().insertInto("delivery_bookings").values({ order_id: orderId, method, day }).execute();
  return ok(null);
}

/** In the transaction that books the day: the method's row is locked, so that bookings at the same moment wait for each other. */
export async function isDayFree({ method, day, perDay }: RequestedDay & FullDay): Promise<boolean> {
  await db()
    .updateTable("delivery_methods")
    .set({ position: sql<number>`position` })
    .where("key", "=", method)
    .execute();
  const visits = await countVisits({ from: day, to: day });
  const count = visits.find((one) => one.method === method)?.count ?? 0;
  return perDay === null || Number(count) < perDay;
}

export async function hasBooking(orderId: OrderId): Promise<boolean> {
  const row = await db()
    .selectFrom("delivery_bookings")
    .select("order_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row !== undefined;
}

type Days = Readonly<{ from: Day; to?: Day; cartId?: CartId | null }>;

/** Deliveries, and collections of returns that have not come; an unpaid order of `cartId` does not count. */
function countVisits({ from, to = "9999-12-31", cartId = null }: Days) {
  const deliveries = db()
    .selectFrom("delivery_bookings")
    .innerJoin("orders", "orders.id", "delivery_bookings.order_id")
    .select(["delivery_bookings.method", "delivery_bookings.day"])
    .where("orders.status", "not in", NOT_COMING)
    .where("delivery_bookings.day", ">=", from)
    .where("delivery_bookings.day", "<=", to)
    .where((row) =>
      row.or([row("orders.cart_id", "<>", cartId ?? ""), row("orders.status", "<>", "awaiting-payment")]),
    );
  const collections = db()
    .selectFrom("order_returns")
    .select((row) => [
      row.ref("collect_method").$castTo<string>().as("method"),
      row.ref("collect_on").$castTo<string>().as("day"),
    ])
    .where("order_returns.status", "=", "requested")
    .where("arrived_at", "is", null)
    .where("collect_on", ">=", from)
    .where("collect_on", "<=", to);
  return db()
    .selectFrom(deliveries.unionAll(collections).as("visits"))
    .select(["method", "day"])
    .select(({ fn }) => fn.countAll().as("count"))
    .groupBy(["method", "day"])
    .execute();
}
