/** The newsletter: what people can ask for, the words they agree to, and how long things are kept. */

const DAY_MS = 86_400_000;

/** How long the link that confirms works, in milliseconds. */
export const CONFIRM_LIFE_MS = 7 * DAY_MS;
/** How long an address that nobody confirmed is kept, in milliseconds. */
export const UNCONFIRMED_LIFE_MS = 30 * DAY_MS;

/** What the letters are about. The first is what "news and offers" means. */
export const TOPICS = ["news", "arrivals", "journal", "baskets"] as const;
export type Topic = (typeof TOPICS)[number];

export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  news: "News and offers",
  arrivals: "New arrivals",
  journal: "The journal",
  baskets: "A reminder of a basket left behind",
};

/** What "our letters" are. A reminder needs a tick of its own, as the privacy notice promises. */
const LETTER_TOPICS: ReadonlyArray<Topic> = ["news", "arrivals", "journal"];

export type SubscriptionState = "pending" | "subscribed" | "unsubscribed";

/** The words beside each box and field. Who changes one gives its consent below a new version. */
export const FOOTER_CONSENT = "News and offers by e-mail";
export const CHECKOUT_CONSENT = "E-mail me news and offers";
export const ACCOUNT_CONSENT = "Write to me about new things and the journal";

type Consent = Readonly<{
  /** Names the words that were read; kept with the address. */
  wording: string;
  /** What these words promise. */
  topics: ReadonlyArray<Topic>;
}>;

/** Where people agree to letters, and to what. */
export const CONSENTS = {
  footer: { wording: "footer-1", topics: ["news"] },
  page: { wording: "page-1", topics: LETTER_TOPICS },
  home: { wording: "home-2", topics: LETTER_TOPICS },
  checkout: { wording: "checkout-1", topics: ["news"] },
  registration: { wording: "account-1", topics: ["arrivals", "journal"] },
  account: { wording: "account-1", topics: ["arrivals", "journal"] },
} as const satisfies Record<string, Consent>;

export type ConsentSource = keyof typeof CONSENTS;

export function isConsentSource(value: string): value is ConsentSource {
  return Object.hasOwn(CONSENTS, value);
}

/** The topics among `values`, each once, in their order. */
export function topicsAmong(values: ReadonlyArray<unknown>): ReadonlyArray<Topic> {
  return TOPICS.filter((topic) => values.includes(topic));
}

/** The topics of a row's text; what no version of the shop knows is left out. */
export function readTopics(text: string): ReadonlyArray<Topic> {
  const stored: unknown = JSON.parse(text);
  return Array.isArray(stored) ? topicsAmong(stored) : [];
}

/** "news and offers, new arrivals and the journal". */
export function topicsText(topics: ReadonlyArray<Topic>): string {
  const words = topics.map((topic) => TOPIC_LABELS[topic].replace(/^./, (first) => first.toLowerCase()));
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** "h•••@example.com": enough to recognise one's own address, for pages that a forwarded letter may open. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
