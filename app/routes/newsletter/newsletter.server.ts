import { z } from "zod";

import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { clearGuestMarker, setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import type { Agreed, Subscriber } from "#app/models/newsletter/subscription.server.ts";
import { type NewsletterTopic, TOPICS } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";
import { linkSpent } from "#app/routes/auth/email-link.server.ts";

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

const box = z.literal("on").optional().catch(undefined);

export const topicShape = {
  news: box,
  arrivals: box,
  blog: box,
  baskets: box,
} satisfies Record<NewsletterTopic, z.ZodTypeAny>;

type Ticked = Readonly<Partial<Record<NewsletterTopic, "on" | undefined>>>;

export function tickedIn(form: Ticked): ReadonlyArray<NewsletterTopic> {
  return TOPICS.filter((topic) => form[topic] === "on");
}

export const NO_TOPIC: z.IssueData = {
  code: "custom",
  path: ["topics"],
  message: "Choose at least one topic",
};

/** Does nothing without consent or for a customer (requirements marketing-1, marketing-2). */
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
