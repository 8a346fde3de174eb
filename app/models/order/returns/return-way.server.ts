import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { type FulfilmentHistory, unitsToReturn } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { addDays, type Day, localTime } from "#app/models/shared/local-date.ts";
import { listFullDays, type RequestedDay } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { deliveryDays, type DeliveryRules } from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { findStoreIn } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { NOTHING_SENT, type ReturnWay, returnWayOf } from "./return-way.ts";

/** The customer sends the items, or has them collected, or brings them to the shop. */
export type ReturnMethod = "send" | "bring";

type Returning = Readonly<{
  /** One for each line of the order. */
  lines: ReadonlyArray<Readonly<{ units: number; reason: string }>>;
  life: FulfilmentHistory;
  now: Date;
  /** As the customer chose it, if it is offered. */
  method?: ReturnMethod | undefined;
  day?: Day | null;
  isOfFamily?: boolean;
  /** A withdrawal that stops everything before it is sent. */
  isStopped?: boolean;
}>;

export type ReturnPlan = Readonly<{
  wayBack: ReturnWay;
  /** What the customer may choose in its place; null: nothing. */
  otherMethod: ReturnMethod | null;
  /** On which two people can collect. */
  days: ReadonlyArray<Day>;
  /** The day that was chosen, if it is one of them. */
  booking: (RequestedDay & Readonly<{ day: Day }>) | null;
}>;

/** By the prices of now, in the order's currency, and as its products are delivered now. */
export async function planReturn(order: Order, returning: Returning): Promise<ReturnPlan> {
  const { isOfFamily = false, isStopped = false } = returning;
  const none = { otherMethod: null, days: [], booking: null };
  if (isStopped) return { ...none, wayBack: NOTHING_SENT };
  const [store, rules, items] = await Promise.all([
    findStoreIn(order.totals.total.currency),
    findDeliveryRules(),
    findItems(order, returning),
  ]);
  const [method = "send", otherMethod = null] = methodsOf(order, rules, returning);
  const place = !isOfFamily && isHandedElsewhere(order) ? "your billing address" : "your home";
  const terms = { store, place, isBrought: method === "bring", isOfFamily };
  const wayBack = returnWayOf(items, { ...terms, day: null });
  if (!wayBack.isCollected) return { ...none, wayBack, otherMethod };
  const days = await collectionDays(order, { rules, store, now: returning.now });
  const day = days.find((one) => one === returning.day);
  if (!day) return { ...none, wayBack, otherMethod, days };
  const booking = bookingOn(day, rules);
  return { ...none, wayBack: returnWayOf(items, { ...terms, day }), otherMethod, days, booking };
}

/** Those that are offered, the chosen one first; what was collected goes back to the counter unless it is chosen. */
function methodsOf(
  order: Order,
  { methods }: DeliveryRules,
  { method, isOfFamily = false }: Returning,
): ReadonlyArray<ReturnMethod> {
  const isCollected = order.delivery.collection !== undefined;
  const canBring = !isOfFamily && (isCollected || methods.some(({ key }) => isCollection(key)));
  const canSend = isOfFamily || returnAddress(order).address1 !== "";
  const offered = [...(canSend ? ["send" as const] : []), ...(canBring ? ["bring" as const] : [])];
  const chosen = method ?? (isCollected ? "bring" : "send");
  return offered.toSorted((one, other) => Number(other === chosen) - Number(one === chosen));
}

/** The delivery address is the shop's, or that of a gift list, which the buyer must not learn. */
function isHandedElsewhere({ delivery }: Order): boolean {
  return delivery.collection !== undefined || Boolean(delivery.giftList?.sentTo);
}

/** Where the buyer's items come from on their way back; without a street where the shop knows none. */
export function returnAddress(order: Order): Address {
  return isHandedElsewhere(order) ? order.billingAddress : order.deliveryAddress;
}

async function findItems(order: Order, { lines, life }: Returning) {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "delivery_class"])
    .where(
      "id",
      "in",
      order.lines.map(({ productId }) => productId),
    )
    .execute();
  const withBuyer = unitsToReturn(order, life);
  return order.lines.flatMap(({ productId, name }, at) => {
    const { units = 0, reason = "" } = lines[at] ?? {};
    const stored = rows.find(({ id }) => id === productId)?.delivery_class;
    const size = stored === "large" || stored === "two_person" ? stored : "small";
    const sent = Math.min(units, withBuyer[at] ?? 0);
    return [
      ...(sent > 0 ? [{ name, size, reason, isSent: true } as const] : []),
      ...(units > sent ? [{ name, size, reason, isSent: false } as const] : []),
    ];
  });
}

const TWO_PEOPLE = [
  { variantId: 0, deliveryClass: "two_person", isFreeShipping: false, preorderReleaseAt: null },
] as const;

type About = Readonly<{ rules: DeliveryRules; store: Store; now: Date }>;

/** On which two people can come, within the days for sending something back; none where they do not go. */
async function collectionDays(order: Order, { rules, store, now }: About): Promise<ReadonlyArray<Day>> {
  const { postal_code: postcode, country_code: countryCode } = returnAddress(order);
  const fullDays = await listFullDays(TWO_PEOPLE, rules, { cartId: null, now });
  const question = {
    lines: TWO_PEOPLE,
    items: order.totals.total,
    destination: { postcode, countryCode },
    now,
    fullDays,
  };
  const last = addDays(localTime(now, store.timeZone).day, store.returns.sendBackWithinDays);
  return deliveryDays(question, rules).filter((day) => day <= last);
}

function bookingOn(day: Day, { methods }: DeliveryRules): ReturnPlan["booking"] {
  const method = methods.find(({ booking, price }) => booking && price.two_person);
  return method ? { method: method.key, day, perDay: method.booking?.perDay ?? null } : null;
}
