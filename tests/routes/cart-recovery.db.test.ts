import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { consentCookie } from "#app/http/session/consent.server.ts";
import { cartIdCookie, readCartId } from "#app/http/session/cookies.server.ts";
import { readGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { NO_CONSENT } from "#app/models/analytics/consent.ts";
import { recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { action as cartAction, loader as cartLoader } from "#app/routes/cart/cart.tsx";
import { action, loader } from "#app/routes/cart/recover-cart.tsx";
import { loader as indexLoader } from "#app/routes/cart/recover-own-cart.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, setStock } from "#tests/support/people/checkout.ts";
import { customerWithBrowser } from "#tests/support/people/customer.ts";
import {
  countedSteps,
  FOREST,
  linesOf,
  MUTED,
  orderCart,
  recordedCart,
  signedPath,
  SUNSET,
} from "#tests/support/people/recovery.ts";
import { ARK } from "#tests/support/people/order-life.ts";
import { answerOf } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const unsigned = (id: string) => `/cart-recovery/${id}`;
const open = (browser: Browser, cartId: CartId, path = signedPath(cartId)) =>
  browser.get(loader, path, { cartId });
const choose = (browser: Browser, cartId: CartId, intent: string, path: string = signedPath(cartId)) =>
  browser.post(action, path, { intent }, { cartId });

/** The cart to which the answer points its browser; null where it says nothing of one. */
const cartIn = (answer: Response) => readCartId(cookiesOf(answer));
/** The note that the answer leaves for the next page. */
const noteIn = async (answer: Response) => (await readSession(cookiesOf(answer))).takeFlash()?.text ?? null;

function cookiesOf(answer: Response): Request {
  const lines = answer.headers.get("Set-Cookie")?.split(/,\s*(?=[\w-]+=)/) ?? [];
  const cookie = lines.map((line) => line.split(";")[0]).join("; ");
  return new Request("http://localhost:3000/", { headers: { cookie } });
}

async function browserWith(items: Readonly<Record<number, number>>) {
  const cart = await cartWith(items);
  return { cart, browser: await new Browser().takeCart(cart.id) };
}

/** A customer, logged in at home, whose basket is their account's. */
async function customerWithCart(items: Readonly<Record<number, number>>) {
  const { customer, browser } = await customerWithBrowser();
  const cart = await cartWith(items);
  await db().updateTable("carts").set({ customer_id: customer.id }).where("id", "=", cart.id).execute();
  return { customer, browser, cart };
}

const everyRow = async () => ({
  carts: await db().selectFrom("carts").selectAll().orderBy("id").execute(),
  lines: await db().selectFrom("cart_lines").selectAll().orderBy("id").execute(),
});

test("an empty browser takes the saved basket: 303 to the basket, and only its cookie changes", async () => {
  const saved = await cartWith({ [MUTED]: 2 });
  const before = await everyRow();

  const answer = await open(new Browser(), saved.id, `${signedPath(saved.id)}&utm_campaign=spring`);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"]);
  expect(await cartIn(answer)).toBe(saved.id);
  expect(await noteIn(answer)).toBe("We have restored your saved basket.");
  expect(await everyRow()).toEqual(before);
});

test("two browsers then share one basket: both add to it, one orders it, and the other shows that", async () => {
  const { cart, browser: home } = await browserWith({ [MUTED]: 1 });
  const away = new Browser();
  await open(away, cart.id, signedPath(cart.id));

  await addToCart(cart.id, [{ variantId: SUNSET, quantity: 1 }], NOW);
  for (const browser of [home, away]) {
    const page = await (await browser.get(cartLoader, "/cart")).json();
    expect(page.cart.lines).toHaveLength(2);
  }
  await orderCart(cart.id);
  const reported = await (await home.get(cartLoader, "/cart")).json();

  expect(reported).toMatchObject({ cart: null, isOrdered: true, isExpired: false });
  expect(await (await open(home, cart.id)).json()).toMatchObject({
    data: { kind: "found", source: "order" },
  });
});

test("opening a link changes nothing, however often, by anyone and in every state", async () => {
  const { cart: mine, browser } = await browserWith({ [SUNSET]: 1 });
  const theirs = await customerWithCart({ [MUTED]: 1 });
  const ordered = await cartWith({ [MUTED]: 1 });
  await orderCart(ordered.id);
  const recorded = await recordedCart({ [MUTED]: 1 });
  const before = await everyRow();

  for (const id of [mine.id, theirs.cart.id, ordered.id, recorded, newId("cart")]) {
    for (const path of [
      unsigned(id),
      signedPath(id),
      signedPath(id, "checkout"),
      `${signedPath(id)}&omnisendContactID=abc`,
    ]) {
      for (const visitor of [new Browser(), browser, theirs.browser]) {
        await open(visitor, id, path);
        await open(visitor, id, path);
      }
    }
  }

  expect(await everyRow()).toEqual(before);
});

test("with another basket the page shows both, and each of its three buttons does what it says", async () => {
  const scene = async () => {
    const saved = await cartWith({ [MUTED]: 2 });
    return { saved, ...(await browserWith({ [SUNSET]: 1, [MUTED]: 1 })) };
  };
  const first = await scene();
  const page = await open(first.browser, first.saved.id);
  expect(page.status).toBe(200);
  expect((await page.json()).data).toMatchObject({
    source: "cart",
    saved: [{ name: "Rainbow Stacker", variantLabel: "Muted", quantity: 2, state: "available" }],
    current: [{ variantLabel: "Muted" }, { variantLabel: "Sunset" }],
  });

  const stored = await choose(first.browser, first.saved.id, "keep");
  expect([stored.status, await cartIn(stored)]).toEqual([303, null]);
  expect(await linesOf(first.cart.id)).toEqual({ [SUNSET]: 1, [MUTED]: 1 });

  const used = await choose(first.browser, first.saved.id, "use");
  expect(await cartIn(used)).toBe(first.saved.id);
  expect(await linesOf(first.saved.id)).toEqual({ [MUTED]: 2 });
  expect(await linesOf(first.cart.id)).toEqual({ [SUNSET]: 1, [MUTED]: 1 });

  const { saved, cart, browser } = await scene();
  const merged = await choose(browser, saved.id, "merge");
  expect([merged.headers.get("Location"), await cartIn(merged)]).toEqual(["/cart", saved.id]);
  expect(await noteIn(merged)).toBe("We have combined both baskets.");
  expect(await linesOf(saved.id)).toEqual({ [MUTED]: 3, [SUNSET]: 1 });
  expect(await linesOf(cart.id)).toEqual({});
  // A second press finds nothing left to do.
  await choose(browser, saved.id, "merge");
  expect(await linesOf(saved.id)).toEqual({ [MUTED]: 3, [SUNSET]: 1 });
});

test("a basket whose order waits for its payment retains its id: the other one is merged into it", async () => {
  const saved = await cartWith({ [MUTED]: 2 });
  await db().updateTable("carts").set({ email: "saved@example.com", coupon_code: "WELCOME10" }).execute();
  const { cart, browser } = await browserWith({ [SUNSET]: 1 });
  await db().updateTable("carts").set({ coupon_code: "SPRING" }).where("id", "=", cart.id).execute();
  expect(await checkOut(await commandFor(cart.id), NOW)).toMatchObject({ ok: true });

  const merged = await choose(browser, saved.id, "merge", signedPath(saved.id));

  expect([await cartIn(merged), await noteIn(merged)]).toEqual([cart.id, "We have combined both baskets."]);
  expect(await linesOf(cart.id)).toEqual({ [MUTED]: 2, [SUNSET]: 1 });
  const rows = await db().selectFrom("carts").select(["id", "email", "coupon_code"]).execute();
  expect(rows).toEqual([{ id: cart.id, email: "saved@example.com", coupon_code: "SPRING" }]);
});

test("while orders of both baskets wait none is merged, and the saved one is used", async () => {
  const saved = await cartWith({ [MUTED]: 2 });
  const { cart, browser } = await browserWith({ [SUNSET]: 1 });
  for (const { id } of [saved, cart])
    expect(await checkOut(await commandFor(id), NOW)).toMatchObject({ ok: true });

  const merged = await choose(browser, saved.id, "merge", signedPath(saved.id));

  expect([await cartIn(merged), await noteIn(merged)]).toEqual([
    saved.id,
    "We have restored your saved basket.",
  ]);
  expect([await linesOf(saved.id), await linesOf(cart.id)]).toEqual([{ [MUTED]: 2 }, { [SUNSET]: 1 }]);
});

test("ten concurrent presses of the merge button add the items once", async () => {
  const saved = await cartWith({ [MUTED]: 2 });
  const { browser } = await browserWith({ [SUNSET]: 1 });

  await Promise.all(Array.from({ length: 10 }, () => choose(browser, saved.id, "merge")));

  expect(await linesOf(saved.id)).toEqual({ [MUTED]: 2, [SUNSET]: 1 });
});

test("merging stops at the stock, and names the items with fewer units", async () => {
  await setStock(MUTED, 3);
  const saved = await cartWith({ [MUTED]: 2 });
  const { browser } = await browserWith({ [MUTED]: 2 });

  const merged = await choose(browser, saved.id, "merge");

  expect(await linesOf(saved.id)).toEqual({ [MUTED]: 3 });
  expect(await noteIn(merged)).toBe(
    "We have combined both baskets. We could not combine the full quantities of Rainbow Stacker, Muted.",
  );
});

test("items that sold out since are named on the choice page, and stay in the basket with a notice", async () => {
  const saved = await cartWith({ [MUTED]: 2, [SUNSET]: 1 });
  const { browser } = await browserWith({ [SUNSET]: 1 });
  await setStock(MUTED, 1);
  await db().updateTable("variants").set({ on_hand: 0 }).where("id", "=", SUNSET).execute();

  const { data } = await (await open(browser, saved.id)).json();
  const used = await choose(browser, saved.id, "use");

  expect(data.saved).toMatchObject([
    { variantId: MUTED, state: "fewer", available: 1 },
    { variantId: SUNSET, state: "gone", available: 0 },
  ]);
  expect(await cartIn(used)).toBe(saved.id);
});

test("a customer's basket is restored for that customer only, by an unsigned link", async () => {
  const { cart, browser, customer } = await customerWithCart({ [MUTED]: 1 });

  const home = await open(browser, cart.id, unsigned(cart.id));
  const stranger = await open(new Browser(), cart.id, unsigned(cart.id));
  const missing = await open(new Browser(), newId("cart"));
  const pressed = await choose(new Browser(), cart.id, "use", unsigned(cart.id));

  expect([home.status, await cartIn(home)]).toEqual([303, cart.id]);
  expect([stranger.status, missing.status]).toEqual([410, 410]);
  const [shown, none] = [await stranger.text(), await missing.text()];
  expect(shown.replaceAll(/cart_[\w-]{22}/g, "")).toBe(none.replaceAll(/cart_[\w-]{22}/g, ""));
  expect(shown).not.toContain(customer.email);
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, unsigned(cart.id)]);
  expect(await cartIn(pressed)).toBeNull();
});

