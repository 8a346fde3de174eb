/** What somebody at the shop sees of a list when a family or a giver asks for help. Never for the family's eyes. */
import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";

import { readClaim } from "./claim-changes.server.ts";
import { type GiftClaim, isClaimLive } from "./claim.ts";
import { claimsOfList } from "./claims.server.ts";
import { readListCode } from "./code.ts";
import { type GiftList, nameKey } from "./gift-list.ts";
import { type ListedGift, listGifts } from "./gifts.server.ts";
import { findGiftList, findListByCode } from "./lists.server.ts";
import { findRequestedMove } from "./move.server.ts";

/** Lists that one search answers with. */
const HELPED_MAX = 20;

export type HelpedClaim = GiftClaim &
  Readonly<{
    giftName: string;
    /** Of a gift that was bought here, or null. */
    orderNumber: number | null;
  }>;

export type HelpedList = Readonly<{
  list: GiftList;
  gifts: ReadonlyArray<ListedGift>;
  /** Those that count at that moment, the first one first. */
  claims: ReadonlyArray<HelpedClaim>;
  /** The address to which the list is about to move, or null. */
  requestedEmail: string | null;
}>;

/** The list with its gifts and what is claimed of them; null if there is none. */
export async function findListForHelp(id: GiftListId, now: Date): Promise<HelpedList | null> {
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
 * Lists by the code of their link, by the whole email address of their owner, or by a part of a name; the newest first,
 * at most 20. "former": the code is of a link that the family has replaced. Reads the names of all
 * lists: accents and case are the same in no two databases.
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
