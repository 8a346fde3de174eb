import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { registerCustomer } from "#app/models/customer/sign-up.server.ts";
import { OWNER_FIELD } from "#app/models/customer/ended-session.ts";
import { orderLinkKey } from "#app/models/order/link.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { action as changeDetails } from "#app/routes/customer/details.tsx";
import { action as askReset } from "#app/routes/auth/forgot-password.tsx";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { action as logIn, loader as loginPage } from "#app/routes/auth/login.tsx";
import { action as logOut, loader as logoutLink } from "#app/routes/auth/logout.ts";
import { action as register, loader as registerPage } from "#app/routes/auth/register.tsx";
import { action as setPassword, loader as setPasswordPage } from "#app/routes/auth/set-password.tsx";
import { action as verify, loader as verifyPage } from "#app/routes/auth/verify.tsx";
import { loader as basket } from "#app/routes/cart/cart.tsx";
import { loader as checkoutPage } from "#app/routes/checkout/checkout.tsx";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { refused } from "#app/models/shared/result.ts";
import { addresseeOf, deliverMail, tokenIn } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, jobKinds, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();
const PASSWORD = "three small boats upstream";
const NAME = { firstName: "Ida", lastName: "Marsh" };

type Answer = {
  errors: Record<string, string>;
  problem: string | null;
  values: Record<string, string>;
};

let count = 0;

function newEmail(): string {
  count += 1;
  return `auth${count}-${Math.random().toString(36).slice(2)}@example.com`;
}

async function customer(): Promise<string> {
  const email = newEmail();
  const done = await registerCustomer({ ...NAME, email, password: PASSWORD }, NOW);
  if (!done.ok) throw new Error(done.code);
  return email;
}

async function loggedIn(browser = new Browser(), email?: string) {
  const address = email ?? (await customer());
  const answer = await browser.post(logIn, "/login", { email: address, password: PASSWORD });
  return { browser, email: address, answer };
}

const whereTo = (answer: Response) => [answer.status, answer.headers.get("Location")];

test("an empty login form names both fields", async () => {
  const answer = await new Browser().post(logIn, "/login", {});

  expect(answer.status).toBe(422);
  expect(((await answer.json()) as Answer).errors).toEqual({
    email: "Enter your email address",
    password: "Enter your password",
  });
});

test("a wrong password gets the same message as an unknown address, and is never shown again", async () => {
  const email = await customer();

  const wrong = await new Browser().post(logIn, "/login", { email, password: "not this one at all" });
  const unknown = await new Browser().post(logIn, "/login", {
    email: newEmail(),
    password: "not this one at all",
  });

  const [one, other] = [(await wrong.json()) as Answer, (await unknown.json()) as Answer];
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(one.errors).toEqual(other.errors);
  expect(one.values["email"]).toBe(email);
  expect(JSON.stringify(one)).not.toContain("not this one");
});

test("login leads to the account, or to the page that the visitor came for", async () => {
  const { answer } = await loggedIn();
  const email = await customer();
  const onward = await new Browser().post(logIn, "/login", {
    email,
    password: PASSWORD,
    redirectTo: "/account/orders?page=2",
  });

  expect(whereTo(answer)).toEqual([303, "/account"]);
  expect(whereTo(onward)).toEqual([303, "/account/orders?page=2"]);
});

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  "javascript:alert(1)",
  "/login?redirectTo=/login",
  "/logout",
])("login never redirects to %s", async (redirectTo) => {
  const email = await customer();

  const answer = await new Browser().post(logIn, "/login", { email, password: PASSWORD, redirectTo });

  expect(whereTo(answer)).toEqual([303, "/account"]);
});

test("the login page passes on an own path, and drops all others", async () => {
  const own = await new Browser().get(loginPage, "/login?redirectTo=%2Fcheckout");
  const foreign = await new Browser().get(loginPage, "/login?redirectTo=https%3A%2F%2Fevil.example");

  expect(await own.json()).toMatchObject({ redirectTo: "/checkout" });
  expect(await foreign.json()).toMatchObject({ redirectTo: null });
});