test("with the signed link a stranger gets only the items of a customer's basket, in a basket of their own", async () => {
  const { cart, customer } = await customerWithCart({ [MUTED]: 2 });
  await db()
    .updateTable("carts")
    .set({ email: "grace@example.com", delivery_postcode: "BS8 2LG", coupon_code: "WELCOME10" })
    .where("id", "=", cart.id)
    .execute();
  await db()
    .updateTable("cart_lines")
    .set({ gift_message: "Love, Gran" })
    .where("cart_id", "=", cart.id)
    .execute();
  const stranger = new Browser();
  const path = signedPath(cart.id);

  const page = await (await open(stranger, cart.id, path)).text();
  const taken = await choose(stranger, cart.id, "use", path);
  const again = await choose(stranger, cart.id, "merge", path);

  expect(JSON.parse(page).data).toMatchObject({ source: "copy", isAccounts: true, saved: [{ quantity: 2 }] });
  for (const secret of [customer.email, "grace@example.com", "BS8", "Gran", customer.id])
    expect(page).not.toContain(secret);
  const copy = (await cartIn(taken))!;
  expect(copy).not.toBe(cart.id);
  expect(await linesOf(copy)).toEqual({ [MUTED]: 2 });
  expect(await db().selectFrom("carts").selectAll().where("id", "=", copy).executeTakeFirst()).toMatchObject({
    customer_id: null,
    email: null,
    delivery_postcode: null,
    coupon_code: null,
  });
  expect(
    await db().selectFrom("cart_lines").select("gift_message").where("cart_id", "=", copy).execute(),
  ).toEqual([{ gift_message: null }]);
  // Taking them once more adds none.
  expect(await cartIn(again)).toBe(copy);
  expect(await linesOf(copy)).toEqual({ [MUTED]: 2 });
  expect(await linesOf(cart.id)).toEqual({ [MUTED]: 2 });
});

