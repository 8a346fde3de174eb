/** A list as a giver sees it: what is still wanted, without who gives what. */
import { readClaim } from "./claim-changes.server.ts";
import { type GiftAvailability, giftAvailability, type GiftClaim, isClaimLive, unitsLeft } from "./claim.ts";
import { claimsOf, claimsOfList } from "./claims.server.ts";
import type { GiftList } from "./gift-list.ts";
import { type ListedGift, listGifts } from "./gifts.server.ts";

export type GiverGiftView = ListedGift &
  Readonly<{
    availability: GiftAvailability;
    /** Units that can still be claimed. */
    left: number;
    /** The visitor's own claim that can be changed, or null. */
    own: GiftClaim | null;
  }>;

/** The gifts with how they stand at `now` for the browser `deviceHash`; taken ones come last. */
export async function viewAsGiver(
  list: GiftList,
  deviceHash: string | null,
  now: Date,
): Promise<ReadonlyArray<GiverGiftView>> {
  const [gifts, rows] = await Promise.all([listGifts(list.id), claimsOfList(list.id)]);
  const viewed = gifts.map((gift) => {
    const own = rows.filter((row) => row.gift_id === gift.id);
    const claims = own.map(readClaim);
    const mine = own.find(
      (row) =>
        deviceHash !== null &&
        row.device_hash === deviceHash &&
        row.way !== "order" &&
        isClaimLive(readClaim(row), now),
    );
    return {
      ...gift,
      availability: giftAvailability(gift.quantity, claims, now),
      left: unitsLeft(gift.quantity, claims, now),
      own: mine ? readClaim(mine) : null,
    };
  });
  const isGone = (gift: GiverGiftView) => gift.availability.kind === "taken" && gift.own === null;
  return [...viewed.filter((gift) => !isGone(gift)), ...viewed.filter(isGone)];
}

/** Units of one gift that can still be claimed, as the browser `deviceHash` sees it: its own reservation counts as free. */
export async function unitsLeftFor(
  gift: Pick<ListedGift, "id" | "quantity">,
  deviceHash: string | null,
  now: Date,
): Promise<number> {
  const rows = await claimsOf(gift.id);
  const others = rows.filter(
    (row) => row.way !== "reservation" || row.device_hash !== deviceHash || deviceHash === null,
  );
  return unitsLeft(gift.quantity, others.map(readClaim), now);
}
