/** A session that is over is the same on every page and in every form of the shop (requirement customer-1). */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { clearLinkTokenCookie } from "#app/http/server/link-token-cookie.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { OWNER_FIELD } from "#app/models/customer/ended-session.ts";
import { hashPassword } from "#app/models/customer/password-hash.server.ts";
import { changePassword } from "#app/models/customer/password.server.ts";
import { endOtherSessions, logOut } from "#app/models/customer/session.server.ts";
import { SESSION_IDLE_MS } from "#app/models/customer/session.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { allowDevice } from "#app/models/gift-list/lists.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { isCartId, isOrderId } from "#app/models/shared/ids.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { PASSWORD } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, parcelVariant, TYPED } from "#tests/support/people/checkout.ts";
import { customerWithBrowser, orderOf, savedAddress, TYPED_ADDRESS } from "#tests/support/people/customer.ts";
import { openGiftList } from "#tests/support/people/gift-lists.ts";
import { linkCookie } from "#tests/support/people/link-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { samplePath, SHOP_ROUTES, ShopBrowser, type ShopRoute } from "#tests/support/shops/remix-shop.ts";

useTestDatabase();

/** Forms and pages that answer as ever: each is no page of a customer's, or is there for those who cannot log in. */
const EXEMPT = [
  ...[
    "/login",
    "/login/passkey",
    "/logout",
    "/forgot-password",
    "/forgot-password/check-your-e-mail",
    "/test-payment/:paymentId",
  ],
  ...["/stock-alerts/one-click", "/newsletter/one-click", "/search-suggestions", "/ingest/*", "/image/*"],
  ...["/share/*", "/robots.txt", "/sitemap.xml", "/sitemaps/:file", "/feeds/google.xml", "/feeds/blog.xml"],
  ...["/manifest.webmanifest", "/speculation-rules.json", "/emails/:email?/:part?", "/health", "/ready"],
];
/** The desk has sessions of its own. */
const isExempt = ({ path }: ShopRoute) => EXEMPT.includes(path) || /^\/(?:api|desk|image)(?:\/|$)/.test(path);
const STORED_PATH = SHOP_ROUTES.filter((route) => !isExempt(route));
const FORMS = STORED_PATH.filter(({ module }) => module.action);
const PAGES = STORED_PATH.filter(({ path }) => path !== "/*" && !path.includes("*"));

/** What is typed where nothing else is said: words, a number, and a password that nobody may keep. */
const ANYTHING = {
  intent: "send",
  message: "Two small boats,\nand a pond",
  email: "typed@example.com",
  quantity: "3",
  newPassword: "a secret of mine",
};
/** Forms whose own page shows what was typed: with the fields that it has. */
const OWN_FIELDS: Readonly<Record<string, Record<string, string>>> = {
  "/checkout": { ...TYPED, delivery_city: "Nailsworth", note: "Behind the gate, please" },
  "/account/details": {
    intent: "change-email",
    newEmail: "grace.new@example.com",
    emailPassword: "a secret of mine",
  },
  "/account/addresses/new": { ...TYPED_ADDRESS, intent: "save" },
  "/account/addresses/:addressId": { ...TYPED_ADDRESS, city: "Bath", intent: "save" },
};
const NOT_SHOWN_AGAIN = ["intent", "newPassword", "emailPassword"];

/** Of the one password that all customers of this file have. */
let hash: Promise<string> | null = null;

/** A customer with items in their basket, and the browser in which they are logged in. */
async function shopper() {
  hash ??= hashed();
  const { customer, token } = await customerWithBrowser({ passwordHash: await hash });
  const cart = await cartWith({ [await parcelVariant(50)]: 2 });
  await mergeGuestCart(customer.id, cart.id, new Date());
  const cookies = new Browser();
  cookies.takeCookie(await sessionCookie(customer, token)).takeCookie(await cartIdCookie(cart.id));
  return { customer, token, cart, cookies, browser: new ShopBrowser(cookies) };
}

