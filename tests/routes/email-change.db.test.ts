/** A change of email address by the pages: what the holder of the new inbox sees, and what the account gets by it. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { TOKEN_LIFE_MS } from "#app/models/customer/token.ts";
import { action as changeDetails } from "#app/routes/customer/details.tsx";
import { loader as ordersPage } from "#app/routes/customer/orders.tsx";
import { action as confirm, loader as confirmPage } from "#app/routes/auth/confirm-email.tsx";
import { action as logIn } from "#app/routes/auth/login.tsx";
import { action as undo } from "#app/routes/auth/undo-email-change.tsx";
import {
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { commandFor, cartWith, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { linkCookie } from "#tests/support/people/link-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const VICTIM = "victim@example.com";
const ATTACKER = "attacker@evil.example";

test("a victim's confirmation of their address for a stranger's account gives the stranger nothing", async () => {
  const order = await guestOrder(VICTIM);
  const { attacker, link } = await changeRequestedBy(VICTIM);

  const victim = await browserWith("/confirm-email", link);
  const page = (await (await victim.get(confirmPage, "/confirm-email")).json()) as ConfirmPage;
  const pressed = await victim.post(confirm, "/confirm-email", {});
  const guessed = await victim.post(confirm, "/confirm-email", { password: "the victim's own password" });

  expect(page.change).toEqual({ account: "the account of a•••@e•••", needsPassword: true });
  expect([pressed.status, guessed.status]).toEqual([422, 422]);
  expect(await emails()).toEqual([ATTACKER]);
  expect(await ownerOf(order)).toBeNull();
  expect(await (await attacker.get(ordersPage, "/account/orders")).text()).not.toContain(order);
});

test("even with the account's password, a change transfers no earlier order", async () => {
  const order = await guestOrder(VICTIM);
  const { attacker, link } = await changeRequestedBy(VICTIM);
  const accomplice = await browserWith("/confirm-email", link);

  const done = await accomplice.post(confirm, "/confirm-email", { password: PASSWORD });

  expect(done.status).toBe(303);
  expect(await emails()).toEqual([VICTIM]);
  await logInAs(VICTIM);
  await logInAs(VICTIM, { now: afterUndo() });
  expect(await ownerOf(order)).toBeNull();
  expect((await attacker.get(ordersPage, "/account/orders")).status).toBe(302);
});

test("orders placed after a change belong to the customer once the change cannot be undone, and not before", async () => {
  const { attacker, link } = await changeRequestedBy("new@example.com");
  await attacker.takeCookie(await linkCookie("/confirm-email", link)).post(confirm, "/confirm-email", {});
  const order = await guestOrder("new@example.com");

  await logInAs("new@example.com");
  expect(await ownerOf(order)).toBeNull();

  const { customer } = await logInAs("new@example.com", { now: afterUndo() });
  expect(await ownerOf(order)).toBe(customer.id);
});

test("an undone change leaves the account with its old address, without the other's orders and without sessions", async () => {
  const { attacker, link } = await changeRequestedBy("new@example.com");
  await attacker.takeCookie(await linkCookie("/confirm-email", link)).post(confirm, "/confirm-email", {});
  const notice = tokenIn((await deliverMail()).find(({ to }) => to?.[0]?.address === ATTACKER));
  const order = await guestOrder("new@example.com");
  await logInAs("new@example.com");

  const back = await browserWith("/undo-email-change", notice);
  await back.post(undo, "/undo-email-change", {});

  expect(await emails()).toEqual([ATTACKER]);
  expect(await ownerOf(order)).toBeNull();
  expect(await db().selectFrom("customer_sessions").select("id").execute()).toEqual([]);
});

test("a change confirmed in the account's own browser needs no password there and logs all others out", async () => {
  const { attacker: own, link } = await changeRequestedBy("new@example.com");
  await logInAs(ATTACKER);
  own.takeCookie(await linkCookie("/confirm-email", link));

  const page = (await (await own.get(confirmPage, "/confirm-email")).json()) as ConfirmPage;
  const done = await own.post(confirm, "/confirm-email", {});

  expect(page.change?.needsPassword).toBe(false);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/account"]);
  expect(await db().selectFrom("customer_sessions").select("id").execute()).toHaveLength(1);
  expect((await own.get(ordersPage, "/account/orders")).status).toBe(200);
});

test("the email to a new address contains the account's address masked, and none if it was never confirmed", async () => {
  const named = (await changeRequestedBy("one@example.com")).message;
  await db().deleteFrom("customers").execute();
  const unnamed = (await changeRequestedBy("two@example.com", { isVerified: false })).message;

  expect(named.text).toContain("the account of a•••@e•••");
  expect(unnamed.text).toContain("an account without a confirmed address");
  for (const { text, html } of [named, unnamed]) expect(`${text}${html}`).not.toMatch(/attacker|evil/);
});

type ConfirmPage = { change: { account: string; needsPassword: boolean } | null };

/** An account of the stranger's own, whose browser has asked for `email` to be its address. */
async function changeRequestedBy(email: string, { isVerified = true } = {}) {
  await makeCustomer({ email: ATTACKER, isVerified });
  await db().deleteFrom("customer_sessions").execute();
  const attacker = new Browser();
  await attacker.post(logIn, "/login", { email: ATTACKER, password: PASSWORD });
  const form = { intent: "change-email", newEmail: email, emailPassword: PASSWORD };
  await attacker.post(changeDetails, "/account/details", form);
  const [message] = await deliverMail();
  if (!message) throw new Error("No letter was sent");
  return { attacker, message, link: tokenIn(message) };
}

/** A browser of somebody who followed the link of a letter to `path`. */
async function browserWith(path: string, token: string): Promise<Browser> {
  return new Browser().takeCookie(await linkCookie(path, token));
}

async function guestOrder(email: string) {
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  const done = await checkOut(await commandFor(cart.id, details({ email })), new Date());
  if (!done.ok) throw new Error(done.code);
  return done.value.orderId;
}

async function ownerOf(orderId: string): Promise<string | null> {
  const row = await db()
    .selectFrom("orders")
    .select("customer_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return row.customer_id;
}

async function emails(): Promise<ReadonlyArray<string>> {
  return (await db().selectFrom("customers").select("email").execute()).map(({ email }) => email);
}

/** A moment at which the letter to the old address no longer works. */
function afterUndo(): Date {
  return new Date(Date.now() + TOKEN_LIFE_MS["undo-email-change"] + 60_000);
}
