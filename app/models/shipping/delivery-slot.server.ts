import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

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
  const rows = await liveBookings()
    .select(["delivery_bookings.method", "delivery_bookings.day"])
    .select(({ fn }) => fn.countAll().as("count"))
    .where("delivery_bookings.day", ">=", localTime(now, calendar.timeZone).day)
    .where((row) =>
      row.or([row("orders.cart_id", "<>", cartId ?? ""), row("orders.status", "<>", "awaiting-payment")]),
    )
    .groupBy(["delivery_bookings.method", "delivery_bookings.day"])
    .execute();
  return rows
    .filter(({ method, count }) => {
      const perDay = limited.find(({ key }) => key === method)?.booking?.perDay ?? Infinity;
      return Number(count) >= perDay;
    })
    .map(({ method, day }) => ({ method, day }));
}

/**
 * In the transaction that places the order; the method's row is locked first, so that bookings at the same moment wait
 * for each other.
 */
export async function bookDay(
  orderId: OrderId,
  requested: RequestedDay | null,
): Promise<Result<null, "delivery-day-gone">> {
  if (!requested) return ok(null);
  const { method, day, perDay } = requested;
  if (day === null) return refused("delivery-day-gone");
  await db()
    .updateTable("delivery_methods")
    .set({ position: sql<number>`position` })
    .where("key", "=", method)
    .execute();
  const { count } = await liveBookings()
    .select(({ fn }) => fn.countAll().as("count"))
    .where("delivery_bookings.method", "=", method)
    .where("delivery_bookings.day", "=", day)
    .executeTakeFirstOrThrow();
  if (perDay !== null && Number(count) >= perDay) return refused("delivery-day-gone");
  await db().insertInto("delivery_bookings").values({ order_id: orderId, method, day }).execute();
  return ok(null);
}

export async function hasBooking(orderId: OrderId): Promise<boolean> {
  const row = await db()
    .selectFrom("delivery_bookings")
    .select("order_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row !== undefined;
}

function liveBookings() {
  return db()
    .selectFrom("delivery_bookings")
    .innerJoin("orders", "orders.id", "delivery_bookings.order_id")
    .where("orders.status", "not in", NOT_COMING);
}
