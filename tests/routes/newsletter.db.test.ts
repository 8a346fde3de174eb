import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findMarketingRecord } from "#app/models/marketing/cart-snapshot.server.ts";
import { planRecoveryEmails } from "#app/models/cart-recovery/email.server.ts";
import { CONSENTS } from "#app/models/newsletter/subscription.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { action as basket } from "#app/routes/cart/cart.tsx";
import { action as checkout, loader as checkoutPage } from "#app/routes/checkout/checkout.tsx";
import { action as confirm, loader as confirmPage } from "#app/routes/newsletter/confirm.tsx";
import { action as oneClick, loader as oneClickPage } from "#app/routes/newsletter/one-click.ts";
import { action as choose, loader as preferences } from "#app/routes/newsletter/preferences.tsx";
import { action as signUp } from "#app/routes/newsletter/sign-up.tsx";
import { action as leave, loader as leavePage } from "#app/routes/newsletter/unsubscribe.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, parcelVariant, TYPED } from "#tests/support/people/checkout.ts";
import { customerWithBrowser } from "#tests/support/people/customer.ts";
import { deliverEmails, emailToken, subscribed } from "#tests/support/people/newsletter.ts";
import { payWith } from "#tests/support/people/checkout-form.ts";
import { linkCookie } from "#tests/support/people/link-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const EMAIL = "ida@example.com";
const AT = "/newsletter";
const SENT = "/newsletter/check-your-e-mail";

type Answer = { errors: Record<string, string>; values: Record<string, string> };

/** A browser that followed the link of an email. */
async function following(path: string, token: string): Promise<Browser> {
  return new Browser().takeCookie(await linkCookie(path, token));
}

const cookiesOf = (answer: Response) =>
  [...answer.headers]
    .filter(([name]) => name === "set-cookie")
    .map(([, text]) => text)
    .join("\n");

test("the short form has the address only, the full one also topics, and both preserve input", async () => {
  const browser = new Browser();
  const wrong = await browser.post(signUp, AT, { email: "ida", from: "page", blog: "on" });
  const none = await browser.post(signUp, AT, { email: EMAIL, from: "page" });
  const short = await browser.post(signUp, AT, { email: EMAIL });

  const { errors, values } = (await wrong.json()) as Answer;
  expect([wrong.status, Object.keys(errors), values]).toEqual([
    422,
    ["email"],
    { email: "ida", from: "page", blog: "on" },
  ]);
  expect([none.status, ((await none.json()) as Answer).errors]).toEqual([
    422,
    { topics: "Choose at least one topic" },
  ]);
  expect([short.status, short.headers.get("Location")]).toEqual([303, SENT]);
});

test("a bot that fills the hidden field is refused, and too many tries get a waiting time", async () => {
  const bot = await new Browser().post(signUp, AT, { email: EMAIL, company_website: "x" });
  expect(bot.status).toBe(422);
  expect(await db().selectFrom("subscriptions").selectAll().execute()).toEqual([]);

  const browser = new Browser("203.0.113.9");
  for (let count = 0; count < 20; count += 1)
    expect((await browser.post(signUp, AT, { email: EMAIL })).status).toBe(303);
  const refused = await browser.post(signUp, AT, { email: EMAIL, from: "page", news: "on" });
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(((await refused.json()) as Answer).values).toMatchObject({ email: EMAIL, news: "on" });
});

test("the response is the same for every address, and a guest's browser is marked, a customer's is not", async () => {
  await subscribed(EMAIL, new Date());
  const known = await new Browser().post(signUp, AT, { email: EMAIL });
  const unknown = await new Browser().post(signUp, AT, { email: "new@example.com" });
  expect([known.status, ...known.headers]).toEqual([unknown.status, ...unknown.headers]);
  expect(cookiesOf(known)).toContain("omnisend-guest=");

  const { browser, customer } = await customerWithBrowser();
  const own = await browser.post(signUp, AT, { email: customer.email });

  expect(own.headers.get("Location")).toBe("/newsletter/confirmed");
  expect(cookiesOf(own)).not.toContain("omnisend-guest");
  expect(await isSubscribed(customer.email)).toBe(true);
});

