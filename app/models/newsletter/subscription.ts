const DAY_MS = 86_400_000;

export const CONFIRM_LIFE_MS = 7 * DAY_MS;
export const UNCONFIRMED_LIFE_MS = 30 * DAY_MS;

/** The first is "news and offers". */
export const TOPICS = ["news", "arrivals", "blog", "baskets"] as const;
export type NewsletterTopic = (typeof TOPICS)[number];

export const TOPIC_LABELS: Readonly<Record<NewsletterTopic, string>> = {
  news: "News and offers",
  arrivals: "New arrivals",
  blog: "Journal articles",
  baskets: "Items left in your basket",
};

/** Reminders need a box of their own, as the privacy notice promises. */
const NEWSLETTER_TOPICS: ReadonlyArray<NewsletterTopic> = ["news", "arrivals", "blog"];

export const SUBSCRIPTION_STATES = ["subscribed", "pending", "unsubscribed"] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Not where only reminders were chosen. */
export function getsNewsletter({ state, topics }: Readonly<{ state: SubscriptionState; topics: string }>) {
  return state === "subscribed" && readTopics(topics).some((topic) => NEWSLETTER_TOPICS.includes(topic));
}

type Consent = Readonly<{
  wording: string;
  topics: ReadonlyArray<NewsletterTopic>;
}>;

export const CONSENTS = {
  footer: { wording: "footer-2", topics: ["news"] },
  page: { wording: "page-3", topics: NEWSLETTER_TOPICS },
  home: { wording: "home-3", topics: NEWSLETTER_TOPICS },
  checkout: { wording: "checkout-3", topics: ["news"] },
  registration: { wording: "account-2", topics: ["arrivals", "blog"] },
  account: { wording: "account-2", topics: ["arrivals", "blog"] },
} as const satisfies Record<string, Consent>;

export type ConsentSource = keyof typeof CONSENTS;

export function isConsentSource(value: string): value is ConsentSource {
  return Object.hasOwn(CONSENTS, value);
}

export function topicsAmong(values: ReadonlyArray<unknown>): ReadonlyArray<NewsletterTopic> {
  return TOPICS.filter((topic) => values.includes(topic));
}

export function readTopics(text: string): ReadonlyArray<NewsletterTopic> {
  const stored: unknown = JSON.parse(text);
  return Array.isArray(stored) ? topicsAmong(stored) : [];
}

export function topicsText(topics: ReadonlyArray<NewsletterTopic>): string {
  const words = topics.map((topic) => TOPIC_LABELS[topic].replace(/^./, (first) => first.toLowerCase()));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** "h•••@example.com", for pages that a forwarded email may open. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