test.each<[string, (words: string) => Promise<CartId>]>([
  ["a basket that is in use", (words) => basketWithWords(words)],
  [
    "one that was ordered",
    async (words) => {
      const id = await basketWithWords(words);
      await orderCart(id);
      return id;
    },
  ],
])(
  "an unsigned link copies the goods of %s without what was typed, and no two people share it",
  async (_, leave) => {
    const saved = await leave("Bertie");
    const stranger = new Browser();

    const page = await (await open(stranger, saved, unsigned(saved))).text();
    const taken = (await cartIn(await choose(stranger, saved, "use", unsigned(saved))))!;
    const other = (await cartIn(await choose(new Browser(), saved, "use", unsigned(saved))))!;

    for (const secret of ["Bertie", "GL5", "Granny"]) expect(page).not.toContain(secret);
    expect(new Set([saved, taken, other]).size).toBe(3);
    const lines = await db()
      .selectFrom("cart_lines")
      .selectAll()
      .where("cart_id", "in", [taken, other])
      .execute();
    expect(lines).toMatchObject(Array(2).fill({ quantity: 1, personalisation: "", gift_message: null }));
    expect(await (await open(new Browser(), saved, signedPath(saved))).text()).not.toContain("GL5");
  },
);

test("the link that the API answers with copies what the program put in, and the two never share a basket", async () => {
  const program = await basketWithWords("Bertie");
  const path = signedPath(program, "checkout");
  const shopper = new Browser();

  const opened = await open(shopper, program, path);
  const shown = await opened.text();
  const copy = (await cartIn(await choose(shopper, program, "use", path)))!;

  expect([opened.status, await cartIn(opened)]).toEqual([200, null]);
  expect(JSON.parse(shown).data).toMatchObject({ source: "copy", saved: [{ personalisation: "Bertie" }] });
  for (const secret of ["GL5", "Granny"]) expect(shown).not.toContain(secret);
  expect(copy).not.toBe(program);
  expect((await findCart(copy))?.lines).toMatchObject([{ personalisation: { text: "Bertie" }, gift: null }]);

  // What the shopper adds is in neither the program's basket nor what its link shows, before the order and after it.
  await addToCart(copy, [{ variantId: SUNSET, quantity: 1 }], NOW);
  await orderCart(program);
  expect(await linesOf(copy)).toEqual({ [ARK]: 1, [SUNSET]: 1 });
  const ordered = await (await open(new Browser(), program, path)).text();
  expect(JSON.parse(ordered).data).toMatchObject({ source: "order", saved: [{ personalisation: null }] });
  expect(ordered).not.toContain("Bertie");
});