test("a logged-in customer is redirected from login and registration", async () => {
  const { browser } = await loggedIn();

  expect(whereTo(await browser.get(loginPage, "/login?redirectTo=%2Fcheckout"))).toEqual([303, "/checkout"]);
  expect(whereTo(await browser.get(registerPage, "/register"))).toEqual([303, "/account"]);
});

test("logging in as somebody else ends the session that the browser had, and no other", async () => {
  const [first, second] = [await customer(), await customer()];
  await loggedIn(new Browser(), first);
  const { browser } = await loggedIn(new Browser(), first);

  await loggedIn(browser, second);

  const sessions = await db()
    .selectFrom("customer_sessions")
    .innerJoin("customers", "customers.id", "customer_sessions.customer_id")
    .select("customers.email")
    .execute();
  expect(sessions.map(({ email }) => email).sort()).toEqual([first, second].sort());
});

test("logging in preserves the basket and makes it the customer's", async () => {
  const variantId = await parcelVariant(9);
  const cart = await cartWith({ [variantId]: 2 });
  const browser = await new Browser().takeCart(cart.id);

  const { email } = await loggedIn(browser);

  const row = await db()
    .selectFrom("carts")
    .innerJoin("customers", "customers.id", "carts.customer_id")
    .select(["carts.id", "customers.email"])
    .executeTakeFirstOrThrow();
  expect(row.email).toBe(email);
  const page = (await (await browser.get(basket, "/cart")).json()) as {
    cart: { lines: Array<unknown> } | null;
  };
  expect(page.cart?.lines).toHaveLength(1);
});

test("an older basket of the customer is merged with the new one, and the next page says so", async () => {
  const [one, other] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const older = await new Browser().takeCart((await cartWith({ [one]: 1, [other]: 1 })).id);
  const { email } = await loggedIn(older);
  const newer = await cartWith({ [one]: 2 });
  const browser = await new Browser().takeCart(newer.id);

  await loggedIn(browser, email);

  const row = await db().selectFrom("carts").select("id").where("customer_id", "is not", null).execute();
  expect(row).toHaveLength(1);
  const merged = await findCart(row[0]?.id as `cart_${string}`);
  expect(merged?.lines.map((line) => [line.variantId, line.quantity]).sort()).toEqual(
    [
      [one, 3],
      [other, 1],
    ].sort(),
  );
  const note = { tone: "info", text: expect.stringContaining("basket") as string };
  expect(await (await browser.get(basket, "/cart")).json()).toMatchObject({ note });
  expect(await (await browser.get(basket, "/cart")).json()).toMatchObject({ note: null });
});

test("the checkout also says what login did to the basket", async () => {
  const older = await new Browser().takeCart((await cartWith({ [await parcelVariant(9)]: 1 })).id);
  const { email } = await loggedIn(older);
  const browser = await new Browser().takeCart((await cartWith({ [await parcelVariant(9, 1)]: 2 })).id);

  await loggedIn(browser, email);

  const page = await (await browser.get(checkoutPage, "/checkout")).json();
  expect(page).toMatchObject({ kind: "form", note: { tone: "info" } });
});

test("ticking the newsletter box at registration requests it, and leaving it does not", async () => {
  const [requested, silent] = [newEmail(), newEmail()];

  await new Browser().post(register, "/register", {
    ...NAME,
    email: requested,
    password: PASSWORD,
    newsletter: "on",
  });
  await new Browser().post(register, "/register", { ...NAME, email: silent, password: PASSWORD });

  const rows = await db().selectFrom("customers").select(["email", "wants_newsletter"]).execute();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ email: requested, wants_newsletter: 1 });
  expect(rows).toContainEqual({ email: silent, wants_newsletter: 0 });
});

test("logging out ends the session, takes the basket out of this browser, and says so", async () => {
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  const { browser } = await loggedIn(await new Browser().takeCart(cart.id));

  const answer = await browser.post(logOut, "/logout", {});

  expect(whereTo(answer)).toEqual([303, "/login"]);
  expect(await (await browser.get(loginPage, "/login")).json()).toMatchObject({
    note: { tone: "success", text: "You have logged out." },
  });
  expect(await (await browser.get(basket, "/cart")).json()).toMatchObject({ cart: null });
  expect(await findCart(cart.id)).not.toBeNull();
});

