/**
 * The e-mails about an account: each says why it came, what it is good for, and what to do when it was not you. None has
 * a name in it: whoever makes an account types both the name and the address, and neither need be their own.
 */
import type { EmailBlock, EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

import type { TokenPurpose } from "./token.ts";

export type AccountEmailTemplate =
  | "verify-email"
  | "account-exists"
  | "reset-password"
  | "invitation"
  | "change-email"
  | "email-changed"
  | "password-changed";

/** The kind of link that goes into each e-mail, or null. */
export const LINK_OF = {
  "verify-email": "verify-email",
  "account-exists": null,
  "reset-password": "reset-password",
  invitation: "invitation",
  "change-email": "change-email",
  "email-changed": "undo-email-change",
  "password-changed": null,
} as const satisfies Record<AccountEmailTemplate, TokenPurpose | null>;

/** The page that each kind of link opens. */
const PAGES = {
  "verify-email": "/verify",
  "reset-password": "/set-password",
  invitation: "/set-password",
  "change-email": "/confirm-email",
  "undo-email-change": "/undo-email-change",
} as const satisfies Record<TokenPurpose, string>;

export type AccountEmail = Readonly<{
  template: AccountEmailTemplate;
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  /** What a stranger may know of the account's present address, or null: see `accountName`. */
  account: string | null;
  /** The secret of the link, where there is one. */
  token: string | null;
}>;

export function accountEmail(about: AccountEmail): EmailWords {
  const { store, origin } = about;
  const document: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    ...TEMPLATES[about.template](about),
    ...closing(store, origin),
  };
  return letterWords(about.template, document);
}

type Words = Pick<EmailDocument, "subject" | "preview" | "heading" | "blocks">;

const TEMPLATES: Readonly<Record<AccountEmailTemplate, (about: AccountEmail) => Words>> = {
  "verify-email": (about) => ({
    subject: `Confirm your e-mail address for ${about.store.name}`,
    preview: "One press of a button, and your account is complete.",
    heading: `Welcome to ${about.store.name}`,
    blocks: [
      paragraph(`You made an account at ${about.store.name}. Confirm that this address is yours:`),
      button("Confirm my e-mail address", linkOf(about)),
      paragraph(
        "The link works once, for 24 hours. After that, orders you placed with this address as a guest are in your account, too.",
      ),
      paragraph(
        "It was not you? Then leave the link alone: without it nobody sees anything of yours. You can delete this message.",
      ),
    ],
  }),
  "account-exists": (about) => ({
    subject: `You already have an account at ${about.store.name}`,
    preview: "Somebody, probably you, tried to use this address for a new account.",
    heading: "You already have an account",
    blocks: [
      paragraph(
        `Somebody, probably you, asked for an account at ${about.store.name} with this address. You have one already, so nothing was changed.`,
      ),
      button("Log in", `${about.origin}/login`),
      paragraph(`Forgotten your password? Choose a new one at ${about.origin}/forgot-password`),
      paragraph("It was not you? There is nothing you need to do."),
    ],
  }),
  "reset-password": (about) => ({
    subject: `Choose a new password for ${about.store.name}`,
    preview: "The link works once, for 30 minutes.",
    heading: "Choose a new password",
    blocks: [
      paragraph(`Somebody asked for a new password for your account at ${about.store.name}.`),
      button("Choose a new password", linkOf(about)),
      paragraph(
        "The link works once, for 30 minutes. Once the password is changed you are logged out everywhere and log in with the new one.",
      ),
      paragraph("It was not you? Then leave the link alone: your password stays as it is."),
    ],
  }),
  invitation: (about) => ({
    subject: `Your account at ${about.store.name}`,
    preview: "Choose a password, and it is yours.",
    heading: "Your account is ready",
    blocks: [
      paragraph(`We have made an account for you at ${about.store.name}. Choose a password to use it:`),
      button("Choose a password", linkOf(about)),
      paragraph("The link works once, for seven days. Without it the account stays closed."),
    ],
  }),
  "change-email": (about) => ({
    subject: `Confirm your new e-mail address for ${about.store.name}`,
    preview: "Until you do, the account keeps its old address.",
    heading: "Confirm your new email address",
    blocks: [
      paragraph(
        `The owner of ${accountText(about)} at ${about.store.name} asked to use this email address for that account. You need the account’s password to confirm it.`,
      ),
      button("Use this address", linkOf(about)),
      paragraph("The link can be used once and works for 24 hours."),
      paragraph(
        "If this is not your account, ignore this email. Nothing changes, and nobody sees anything of yours.",
      ),
    ],
  }),
  "email-changed": (about) => ({
    subject: `Your e-mail address at ${about.store.name} was changed`,
    preview: "It was not you? You have 72 hours to take it back.",
    heading: "Your e-mail address was changed",
    blocks: [
      paragraph(
        `Your account at ${about.store.name} has another e-mail address now. From now on we write to that one.`,
      ),
      paragraph(
        "It was not you? Take the account back within 72 hours: it returns to this address, everybody is logged out, and you choose a new password.",
      ),
      button("Take my account back", linkOf(about)),
    ],
  }),
  "password-changed": (about) => ({
    subject: `Your password at ${about.store.name} was changed`,
    preview: "Other devices are logged out.",
    heading: "Your password was changed",
    blocks: [
      paragraph(
        `The password of your account at ${about.store.name} was changed just now. Other devices are logged out.`,
      ),
      paragraph("It was not you? Choose a new password at once, and tell us:"),
      button("Choose a new password", `${about.origin}/forgot-password`),
      paragraph(`Write to ${about.store.contact.email} or telephone ${about.store.contact.phone}.`),
    ],
  }),
};

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}

function button(label: string, href: string): EmailBlock {
  return { kind: "button", label, href };
}

/** Whose account an e-mail is about, for somebody who may never have heard of it. */
export function accountText({ account }: Pick<AccountEmail, "account">): string {
  return account === null ? "an account without a confirmed address" : `the account of ${account}`;
}

function linkOf({ template, origin, token }: AccountEmail): string {
  const purpose = LINK_OF[template];
  if (!purpose || !token) throw new Error(`The e-mail ${template} needs its link`);
  return `${origin}${PAGES[purpose]}?token=${token}`;
}
