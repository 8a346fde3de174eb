import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/**
 * One of the list's 20 emails in 24 hours to givers and to addresses typed on the owner's pages. A form that sends one
 * takes it in its own transaction and is refused when none is left; what is sent because a gift or a claim ended waits
 * for the next day. What a giver needs at once (the link of a reservation or an alert, a gift that is free or in stock
 * again, two having bought the same) is not counted and has limits of its own, so that nobody can use up what another
 * giver waits for. Whoever has several confirmed addresses can still let reservations lapse until the family's forms
 * are refused for a day.
 */
export async function takeListEmail(
  listId: GiftListId,
  now: Date,
): Promise<Result<null, "gift-list-emails">> {
  const allowed = await limitAccount("gift-list-emails", listId, now);
  return allowed.ok ? ok(null) : refused("gift-list-emails", allowed.detail);
}