test("opening the link confirms nothing, and pressing the button confirms once", async () => {
  await new Browser().post(signUp, AT, { email: EMAIL });
  const token = emailToken((await deliverEmails())[0], "confirm");
  const browser = await following("/newsletter/confirm", token);

  expect(await (await browser.get(confirmPage, "/newsletter/confirm")).json()).toMatchObject({
    about: "news and offers",
  });
  expect(await isSubscribed(EMAIL)).toBe(false);
  const pressed = await browser.post(confirm, "/newsletter/confirm", {});
  const again = await (
    await following("/newsletter/confirm", token)
  ).post(confirm, "/newsletter/confirm", {});

  expect(pressed.headers.get("Location")).toBe("/newsletter/confirmed");
  expect(again.status).toBe(410);
  expect(await isSubscribed(EMAIL)).toBe(true);
});

test("a link from an email opens the preferences without showing the address, and a customer needs none", async () => {
  const browser = await following("/newsletter/preferences", await subscribed(EMAIL, new Date()));
  const at = "/newsletter/preferences";
  expect(await (await browser.get(preferences, at)).json()).toMatchObject({
    topics: ["news"],
    address: "i•••@example.com",
  });

  expect((await browser.post(choose, at, { intent: "save" })).status).toBe(422);
  const saved = await browser.post(choose, at, { intent: "save", blog: "on" });
  expect(saved.headers.get("Location")).toBe(`${at}?saved=1`);
  expect(await (await browser.get(preferences, at)).json()).toMatchObject({ topics: ["blog"] });
  const left = await browser.post(choose, at, { intent: "leave" });
  expect(left.headers.get("Location")).toBe("/newsletter/left");
  expect(cookiesOf(left)).toMatch(/omnisend-guest=;.*Max-Age=0/);

  const { browser: own, customer } = await customerWithBrowser();
  await own.post(signUp, AT, { email: customer.email });
  expect(await (await own.get(preferences, at)).json()).toMatchObject({ topics: ["news"] });
  expect(await (await new Browser().get(preferences, at)).json()).toMatchObject({ topics: null });
});

test("unsubscribing is a page with a button, and afterwards its link says that it is done", async () => {
  const token = await subscribed(EMAIL, new Date());
  const browser = await following("/newsletter/unsubscribe", token);
  expect(await (await browser.get(leavePage, "/newsletter/unsubscribe")).json()).toMatchObject({
    address: "i•••@example.com",
  });
  expect(await isSubscribed(EMAIL)).toBe(true);

  const left = await browser.post(leave, "/newsletter/unsubscribe", {});

  expect(left.headers.get("Location")).toBe("/newsletter/left");
  expect(await isSubscribed(EMAIL)).toBe(false);
  const late = await (
    await following("/newsletter/unsubscribe", token)
  ).get(leavePage, "/newsletter/unsubscribe");
  expect(late.headers.get("Location")).toBe("/newsletter/left");
  expect((await new Browser().post(leave, "/newsletter/unsubscribe", {})).status).toBe(410);
});

test("a mail program unsubscribes with one POST and no cookie, a GET does nothing, and no response tells which", async () => {
  const at = (token: string) => `/newsletter/one-click?token=${token}`;
  const fields = { "List-Unsubscribe": "One-Click" };
  const token = await subscribed(EMAIL, new Date());

  const look = await new Browser().get(oneClickPage, at(token));
  expect(look.headers.get("Location")).toBe("/newsletter/unsubscribe");
  expect(await isSubscribed(EMAIL)).toBe(true);
  const alive = await new Browser().post(oneClick, at(token), fields);
  const dead = await new Browser().post(oneClick, at("x".repeat(43)), fields);

  expect([alive.status, await alive.text()]).toEqual([dead.status, await dead.text()]);
  expect(await isSubscribed(EMAIL)).toBe(false);
});

test("the checkout's box sends a confirmation email, and marks a guest's browser only", async () => {
  const order = async (changes: Readonly<Record<string, string>>) => {
    const cart = await cartWith({ [await parcelVariant(5)]: 1 });
    const browser = await new Browser().takeCart(cart.id);
    return payWith(browser, { ...TYPED, ...changes });
  };

  const silent = await order({});
  const requested = await order({ newsletter: "on", email: EMAIL });

  expect([silent.status, requested.status]).toEqual([303, 303]);
  expect(cookiesOf(silent)).not.toContain("omnisend-guest");
  expect(cookiesOf(requested)).toContain("omnisend-guest=");
  expect(await db().selectFrom("subscriptions").select(["email", "state", "source"]).execute()).toEqual([
    { email: EMAIL, state: "pending", source: "checkout" },
  ]);
});