async function hashed(): Promise<string> {
  const done = await hashPassword(PASSWORD);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

async function sessionCookie(customer: Customer, token: string, orderId?: string): Promise<string> {
  const session = await readSession(new Request("http://localhost:3000/"));
  session.logIn({ customerId: customer.id, token });
  if (isOrderId(orderId)) session.addOrder(orderId);
  return (await commitSession(session)) ?? "";
}

async function endedShopper() {
  const visit = await shopper();
  await logOut(visit.token);
  return visit;
}

type Fields = Readonly<Record<string, string>>;

function logIn(browser: ShopBrowser, { email }: Customer, redirectTo: string) {
  return browser.post("/login", { email, password: PASSWORD, redirectTo });
}

/** Where a redirect to the login page leads on to; anything else fails. */
function redirectToOf(answer: Response): string {
  const location = new URL(answer.headers.get("Location") ?? "/no-redirect", "http://localhost:3000");
  expect([answer.status, location.pathname, location.searchParams.get("reason")]).toEqual([
    302,
    "/login",
    "expired",
  ]);
  return location.searchParams.get("redirectTo") ?? "";
}

function isSentToLogin(answer: Response): boolean {
  return answer.headers.get("Location")?.includes("reason=expired") ?? false;
}

async function noteAt(browser: ShopBrowser): Promise<string> {
  const { loaderData } = (await (await browser.get("/login")).json()) as {
    loaderData: Record<string, { note?: { text: string } }>;
  };
  return loaderData["routes/auth/login"]?.note?.text ?? "";
}

async function unitsOf(customer: Customer): Promise<Record<number, number>> {
  const row = await db()
    .selectFrom("carts")
    .select("id")
    .where("customer_id", "=", customer.id)
    .executeTakeFirst();
  const cart = isCartId(row?.id) ? await findCart(row.id) : null;
  return Object.fromEntries((cart?.lines ?? []).map(({ variantId, quantity }) => [variantId, quantity]));
}

test("every route is a page or a form under the rule, or a named exception", () => {
  const known = SHOP_ROUTES.map(({ path }) => path);

  expect(EXEMPT.filter((path) => !known.includes(path))).toEqual([]);
  expect(FORMS.length).toBeGreaterThan(20);
});

test.each(FORMS)(
  "the form at $path redirects to the login page, and its input is restored after login",
  async (route) => {
    const { customer, cart, browser } = await endedShopper();
    const addressId = await savedAddress(customer.id);
    const path = samplePath(route).replace("address_AAAAAAAAAAAAAAAAAAAAAA", addressId);
    const typed = OWN_FIELDS[route.path] ?? ANYTHING;
    const other = await cartWith({ [await parcelVariant(50, 1)]: 1 });

    const redirectTo = redirectToOf(await browser.post(path, typed));
    const note = await noteAt(browser);
    await browser.post("/cart", { intent: "add", variantId: String(other.lines[0]?.variantId) });
    const loggedIn = await logIn(browser, customer, redirectTo);
    const page = await browser.get(loggedIn.headers.get("Location") ?? "");

    const text = await page.text();
    expect(note).toBe(
      "You are no longer logged in here. Log in again to continue. Your basket and what you typed are saved.",
    );
    expect([loggedIn.status, page.status]).toEqual([303, 200]);
    for (const [name, value] of Object.entries(typed)) {
      if (NOT_SHOWN_AGAIN.includes(name)) continue;
      expect(text, name).toContain(JSON.stringify(value).slice(1, -1));
    }
    expect(text).not.toContain("a secret of mine");
    expect(await unitsOf(customer)).toEqual({
      [cart.lines[0]?.variantId ?? 0]: 2,
      [other.lines[0]?.variantId ?? 0]: 1,
    });
  },
);

/** Whose pages name the customer for whom they were opened, or open for nobody else. */
const NAMING = [
  ...["/checkout", "/favourites", "/information/contact", "/information/contact-us"],
  "/products/:productId/review",
];
const OF_ITS_CUSTOMER = FORMS.filter(({ path }) => NAMING.includes(path) || path.startsWith("/account/"));

test.each(OF_ITS_CUSTOMER)(
  "the form at $path from before a log-out in another window redirects to the login page, with its input",
  async (route) => {
    const { customer, cart, browser } = await shopper();
    const addressId = await savedAddress(customer.id);
    const path = samplePath(route).replace("address_AAAAAAAAAAAAAAAAAAAAAA", addressId);
    const typed = OWN_FIELDS[route.path] ?? ANYTHING;

    await browser.post("/logout", {});
    await noteAt(browser);
    const redirectTo = redirectToOf(await browser.post(path, { ...typed, [OWNER_FIELD]: customer.id }));
    const note = await noteAt(browser);
    const loggedIn = await logIn(browser, customer, redirectTo);
    const text = await (await browser.get(loggedIn.headers.get("Location") ?? "")).text();

    expect(note).toBe(
      "You logged out in another window. Log in again to continue. Your basket and what you typed are saved.",
    );
    for (const [name, value] of Object.entries(typed)) {
      if (!NOT_SHOWN_AGAIN.includes(name)) expect(text, name).toContain(JSON.stringify(value).slice(1, -1));
    }
    expect(await unitsOf(customer)).toEqual({ [cart.lines[0]?.variantId ?? 0]: 2 });
  },
);

/** About one thing that nobody but its customer opens: an order, or a gift list that this browser has not opened itself. */
const ABOUT_THEIRS = FORMS.filter(({ path }) => /^\/(?:gift-lists\/(?:mine|add)|orders\/:)/.test(path));

async function shopperWithOrderAndList() {
  const visit = await shopper();
  const [list, orderId] = [
    await openGiftList({ email: visit.customer.email }),
    await orderOf(visit.customer.id),
  ];
  const pathOf = (route: ShopRoute) =>
    samplePath(route)
      .replace("order_AAAAAAAAAAAAAAAAAAAAAA", orderId)
      .replace("/mine/x1", `/mine/${list.id}`);
  return { ...visit, list, pathOf };
}

test.each(ABOUT_THEIRS)(
  "the form at $path of a customer who logged out in another window redirects to the login page, with its input",
  async (route) => {
    const [{ customer, list, browser, pathOf }, other] = [await shopperWithOrderAndList(), await shopper()];
    const typed = { ...ANYTHING, list: list.id };
    await browser.post("/logout", {});
    await other.browser.post("/logout", {});

    const strange = await other.browser.post(pathOf(route), typed);
    const redirectTo = redirectToOf(await browser.post(pathOf(route), typed));
    const note = await noteAt(browser);
    const loggedIn = await logIn(browser, customer, redirectTo);
    const text = await (await browser.get(loggedIn.headers.get("Location") ?? "")).text();

    expect(isSentToLogin(strange)).toBe(false);
    expect(note).toMatch(/^You logged out in another window. .* what you typed are saved\.$/);
    for (const [name, value] of Object.entries(typed)) {
      if (!NOT_SHOWN_AGAIN.includes(name)) expect(text, name).toContain(JSON.stringify(value).slice(1, -1));
    }
  },
);

test("a list that this browser opened by its link is edited there after a log-out too", async () => {
  const { list, browser, cookies, pathOf } = await shopperWithOrderAndList();
  const device = await giftDevice(new Request("http://localhost:3000/"));
  const letIn = { deviceHash: device.deviceHash, emailKey: emailKey(list.email) };
  await allowDevice(list.id, letIn, new Date());
  cookies.takeCookie(device.cookie);
  await browser.post("/logout", {});

  const answers = await Promise.all(
    ABOUT_THEIRS.filter(({ path }) => path.includes("mine")).map((route) =>
      browser.post(pathOf(route), { intent: "none" }),
    ),
  );

  expect(answers.filter(isSentToLogin)).toEqual([]);
});

test("after a log-out a guest's forms are a guest's", async () => {
  const { browser } = await shopper();
  const variantId = String((await cartWith({ [await parcelVariant(50)]: 1 })).lines[0]?.variantId);
  await browser.post("/logout", {});

  const added = await browser.post("/cart", { intent: "add", variantId });
  const checkout = await browser.post("/checkout", { ...TYPED, intent: "update" });

  expect([isSentToLogin(added), isSentToLogin(checkout), checkout.status]).toEqual([false, false, 200]);
});

test.each(FORMS.filter(({ path }) => /^\/(?:checkout|account)(?:\/|$)/.test(path)))(
  "what the next person types in the form at $path is not kept for the customer who left",
  async (route) => {
    const [{ customer, browser }, other] = [await shopper(), await shopper()];
    const path = samplePath(route);
    const typed = { ...(OWN_FIELDS[route.path] ?? ANYTHING) };
    await browser.post("/logout", {});

    await browser.post(path, typed);
    await browser.post(path, { ...typed, [OWNER_FIELD]: "" });
    await browser.post(path, { ...typed, [OWNER_FIELD]: other.customer.id });

    const owners = await db().selectFrom("form_drafts").select("customer_id").execute();
    expect(
      owners.filter(({ customer_id: id }) => [customer.id, other.customer.id].includes(id as never)),
    ).toEqual([]);
  },
);

test("a form of another customer is not kept for the one whose session has ended", async () => {
  const [{ browser, customer }, other] = [await endedShopper(), await shopper()];

  redirectToOf(await browser.post("/checkout", { ...TYPED, [OWNER_FIELD]: other.customer.id }));

  const drafts = await db().selectFrom("form_drafts").select("customer_id").execute();
  expect(drafts.filter(({ customer_id: id }) => id === customer.id)).toEqual([]);
});

test("a checkout that was opened for one customer is not sent for another, nor for a guest", async () => {
  const [hana, ivo] = [await shopper(), await shopper()];
  const guest = new ShopBrowser(new Browser());
  await guest.post("/cart", { intent: "add", variantId: String(ivo.cart.lines[0]?.variantId) });
  const typed = { ...TYPED, intent: "update", [OWNER_FIELD]: hana.customer.id };

  for (const [browser, own, who] of [
    [ivo.browser, ivo.customer.id, `You are logged in as ${ivo.customer.email}.`],
    [guest, "", "You are not logged in."],
  ] as const) {
    const refused = await browser.post("/checkout", typed);
    const page = await (await browser.get("/checkout")).text();

    expect([refused.status, refused.headers.get("Location")]).toEqual([303, "/checkout"]);
    expect(refused.headers.get("X-Remix-Reload-Document")).toBe("true");
    expect(page).toContain(`"owner":"${own}"`);
    expect(page).toContain(`That form belonged to another account, so we have not used it. ${who}`);
    expect((await browser.post("/checkout", { ...typed, [OWNER_FIELD]: own })).status).toBe(200);
  }
});

test.each([
  ["increase", (lineId: string): Fields => ({ intent: "increase", lineId })],
  ["save-for-later", (lineId: string): Fields => ({ intent: "save-for-later", lineId })],
  ["apply-coupon", (): Fields => ({ intent: "apply-coupon", coupon: "SPRING" })],
])("after a log-out in another window, %s in the basket says where the basket is", async (_, fields) => {
  const [{ cart, browser }, guest] = [await shopper(), await shopper()];
  const lineId = cart.lines[0]?.id ?? "";
  const strange = guest.cart.lines[0]?.id ?? "";
  await browser.post("/logout", {});

  const redirectTo = redirectToOf(
    await browser.post("/cart", fields(lineId), { Referer: "http://localhost:3000/cart" }),
  );

  expect(redirectTo).toBe("/account/continue?form=%2Fcart&back=%2Fcart");
  expect(await noteAt(browser)).toMatch(/^You logged out in another window. .* Your basket .*saved\.$/);
  // Somebody who shops as a guest since, in a basket that is gone.
  if ("lineId" in fields("")) {
    expect(isSentToLogin(await browser.post("/cart", fields(strange)))).toBe(false);
  }
});

test("the login page leads on without an account to what is not for customers alone", async () => {
  const browser = new ShopBrowser(new Browser());
  const without = async (redirectTo: string) => {
    const page = await browser.get(`/login?${new URLSearchParams({ redirectTo })}`);
    const { loaderData } = (await page.json()) as { loaderData: Record<string, { without: string | null }> };
    return loaderData["routes/auth/login"]?.without ?? null;
  };

  expect(await without("/p/wooden-toys/dog?swatch=red")).toBe("/p/wooden-toys/dog?swatch=red");
  expect(await without("/accounting")).toBe("/accounting");
  expect(await without("/account/continue?form=%2Fcart&back=%2Fp%2Fdog%3Fswatch%3Dred")).toBe(
    "/p/dog?swatch=red",
  );
  for (const closed of [
    ...["/account", "/Account/orders?page=2", "/%61ccount/orders", ""],
    ...[
      "/account/continue",
      "/account/continue?form=x&back=/account",
      "/account/continue?back=https://evil.example",
    ],
  ])
    expect(await without(closed), closed).toBeNull();
});

test("every page redirects to the login page once, and is a guest's from then on", async () => {
  const { customer, token } = await endedShopper();
  const cookie = await sessionCookie(customer, token);
  const answers = await Promise.all(
    PAGES.map(async (route) => {
      const browser = new ShopBrowser(new Browser().takeCookie(cookie));
      const path = `${samplePath(route)}?x=1`;
      const first = redirectToOf(await browser.get(path));
      const again = await browser.get(path);
      return { path, first, isSentAgain: isSentToLogin(again) };
    }),
  );

  expect(answers).toEqual(answers.map(({ path }) => ({ path, first: path, isSentAgain: false })));
  expect(answers.length).toBeGreaterThan(50);
});

test("the customer's data in browser storage is deleted, at a page or at the login", async () => {
  const [reader, caller] = [await endedShopper(), await endedShopper()];

  const atPage = await reader.browser.get("/account");
  const byScript = await caller.browser.get("/account?_data=root", { "Sec-Fetch-Dest": "empty" });
  const atLogin = await caller.browser.get("/login");
  const afterwards = await caller.browser.get("/login");

  expect(atPage.headers.get("Clear-Site-Data")).toBe('"storage"');
  // What the page has under way goes on until the login page has told its shopper.
  expect(byScript.headers.get("Clear-Site-Data")).toBeNull();
  expect(atLogin.headers.get("Clear-Site-Data")).toBe('"storage"');
  expect(afterwards.headers.get("Clear-Site-Data")).toBeNull();
});

test("the exceptions, other than the login page, reveal nothing and end nothing", async () => {
  const { customer, token } = await endedShopper();
  const cookie = await sessionCookie(customer, token);
  const routes = SHOP_ROUTES.filter(isExempt).filter(
    ({ path, module }) => path !== "/login" && module.loader,
  );

  for (const route of routes) {
    const browser = new ShopBrowser(new Browser().takeCookie(cookie));
    expect(isSentToLogin(await browser.get(samplePath(route))), route.path).toBe(false);
    redirectToOf(await browser.get("/cart"));
  }
});

test("a script's requests are redirected to the login page too, for data and with a form", async () => {
  const [reader, sender] = [await endedShopper(), await endedShopper()];
  const ofScripts = { "Sec-Fetch-Dest": "empty", Referer: "http://localhost:3000/c/wooden-toys?page=2" };
  const add = { intent: "add", variantId: "5000", quantity: "2", panel: "1" };

  const data = await reader.browser.get("/c/wooden-toys?page=2&_data=category-1", ofScripts);
  const form = await sender.browser.post("/cart?_data=routes%2Fcart%2Fcart", add, ofScripts);

  const to = (answer: Response) => {
    expect(answer.headers.get("X-Remix-Reload-Document")).toBe("true");
    return [answer.status, answer.headers.get("X-Remix-Redirect")];
  };
  const login = (redirectTo: string) => `/login?${new URLSearchParams({ redirectTo, reason: "expired" })}`;
  const back = encodeURIComponent("/c/wooden-toys?page=2");
  expect(to(data)).toEqual([204, login("/c/wooden-toys?page=2")]);
  expect(to(form)).toEqual([204, login(`/account/continue?form=%2Fcart&back=${back}`)]);
  // What the script had under way is told the same, until the shopper has been told.
  expect(to(await reader.browser.get("/cart?_data=root"))).toEqual([204, login("/cart")]);
  expect(await noteAt(reader.browser)).toContain("Your basket is saved.");
  expect(await noteAt(reader.browser)).toBe("");
  expect(await noteAt(sender.browser)).toContain("Your basket and what you typed are saved.");
  expect(isSentToLogin(await sender.browser.get("/cart"))).toBe(false);
});

test("the input is offered to its own customer only, and sent only on request", async () => {
  const { customer, browser } = await endedShopper();
  const other = await shopper();
  const variantId = await parcelVariant(50, 1);
  const add = { intent: "add", variantId: String(variantId), quantity: "2" };
  const redirectTo = redirectToOf(await browser.post("/cart", add, { Referer: "http://localhost:3000/c" }));

  const stranger = await other.browser.get(redirectTo);
  await logIn(browser, customer, redirectTo);
  const offered = (await (await browser.get(redirectTo)).json()) as {
    loaderData: Record<string, { fields: Record<string, string>; form: string; back: string }>;
  };
  const before = await unitsOf(customer);
  const page = offered.loaderData["routes/customer/continue"];
  await browser.post(page?.form ?? "", page?.fields ?? {});

  expect([stranger.status, stranger.headers.get("Location")]).toEqual([303, "/c"]);
  expect(page).toMatchObject({ form: "/cart", back: "/c", fields: add });
  expect(before[variantId]).toBeUndefined();
  expect((await unitsOf(customer))[variantId]).toBe(2);
});

test("the proof of a confirmed form is not stored with its input, and is useless alone", async () => {
  const [confirming, typing] = [await endedShopper(), await endedShopper()];
  const proof = { "confirmed-form": "aW50ZW50PWFkZA", "confirmed-proof": "1.proof" };

  const alone = redirectToOf(await confirming.browser.post("/cart", proof));
  const unclaimed = await db().selectFrom("form_drafts").selectAll().execute();
  await typing.browser.post("/products/101/review", { ...proof, body: "Two small boats" });
  const drafts = await db().selectFrom("form_drafts").selectAll().execute();

  expect([alone, unclaimed]).toEqual(["/cart", []]);
  expect(drafts.map(({ customer_id: id, fields }) => ({ id, fields }))).toEqual([
    { id: typing.customer.id, fields: JSON.stringify({ body: "Two small boats" }) },
  ]);
});

test("the stated reason contains only what is known", async () => {
  const now = new Date();
  const reasonAfter = async (end: (visit: Awaited<ReturnType<typeof shopper>>) => Promise<unknown>) => {
    const visit = await shopper();
    await end(visit);
    redirectToOf(await visit.browser.get("/"));
    return (await noteAt(visit.browser)).split(/(?<=\.) /);
  };
  const idleAt = new Date(now.getTime() - SESSION_IDLE_MS).toISOString();
  const idle = await reasonAfter(() =>
    db().updateTable("customer_sessions").set({ last_seen_at: idleAt }).execute(),
  );
  const elsewhere = await reasonAfter(({ customer }) => endOtherSessions(customer.id, "another"));
  const longAgo = await reasonAfter(async ({ customer }) => {
    const was = { created_at: "2020-01-01T00:00:00.000Z", password_changed_at: "2020-02-01T00:00:00.000Z" };
    await db().updateTable("customers").set(was).where("id", "=", customer.id).execute();
    await endOtherSessions(customer.id, "another");
  });
  const change = { current: PASSWORD, next: "four tall ships at anchor", address: "192.0.2.1" };
  const password = await reasonAfter(({ customer }) =>
    changePassword(customer.id, { ...change, keepToken: "another" }, new Date(now.getTime() + 1_000)),
  );
  const removed = await reasonAfter(({ customer }) => removeCustomer(customer.id, now));

  const rest = ["Log in again to continue.", "Your basket is saved."];
  expect(idle).toEqual(["We logged you out because you were away for a while.", ...rest]);
  expect(elsewhere).toEqual(["You are no longer logged in here.", ...rest]);
  expect(longAgo).toEqual(elsewhere);
  expect(password).toEqual([
    "You are no longer logged in here.",
    "Your password was changed recently.",
    ...rest,
  ]);
  expect(removed).toEqual(["Your account has been deleted, so you are no longer logged in."]);
});

test("a payment in progress is resumed in its own browser only", async () => {
  const [own, other] = [await endedShopper(), await endedShopper()];
  const orderId = await orderOf(own.customer.id);
  own.cookies.takeCookie(await sessionCookie(own.customer, own.token, orderId));

  const processing = await own.browser.get("/checkout/order-processing");
  const thanks = await own.browser.get(`/checkout/thank-you/${orderId}`);

  expect([processing.status, processing.headers.get("Location")]).toEqual([
    303,
    `/checkout/thank-you/${orderId}`,
  ]);
  expect([thanks.status, (await thanks.text()).includes(orderId)]).toEqual([200, true]);
  redirectToOf(await own.browser.get("/"));
  redirectToOf(await other.browser.get(`/checkout/thank-you/${orderId}`));
});

test("a page opened by a link in an email needs no login while the link is valid", async () => {
  const { cookies, browser } = await endedShopper();
  cookies.takeCookie(await linkCookie("/set-password", "A".repeat(43)));

  expect((await browser.get("/set-password")).headers.get("Location")).toBeNull();
  cookies.takeCookie(await clearLinkTokenCookie());
  redirectToOf(await browser.get("/set-password"));
});

test.each([
  ["a guess of the browser", { "Sec-Purpose": "prefetch;prerender" }],
  ["a missing image", { "Sec-Fetch-Dest": "image" }],
])("%s ends nothing, and the next page shows the message", async (_, headers) => {
  const { browser } = await endedShopper();

  const answer = await browser.get("/c/wooden-toys", headers);

  expect(answer.headers.get("Set-Cookie") ?? "").not.toContain("shop-session");
  redirectToOf(await browser.get("/c/wooden-toys"));
  expect(await noteAt(browser)).toContain("no longer logged in");
});

test("the rule costs a customer's page no additional query", async () => {
  const { browser } = await shopper();
  await browser.get("/information/about");

  const texts = await listQueries(() => browser.get("/information/about"));

  expect(texts.filter((text) => text.includes("customer_sessions"))).toHaveLength(1);
});

const PRODUCTS = ["", "/:slug2", "/:slug2/:slug3", "/:slug2/:slug3/:slug4", "/:slug2/:slug3/:slug4/:slug5"];
const OWN_LIST = [
  "",
  "/edit",
  "/gifts/:giftId",
  "/new-link",
  "/thanks",
  "/swap",
  "/show",
  "/owners",
  "/close",
];
const OWN_ORDER = ["", "/cancel", "/words/:position", "/preorder/:position", "/return", "/withdraw"];

/** Forms that are used whoever opened them, by the reason. A form that stores for an account is none of them. */
const USED_FOR_ANYBODY: Readonly<Record<string, ReadonlyArray<string>>> = {
  "what is bought or chosen is the browser's, and says nothing of a person": [
    ...PRODUCTS.map((path) => `/p/:slug1${path}`),
    ...["/cart", "/cart-recovery/:cartId", "/favourites", "/favourites/:listId", "/compare", "/my-spaces"],
    ...["/reviews/:reviewId/helpful", "/privacy/consent", "/store"],
  ],
  "it is about the address that is typed, whoever types it": [
    ...["/stock-alerts", "/newsletter", "/gift-lists", "/gift-lists/new", "/gift-lists/add"],
    ...["/list/:code/give/:giftId", "/list/:code/alert/:giftId", "/register"],
  ],
  "its link says whose it is": [
    ...["/stock-alerts/confirm", "/stock-alerts/leave", "/newsletter/confirm", "/newsletter/preferences"],
    ...["/newsletter/unsubscribe", "/gift-lists/link", "/gift-lists/co-owner", "/gift-lists/move"],
    ...["/list/gift", "/list/alert", "/set-password", "/verify", "/confirm-email", "/undo-email-change"],
  ],
  "no other customer opens the list or the order": [
    ...OWN_LIST.map((path) => `/gift-lists/mine/:listId${path}`),
    ...OWN_ORDER.map((path) => `/orders/:orderId${path}`),
    ...["/withdraw", "/orders", "/checkout/thank-you", "/checkout/thank-you/:orderId"],
  ],
  "asks for a list's basket first; gift-list-checkout.db.test.ts has it": ["/checkout/gift-list/:listId"],
  "there is no such form": ["/blog/:slug1?/:articleId", "/information/:slug", "/*"],
};

test("a form that was opened by another customer is used for nobody, at every address that takes one", async () => {
  const [hana, ivo] = [await shopper(), await shopper()];
  const addressId = await savedAddress(ivo.customer.id);
  const taken: Array<string> = [];
  for (const route of FORMS) {
    const path = samplePath(route).replace("address_AAAAAAAAAAAAAAAAAAAAAA", addressId);
    const typed = { ...(OWN_FIELDS[route.path] ?? ANYTHING), [OWNER_FIELD]: hana.customer.id };
    const { headers } = await ivo.browser.post(path, typed);
    const [cookie = ""] = /shop-session=[^;]*/.exec(headers.get("Set-Cookie") ?? "") ?? [];
    const session = await readSession(new Request("http://localhost:3000/", { headers: { cookie } }));
    if (!session.takeFlash()?.text.startsWith("That form belonged to another account"))
      taken.push(route.path);
  }

  expect(taken.sort()).toEqual(Object.values(USED_FOR_ANYBODY).flat().sort());
});

test("a page that names its customer has a form that a log-out ends", async () => {
  const { customer, browser } = await shopper();
  const addressId = await savedAddress(customer.id);
  const naming: Array<string> = [];
  for (const route of FORMS.filter(({ module }) => module.loader)) {
    const path = samplePath(route).replace("address_AAAAAAAAAAAAAAAAAAAAAA", addressId);
    const text = await (await browser.get(path)).text();
    if (text.includes(`"owner":${JSON.stringify(customer.id)}`)) naming.push(route.path);
  }

  expect(naming.filter((path) => !path.startsWith("/account/")).sort()).toEqual(NAMING);
});
