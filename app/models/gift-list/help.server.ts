/** What is found here is never for the family's eyes. */
import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";

import { readClaim } from "./claim-changes.server.ts";
import { isClaimLive } from "./claim.ts";
import { claimsOfList } from "./claims.server.ts";
import { readListCode } from "./code.ts";
import { type GiftList, nameKey } from "./gift-list.ts";
import { listGifts } from "./gifts.server.ts";
import { findGiftList, findListByCode } from "./lists.server.ts";
import { findRequestedMove } from "./move.server.ts";

const HELPED_MAX = 20;

export type HelpedList = NonNullable<Awaited<ReturnType<typeof findListForHelp>>>;
export type HelpedClaim = HelpedList["claims"][number];

export async function findListForHelp(id: GiftListId, now: Date) {
  const list = await findGiftList(id, now);
  if (!list) return null;
  const [gifts, rows, requestedEmail] = await Promise.all([
    listGifts(id),
    claimsOfList(id),
    findRequestedMove(id, now),
  ]);
  const live = rows.filter((row) => isClaimLive(readClaim(row), now));
  const orders = await db()
    .selectFrom("orders")
    .select(["id", "number"])
    .where("id", "in", ["", ...live.flatMap(({ order_id: order }) => order ?? [])])
    .execute();
  const numbers = new Map<string, number>(orders.map((order) => [order.id, order.number]));
  const nameOf = (giftId: string) =>
    gifts.find((gift) => gift.id === giftId)?.name ?? "a gift that is off the list";
  const claims = live.map((row) => ({
    ...readClaim(row),
    giftName: nameOf(row.gift_id),
    orderNumber: numbers.get(row.order_id ?? "") ?? null,
  }));
  return { list, gifts, claims, requestedEmail };
}

/**
 * "former": the code is of a link that was replaced. Reads the names of all lists, because accents and case are the
 * same in no two databases.
 */
export async function findListsForHelp(text: string, now: Date): Promise<ReadonlyArray<GiftList> | "former"> {
  const code = readListCode(text);
  const byCode = code === null ? null : await findListByCode(code, now);
  if (byCode === "former") return "former";
  if (byCode !== null) return [byCode];
  const ids = text.includes("@") ? await idsOfOwner(text) : await idsOfName(text);
  const lists = await Promise.all(ids.slice(0, HELPED_MAX).map(async (id) => findGiftList(id, now)));
  return lists.filter((list) => list !== null);
}

async function idsOfOwner(email: string): Promise<ReadonlyArray<GiftListId>> {
  const rows = await db()
    .selectFrom("gift_lists")
    .select("id")
    .where("email_key", "=", emailKey(email))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id as GiftListId);
}

async function idsOfName(text: string): Promise<ReadonlyArray<GiftListId>> {
  const part = nameKey(text);
  if (part === "") return [];
  const rows = await db()
    .selectFrom("gift_lists")
    .modifyFront(WALK)
    .select(["id", "name", "first_name", "last_name"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows
    .filter((row) =>
      [row.name, `${row.first_name} ${row.last_name}`].some((name) => nameKey(name).includes(part)),
    )
    .map(({ id }) => id as GiftListId);
}
