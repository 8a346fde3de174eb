import { transact } from "#app/db/db.server.ts";
import type { GiftClaimId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type ClaimRow, ended, findClaimRow, lockGift, updateClaim } from "./claim-changes.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import { type GiftList, isSurprise } from "./gift-list.ts";
import { shopDay } from "./lists.server.ts";

const NOT_ARRIVED = "not-arrived";

/** "open": the family is asked; "missing": it had not come, and its units are free; null: there is nothing to ask. */
export type Arrival = "open" | "missing" | null;

/** The day itself has to be over, because a gift may be brought on it. */
export function arrivalOf(row: ClaimRow, { eventDay }: Pick<GiftList, "eventDay">, today: Day): Arrival {
  if (row.way !== "elsewhere") return null;
  if (row.state === "ended") return row.end_reason === NOT_ARRIVED ? "missing" : null;
  return row.state === "taken" && row.arrived_at === null && today > eventDay ? "open" : null;
}

/** Missing units are free and their giver is emailed; what is missing may still arrive. */
export async function noteArrival(
  list: GiftList,
  { claimId, hasArrived }: Readonly<{ claimId: GiftClaimId; hasArrived: boolean }>,
  now: Date,
): Promise<Result<null, "claim-not-found">> {
  const today = await shopDay(now);
  if (isSurprise(list, today)) return refused("claim-not-found");
  return transact(async () => {
    const found = await findClaimRow(claimId);
    if (found?.list_id !== list.id) return refused("claim-not-found");
    await lockGift(found.gift_id);
    const row = await findClaimRow(claimId);
    const arrival = row && arrivalOf(row, list, today);
    if (!row || !arrival) return refused("claim-not-found");
    if (hasArrived) await updateClaim(claimId, { ...BACK, arrived_at: now.toISOString() });
    else if (arrival === "open") {
      await updateClaim(claimId, ended(NOT_ARRIVED, now));
      await queueGiftListEmail({
        about: "claim-missing",
        id: claimId,
        key: `${claimId}-${now.toISOString()}`,
      });
    }
    return ok(null);
  });
}

/** It counts again, even if others have given it meanwhile. */
const BACK = { state: "taken", ended_at: null, end_reason: null } as const;
