import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import type { Agreed } from "#app/models/newsletter/subscription.server.ts";

/**
 * Sets the guest marker in `answer` and updates the cart's marketing record (requirements marketing-1, marketing-2).
 * Does nothing without consent, or for a customer.
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
