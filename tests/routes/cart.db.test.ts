import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findAddedToCart } from "#app/http/request/added-to-cart.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { removedLineCookie } from "#app/http/session/removed-line-cookie.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { action, loader } from "#app/routes/cart/cart.tsx";
import { loader as product } from "#app/routes/catalogue/product.tsx";
import { loader as checkoutLoader } from "#app/routes/checkout/checkout.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { commandFor } from "#tests/support/people/checkout.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
/** Rainbow Stacker: its colour option, and its variants Muted, Sunset and Forest (sold out). */
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const COLOUR = "option-1011";
const MUTED = 5000;
const SUNSET = 5001;
const FOREST = 5002;

test("adding creates a cart, sets the browser's cookie and redirects with the mini-basket open", async () => {
  const answer = await post({
    intent: "add",
    productId: "101",
    variantId: String(SUNSET),
    quantity: "2",
    redirectTo: STACKER,
  });

  const cart = await onlyCart();
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(`${STACKER}?swatch=sunset&added=${cart.lines[0]!.id}`);
  expect(answer.headers.get("Set-Cookie")).toMatch(/^cart-id=.+; Max-Age=7776000; Path=\/; HttpOnly/);
  expect(cart.lines).toMatchObject([{ variantId: SUNSET, quantity: 2 }]);
});

test("the next page shows the added line, to this browser only", async () => {
  const answer = await post({ intent: "add", variantId: String(SUNSET), quantity: "2", redirectTo: STACKER });
  const location = answer.headers.get("Location")!;
  const cookie = answer.headers.get("Set-Cookie")!.split(";")[0]!;

  const mine = await findAddedToCart(
    new Request(`http://localhost:3000${location}`, { headers: { cookie } }),
  );
  const theirs = await findAddedToCart(new Request(`http://localhost:3000${location}`));

  expect(mine).toMatchObject({
    line: { name: "Rainbow Stacker", variantLabel: "Sunset", quantity: 2 },
    count: 2,
    items: { minor: 10_800 },
    deliveryText: "Delivery is free on this order.",
  });
  expect(theirs).toBeNull();
});

test("a script that requests the panel gets it as data, never a redirect", async () => {
  const answer = await post({
    intent: "add",
    variantId: String(SUNSET),
    quantity: "1",
    panel: "1",
    redirectTo: STACKER,
  });

  expect(answer.status).toBe(200);
  expect(answer.headers.get("Set-Cookie")).toContain("cart-id=");
  expect(await answer.json()).toMatchObject({
    ok: true,
    added: { line: { name: "Rainbow Stacker", quantity: 1 }, count: 1 },
  });
});

test("the chosen options take precedence over the variant of an outdated page", async () => {
  await post({ ...OPTIONS, [COLOUR]: "sunset" });

  expect((await onlyCart()).lines).toMatchObject([{ variantId: SUNSET }]);
});

test("a refused add shows the reason and the stock, and preserves the input", async () => {
  await setStock(MUTED, 2);

  const answer = await post({ intent: "add", variantId: String(MUTED), quantity: "5", redirectTo: STACKER });

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    message: "Insufficient stock",
    explanation: "You asked for 5 of Rainbow Stacker, Muted, but only 2 are left.",
    retry: {
      path: `${STACKER}?swatch=muted`,
      name: "Rainbow Stacker, Muted",
      variantId: String(MUTED),
      quantity: "5",
    },
  });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
});

test.each([
  ["a form", {}],
  ["a script", { panel: "1" }],
])("%s that has no basket yet gets the same refusal, and no basket", async (_, extra) => {
  const answer = await post({ intent: "add", variantId: String(FOREST), quantity: "1", ...extra });

  expect(answer.status).toBe(409);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await answer.json()).toMatchObject({
    ok: false,
    message: "Insufficient stock",
    explanation: "Rainbow Stacker, Forest is sold out.",
  });
});

