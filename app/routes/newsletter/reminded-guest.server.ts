/** A guest who has just agreed to be reminded of a basket: this browser and its basket are theirs from now on. */
import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import type { Agreed } from "#app/models/newsletter/subscription.server.ts";

/**
 * Sets the guest marker in `answer` (requirement marketing-1) and updates the marketing record of this browser's cart
 * (requirement marketing-2). Does nothing without consent to reminders, or for a customer.
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