test("the API's link to a customer's basket opens it for them, and copies it for anybody else", async () => {
  const { cart, browser } = await customerWithCart({ [MUTED]: 2 });
  const path = signedPath(cart.id, "checkout");

  const home = await open(browser, cart.id, path);
  const away = await (await open(new Browser(), cart.id, path)).json();

  expect(await cartIn(home)).toBe(cart.id);
  expect(away.data).toMatchObject({ source: "copy", isAccounts: true, saved: [{ quantity: 2 }] });
});

/** An ark with words on it, and a postcode. */
async function basketWithWords(words: string): Promise<CartId> {
  const done = await addToCart(null, [{ variantId: ARK, quantity: 1, personalisation: words }], NOW);
  if (!done.ok) throw new Error(done.code);
  const { id } = done.value.cart;
  await db().updateTable("carts").set({ delivery_postcode: "GL5 1QN" }).where("id", "=", id).execute();
  await db().updateTable("cart_lines").set({ gift_message: "Granny" }).where("cart_id", "=", id).execute();
  return id;
}

test("a logged-in customer with another basket merges the saved one into their own account", async () => {
  const { browser, cart: own, customer } = await customerWithCart({ [SUNSET]: 1 });
  const saved = await cartWith({ [MUTED]: 1 });

  const answer = await choose(browser, saved.id, "merge");

  expect(await cartIn(answer)).toBe(saved.id);
  expect(await linesOf(saved.id)).toEqual({ [MUTED]: 1, [SUNSET]: 1 });
  const rows = await db().selectFrom("carts").select(["id", "customer_id"]).execute();
  expect(rows).toEqual([{ id: saved.id, customer_id: customer.id }]);
  expect(own.id).not.toBe(saved.id);
});