test("prices, names and carts in a forged form are ignored", async () => {
  const other = await cartWith(MUTED, 1);

  await post({
    intent: "add",
    variantId: String(SUNSET),
    quantity: "1",
    price: "1",
    unit_price: "0.01",
    name: "Free",
    total: "0",
    cartId: other.id,
    id: other.id,
  });

  const carts = await db().selectFrom("carts").select("id").execute();
  const mine = await findCart(carts.find(({ id }) => id !== other.id)!.id as CartId);
  expect(mine?.lines).toMatchObject([{ name: "Rainbow Stacker", price: { now: { minor: 5400 } } }]);
  expect((await findCart(other.id))?.version).toBe(other.version);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/%09/evil.example",
  "",
])("a return path of %j is refused", async (redirectTo) => {
  const answer = await post({ intent: "add", variantId: String(MUTED), quantity: "1", redirectTo });

  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe("/cart");
});

test.each(["Googlebot/2.1", "", "curl/8.5"])(
  "a browser with the user agent %j that presses the button gets the items",
  async (agent) => {
    const answer = await post(
      { intent: "add", variantId: String(MUTED), quantity: "1", redirectTo: STACKER },
      { agent },
    );

    expect([answer.status, answer.headers.get("Location")?.split("?")[0]]).toEqual([303, STACKER]);
    expect(answer.headers.get("Set-Cookie")).toContain("cart-id=");
    expect((await onlyCart()).lines).toMatchObject([{ variantId: MUTED, quantity: 1 }]);
  },
);

test("adding with an unknown cart creates a new one and sets the browser's cookie", async () => {
  const answer = await post(
    { intent: "add", variantId: String(MUTED), quantity: "1" },
    { cartId: newId("cart") },
  );

  expect(answer.status).toBe(303);
  expect(answer.headers.get("Set-Cookie")).toContain("cart-id=");
  expect((await onlyCart()).lines).toHaveLength(1);
});

test.each([
  ["set-quantity", { quantity: "4" }, 4],
  ["increase", {}, 3],
  ["decrease", {}, 1],
  // The quantity field travels with the buttons of the same form and must not count.
  ["increase", { quantity: "6" }, 3],
])("%s %j leaves %i", async (intent, fields, quantity) => {
  const cart = await cartWith(MUTED, 2);

  const answer = await post({ intent, lineId: cart.lines[0]!.id, ...fields }, { cartId: cart.id });

  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ok: true, removed: null });
  expect(answer.headers.get("Set-Cookie")).toContain("Max-Age=7776000");
  expect((await findCart(cart.id))?.lines[0]?.quantity).toBe(quantity);
});

test("removing the last line deletes cart and cookie, and undo restores both", async () => {
  const cart = await cartWith(MUTED, 2);

  const removed = await post({ intent: "remove", lineId: cart.lines[0]!.id }, { cartId: cart.id });
  const note = ((await removed.json()) as { removed: { variantId: number; quantity: number } }).removed;
  const undone = await post({
    intent: "undo",
    variantId: String(note.variantId),
    quantity: String(note.quantity),
  });

  expect(removed.headers.get("Set-Cookie")).toMatch(/^cart-id=.*Max-Age=0/);
  expect(await findCart(cart.id)).toBeNull();
  expect(undone.status).toBe(303);
  expect(undone.headers.get("Location")).toBe("/cart");
  expect((await onlyCart()).lines).toMatchObject([{ variantId: MUTED, quantity: 2 }]);
});