const LEAVING = {
  "logging out": (browser: Browser) => browser.post(logOut, "/logout", {}),
  "deleting the account": (browser: Browser) => {
    const form = { intent: "remove-account", removalPassword: PASSWORD };
    return browser.post(changeDetails, "/account/details", form);
  },
};
const WAYS = Object.keys(LEAVING) as ReadonlyArray<keyof typeof LEAVING>;

test.each(WAYS)("after %s the next person at the browser sees none of its orders", async (way) => {
  const farewell = { "logging out": "/login", "deleting the account": "/goodbye" }[way];
  const { orderId } = await placedOrder({ [await parcelVariant(9)]: 1 });
  const paid = { from: "awaiting-payment", to: "paid", reason: "test", by: "payment", now: NOW } as const;
  await moveOrder(orderId, paid);
  const { browser } = await loggedIn();
  const path = `/orders/${orderId}`;
  await browser.get(orderPage, `${path}?k=${orderLinkKey(orderId, new Date())}`, { orderId });
  expect((await browser.get(orderPage, path, { orderId })).status).toBe(200);

  expect(whereTo(await LEAVING[way](browser))).toEqual([303, farewell]);

  expect((await browser.get(orderPage, path, { orderId })).status).toBe(404);
  const page = await (await browser.get(thankYou, "/checkout/thank-you")).text();
  expect([page.includes('"lookup"'), page.includes(orderId)]).toEqual([true, false]);
});

/** What is no trace of the person, or has a page of its own that forgets it. */
const STAYS = [
  ...["boot-and-door", "consent", "desk-device", "desk-session", "favourites", "form-proof"],
  ...["gift-list-device", "helpful-votes", "just-wrote", "known-device", "saved-for-later"],
  ...["shop-session", "store", "visitor"],
];

test.each([
  ["logging out", STAYS],
  ["deleting the account", STAYS.filter((name) => name !== "known-device")],
] as const)("after %s all cookies of the visit are gone", async (way, stays) => {
  const { browser } = await loggedIn();

  await LEAVING[way](browser);

  // A test of consent holds that the page lists all.
  const page = readFileSync("content/information/cookies.md", "utf8");
  const names = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => !browser.hasForgotten(name)).sort()).toEqual(stays);
});

test("a GET of the logout only redirects to the account", async () => {
  const { browser } = await loggedIn();

  expect(whereTo(await browser.get(logoutLink, "/logout"))).toEqual([303, "/account"]);
  expect(whereTo(await browser.get(loginPage, "/login"))).toEqual([303, "/account"]);
});

test.each([
  ["registration", register, "/register", { ...NAME, password: PASSWORD }, 2],
  ["requesting a new password", askReset, "/forgot-password", {}, 2],
] as const)(
  "%s gives the same response for a known and an unknown address, and queues an email for both",
  async (_, action, path, fields, emails) => {
    const known = await customer();
    const before = (await jobKinds()).length;

    const answers = await Promise.all(
      [known, newEmail()].map((email) => new Browser().post(action, path, { ...fields, email })),
    );

    const sent = [303, `${path}/check-your-e-mail`];
    expect(answers.map(whereTo)).toEqual([sent, sent]);
    expect((await jobKinds()).length - before).toBe(emails);
  },
);

test.each([
  ["short", "Use at least 12 characters"],
  ["a".repeat(129), "Use at most 128 characters"],
  ["passwordpassword", "That password is too easy to guess. Choose another"],
])("a password such as %s is refused with a helpful message", async (password, message) => {
  const answer = await new Browser().post(register, "/register", { ...NAME, email: newEmail(), password });

  const { errors, values } = (await answer.json()) as Answer;
  expect(answer.status).toBe(422);
  expect(errors).toEqual({ password: message });
  expect(values).toMatchObject(NAME);
  expect(JSON.stringify(values)).not.toContain(password);
});