/** A guest at the checkout with a basket, who sends the form without ordering; answers with what the page then holds. */
async function guestAtCheckout() {
  const cart = await cartWith({ [await parcelVariant(5)]: 1 });
  const browser = await new Browser().takeCart(cart.id);
  const send = async (fields: Readonly<Record<string, string>>) => {
    const answer = await browser.post(checkout, "/checkout", { ...TYPED, intent: "update", ...fields });
    const { view } = (await answer.json()) as { view: { values: Record<string, string> } };
    return { cookies: cookiesOf(answer), values: view.values };
  };
  return { cart, browser, send };
}

const HOUR_MS = 3_600_000;

/** Reminders about baskets that are planned when `hours` have passed. */
const plannedAfter = (hours: number) =>
  planRecoveryEmails({ origin: "http://localhost:3000", afterHours: 4 })(
    new Date(Date.now() + hours * HOUR_MS),
  );

test("a guest who ticks the reminder at the checkout and leaves is asked once, and reminded once after confirming", async () => {
  const { browser, send, cart } = await guestAtCheckout();

  const ticked = await send({ remind: "on", email: EMAIL });
  await send({ ...ticked.values, remind: "on", email: EMAIL, delivery_city: "Bath" });
  const [mail, ...more] = await deliverEmails();
  const stored = await db().selectFrom("subscriptions").selectAll().execute();
  const before = await plannedAfter(5);
  const link = await linkCookie("/newsletter/confirm", emailToken(mail, "confirm"));
  await browser.takeCookie(link).post(confirm, "/newsletter/confirm", {});

  expect(ticked.cookies).toContain("omnisend-guest=");
  expect(more).toEqual([]);
  expect(mail?.text).toContain("about items left in your basket");
  expect(stored).toMatchObject([
    { email: EMAIL, state: "pending", source: "checkout", topics: '["baskets"]' },
  ]);
  expect([stored[0]?.consent_text_version, stored[0]?.consent_at]).toEqual([
    CONSENTS.checkout.wording,
    expect.stringMatching(/^\d{4}-/),
  ]);
  expect(before).toBe(0);
  expect(await recordOf(cart.id)).toBe(EMAIL);
  expect([await plannedAfter(5), await plannedAfter(6)]).toEqual([1, 0]);
});

test("without the tick, or without a whole address, the checkout asks and stores nothing", async () => {
  const { send } = await guestAtCheckout();

  await send({ email: EMAIL });
  await send({ email: EMAIL, newsletter: "on" });
  const cut = await send({ email: "ida@", remind: "on" });
  const mended = await send({ ...cut.values, email: "ida.second@example.com" });

  expect([cut.cookies, cut.values["remind"], mended.values["reminded"]]).toEqual([
    "",
    "on",
    "ida.second@example.com",
  ]);
  expect((await deliverEmails()).map(({ to }) => to?.[0]?.address)).toEqual(["ida.second@example.com"]);
});

test("both boxes of an order are one request, and a reminder that was asked for is not asked for again", async () => {
  const { browser, send } = await guestAtCheckout();
  const { values } = await send({ remind: "on", email: EMAIL });
  await deliverEmails();

  await payWith(browser, { ...TYPED, ...values, remind: "on", email: EMAIL });
  expect(await deliverEmails()).toEqual([]);
  const other = await guestAtCheckout();
  await payWith(other.browser, { ...TYPED, ...values, remind: "on", newsletter: "on", email: EMAIL });

  expect(await deliverEmails()).toHaveLength(1);
  expect(await db().selectFrom("subscriptions").select("topics").execute()).toEqual([
    { topics: '["news","baskets"]' },
  ]);
});

