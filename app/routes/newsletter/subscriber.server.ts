/** The subscription of the email link's holder, else of the customer. */
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { clearGuestMarker } from "#app/http/session/guest-marker.server.ts";
import type { Subscriber } from "#app/models/newsletter/subscription.server.ts";
import { paths } from "#app/paths.ts";
import { linkSpent } from "#app/routes/auth/link-answers.server.ts";

export async function subscriberOf(request: Request): Promise<Subscriber | null> {
  const token = await readLinkToken(request);
  if (token) return { token };
  const customer = await findVisitor(request);
  return customer && { customer };
}

/** Thrown after unsubscribing: clears the link's token and the guest marker. */
export async function leftAnswer(): Promise<Response> {
  const answer = await linkSpent(paths.newsletterLeft());
  answer.headers.append("Set-Cookie", await clearGuestMarker());
  return answer;
}