test("a form that a bot filled in creates no account", async () => {
  const email = newEmail();

  const answer = await new Browser().post(register, "/register", {
    ...NAME,
    email,
    password: PASSWORD,
    company_website: "https://spam.example",
  });

  expect(answer.status).toBe(422);
  const rows = await db().selectFrom("customers").select("id").where("email", "=", email).execute();
  expect(rows).toEqual([]);
});

test("fields that the form does not have are ignored", async () => {
  const email = newEmail();

  await new Browser().post(register, "/register", {
    ...NAME,
    email,
    password: PASSWORD,
    verified_at: "2026-01-01T00:00:00.000Z",
    isVerified: "true",
    id: "customer_AAAAAAAAAAAAAAAAAAAAAA",
    wants_newsletter: "1",
  });

  const row = await db()
    .selectFrom("customers")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ verified_at: null, wants_newsletter: 0 });
  expect(row.id).not.toBe("customer_AAAAAAAAAAAAAAAAAAAAAA");
});

test("the sixth registration of one address within the hour is refused with a waiting time", async () => {
  const browser = new Browser();
  const statuses: Array<number> = [];
  let last = new Response();
  for (let time = 0; time < 6; time += 1) {
    last = await browser.post(register, "/register", { ...NAME, email: newEmail(), password: PASSWORD });
    statuses.push(last.status);
  }

  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await last.json()).toMatchObject({ problem: expect.stringMatching(/ (?:59|60) minutes/) });
});

test.each([
  [119, "119 seconds"],
  [120, "2 minutes"],
  [121, "3 minutes"],
])("a wait of %i seconds reads %s", async (retryAfterSeconds, text) => {
  const answer = refusedForm(refused("rate-limited", { retryAfterSeconds }));

  expect(await answer.json()).toMatchObject({ problem: expect.stringContaining(text) });
});

test.each([
  ["the account itself", "own", false],
  ["another account", "other", true],
  ["no account", "none", true],
] as const)(
  "a link that confirms an address, opened in a browser logged in to %s, asks for the password it needs",
  async (_, account, needsPassword) => {
    const browser = new Browser();
    if (account === "other") await loggedIn(browser);
    await db().deleteFrom("jobs").execute();
    const email = await customer();
    const token = tokenIn((await deliverMail()).find((mail) => addresseeOf(mail) === email));
    if (account === "own") await loggedIn(browser, email);

    const page = await (await browser.get(verifyPage, `/verify?token=${token}`)).json();
    const empty = await browser.post(verify, "/verify", {});

    expect(page).toMatchObject({ isAlive: true, needsPassword });
    expect(empty.status).toBe(needsPassword ? 422 : 303);
    if (needsPassword)
      expect((await browser.post(verify, "/verify", { password: PASSWORD })).status).toBe(303);
  },
);

test("a customer whose link no longer works gets a new one, except from a page of another account", async () => {
  const { browser, email } = await loggedIn();
  await db().deleteFrom("jobs").execute();
  expect(await (await browser.get(verifyPage, "/verify")).json()).toMatchObject({ standing: "unverified" });

  const sent = await browser.post(verify, "/verify", { intent: "resend" });
  const mail = (await deliverMail()).filter((one) => addresseeOf(one) === email);
  const foreign = await browser.post(verify, "/verify", {
    intent: "resend",
    [OWNER_FIELD]: "customer_other",
  });
  const stranger = await new Browser().post(verify, "/verify", { intent: "resend" });

  expect(whereTo(sent)).toEqual([303, "/account"]);
  expect(mail).toHaveLength(1);
  expect(whereTo(foreign)).toEqual([303, "/account"]);
  expect(await deliverMail()).toEqual([]);
  expect(whereTo(stranger)).toEqual([302, "/login?redirectTo=%2Fverify"]);
});

test("without a link there is no password to set and no address to confirm", async () => {
  const browser = new Browser();

  expect(await (await browser.get(setPasswordPage, "/set-password")).json()).toMatchObject({
    isAlive: false,
  });
  expect(await (await browser.get(verifyPage, "/verify")).json()).toMatchObject({
    isAlive: false,
    standing: "stranger",
  });
  expect((await browser.post(setPassword, "/set-password", { password: PASSWORD })).status).toBe(410);
});
