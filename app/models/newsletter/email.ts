import { button, type EmailContent, type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { Store } from "#app/models/store/store.ts";

import { type NewsletterTopic, topicsText } from "./subscription.ts";

export type SubscriptionEmailTemplate = "confirm" | "welcome" | "already";

export type SubscriptionEmail = Readonly<{
  template: SubscriptionEmailTemplate;
  store: Store;
  origin: string;
  topics: ReadonlyArray<NewsletterTopic>;
  /** What was requested besides. Only "already" says so. */
  further: ReadonlyArray<NewsletterTopic>;
  confirmHref: string | null;
  preferencesHref: string;
  unsubscribeHref: string;
}>;

export function subscriptionEmail(about: SubscriptionEmail): EmailWords {
  const { template, preferencesHref, unsubscribeHref } = about;
  return shopEmail(`newsletter-${template}`, about, {
    ...TEMPLATES[template](about),
    links: [
      { label: template === "confirm" ? "Unsubscribe this address" : "Unsubscribe", href: unsubscribeHref },
      ...(template === "confirm" ? [] : [{ label: "Change your topics", href: preferencesHref }]),
    ],
  });
}

const TEMPLATES: Readonly<Record<SubscriptionEmailTemplate, (about: SubscriptionEmail) => EmailContent>> = {
  confirm: ({ store, topics, confirmHref }) => ({
    subject: `Confirm your sign-up to emails from ${store.name}`,
    preview: "One more step, and you’re subscribed.",
    heading: "Confirm your sign-up",
    blocks: [
      `We received a request to send our emails about ${topicsText(topics)} to this address. Please confirm that it was you:`,
      button("Confirm sign-up", confirmHref ?? ""),
      "You can use this link once, within 7 days. If this was not you, ignore this email: we’ll send nothing more and delete your address within 30 days.",
    ],
  }),
  welcome: ({ store, origin, topics }) => ({
    subject: `Welcome to emails from ${store.name}`,
    preview: "You’re subscribed. You can change your mind at any time.",
    heading: "You’re subscribed",
    blocks: [
      `We’ll email you about ${topicsText(topics)}. Newsletters come about once a month.`,
      button("See what’s new", `${origin}/c/new`),
      "Every email has a link to change your topics and a link to unsubscribe.",
    ],
  }),
  already: (about) => (about.further.length > 0 ? furtherTopics(about) : nothingFurther(about)),
};

function furtherTopics({ store, topics, further, preferencesHref }: SubscriptionEmail): EmailContent {
  const more = topicsText(further);
  return {
    subject: `Add a topic to your emails from ${store.name}`,
    preview: "One more step, if you asked for it.",
    heading: "Add a topic to your emails",
    blocks: [
      `We received a request to send our emails about ${more} to this address. We already email you about ${topicsText(topics)}. To add it, follow the link and save your topics:`,
      button("Add to your topics", preferencesHref),
      "If this was not you, ignore this email: we have not changed anything.",
    ],
  };
}

function nothingFurther({ store, topics, preferencesHref }: SubscriptionEmail): EmailContent {
  return {
    subject: `You’re already subscribed to emails from ${store.name}`,
    preview: "You do not need to do anything.",
    heading: "You’re already subscribed",
    blocks: [
      `We received a request to send our emails to this address. We already email you about ${topicsText(topics)}, so we have not changed anything.`,
      button("Change your topics", preferencesHref),
    ],
  };
}
