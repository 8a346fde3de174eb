import { db } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { addDays, type Day, localTime } from "#app/models/shared/local-date.ts";
import { listFullDays } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { deliveryDays } from "#app/models/shipping/shipping.ts";
import { findStoreIn } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { type ReturnWay, returnWayOf } from "./return-way.ts";

type Returning = Readonly<{
  /** One for each line of the order. */
  lines: ReadonlyArray<Readonly<{ units: number; reason: string }>>;
  day?: Day | null;
  isOfFamily?: boolean;
}>;

/** By the prices of now, in the order's currency, and as its products are delivered now. */
export async function findReturnWay(
  order: Order,
  { lines, day = null, isOfFamily = false }: Returning,
): Promise<ReturnWay> {
  const store = await findStoreIn(order.totals.total.currency);
  const rows = await db()
    .selectFrom("products")
    .select(["id", "delivery_class"])
    .where(
      "id",
      "in",
      order.lines.map(({ productId }) => productId),
    )
    .execute();
  const items = order.lines.flatMap(({ productId, name }, at) => {
    const { units = 0, reason = "" } = lines[at] ?? {};
    const stored = rows.find(({ id }) => id === productId)?.delivery_class;
    const size = stored === "large" || stored === "two_person" ? stored : "small";
    return units > 0 ? [{ name, size, reason } as const] : [];
  });
  return returnWayOf(items, { store, day, isOfFamily });
}

const TWO_PEOPLE = [
  { variantId: 0, deliveryClass: "two_person", isFreeShipping: false, preorderReleaseAt: null },
] as const;

/** On which two people can come, within the days for sending something back. */
export async function collectionDays(
  { deliveryAddress, totals }: Order,
  { returns, timeZone }: Store,
  now: Date,
): Promise<ReadonlyArray<Day>> {
  const rules = await findDeliveryRules();
  const { postal_code: postcode, country_code: countryCode } = deliveryAddress;
  const fullDays = await listFullDays(TWO_PEOPLE, rules, { cartId: null, now });
  const question = {
    lines: TWO_PEOPLE,
    items: totals.total,
    destination: { postcode, countryCode },
    now,
    fullDays,
  };
  const last = addDays(localTime(now, timeZone).day, returns.sendBackWithinDays);
  return deliveryDays(question, rules).filter((day) => day <= last);
}
