/** No form makes the shop write to an arbitrary address in the words of whoever filled it in. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { sendContactEmail } from "#app/models/content/contact.server.ts";
import { takeContactMessage } from "#app/models/content/contact.server.ts";
import { sendCustomerEmail } from "#app/models/customer/customer-email.server.ts";
import { SAMPLE_ADDRESS, sampleOrder } from "#app/models/email-previews/fixtures.ts";
import type { EmailTemplate } from "#app/models/email/templates.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendSubscriptionEmail } from "#app/models/newsletter/email.server.ts";
import { confirmSubscription } from "#app/models/newsletter/subscription.server.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { sendReviewEmail } from "#app/models/review/email.server.ts";
import { decideReview } from "#app/models/review/moderation.server.ts";
import { sendAlertEmail } from "#app/models/stock-alert/email.server.ts";
import { takeAlertBatch } from "#app/models/stock-alert/batch.server.ts";
import { confirmAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { requestGiftAlert } from "#app/models/gift-list/alert.server.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import { closeGiftList } from "#app/models/gift-list/closing.server.ts";
import { requestListMove } from "#app/models/gift-list/move.server.ts";
import { action as give } from "#app/routes/gift-lists/give.tsx";
import { action as newList } from "#app/routes/gift-lists/new-list.tsx";
import { action as changeDetails } from "#app/routes/customer/details.tsx";
import { action as askReset } from "#app/routes/auth/forgot-password.tsx";
import { action as logIn } from "#app/routes/auth/login.tsx";
import { action as register } from "#app/routes/auth/register.tsx";
import { action as signUpNews } from "#app/routes/newsletter/sign-up.tsx";
import { action as write } from "#app/routes/reviews/write-review.tsx";
import { action as signUpAlert } from "#app/routes/stock-alerts/sign-up.tsx";
import { emailOf, TEMPLATE_NAMES } from "#tests/support/checks/email-fixtures.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { GIFT_HANDLERS, giftOn, LIST_FORM, openGiftList } from "#tests/support/people/gift-lists.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();

const ORIGIN = "http://localhost:3000";
const MAIL_FOLDER = join(config.dataDir, "mail");
const TARGET = "somebody@example.com";
const PASSWORD = "quiet larch over water";
/** In everything that is typed, and in no word of the shop's. */
const MARK = "Zqstranger";
const WORDS = `${MARK} won, claim at https://${MARK}.example/claim`;
const OWN = `${MARK}@${MARK}.example`;
const VARIANT = 5002;
const ENGRAVED = 5031;
const ENGRAVING = `${MARK}.co/x`;

const HANDLERS = {
  "account-email": sendCustomerEmail(ORIGIN),
  "review-email": sendReviewEmail(ORIGIN),
  "stock-alert-email": sendAlertEmail(ORIGIN),
  "stock-alert-batch": takeAlertBatch,
  "newsletter-email": sendSubscriptionEmail(ORIGIN),
  "contact-email": sendContactEmail(ORIGIN),
  ...GIFT_HANDLERS,
};