test("undo that is sent twice brings back what was removed once", async () => {
  const cart = await cartWith(MUTED, 2);
  await addToCart(cart.id, [{ variantId: SUNSET, quantity: 1 }], new Date());
  const undo = { intent: "undo", variantId: String(MUTED), quantity: "2" };
  const session = { cartId: cart.id };
  const quantities = async () =>
    Object.fromEntries((await onlyCart()).lines.map((line) => [line.variantId, line.quantity]));

  await post({ intent: "remove", lineId: cart.lines[0]!.id }, session);
  const answers = await Promise.all([post(undo, session), post(undo, session)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await quantities()).toEqual({ [MUTED]: 2, [SUNSET]: 1 });

  await post(
    {
      intent: "set-quantity",
      lineId: (await onlyCart()).lines.find(({ variantId }) => variantId === MUTED)!.id,
      quantity: "3",
    },
    session,
  );
  await post(undo, session);
  expect(await quantities()).toEqual({ [MUTED]: 3, [SUNSET]: 1 });
});

test("while an order waits the emptied basket retains its cookie, is shown as empty and takes the line back", async () => {
  const cart = await cartWith(MUTED, 2);
  expect(await checkOut(await commandFor(cart.id), new Date())).toMatchObject({ ok: true });

  const removed = await post({ intent: "remove", lineId: cart.lines[0]!.id }, { cartId: cart.id });
  const page = await load(cart.id);
  const checkout = await new Browser()
    .takeCart(cart.id)
    .then((browser) => browser.get(checkoutLoader, "/checkout"));
  await post({ intent: "undo", variantId: String(MUTED), quantity: "2" }, { cartId: cart.id });

  expect(await removed.json()).toMatchObject({ removed: { variantId: MUTED, quantity: 2, canUndo: true } });
  expect(removed.headers.get("Set-Cookie")).toMatch(/^cart-id=.+; Max-Age=7776000/);
  expect(page).toMatchObject({ cart: null, pricing: null, isExpired: false, isOrdered: false });
  expect([checkout.status, checkout.headers.get("Location")]).toEqual([303, "/cart"]);
  expect(await onlyCart()).toMatchObject({ id: cart.id, lines: [{ variantId: MUTED, quantity: 2 }] });
});

test("without scripts a change leads on to the basket, and a removal that is sent again is no error", async () => {
  const cart = await cartWith(MUTED, 2);
  const lineId = cart.lines[0]!.id;
  const send = async (fields: Readonly<Record<string, string>>, cartId: CartId | null = cart.id) => {
    const answer = await post(fields, { ...(cartId ? { cartId } : {}), accept: "text/html,*/*;q=0.8" });
    return [answer.status, answer.headers.get("Location")];
  };

  const changes: ReadonlyArray<Readonly<Record<string, string>>> = [
    { intent: "increase", lineId },
    { intent: "set-quantity", lineId, quantity: "2" },
    { intent: "estimate-delivery", postcode: "BS1 4DJ" },
    { intent: "remove-coupon" },
    { intent: "set-gift", lineId },
  ];
  for (const fields of changes) expect(await send(fields), fields["intent"]).toEqual([303, "/cart"]);
  expect((await findCart(cart.id))?.lines).toMatchObject([{ quantity: 2 }]);

  expect(await send({ intent: "remove", lineId })).toEqual([303, "/cart"]);
  expect(await send({ intent: "remove", lineId })).toEqual([303, "/cart"]);
  expect(await send({ intent: "remove", lineId }, null)).toEqual([303, "/cart"]);
  expect(await send({ intent: "increase", lineId }, null)).toEqual([404, null]);
});

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ["a removal", { intent: "remove" }],
  ["a quantity of 0", { intent: "set-quantity", quantity: "0" }],
])(
  "without scripts %s leads to a basket that offers once to undo it, with what was typed",
  async (_, fields) => {
    const cart = await cartWith(MUTED, 2);
    const lineId = cart.lines[0]!.id;
    const message = "Für Ida 🌈";
    await post({ intent: "set-gift", lineId, message }, { cartId: cart.id });

    const answer = await post({ ...fields, lineId }, { cartId: cart.id, accept: "text/html,*/*;q=0.8" });
    const [cookie = ""] = /(?<=^|, )removed-line=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
    const look = (Cookie: string) => askBasket(new Headers({ "User-Agent": BROWSER, Cookie }));
    const page = await look(cookie);

    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"]);
    expect(answer.headers.get("Set-Cookie")).toMatch(/cart-id=[^;]*; Max-Age=0/);
    const removed = { variantId: MUTED, quantity: 2, canUndo: true, gift: { message } };
    expect(await page.json()).toMatchObject({ cart: null, isExpired: false, answer: { ok: true, removed } });
    expect(page.headers.get("Set-Cookie")).toMatch(/^removed-line=; Max-Age=0/);
    for (const none of ["removed-line=", cookie.replace("removed-line=", "removed-line=x")])
      expect(await (await look(none)).json()).toMatchObject({ answer: null });
  },
);

