/** How many emails one list may send to others than its owners. */
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/**
 * Takes one of the list's 20 emails of a day (24 hours from its first) to givers and to addresses that were typed on
 * the owner's pages.
 *
 * A form that sends one (an invitation, a move, a thank-you) takes it in its own transaction, and is refused when none
 * is left. What is sent because a gift or a claim ended takes it when it is sent, and waits for the next day.
 *
 * Not counted is what a giver has asked for and needs at once: the link of a reservation or an alert, the email that a
 * gift is free or in stock again, and that two have bought the same. So nobody can use up what another giver waits for.
 * Those have limits of their own: reservations and alerts per visitor, five reservations per address, one giver in 12
 * hours. What is left to abuse: whoever has several confirmed addresses can let reservations lapse until the family's
 * forms are refused for a day.
 */
export async function takeListEmail(
  listId: GiftListId,
  now: Date,
): Promise<Result<null, "gift-list-emails">> {
  const allowed = await limitAccount("gift-list-emails", listId, now);
  return allowed.ok ? ok(null) : refused("gift-list-emails", allowed.detail);
}