/** A customer at the checkout with a basket, who sends the form without ordering; answers with what the page then holds. */
async function customerAtCheckout() {
  const { customer, browser } = await customerWithBrowser();
  const cart = await cartWith({ [await parcelVariant(5)]: 1 });
  await db().updateTable("carts").set({ customer_id: customer.id }).where("id", "=", cart.id).execute();
  await browser.takeCart(cart.id);
  const send = async (fields: Readonly<Record<string, string>>) => {
    const typed = { ...TYPED, email: customer.email, intent: "update", ...fields };
    const answer = await browser.post(checkout, "/checkout", typed);
    return ((await answer.json()) as { view: { values: Record<string, string> } }).view.values;
  };
  const offers = async () => {
    const page = await browser.get(checkoutPage, "/checkout");
    return (await page.json()) as { offersReminder: boolean; offersNewsletter: boolean };
  };
  return { customer, browser, send, offers };
}

test("a customer's own confirmed address is reminded from the tick on, and of nothing else, and is not offered the box again", async () => {
  const { customer, send, offers } = await customerAtCheckout();

  const before = await offers();
  expect(await plannedAfter(5)).toBe(0);
  await send({ remind: "on" });

  expect([before.offersReminder, (await offers()).offersReminder]).toEqual([true, false]);
  expect(await isSubscribed(customer.email, "baskets")).toBe(true);
  // The newsletter was not agreed to: no email welcomes them to it, and its own box is still offered.
  expect(await deliverEmails()).toEqual([]);
  expect((await offers()).offersNewsletter).toBe(true);
  expect(await plannedAfter(5)).toBe(1);
});

test.each(["update", "pay"])(
  "a customer who takes the tick out again, sent with %s, is not reminded",
  async (intent) => {
    const { customer, browser, send } = await customerAtCheckout();

    const { remind, ...ticked } = await send({ remind: "on" });
    const isReminded = await isSubscribed(customer.email, "baskets");
    if (intent === "update") await send(ticked);
    else await payWith(browser, { ...TYPED, ...ticked, email: customer.email });

    expect([remind, isReminded]).toEqual(["on", true]);
    expect(await isSubscribed(customer.email, "baskets")).toBe(false);
  },
);

/** What the browser sends of the box before the answer to its tick has come. */
const [TICKED, UNTICKED] = [{ reminded: "", remind: "on" }, { reminded: "" }];

test("a tick whose answer never came, and a late one, end with the next form that lacks it", async () => {
  const { customer, send } = await customerAtCheckout();
  const isReminded = () => isSubscribed(customer.email, "baskets");

  await send(TICKED);
  await send(UNTICKED);
  expect(await isReminded()).toBe(false);

  // The browser gave up on the tick, and the server reads it after the form that took it out.
  await send(TICKED);
  expect(await isReminded()).toBe(true);
  await send(UNTICKED);
  expect(await isReminded()).toBe(false);
});

test("an order without the tick ends it, also where its answer never came", async () => {
  const { customer, browser, send } = await customerAtCheckout();

  await send(TICKED);
  await payWith(browser, { ...TYPED, ...UNTICKED, email: customer.email });

  expect(await isSubscribed(customer.email, "baskets")).toBe(false);
});

test("another email address between the tick and taking it out changes nothing", async () => {
  const { customer, send } = await customerAtCheckout();

  const { remind, ...other } = await send({ ...(await send(TICKED)), email: EMAIL });
  expect([remind, other["reminded"]]).toEqual(["on", EMAIL]);
  await send(other);

  expect(await isSubscribed(customer.email, "baskets")).toBe(false);
});

test("a form without the box leaves the reminders as they are", async () => {
  const { customer, browser, send } = await customerAtCheckout();
  await send(TICKED);

  await send({});
  await payWith(browser, { ...TYPED, email: customer.email });

  expect(await isSubscribed(customer.email, "baskets")).toBe(true);
});

test("a customer who takes the reminder's tick out keeps the newsletter", async () => {
  const { customer, browser, send } = await customerAtCheckout();
  await browser.post(signUp, AT, { email: customer.email });

  const { remind, ...ticked } = await send({ remind: "on" });
  expect(await isSubscribed(customer.email, "baskets")).toBe(true);
  await send(ticked);

  expect(remind).toBe("on");
  expect(await isSubscribed(customer.email, "baskets")).toBe(false);
  expect(await isSubscribed(customer.email, "news")).toBe(true);
});