test("what no browser would store is undone from the answer itself", async () => {
  const line = {
    name: "Stacker",
    variantLabel: null,
    variantId: MUTED,
    quantity: 1,
    canUndo: true,
    words: null,
  };
  const cookieFor = (message: string) => removedLineCookie({ ...line, gift: { paper: null, message } });

  expect(await cookieFor("字".repeat(800))).toMatch(/; Max-Age=60; Path=\/; HttpOnly/);
  expect(await cookieFor("字".repeat(1_000))).toBeNull();
});

test("a quantity of 0 removes the line, with the same undo", async () => {
  const cart = await cartWith(MUTED, 2);

  const answer = await post(
    { intent: "set-quantity", lineId: cart.lines[0]!.id, quantity: "0" },
    { cartId: cart.id },
  );

  expect(await answer.json()).toMatchObject({ removed: { variantId: MUTED, quantity: 2, canUndo: true } });
});

test.each(["-1", "1.5", "1e3", "１", "", " ", "abc", "0x10", "9007199254740992", "+2", "2 2"])(
  "%j is not a valid quantity, neither to add nor to set",
  async (quantity) => {
    const cart = await cartWith(MUTED, 2);

    const added = await post({ intent: "add", variantId: String(SUNSET), quantity });
    const set = await post(
      { intent: "set-quantity", lineId: cart.lines[0]!.id, quantity },
      { cartId: cart.id },
    );

    for (const answer of [added, set]) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        ok: false,
        code: "quantity-invalid",
        message: "Choose a whole number from 1",
      });
    }
    expect((await findCart(cart.id))?.lines).toMatchObject([{ variantId: MUTED, quantity: 2 }]);
  },
);

test.each(["-1", "1.5", "", "abc", "0x1", "0", "100", "999999999", "2147483648"])(
  "without scripts, %j on a product's page leads back there, to the field with its input",
  async (quantity) => {
    const options = { "option-1011": "sunset" };
    const typed = {
      intent: "add",
      variantId: String(MUTED),
      quantity,
      redirectTo: `${STACKER}?swatch=muted`,
    };

    const sent = await post({ ...typed, ...options });
    const back = await follow(sent);
    const page = (await back.json()) as { quantityProblem: unknown; variant: { id: number } };

    expect([sent.status, back.status]).toEqual([303, 422]);
    const message = Number(quantity) >= 100 ? "The maximum quantity is 6" : "Choose a whole number from 1";
    expect(page).toMatchObject({ quantityProblem: { typed: quantity, message }, variant: { id: SUNSET } });
    expect(await db().selectFrom("carts").selectAll().execute()).toEqual([]);
    // Scripts show the refusal where the shopper is.
    expect((await post({ ...typed, panel: "1" })).status).toBeGreaterThanOrEqual(409);
  },
);

/** A product's page without a choice of its colour. */
const OPTIONS = { intent: "add", productId: "101", variantId: String(MUTED), quantity: "1" };

/** The product's page to which `answer` leads, over as many redirects as it takes. */
async function follow(answer: Response): Promise<Response> {
  const browser = new Browser();
  const loader = answering(product);
  let next: Response = answer;
  while (next.headers.has("Location")) next = await browser.get(loader, next.headers.get("Location") ?? "");
  return next;
}

test.each([
  [{ intent: "add", variantId: "x", quantity: "1" }, 404, "variant-not-found"],
  [{ intent: "add", variantId: "1", quantity: "1" }, 404, "variant-not-found"],
  [{ intent: "add", variantId: String(MUTED), productId: "102", quantity: "1" }, 404, "variant-not-found"],
  [{ intent: "add", variantId: String(MUTED), quantity: "0" }, 422, "quantity-invalid"],
  [{ intent: "add", variantId: String(MUTED), quantity: "100" }, 409, "quantity-too-large"],
  [{ intent: "add", variantId: String(MUTED), quantity: "999999999" }, 409, "quantity-too-large"],
  [{ ...OPTIONS, [COLOUR]: "plaid" }, 404, "variant-not-found"],
  [{ ...OPTIONS, "option-9999": "sunset" }, 422, "variant-needed"],
  [{ intent: "undo", variantId: String(FOREST), quantity: "1" }, 409, "insufficient-stock"],
  [{ intent: "remove", lineId: newId("line") }, 404, "line-not-found"],
  [{ intent: "remove", lineId: "line_1" }, 404, "line-not-found"],
  [{ intent: "remove", lineId: "line_1' OR 1=1 --" }, 404, "line-not-found"],
  [{ intent: "remove" }, 404, "line-not-found"],
  [{ intent: "checkout" }, 400, "unknown-action"],
  [{}, 400, "unknown-action"],
  [{ intent: "estimate-delivery", postcode: "nowhere" }, 422, "postcode-invalid"],
  [{ intent: "estimate-delivery", postcode: "A".repeat(500) }, 422, "postcode-invalid"],
])("%j answers %i %s and changes nothing", async (fields, status, code) => {
  const cart = await cartWith(MUTED, 2);

  const answer = await post(fields, { cartId: cart.id });

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ ok: false, code });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await findCart(cart.id)).toEqual(cart);
});

