import { button, type EmailContent, type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import { sentences } from "#app/models/shared/text.ts";
import type { Store } from "#app/models/store/store.ts";

export type StaffEmailTemplate = keyof typeof TEMPLATES;

export type StaffEmail = Readonly<{
  template: StaffEmailTemplate;
  store: Store;
  /** "https://shop.example". */
  origin: string;
  /** Where the desk is, such as "https://desk.shop.example". */
  deskOrigin: string;
  name: string;
  /** Who did it; empty for the shop's own commands. */
  by: string;
  /** When, in words, such as "24 November 2026 at 10:20". */
  when: string;
  /** The browser, such as "Firefox on Android"; empty if it is not known. */
  device: string;
  /** What it is about: the passkey, the file, the sum, or the role before and after. */
  what: string;
}>;

export function staffEmail(about: StaffEmail): EmailWords {
  return shopEmail(about.template, about, TEMPLATES[about.template](about));
}

const TEMPLATES = {
  "staff-passkey-added": (about: StaffEmail): EmailContent => ({
    subject: `A passkey has been added to your ${about.store.name} desk`,
    preview: `“${about.what}” can be used to log in from now on.`,
    heading: "A passkey has been added",
    blocks: [
      `The passkey “${about.what}” has been added to your account at the desk of ${about.store.name}, ${whenOf(about)}. You have been logged out on your other devices.`,
      ...ownAccount(about),
    ],
  }),
  "staff-passkey-removed": (about: StaffEmail): EmailContent => ({
    subject: `A passkey has been removed from your ${about.store.name} desk`,
    preview: `“${about.what}” can no longer be used to log in.`,
    heading: "A passkey has been removed",
    blocks: [
      `The passkey “${about.what}” has been removed from your account at the desk of ${about.store.name}, ${whenOf(about)}. You have been logged out on your other devices.`,
      ...ownAccount(about),
    ],
  }),
  "staff-app-added": ofApp({
    subject: "An authenticator app has been added to",
    preview: "Its codes can be used to log in from now on.",
    done: "added to",
  }),
  "staff-app-replaced": ofApp({
    subject: "Your authenticator app has been replaced at",
    preview: "Codes of the earlier app no longer work.",
    done: "put in place of the earlier one at",
  }),
  "staff-app-removed": ofApp({
    subject: "Your authenticator app has been removed from",
    preview: "Its codes can no longer be used to log in.",
    done: "removed from",
  }),
  "staff-recovery-codes-made": (about: StaffEmail): EmailContent => ({
    subject: `New recovery codes have been made at your ${about.store.name} desk`,
    preview: "The earlier ones no longer work.",
    heading: "New recovery codes have been made",
    blocks: [
      `New recovery codes have been made for your account at the desk of ${about.store.name}, ${whenOf(about)}. The earlier ones no longer work. You have been logged out on your other devices.`,
      ...ownAccount(about),
    ],
  }),
  "staff-password-changed": (about: StaffEmail): EmailContent => ({
    subject: `Your password for the ${about.store.name} desk has been changed`,
    preview: "You have been logged out on your other devices.",
    heading: "Your password has been changed",
    blocks: [
      `The password of your account at the desk of ${about.store.name} has been changed, ${whenOf(about)}. You have been logged out on your other devices.`,
      ...ownAccount(about),
    ],
  }),
  "staff-recovery-code-used": (about: StaffEmail): EmailContent => ({
    subject: `A recovery code has been used at your ${about.store.name} desk`,
    preview: "Each code works once. Make new ones when you have few left.",
    heading: "A recovery code has been used",
    blocks: [
      `One of your recovery codes has been used at the desk of ${about.store.name}, ${whenOf(about)}. It does not work again.`,
      ...ownAccount(about),
    ],
  }),
  "owner-new-device": (about: StaffEmail): EmailContent => ({
    subject: `New device at your ${about.store.name} desk`,
    preview: `You logged in, ${whenOf(about)}.`,
    heading: "You have logged in with a new device",
    blocks: [
      `Somebody has logged in to the desk of ${about.store.name} as you, with a browser that was not used for it before, ${whenOf(about)}.`,
      ...ownAccount(about),
    ],
  }),
  "owner-log-ins-failed": (about: StaffEmail): EmailContent => ({
    subject: `Five failed log-ins: ${about.name}`,
    preview: `Ask ${about.name} whether that was them.`,
    heading: "Five failed log-ins",
    blocks: [
      sentences(
        `There were five wrong passwords or codes in a row for the account of ${about.name} at the desk of ${about.store.name}`,
        `The last was ${whenOf(about)}`,
      ),
      `Whoever types five wrong ones waits for 15 minutes. What strangers type does not keep ${about.name} out of the desk in a browser that they have logged in with before.`,
      `Ask ${about.name} whether that was them. If not, somebody may know their email address or password: send them a new invitation, so that they choose another password.`,
      toLog(about),
    ],
  }),
  "owner-refund-limit": (about: StaffEmail): EmailContent => ({
    subject: `More than ${about.name} may give back in a day`,
    preview: `${about.what}. Nothing was given back.`,
    heading: "More than may be given back in a day",
    blocks: [
      `${about.name} tried to give back more than they may at the desk of ${about.store.name}, ${whenOf(about)}: ${about.what}. Nothing was given back.`,
      "If it is right, give it back yourself. You can change their daily limit at the desk, under Staff. You get one email a day about each person; every try is in the log.",
      toLog(about),
    ],
  }),
  "owner-staff-joined": (about: StaffEmail): EmailContent => ({
    subject: `${about.name} has joined your ${about.store.name} desk`,
    preview: "The invitation has been accepted.",
    heading: `${about.name} has joined the desk`,
    blocks: [
      `${about.name} has accepted the invitation to the desk of ${about.store.name}, ${whenOf(about)}.`,
      "If you did not expect this, end their account at the desk under Staff.",
      button("Open the staff", `${about.deskOrigin}/desk/staff`),
    ],
  }),
  "owner-role-changed": (about: StaffEmail): EmailContent => ({
    subject: `New role at your ${about.store.name} desk: ${about.name}`,
    preview: about.what,
    heading: `${about.name} has a new role`,
    blocks: [
      `${byOf(about)} changed the role of ${about.name} at the desk of ${about.store.name}, ${whenOf(about)}: ${about.what}.`,
      "If you did not expect this, change it back at the desk under Staff.",
      button("Open the staff", `${about.deskOrigin}/desk/staff`),
    ],
  }),
  "owner-names-exported": (about: StaffEmail): EmailContent => ({
    subject: `A file with names has been downloaded: ${about.what}`,
    preview: `${byOf(about)} downloaded it, ${whenOf(about)}.`,
    heading: "A file with names has been downloaded",
    blocks: [
      `${byOf(about)} downloaded a file that names people from the desk of ${about.store.name}, ${whenOf(about)}: ${about.what}.`,
      "If you did not expect this, personal data may be in the wrong hands. End the account that did it, and see whether you must report it.",
      toLog(about),
    ],
  }),
} as const;

export const STAFF_EMAIL_TEMPLATES = Object.keys(TEMPLATES) as ReadonlyArray<StaffEmailTemplate>;

/** An email about the authenticator app: `subject` is followed by the desk, and `done` is what happened to the app. */
function ofApp({ subject, preview, done }: Readonly<{ subject: string; preview: string; done: string }>) {
  return (about: StaffEmail): EmailContent => ({
    subject: `${subject} your ${about.store.name} desk`,
    preview,
    heading: "Your authenticator app",
    blocks: [
      `An authenticator app has been ${done} your account at the desk of ${about.store.name}, ${whenOf(about)}. You have been logged out on your other devices.`,
      ...ownAccount(about),
    ],
  });
}

function ownAccount({ deskOrigin, store }: StaffEmail) {
  return [
    "If this was you, there is nothing to do. If not, log out the other devices at your account, and ask an owner for a new invitation at once.",
    button("Open your account", `${deskOrigin}/desk/account`),
    `If you cannot reach anybody, email ${store.contact.email} or call ${store.contact.phone}.`,
  ];
}

function toLog({ deskOrigin }: StaffEmail) {
  return button("Open the log", `${deskOrigin}/desk/log`);
}

function byOf({ by }: StaffEmail): string {
  return by === "" ? "A command on the server" : by;
}

/** "on 24 November 2026 at 10:20, with Firefox on Android". */
function whenOf({ when, device }: StaffEmail): string {
  return device === "" ? `on ${when}` : `on ${when}, with ${device}`;
}