/** How a form causes each email to an address of the stranger's choice, or why none can. */
const CAUSES: Readonly<Record<EmailTemplate, string | (() => Promise<unknown>)>> = {
  "verify-email": () => registerAs(TARGET),
  "account-exists": async () => {
    await registerAs(TARGET);
    await registerAs(TARGET);
  },
  "reset-password": async () => {
    await registerAs(TARGET);
    await new Browser().post(askReset, "/forgot-password", { email: TARGET });
  },
  "change-email": () => changeEmail({ isVerified: true }),
  "password-changed": async () => {
    await registerAs(TARGET);
    const browser = new Browser();
    await browser.post(logIn, "/login", { email: TARGET, password: PASSWORD });
    const form = { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` };
    await browser.post(changeDetails, "/account/details", { intent: "change-password", ...form });
  },
  "passkey-added": "goes to a customer who is logged in, without the name that they gave the passkey",
  "passkey-removed": "goes to a customer who is logged in, without the name that they gave the passkey",
  "staff-passkey-added": "goes to staff, who have typed the name themselves",
  "staff-passkey-removed": "goes to staff, who have typed the name themselves",
  "staff-app-added": "goes to staff, with no word that anybody typed",
  "staff-app-replaced": "goes to staff, with no word that anybody typed",
  "staff-app-removed": "goes to staff, with no word that anybody typed",
  "staff-recovery-codes-made": "goes to staff, with no word that anybody typed",
  "staff-password-changed": "goes to staff, with no word that anybody typed",
  "staff-recovery-code-used": "goes to staff, with no word that anybody typed",
  "owner-new-device": "goes to an owner, with no word that anybody typed",
  "owner-log-ins-failed": "goes to owners, with the name of staff that an owner typed",
  "owner-refund-limit": "goes to owners, with the name of staff that an owner typed",
  "owner-staff-joined": "goes to owners, with the name of staff that an owner typed",
  "owner-role-changed": "goes to owners, with the name of staff that an owner typed",
  "owner-names-exported": "goes to owners, with the name of staff that an owner typed",
  "review-published": async () => {
    const review = { rating: "5", title: WORDS, body: WORDS, author: MARK, email: TARGET };
    await new Browser().post(write, "/products/101/review", review);
    const { id } = await db()
      .selectFrom("reviews")
      .select("id")
      .where("status", "=", "waiting")
      .executeTakeFirstOrThrow();
    await decideReview(id, "published", { now: new Date() });
  },
  "stock-alert-confirm": requestAlert,
  "stock-alert-waiting": async () => {
    await confirmAlert(await secretOf(requestAlert), new Date());
    await requestAlert();
  },
  "stock-alert-back": async () => {
    const secret = await secretOf(requestAlert);
    await setStock(VARIANT, 5);
    await confirmAlert(secret, new Date());
  },
  "newsletter-confirm": requestNewsletter,
  "newsletter-welcome": async () => {
    await confirmSubscription(await secretOf(requestNewsletter), new Date());
  },
  "newsletter-already": async () => {
    await confirmSubscription(await secretOf(requestNewsletter), new Date());
    await requestNewsletter();
  },
  "gift-list-confirm": makeGiftList,
  "gift-claim-confirm": reserveGift,
  "gift-list-co-owner": "says who asks and the name of their confirmed list, without web addresses",
  "gift-list-move": moveGiftList,
  "gift-list-move-notice": "goes to an address that its owner had confirmed",
  "gift-list-moved": "goes to an address that its owner had confirmed",
  "gift-list-open": "goes to an address that its family had confirmed",
  "gift-claim-made": "goes to an address that its giver had confirmed",
  "gift-claim-ending": "goes to an address that its giver had confirmed",
  "gift-claim-ended": "goes to an address that its giver had confirmed",
  "gift-claim-removed": "goes to an address that its giver had confirmed, or who has paid",
  "gift-claim-in-stock": "goes to an address that its giver had confirmed",
  "gift-alert-confirm": waitForGift,
  "gift-alert-free": "goes to an address that its giver had confirmed",
  "gift-claim-missing": "goes to an address that its giver had confirmed",
  "gift-claim-spare": "an order has been paid for",
  "gift-list-revealed": "goes to an address that its family had confirmed",
  "gift-list-closing": "goes to an address that its family had confirmed",
  "gift-list-closed": "goes to an address that its family had confirmed",
  "gift-list-news": "goes to an address that its family had confirmed, without web addresses",
  "gift-list-return": "goes to an address that its family had confirmed",
  "gift-list-credit": "goes to an address that its family had confirmed",
  "gift-thanks": "goes to an address that its giver had confirmed, without web addresses",
  "email-changed": "goes to an address that its customer had confirmed",
  "contact-copy": "goes to a customer's own confirmed address",
  "contact-reply":
    "somebody at the desk writes it; the stranger's words are repeated to a confirmed address only",
  "basket-reminder": "goes to subscribers, and names products only",
  invitation: "the owner types whom to invite",
  "review-invitation": "the owner asks a buyer, by order number",
  "owner-contact-message": "goes to the shop",
  "owner-inquiry": "goes to the owner",
  "owner-disputed": "goes to the owner",
  "owner-inquiry-closed": "goes to the owner",
  "owner-dispute-won": "goes to the owner",
  "owner-dispute-lost": "goes to the owner",
  "owner-refund-failed": "goes to the owner",
  "owner-payment-review": "goes to the owner",
  "owner-paid-twice": "goes to the owner",
  "owner-paid-after-cancellation": "goes to the owner",
  "owner-sums-differ": "goes to the owner",
  "owner-service-refused": "goes to the owner",
  "owner-new-orders": "goes to the owner",
  "order-confirmation": "an order has been paid for",
  "order-apology": "an order has been paid for",
  "order-paid-twice": "an order has been paid for",
  "order-shipped": "an order has been paid for",
  "order-ready-to-collect": "an order has been paid for",
  "order-delivered": "an order has been paid for",
  "order-not-delivered": "an order has been paid for",
  "order-cancelled": "an order has been paid for",
  "order-refunded": "an order has been paid for",
  "order-refund-changed": "an order has been paid for",
  "order-address-changed": "an order has been paid for, and web addresses are taken out",
  "order-words-changed": "an order has been paid for, and web addresses are taken out",
  "order-return-requested": "an order has been paid for",
  "order-return-received": "an order has been paid for",
  "order-withdrawal-received": "an order has been paid for",
  "order-preorder-terms": "an order has been paid for",
  "order-preorder-moved": "an order has been paid for",
};

const CAUSED = TEMPLATE_NAMES.filter((kind) => typeof CAUSES[kind] === "function");

beforeEach(async () => {
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  await setStock(VARIANT, 0);
});

test.each(CAUSED)("the email %s contains no text from the form that caused it", async (kind) => {
  const cause = CAUSES[kind];
  if (typeof cause !== "function") throw new Error(cause);
  await cause();

  const emails = await deliver();
  const expected = emailOf(kind).subject.split(" ").slice(0, 2).join(" ");
  expect(emails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(expected));
  for (const mail of emails) expect(mail.all.toLowerCase()).not.toContain(MARK.toLowerCase());
});

test("a change of address by an account without a confirmed address quotes nothing of it", async () => {
  await changeEmail({ isVerified: false });

  const [mail] = await deliver();
  expect(mail?.all.toLowerCase()).not.toContain(MARK.toLowerCase());
});

test("the contact form sends nothing to an address that is only typed into it", async () => {
  const message = { name: MARK, email: TARGET, topic: "repair", orderNumber: MARK, message: WORDS } as const;
  await takeContactMessage({ message, visitor: null }, new Date());

  expect(await deliver()).toEqual([]);
});

test("no email about a gift has a web address from the words on it", async () => {
  const { list, giftId } = await engravedGift();
  const claim = { giftId, way: "reservation", units: 1, giverName: "Ray", email: TARGET } as const;
  const now = new Date();
  const known = { message: null, deviceHash: "ray", isEmailConfirmed: true };
  expect(await claimGift(list, { ...claim, ...known }, now)).toMatchObject({ ok: true });
  const made = await deliver();
  await closeGiftList(list, false, now);

  const emails = [...made, ...(await deliver())];

  expect(emails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Engraving"),
    expect.stringContaining("Engraving"),
  ]);
  for (const { all } of emails) expect(all.toLowerCase()).not.toContain(ENGRAVING.toLowerCase());
});

test("the email about a paid order contains no web address that its buyer typed", () => {
  const address = { ...SAMPLE_ADDRESS, company: "www.zqevil.example", address2: "zqevil.example/claim" };
  const lines = sampleOrder().lines.map((line) => ({
    ...line,
    gift: { paper: null, message: "Claim at\nhttps://zqevil.example/claim" },
  }));
  const order = sampleOrder({
    deliveryAddress: address,
    billingAddress: address,
    giftMessage: "HTTPS://zqevil.example",
    note: "see WWW.zqevil.example now",
    lines,
  });
  const about = { order, store: demoStore, origin: ORIGIN, link: `${ORIGIN}/orders/1`, warnings: [] };

  const { subject, text, html } = orderConfirmationEmail(about);

  expect(`${subject}${text}${html}`).not.toContain("zqevil");
  expect(text).toContain("see (web address removed) now");
});

async function registerAs(email: string): Promise<void> {
  const name = { firstName: MARK, lastName: MARK };
  const answer = await new Browser().post(register, "/register", { ...name, email, password: PASSWORD });
  if (answer.status !== 303) throw new Error(`Registering answered ${answer.status}`);
}

async function changeEmail({ isVerified }: Readonly<{ isVerified: boolean }>): Promise<void> {
  await registerAs(OWN);
  if (isVerified)
    await db().updateTable("customers").set({ verified_at: new Date().toISOString() }).execute();
  const browser = new Browser();
  await browser.post(logIn, "/login", { email: OWN, password: PASSWORD });
  const form = { intent: "change-email", newEmail: TARGET, emailPassword: PASSWORD };
  await browser.post(changeDetails, "/account/details", form);
}

async function makeGiftList(): Promise<void> {
  const list = { ...LIST_FORM, name: MARK, words: MARK, first_name: MARK, last_name: MARK, address1: MARK };
  await new Browser().post(newList, "/gift-lists/new", { ...list, email: TARGET });
}

async function moveGiftList(): Promise<void> {
  const list = await openGiftList({ name: `${MARK}’s list`, words: MARK, first_name: MARK, email: OWN });
  await requestListMove(list, TARGET, new Date());
}

async function reserveGift(): Promise<void> {
  const { list, giftId } = await engravedGift();
  const code = list.code ?? "";
  const form = { way: "reservation", units: "1", giver_name: MARK, email: TARGET, message: MARK };
  await new Browser().post(give, `/list/${code}/give/${giftId}`, form, { code, giftId });
}

async function waitForGift(): Promise<void> {
  const { list, giftId } = await engravedGift();
  await requestGiftAlert({ listId: list.id, giftId, email: TARGET, isEmailConfirmed: false }, new Date());
}

async function engravedGift() {
  const list = await openGiftList({ name: `${MARK}’s list`, words: MARK, first_name: MARK, email: OWN });
  return { list, giftId: await giftOn(list, ENGRAVED, 1, ENGRAVING) };
}

async function requestAlert(): Promise<void> {
  const typed = { email: TARGET, name: MARK };
  await new Browser().post(signUpAlert, `/stock-alerts?variant=${VARIANT}`, typed);
}

async function requestNewsletter(): Promise<void> {
  await new Browser().post(signUpNews, "/newsletter", { email: TARGET, name: MARK });
}

/** The secret in the letter that `ask` causes. */
async function secretOf(ask: () => Promise<void>): Promise<string> {
  await ask();
  const [mail] = await deliver();
  const secret = /\/confirm\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  if (!secret) throw new Error("The letter has no link");
  return secret;
}

/** Sends what is queued. Answers with everything that reached the stranger's target. */
async function deliver() {
  await runDueJobs(HANDLERS, {
    onError: (error, job) => {
      if (job && Object.hasOwn(HANDLERS, job.kind)) throw error;
    },
  });
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).filter((name) => name.endsWith(".eml"));
  const emails = await Promise.all(
    files.map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  return emails
    .filter(({ to }) => to?.some(({ address }) => address === TARGET))
    .map((mail) => ({
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      all: JSON.stringify([mail.headers, mail.subject, mail.text, mail.html]),
    }));
}