test("a line of another visitor's cart cannot be changed", async () => {
  const mine = await cartWith(MUTED, 1);
  const theirs = await cartWith(SUNSET, 1);

  const answer = await post({ intent: "remove", lineId: theirs.lines[0]!.id }, { cartId: mine.id });

  expect(answer.status).toBe(404);
  expect(await findCart(theirs.id)).toEqual(theirs);
});

test.each([
  [{ intent: "remove", lineId: newId("line") }],
  [{ intent: "set-quantity", lineId: newId("line"), quantity: "1" }],
  [{ intent: "estimate-delivery", postcode: "HR8 1AB" }],
])("%j on an unknown cart clears the cookie", async (fields) => {
  const answer = await post(fields, { cartId: newId("cart") });

  expect(answer.status).toBe(404);
  expect(answer.headers.get("Set-Cookie")).toMatch(/^cart-id=.*Max-Age=0/);
});

test("delivery is estimated for a postcode, which is stored with the basket", async () => {
  const cart = await cartWith(MUTED, 1);

  const answer = await post(
    { intent: "estimate-delivery", postcode: "iv1 1aa", method: "standard" },
    { cartId: cart.id },
  );
  const page = await load(cart.id);

  expect(answer.status).toBe(200);
  expect(page.cart?.deliveryPostcode).toBe("IV1 1AA");
  expect(page.pricing?.zone).toMatchObject({ isEstimate: false, name: "Scottish Highlands and Islands" });
});

test("the page shows the basket, and without one, or with an unknown one, says so and writes nothing", async () => {
  const cart = await cartWith(MUTED, 1);

  const full = await load(cart.id);
  const none = await load(null);
  const dead = await load(newId("cart"));

  expect(full).toMatchObject({
    cart: { id: cart.id },
    isExpired: false,
    pricing: { totals: { total: { minor: 5400 } } },
  });
  expect(none).toMatchObject({ cart: null, isExpired: false });
  expect(dead).toMatchObject({ cart: null, isExpired: true });
  expect(await db().selectFrom("carts").select("id").execute()).toEqual([{ id: cart.id }]);
});

type Sender = Readonly<{ cartId?: CartId; agent?: string; accept?: string }>;

test("a coupon is entered, shown with its saving, and removed", async () => {
  const cart = await cartWith(MUTED, 1);

  const entered = await post({ intent: "apply-coupon", coupon: " fiveroff " }, { cartId: cart.id });
  const page = (await load(cart.id)) as { pricing: { totals: unknown; coupon: unknown } };
  const removed = await post({ intent: "remove-coupon" }, { cartId: cart.id });

  expect([entered.status, removed.status]).toEqual([200, 200]);
  expect(page.pricing).toMatchObject({
    totals: { coupon: "FIVEROFF", discount: { minor: 500 } },
    coupon: { ok: true },
  });
  expect((await load(cart.id)) as unknown).toMatchObject({ pricing: { totals: { coupon: null } } });
});

test.each([
  ["nobody-knows", 404, /do not recognise that discount code/],
  ["spring20", 409, /has expired/],
  ["nursery50", 409, /does not apply to anything in your basket/],
  ["'; --", 404, /do not recognise/],
])("the coupon %j is refused with %i, its reason and its input", async (coupon, status, message) => {
  const cart = await cartWith(MUTED, 1);

  const answer = await post({ intent: "apply-coupon", coupon }, { cartId: cart.id });

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    ok: false,
    coupon,
    message: expect.stringMatching(message) as string,
  });
  expect((await findCart(cart.id))?.couponCode).toBeNull();
});

