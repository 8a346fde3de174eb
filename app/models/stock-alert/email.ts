/** The e-mails to those who wait for something: the link that confirms, the place in the queue, and "it is back". */
import type { EmailBlock, EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

export type AlertEmailTemplate = "confirm" | "waiting" | "back";

export type AlertEmail = Readonly<{
  template: AlertEmailTemplate;
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  /** "Rainbow Stacker, Forest". */
  name: string;
  /** The product's page with the variant chosen. */
  productHref: string;
  /** The link that confirms, for the template that has one. */
  confirmHref: string | null;
  /** The link that ends it all. */
  leaveHref: string;
}>;

export function alertEmail(about: AlertEmail): EmailWords {
  const { store, origin } = about;
  const words = TEMPLATES[about.template](about);
  const document: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    ...words,
    blocks: [...words.blocks, paragraph(`No more of these to this address: ${about.leaveHref}`)],
    ...closing(store, origin),
  };
  return letterWords(`stock-alert-${about.template}`, document);
}

type Words = Pick<EmailDocument, "subject" | "preview" | "heading" | "blocks">;

const TEMPLATES: Readonly<Record<AlertEmailTemplate, (about: AlertEmail) => Words>> = {
  confirm: ({ store, name, confirmHref }) => ({
    subject: `Shall we write when ${name} is back?`,
    preview: "One press of a button, and you are in the queue.",
    heading: "Confirm your address",
    blocks: [
      paragraph(
        `Somebody, probably you, asked ${store.name} to write to this address when ${name} is in stock again. Confirm that it was you:`,
      ),
      button("Tell me when it is back", confirmHref ?? ""),
      paragraph(
        "The link works for seven days. It was not you? Then leave it alone: we forget the address and send nothing more.",
      ),
    ],
  }),
  waiting: ({ name, productHref }) => ({
    subject: `We will write when ${name} is back`,
    preview: "You are in the queue.",
    heading: "You are in the queue",
    blocks: [
      paragraph(
        `When ${name} is in stock again we write to you once, in the order in which people signed up. When few come back, those who waited longest hear of it a day before the others.`,
      ),
      button(`Look at ${name}`, productHref),
    ],
  }),
  back: ({ name, productHref }) => ({
    subject: `${name} is back in stock`,
    preview: "You asked us to tell you.",
    heading: `${name} is back`,
    blocks: [
      paragraph(
        `You asked us to write when ${name} is in stock again. It is. We cannot hold one for you, and how long they last we do not know.`,
      ),
      button(`See ${name}`, productHref),
      paragraph("This was the one message about it. We delete your address from this list within a week."),
    ],
  }),
};

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}

function button(label: string, href: string): EmailBlock {
  return { kind: "button", label, href };
}
