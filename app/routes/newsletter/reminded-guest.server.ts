/** A guest who has just agreed to be reminded of a basket: this browser and its basket are theirs from now on. */
import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import type { Agreed } from "#app/models/newsletter/subscription.server.ts";

/**
 * Sets the guest marker in `answer` and keeps the marketing record of this browser's basket (readings 15 and 29).
 * Nothing without consent to reminders, and nothing for a customer, whose basket goes by their account.
 */
export async function markReminded(
  request: Request,
  { reminderEmail }: Agreed,
  { answer, now }: Readonly<{ answer: Response; now: Date }>,
): Promise<Response> {
  if (reminderEmail === null) return answer;
  const { customerId, cartId } = await currentVisit(request);
  if (customerId !== null) return answer;
  const marker = await markGuest({ email: reminderEmail, cartId, source: "newsletter" }, now);
  answer.headers.append("Set-Cookie", await setGuestMarker(marker));
  return answer;
}
