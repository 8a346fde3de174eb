/** No email contains a name, because a stranger may have typed both name and address (decision 0022). */
import { button, type EmailContent, type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import { sentences } from "#app/models/shared/text.ts";
import type { Store } from "#app/models/store/store.ts";

import type { TokenPurpose } from "./token.ts";

/** What the link of each email is for; null: it has none. */
export const LINK_OF = {
  "verify-email": "verify-email",
  "account-exists": null,
  "reset-password": "reset-password",
  invitation: "invitation",
  "change-email": "change-email",
  "email-changed": "undo-email-change",
  "password-changed": null,
  "passkey-added": null,
  "passkey-removed": null,
} as const satisfies Record<string, TokenPurpose | null>;

export type CustomerEmailTemplate = keyof typeof LINK_OF;

const PAGES = {
  "verify-email": "/verify",
  "reset-password": "/set-password",
  invitation: "/set-password",
  "change-email": "/confirm-email",
  "undo-email-change": "/undo-email-change",
} as const satisfies Record<TokenPurpose, string>;

export type CustomerEmail = Readonly<{
  template: CustomerEmailTemplate;
  store: Store;
  origin: string;
  /** Masked present address; null: see `accountName`. */
  account: string | null;
  token: string | null;
}>;

export function customerEmail(about: CustomerEmail): EmailWords {
  return shopEmail(about.template, about, TEMPLATES[about.template](about));
}

const TEMPLATES: Readonly<Record<CustomerEmailTemplate, (about: CustomerEmail) => EmailContent>> = {
  "verify-email": (about) => ({
    subject: `Confirm your email address for ${about.store.name}`,
    preview: "One more step to finish setting up your account.",
    heading: `Welcome to ${about.store.name}`,
    blocks: [
      `${sentences(`Thank you for creating an account at ${about.store.name}`)} Please confirm that this is your email address:`,
      button("Confirm my email address", linkOf(about)),
      "You can use this link once, within 24 hours. Once you have confirmed, you’ll also see the orders you placed as a guest with this address.",
      "If you did not create an account, ignore this email. Nobody can see anything of yours without the link.",
    ],
  }),
  "account-exists": (about) => ({
    subject: `You already have an account at ${about.store.name}`,
    preview: "We received a request for a new account with this address.",
    heading: "You already have an account",
    blocks: [
      `We received a request for a new account at ${about.store.name} with this email address. You already have one, so we have not changed anything.`,
      button("Log in", `${about.origin}/login`),
      `Forgotten your password? Choose a new one at ${about.origin}/forgot-password`,
      "If this was not you, you do not need to do anything.",
    ],
  }),
  "reset-password": (about) => ({
    subject: `Choose a new password for ${about.store.name}`,
    preview: "You can use the link once, within 30 minutes.",
    heading: "Choose a new password",
    blocks: [
      sentences(`We received a request for a new password for your account at ${about.store.name}`),
      button("Choose a new password", linkOf(about)),
      "You can use this link once, within 30 minutes. Changing your password logs you out on every device.",
      "If you did not ask for this, ignore this email. Your password stays the same.",
    ],
  }),
  invitation: (about) => ({
    subject: `Set up your account at ${about.store.name}`,
    preview: "Choose a password to start using it.",
    heading: "Your account is ready",
    blocks: [
      `${sentences(`We have created an account for you at ${about.store.name}`)} Choose a password to use it:`,
      button("Choose a password", linkOf(about)),
      "You can use this link once, within 7 days. You cannot log in until you have chosen a password.",
    ],
  }),
  "change-email": (about) => ({
    subject: `Confirm your new email address for ${about.store.name}`,
    preview: "The account keeps its old address until you do.",
    heading: "Confirm your new email address",
    blocks: [
      sentences(
        `You asked to use this email address for ${accountText(about)} at ${about.store.name}`,
        "To confirm, you need the password of that account",
      ),
      button("Use this address", linkOf(about)),
      "You can use this link once, within 24 hours.",
      "If this is not your account, ignore this email. Nothing changes, and nobody sees anything of yours.",
    ],
  }),
  "email-changed": (about) => ({
    subject: `Your email address at ${about.store.name} has been changed`,
    preview: "If this was not you, you have 72 hours to undo it.",
    heading: "Your email address has been changed",
    blocks: [
      `The email address on your account at ${about.store.name} has been changed. We’ll write to the new address from now on.`,
      "If this was not you, you can undo it within 72 hours. We’ll restore this address, log everyone out and ask you to choose a new password.",
      button("Undo this change", linkOf(about)),
    ],
  }),
  "password-changed": (about) => ({
    subject: `Your password at ${about.store.name} has been changed`,
    preview: "You have been logged out on your other devices.",
    heading: "Your password has been changed",
    blocks: [
      `The password for your account at ${about.store.name} has just been changed. You have been logged out on your other devices.`,
      "If this was not you, choose a new password straight away and tell us:",
      button("Choose a new password", `${about.origin}/forgot-password`),
      `Email ${about.store.contact.email} or call ${about.store.contact.phone}.`,
    ],
  }),
  "passkey-added": (about) => ({
    subject: `A passkey has been added to your ${about.store.name} account`,
    preview: "You can use it to log in without your password.",
    heading: "A passkey has been added",
    blocks: [
      sentences(
        `A passkey has just been added to your account at ${about.store.name}`,
        "Whoever holds it can log in without your password. Your password still works",
      ),
      ...ifNotYou(about),
    ],
  }),
  "passkey-removed": (about) => ({
    subject: `A passkey has been removed from your ${about.store.name} account`,
    preview: "It can no longer be used to log in.",
    heading: "A passkey has been removed",
    blocks: [
      sentences(
        `A passkey has just been removed from your account at ${about.store.name}`,
        "It can no longer be used to log in. Your password still works",
      ),
      ...ifNotYou(about),
    ],
  }),
};

/** A new password alone would leave the passkey of somebody else. */
function ifNotYou({ store, origin }: CustomerEmail) {
  return [
    "If this was not you, choose a new password straight away. That removes every passkey and logs everyone out.",
    button("Choose a new password", `${origin}/forgot-password`),
    `Email ${store.contact.email} or call ${store.contact.phone} if you need help.`,
  ];
}

export function accountText({ account }: Pick<CustomerEmail, "account">): string {
  return account === null ? "an account without a confirmed address" : `the account of ${account}`;
}

function linkOf({ template, origin, token }: CustomerEmail): string {
  const purpose = LINK_OF[template];
  if (!purpose || !token) throw new Error(`The email ${template} needs its link`);
  return `${origin}${PAGES[purpose]}?token=${token}`;
}
