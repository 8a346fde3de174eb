import { db, inTransaction } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { notifyWaitingGivers } from "./alert.server.ts";
import { ended } from "./claim-changes.server.ts";
import { reminderLimit } from "./claim.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";

const BATCH = 200;

/** Nothing waits for it: a claim past its time counts as none in every query. */
export async function runGiftClaimSchedule(now: Date): Promise<void> {
  await endLapsed(now);
  await remindGivers(now);
  await notifyOfStock(now);
  await notifyWaitingGivers(now);
}

async function endLapsed(now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .select(["id", "way", "confirmed_at"])
    .where("state", "=", "held")
    .where("held_until", "<=", now.toISOString())
    .orderBy("held_until")
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    await inTransaction(async () => {
      const done = await db()
        .updateTable("gift_list_claims")
        .set(ended("lapsed", now))
        .where("id", "=", row.id)
        .where("state", "=", "held")
        .where("held_until", "<=", now.toISOString())
        .executeTakeFirst();
      // Nobody has shown that the address of an unconfirmed claim is theirs, so it gets no more than one email.
      const isGivers = row.way === "reservation" && row.confirmed_at !== null;
      if (Number(done.numUpdatedRows) === 1 && isGivers)
        await queueGiftListEmail({ about: "claim-ended", id: row.id, key: row.id });
    });
  }
}

async function remindGivers(now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .select(["id", "held_until"])
    .where("state", "=", "held")
    .where("way", "=", "reservation")
    .where("confirmed_at", "is not", null)
    .where("reminded_at", "is", null)
    .where("held_until", ">", now.toISOString())
    .where("held_until", "<=", reminderLimit(now))
    .limit(BATCH)
    .execute();
  for (const { id, held_until: until } of rows) {
    await inTransaction(async () => {
      // It may be reserved for longer by now, or let go.
      const reminded = await db()
        .updateTable("gift_list_claims")
        .set({ reminded_at: now.toISOString() })
        .where("id", "=", id)
        .where("state", "=", "held")
        .where("held_until", "=", until)
        .where("reminded_at", "is", null)
        .executeTakeFirst();
      if (Number(reminded.numUpdatedRows) === 0) return;
      await queueGiftListEmail({ about: "claim-ending", id, key: `${id}-${until ?? ""}` });
    });
  }
}

async function notifyOfStock(now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .innerJoin("gift_list_gifts", "gift_list_gifts.id", "gift_list_claims.gift_id")
    .select(["gift_list_claims.id", "variant_id"])
    .where("awaits_stock", "=", 1)
    .where("state", "=", "held")
    .where("held_until", ">", now.toISOString())
    .where("confirmed_at", "is not", null)
    .execute();
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map(({ variant_id: variantId }) => variantId))];
  const saleables = await findSaleables(ids, { terms: await findSaleTerms(), cartId: null });
  const isBack = (variantId: number) => {
    const shown = saleables.get(variantId)?.shown;
    return shown !== undefined && shown.isForSale && canBeBought(shown.stock);
  };
  for (const { id } of rows.filter(({ variant_id: variantId }) => isBack(variantId)).slice(0, BATCH)) {
    await inTransaction(async () => {
      const noted = await db()
        .updateTable("gift_list_claims")
        .set({ awaits_stock: 0 })
        .where("id", "=", id)
        .where("state", "=", "held")
        .where("awaits_stock", "=", 1)
        .executeTakeFirst();
      if (Number(noted.numUpdatedRows) === 0) return;
      await queueGiftListEmail({ about: "claim-in-stock", id, key: id });
    });
  }
}
