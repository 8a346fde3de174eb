/** The log has the list's id, without a name or an address. */
import { transact } from "#app/db/db.server.ts";
import { freeClaim } from "#app/models/gift-list/claim-changes.server.ts";
import { findListForHelp, findListsForHelp, type HelpedList } from "#app/models/gift-list/help.server.ts";
import { lockGiftList } from "#app/models/gift-list/lists.server.ts";
import { requestListMove } from "#app/models/gift-list/move.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { GiftClaimId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

/** Empty for a role that sees no addresses. */
export async function findListsAtDesk(
  text: string,
  role: StaffRole,
  now: Date,
): Promise<ReadonlyArray<GiftList> | "former"> {
  return can(role, "see-gift-lists") ? findListsForHelp(text, now) : [];
}

/** Null also for a role that sees no addresses. */
export async function findListAtDesk(id: GiftListId, role: StaffRole, now: Date): Promise<HelpedList | null> {
  return can(role, "see-gift-lists") ? findListForHelp(id, now) : null;
}

type FreeCode = "desk-not-allowed" | "claim-changed";

/** Also one said to be bought elsewhere. Only if it stands as the page showed (`claimMark`). */
export async function freeClaimAtDesk(
  { listId, claimId, shown }: Readonly<{ listId: GiftListId; claimId: GiftClaimId; shown: string }>,
  actor: DeskPerson,
): Promise<Result<null, FreeCode>> {
  if (!can(actor.staff.role, "see-gift-lists")) return refused("desk-not-allowed");
  return transact<Result<null, FreeCode>>(async () => {
    const seen = await findListForHelp(listId, actor.now);
    if (!seen?.claims.some(({ id }) => id === claimId)) return refused("claim-changed");
    const freed = await freeClaim(claimId, actor.now, shown);
    // Ended, or being paid for meanwhile.
    if (!freed.ok) return refused("claim-changed");
    const { units, way } = freed.value;
    await writeDeskLog(actor, {
      action: "gift-freed",
      subject: { kind: "gift-list", id: listId },
      changes: { [way]: [String(units), "0"] },
      key: claimId,
    });
    return ok(null);
  });
}

type MoveCode =
  | "desk-not-allowed"
  | "gift-list-not-found"
  | "gift-list-owner-only"
  | "gift-list-changed"
  | "email-unchanged"
  | "rate-limited"
  | "gift-list-emails";

type MoveRequest = Readonly<{
  listId: GiftListId;
  email: string;
  /** As the page showed it: the present address, and the one to which it is about to move. */
  shown: Readonly<{ email: string; requestedEmail: string | null }>;
}>;

/** A link to the new address, and a notice to the present one. Ask for a code first. */
export async function moveListAtDesk(
  { listId, email, shown }: MoveRequest,
  actor: DeskPerson,
): Promise<Result<null, MoveCode>> {
  if (!can(actor.staff.role, "move-gift-lists")) return refused("desk-not-allowed");
  return transact<Result<null, MoveCode>>(async () => {
    await lockGiftList(listId, actor.now);
    const found = await findListForHelp(listId, actor.now);
    if (!found) return refused("gift-list-not-found");
    const { list, requestedEmail } = found;
    if (list.email !== shown.email || requestedEmail !== shown.requestedEmail)
      return refused("gift-list-changed");
    const moved = await requestListMove({ ...list, role: "owner", coOwnerId: null }, email, actor.now);
    if (!moved.ok) return moved;
    await writeDeskLog(actor, {
      action: "gift-list-move-requested",
      subject: { kind: "gift-list", id: listId },
    });
    return ok(null);
  });
}