test("a gift request is stored, refused with its input, and restored with its line by undo", async () => {
  const cart = await cartWith(MUTED, 1);
  const lineId = cart.lines[0]!.id;
  const gift = { paper: "holly", message: "Happy birthday!" };

  const set = await post({ intent: "set-gift", lineId, ...gift }, { cartId: cart.id });
  const page = (await load(cart.id)) as { pricing: { totals: unknown } };
  const refused = await post(
    { intent: "set-gift", lineId, paper: "gold", message: "x" },
    { cartId: cart.id },
  );
  const removed = await post({ intent: "remove", lineId }, { cartId: cart.id });
  await post({ intent: "undo", variantId: String(MUTED), quantity: "1", ...gift });

  expect(set.status).toBe(200);
  expect(page.pricing.totals).toMatchObject({ wrap: { minor: 450 } });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    lineId,
    gift: { paper: "gold", message: "x" },
    message: "Choose a wrapping paper",
  });
  expect(await removed.json()).toMatchObject({ removed: { gift } });
  const [back] = (await onlyCart()).lines;
  expect(back?.gift).toEqual(gift);

  await post({ intent: "remove-gift", lineId: back!.id }, { cartId: (await onlyCart()).id });
  expect((await onlyCart()).lines[0]?.gift).toBeNull();
});

test.each([
  { paper: "holly", message: "" },
  { paper: "", message: "Happy birthday!" },
])("undo restores a line with %j alone", async (gift) => {
  await post({ intent: "undo", variantId: String(MUTED), quantity: "1", ...gift });

  const restored = (await onlyCart()).lines[0]?.gift;
  expect([restored?.paper ?? "", restored?.message ?? ""]).toEqual([gift.paper, gift.message]);
});

test("a guest's saved items are on one list, and another guest's are on another", async () => {
  const guest = new Browser();
  for (const [browser, variantId] of [
    [guest, MUTED],
    [guest, SUNSET],
    [new Browser(), MUTED],
  ] as const) {
    const cart = await cartWith(variantId, 1);
    await browser.takeCart(cart.id);
    const fields = { intent: "save-for-later", lineId: cart.lines[0]!.id };
    expect((await browser.post(action, "/cart", fields)).status).toBe(303);
  }

  const rows = await db().selectFrom("saved_items").select("list_id").execute();
  expect([rows.length, new Set(rows.map(({ list_id }) => list_id)).size]).toEqual([3, 2]);
});

async function post(
  fields: Readonly<Record<string, string>>,
  { cartId, agent = BROWSER, accept = "*/*" }: Sender = {},
): Promise<Response> {
  const headers = new Headers({ "User-Agent": agent, "Content-Type": "application/x-www-form-urlencoded" });
  headers.set("Accept", accept);
  if (cartId) headers.set("Cookie", (await cartIdCookie(cartId)).split(";")[0]!);
  const body = new URLSearchParams(fields).toString();
  const request = new Request("http://localhost:3000/cart", { method: "POST", headers, body });
  return action({ request, params: {}, context: {} });
}

async function load(cartId: CartId | null) {
  const headers = new Headers({ "User-Agent": BROWSER });
  if (cartId) headers.set("Cookie", (await cartIdCookie(cartId)).split(";")[0]!);
  const answer = await askBasket(headers);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  return answer.json();
}

function askBasket(headers: Headers) {
  return loader({ request: new Request("http://localhost:3000/cart", { headers }), params: {}, context: {} });
}

async function cartWith(variantId: number, quantity: number) {
  const added = await addToCart(null, [{ variantId, quantity }], new Date());
  if (!added.ok) throw new Error(added.code);
  return added.value.cart;
}

async function onlyCart() {
  const { id } = await db().selectFrom("carts").select("id").executeTakeFirstOrThrow();
  return (await findCart(id as CartId))!;
}

async function setStock(variantId: number, onHand: number) {
  await db()
    .updateTable("variants")
    .set({ on_hand: onHand, reserved: 0 })
    .where("id", "=", variantId)
    .execute();
}