test("an ordered basket says so, links to the order for its buyer only, and offers to buy the items again", async () => {
  const saved = await cartWith({ [MUTED]: 2 });
  const orderId = await orderCart(saved.id, "hannah@example.org");
  const browser = new Browser();

  const page = await open(browser, saved.id, signedPath(saved.id));
  const text = await page.text();
  const again = await choose(browser, saved.id, "use", signedPath(saved.id));

  expect(page.status).toBe(200);
  expect(JSON.parse(text).data).toMatchObject({ source: "order", orderId: null, saved: [{ quantity: 2 }] });
  for (const secret of ["hannah@example.org", "Slad Road", "GL5", orderId])
    expect(text).not.toContain(secret);
  const cartId = (await cartIn(again))!;
  expect(cartId).not.toBe(saved.id);
  expect(await linesOf(cartId)).toEqual({ [MUTED]: 2 });
});

test("a deleted basket is rebuilt from its record, at today's prices, without discontinued items", async () => {
  const cartId = await recordedCart({ [MUTED]: 2, [FOREST]: 1, 999_999: 1 }, { price: 1 });
  const browser = new Browser();

  const page = await (await open(browser, cartId)).text();
  const taken = await choose(browser, cartId, "use");

  expect(JSON.parse(page).data).toMatchObject({
    source: "record",
    saved: [
      { variantId: MUTED, state: "available", price: { now: { minor: 5_400 } } },
      { variantId: FOREST, state: "gone" },
      { variantId: null, name: "Goods 999999", state: "gone", price: null },
    ],
  });
  expect(page).not.toContain("recorded@example.com");
  expect(await linesOf((await cartIn(taken))!)).toEqual({ [MUTED]: 2 });
  expect(await noteIn(taken)).toBe(
    "We have added 1 of 3 saved items to your basket. The rest are not available at the moment.",
  );
});

test("an unknown basket is a 410 with a friendly page, and a cut link is reported as incomplete", async () => {
  const { browser } = await browserWith({ [MUTED]: 1 });

  const gone = await open(browser, newId("cart"));
  const cut = await open(browser, "cart_abc");
  const bare = await new Browser().get(indexLoader, "/cart-recovery");
  const broken = await new Browser().get(indexLoader, "/cart-recovery?cartID=nothing");

  expect([gone.status, (await gone.json()).data]).toEqual([410, { kind: "gone", currentItems: 1 }]);
  expect([cut.status, (await cut.json()).data]).toEqual([404, { kind: "incomplete" }]);
  expect([bare.status, broken.status]).toEqual([200, 200]);
});

test("without a basket in the path the one in the query is used, or else this browser's own", async () => {
  const { cart, browser } = await browserWith({ [MUTED]: 1 });
  const { searchParams } = new URL(recoveryAddress(cart.id, NOW));

  const named = await new Browser().get(
    indexLoader,
    `/cart-recovery?cartID=${cart.id}&sig=${searchParams.get("sig")}&utm_source=x`,
  );
  const own = await browser.get(indexLoader, "/cart-recovery");

  expect(named.headers.get("Location")).toBe(`/cart-recovery/${cart.id}`);
  expect([own.status, own.headers.get("Location")]).toEqual([303, "/cart"]);
});