test("a reminder that is requested before a newsletter is confirmed loses neither", async () => {
  const { send } = await guestAtCheckout();
  await new Browser().post(signUp, AT, { email: EMAIL });
  await deliverEmails();

  await send({ remind: "on", email: EMAIL });
  const [mail] = await deliverEmails();
  const link = await following("/newsletter/confirm", emailToken(mail, "confirm"));
  await link.post(confirm, "/newsletter/confirm", {});

  expect([await isSubscribed(EMAIL, "news"), await isSubscribed(EMAIL, "baskets")]).toEqual([true, true]);
});

test("a subscriber who requests a reminder gets a link that adds it, and nothing changes without it", async () => {
  await subscribed(EMAIL, new Date());
  const { send } = await guestAtCheckout();

  await send({ remind: "on", email: EMAIL });
  const [mail] = await deliverEmails();
  const browser = await following("/newsletter/preferences", emailToken(mail, "preferences"));
  const at = /\/newsletter\/preferences\?\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const page = await browser.get(preferences, at.replace(/token=[^&]+&/, ""));

  expect(mail?.subject).toMatch(/^Add a topic/);
  expect(mail?.text).toContain("items left in your basket");
  expect(await page.json()).toMatchObject({ topics: ["news"], further: ["baskets"] });
  expect(await isSubscribed(EMAIL, "baskets")).toBe(false);
  await browser.post(choose, "/newsletter/preferences", { intent: "save", news: "on", baskets: "on" });
  expect(await isSubscribed(EMAIL, "baskets")).toBe(true);
});

test("hostile input is refused or taken as text, without an error", async () => {
  const hostile = [
    "'; DROP TABLE x",
    "<script>",
    "%00%ff",
    "9".repeat(400),
    "😀".repeat(50),
    "-1",
    "__proto__",
  ];
  for (const text of hostile) {
    const [browser, encoded] = [new Browser(), encodeURIComponent(text)];
    const answers = [
      await browser.post(signUp, AT, { email: text, from: text, news: text }),
      await browser.post(confirm, "/newsletter/confirm", { token: text }),
      await browser.post(choose, "/newsletter/preferences", { intent: text, news: text }),
      await browser.post(leave, "/newsletter/unsubscribe", { token: text }),
      await browser.post(oneClick, `/newsletter/one-click?token=${encoded}`, {}),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});

/** What the marketing record of a cart goes by: the address, or null where there is no record. */
async function recordOf(cartId: CartId): Promise<string | null> {
  return (await findMarketingRecord(cartId))?.email ?? null;
}

test("a guest who confirms basket reminders has that browser's basket linked, and the next one", async () => {
  const variantId = await parcelVariant(9);
  const cart = await cartWith({ [variantId]: 1 });
  const browser = await new Browser().takeCart(cart.id);
  await browser.post(signUp, AT, { email: EMAIL, from: "page", news: "on", baskets: "on" });
  expect(await recordOf(cart.id)).toBeNull();
  const link = await linkCookie("/newsletter/confirm", emailToken((await deliverEmails())[0], "confirm"));

  await browser.takeCookie(link).post(confirm, "/newsletter/confirm", {});
  expect(await recordOf(cart.id)).toBe(EMAIL);
  const line = cart.lines[0]?.id ?? "";
  await browser.post(basket, "/cart", { intent: "remove", lineId: line });
  await browser.post(basket, "/cart", { intent: "add", variantId: String(variantId) });

  const rows = await db().selectFrom("carts").select("id").execute();
  expect(rows.map(({ id }) => id)).not.toContain(cart.id);
  for (const { id } of rows) expect(await recordOf(id as CartId)).toBe(EMAIL);
  expect(rows).toHaveLength(1);
});

test("a guest who chooses basket reminders later is linked too, and one who confirms other topics is not", async () => {
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  const browser = await following("/newsletter/preferences", await subscribed(EMAIL, new Date()));
  await browser.takeCart(cart.id);
  const at = "/newsletter/preferences";

  const news = await browser.post(choose, at, { intent: "save", news: "on" });
  expect([cookiesOf(news), await recordOf(cart.id)]).toEqual(["", null]);
  await browser.post(choose, at, { intent: "save", news: "on", baskets: "on" });

  expect(await recordOf(cart.id)).toBe(EMAIL);
});
