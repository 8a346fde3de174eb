import { z } from "zod";

import { type NewsletterTopic, TOPICS } from "#app/models/newsletter/subscription.ts";

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