test("a marketing contact in the link marks a guest's browser and leaves the address, except another customer's", async () => {
  const saved = await cartWith({ [MUTED]: 1 });
  const { browser: customer } = await customerWithBrowser();
  const contact = "5f1e8d7c6b5a493827160f1e";
  const path = `${signedPath(saved.id)}&cartID=${saved.id}&omnisendContactID=`;

  const guest = await open(new Browser(), saved.id, path + contact);
  const loggedIn = await open(customer, saved.id, path + contact);
  const nonsense = await open(new Browser(), saved.id, `${path}%3Cscript%3E`);
  const headers = { "user-agent": "Firefox/130.0", "Sec-GPC": "1" };
  const refused = await open(
    new Browser().takeCookie(await consentCookie(NO_CONSENT, NOW)),
    saved.id,
    path + contact,
  );
  const refusing = await ask(new Request(`http://localhost:3000${path}${contact}`, { headers }), saved.id);

  expect([guest.status, guest.headers.get("Location")]).toEqual([303, `/cart-recovery/${saved.id}`]);
  expect(await readGuestMarker(cookiesOf(guest))).toBe(contact);
  for (const answer of [loggedIn, nonsense, refusing, refused]) {
    expect(answer.headers.get("Location")).toBe(`/cart-recovery/${saved.id}`);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
});

test("a link counts once a day for a person, and never for a bot, a HEAD or a prefetch", async () => {
  const saved = await cartWith({ [MUTED]: 1 });
  const url = `http://localhost:3000${signedPath(saved.id)}`;
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
  const robots = [
    new Request(url, { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } }),
    new Request(url),
    new Request(url, { method: "HEAD", headers: agent }),
    new Request(url, { headers: { ...agent, "Sec-Purpose": "prefetch" } }),
  ];
  for (const request of robots) await ask(request, saved.id);
  expect(await countedSteps()).toEqual([]);

  for (let time = 0; time < 3; time += 1) await open(new Browser(), saved.id, signedPath(saved.id));

  expect(await countedSteps()).toEqual(["opened", "recovered"]);
  await open(new Browser(), newId("cart"));
  expect(await countedSteps()).toHaveLength(2);
});

test("an order of a merged basket counts for the recovered one", async () => {
  const saved = await cartWith({ [MUTED]: 1 });
  const { browser } = await browserWith({ [SUNSET]: 1 });
  await open(browser, saved.id);
  await choose(browser, saved.id, "merge");
  await orderCart(saved.id);
  const other = await cartWith({ [MUTED]: 1 });
  await orderCart(other.id);

  const rows = await db().selectFrom("recovery_steps").selectAll().execute();
  expect(rows.map(({ step }) => step).sort()).toEqual(["opened", "ordered", "recovered"]);
  expect(rows.find(({ step }) => step === "ordered")).toMatchObject({
    amount_minor: 10_800,
    currency: "GBP",
  });
  expect(JSON.stringify(rows)).not.toContain(saved.id);
});

test("an invalid form is refused, and a press counts with every user agent", async () => {
  const saved = await cartWith({ [MUTED]: 1 });
  const { cart, browser } = await browserWith({ [SUNSET]: 1 });
  const refused = await choose(browser, saved.id, "burn");
  const request = new Request(`http://localhost:3000${unsigned(saved.id)}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: (await cartIdCookie(cart.id)).split(";")[0]!,
    },
    body: "intent=merge",
  });
  const unnamed = await action({ request, params: { cartId: saved.id }, context: {} });

  expect(refused.status).toBe(400);
  expect([unnamed.status, unnamed.headers.get("Location")]).toEqual([303, "/cart"]);
  expect(await linesOf(cart.id)).toEqual({ [SUNSET]: 1, [MUTED]: 1 });
});

const ask = (request: Request, cartId: string) =>
  answerOf(() => loader({ request, params: { cartId }, context: {} }));

test("a guest marked by a link is known by the basket they already have, from its next change on", async () => {
  const { cart, browser } = await browserWith({ [MUTED]: 1 });
  const contactId = "5f1e8d7c6b5a493827160f1e";
  await open(browser, cart.id, `${signedPath(cart.id)}&omnisendContactID=${contactId}`);
  expect(await db().selectFrom("marketing_carts").selectAll().execute()).toEqual([]);

  await browser.post(cartAction, "/cart", { intent: "add", variantId: String(SUNSET), quantity: "1" });

  const records = await db().selectFrom("marketing_carts").select(["cart_id", "contact_id"]).execute();
  expect(records).toEqual([{ cart_id: cart.id, contact_id: contactId }]);
});
