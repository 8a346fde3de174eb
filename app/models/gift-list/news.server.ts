/** A family is emailed once a day at most, where gifts are no surprise. */
import { db, inTransaction } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { GiftListId, OrderId } from "#app/models/shared/ids.ts";
import { type Day, dayText, localTime } from "#app/models/shared/local-date.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { queueForOwners } from "./email-queue.server.ts";
import { findGivenColours } from "./gift-colours.server.ts";

const FROM = "09:00";
const BATCH = 100;
const LARGE: ReadonlyArray<string> = ["large", "two_person"] satisfies ReadonlyArray<DeliveryClass>;

export async function sendGiftNews(now: Date): Promise<void> {
  const { timeZone } = await findStore();
  const { day, time } = localTime(now, timeZone);
  if (time < FROM) return;
  for (const id of await listsWithNews(day))
    await inTransaction(async () => {
      await sendNewsOf(id, day, now);
    });
}

async function listsWithNews(today: Day): Promise<ReadonlyArray<GiftListId>> {
  const rows = await db()
    .selectFrom("gift_lists as list")
    .select("list.id")
    .where("list.confirmed_at", "is not", null)
    .where("list.is_closed_quietly", "=", 0)
    .where((where) => where.or([where("reveal_on", "is", null), where("reveal_on", "<=", today)]))
    .where((where) => where.or([where("news_day", "is", null), where("news_day", "<>", today)]))
    .where("list.id", "in", (claims) =>
      claims
        .selectFrom("gift_list_claims as claim")
        .select("claim.list_id")
        .where("claim.state", "=", "taken")
        .where("claim.news_at", "is", null),
    )
    .orderBy("list.id")
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id as GiftListId);
}

async function sendNewsOf(id: GiftListId, today: Day, now: Date): Promise<void> {
  const taken = await db()
    .updateTable("gift_lists")
    .set({ news_day: today })
    .where("id", "=", id)
    .where((where) => where.or([where("news_day", "is", null), where("news_day", "<>", today)]))
    .executeTakeFirst();
  if (Number(taken.numUpdatedRows) !== 1) return;
  const rows = await db()
    .selectFrom("gift_list_claims as claim")
    .innerJoin("gift_list_gifts as gift", "gift.id", "claim.gift_id")
    .leftJoin("products as product", "product.id", "gift.product_id")
    .select(["claim.id", "claim.giver_name", "claim.units", "claim.order_id"])
    .select(["gift.name", "gift.variant_label", "gift.variant_id", "product.delivery_class"])
    .where("claim.list_id", "=", id)
    .where("claim.state", "=", "taken")
    .where("claim.news_at", "is", null)
    .orderBy("claim.created_at")
    .orderBy("claim.id")
    .execute();
  if (rows.length === 0) return;
  const colours = await findGivenColours(id);
  const lines = await Promise.all(
    rows.map(async (row) => {
      const { variantId, label } = colours.get(row.id) ?? {
        variantId: row.variant_id,
        label: row.variant_label,
      };
      const name = fullName(row.name, label);
      const isLarge = row.order_id !== null && LARGE.includes(row.delivery_class ?? "");
      const comes = isLarge
        ? await largeParcelText({ orderId: row.order_id as OrderId, variantId, now })
        : "";
      return `${row.units > 1 ? `${row.units} × ` : ""}${name}, from ${row.giver_name}${comes}`;
    }),
  );
  await db()
    .updateTable("gift_list_claims")
    .set({ news_at: now.toISOString() })
    .where(
      "id",
      "in",
      rows.map((row) => row.id),
    )
    .execute();
  const words = { text: lines.join("\n"), listId: id };
  await queueForOwners(id, { about: "news", id, key: `${id}-${today}`, words });
}

type Bought = Readonly<{ orderId: OrderId; variantId: number; now: Date }>;

async function largeParcelText({ orderId, variantId, now }: Bought): Promise<string> {
  const order = await findOrder(orderId);
  if (!order?.delivery.giftList?.sentTo) return "";
  const promise = order.delivery.promises.find(({ variantIds }) => variantIds?.includes(variantId));
  if (promise?.day) return `. It is large, and comes on ${dayText(promise.day, now)}`;
  return promise?.to ? `. It is large, and comes by ${dayText(promise.to, now)}` : ". It is large";
}

export async function markNewsShown(id: GiftListId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_claims")
    .set({ news_at: now.toISOString() })
    .where("list_id", "=", id)
    .where("state", "=", "taken")
    .where("news_at", "is", null)
    .execute();
}
