/** The newsletter's own letters: the link that confirms, the welcome, and "you are on the list already". */
import type { EmailBlock, EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

import { type Topic, topicsText } from "./subscription.ts";

export type SubscriptionEmailTemplate = "confirm" | "welcome" | "already";

export type SubscriptionEmail = Readonly<{
  template: SubscriptionEmailTemplate;
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  /** What was asked for. */
  topics: ReadonlyArray<Topic>;
  /** The link that confirms, for the template that has one. */
  confirmHref: string | null;
  preferencesHref: string;
  unsubscribeHref: string;
}>;

export function subscriptionEmail(about: SubscriptionEmail): EmailWords {
  const { store, origin, template, preferencesHref, unsubscribeHref } = about;
  const seller = closing(store, origin);
  const document: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    ...TEMPLATES[template](about),
    ...seller,
    links: [
      { label: template === "confirm" ? "No letters to this address" : "Unsubscribe", href: unsubscribeHref },
      ...(template === "confirm" ? [] : [{ label: "What we write about", href: preferencesHref }]),
      ...seller.links,
    ],
  };
  return letterWords(`newsletter-${template}`, document);
}

type Words = Pick<EmailDocument, "subject" | "preview" | "heading" | "blocks">;

const TEMPLATES: Readonly<Record<SubscriptionEmailTemplate, (about: SubscriptionEmail) => Words>> = {
  confirm: ({ store, topics, confirmHref }) => ({
    subject: `Shall we write to you? Confirm your address for ${store.name}`,
    preview: "One press of a button, and you are on the list.",
    heading: "Shall we write to you?",
    blocks: [
      paragraph(
        `Somebody, probably you, asked for our letters about ${topicsText(topics)} at this address. Confirm that it was you:`,
      ),
      button("Yes, write to me", confirmHref ?? ""),
      paragraph(
        "The link works once, for seven days. It was not you? Then leave it alone: we send nothing more and forget the address within 30 days.",
      ),
    ],
  }),
  welcome: ({ store, origin, topics }) => ({
    subject: `Welcome to the letters of ${store.name}`,
    preview: "You are on the list. Change your mind whenever you like.",
    heading: "You are on the list",
    blocks: [
      paragraph(`From now on we write to you about ${topicsText(topics)}, about once a month.`),
      button("See what is new", `${origin}/c/new`),
      paragraph(
        "At the foot of each letter is a link that says what we write about, and one that ends the letters.",
      ),
    ],
  }),
  already: ({ store, topics, preferencesHref }) => ({
    subject: `You are on the list of ${store.name} already`,
    preview: "There is nothing you need to do.",
    heading: "You are on the list already",
    blocks: [
      paragraph(
        `Somebody, probably you, asked for our letters at this address. We write to you already, about ${topicsText(topics)}, so nothing was changed.`,
      ),
      button("Choose what we write about", preferencesHref),
    ],
  }),
};

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}

function button(label: string, href: string): EmailBlock {
  return { kind: "button", label, href };
}
