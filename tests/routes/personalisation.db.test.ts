import { expect, test } from "vitest";

import { CART_LINES_MAX } from "#app/models/cart/cart.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { stepOnWork } from "#app/models/order/words.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isCartId, type OrderId } from "#app/models/shared/ids.ts";
import { db } from "#app/db/db.server.ts";
import { action as cartAction } from "#app/routes/cart/cart.tsx";
import { action } from "#app/routes/catalogue/product.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { action as wordsAction, loader as wordsPage } from "#app/routes/orders/words.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, cheapVariants, setStock } from "#tests/support/people/checkout.ts";
import { paidArkForList, paidArks } from "#tests/support/people/order-life.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeProductOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

const ARK = "/p/wooden-toys/pretend-play/small-world/noahs-ark";
const FORM = { intent: "add", productId: "123", variantId: "5031", quantity: "2", redirectTo: ARK };
const WITH = { ...FORM, personalisation: "words" };

function send(path: string, fields: Readonly<Record<string, string>>) {
  const headers = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams(fields).toString();
  const request = new Request(`http://localhost:3000${path}`, { method: "POST", headers, body });
  return (path === ARK ? action : cartAction)({ request, params: {}, context: {} });
}

async function cartLines() {
  const row = await db().selectFrom("carts").select("id").executeTakeFirst();
  return isCartId(row?.id) ? (await findCart(row.id))?.lines : undefined;
}

test.each([
  ["no choice", FORM, "choice", "Choose engraving, or plain without words."],
  [
    "words beside plain",
    { ...WITH, personalisation: "plain", words: "Ida" },
    "choice",
    "Choose engraving, or plain without words.",
  ],
  ["no words", { ...WITH, words: " " }, "words", "Type the words, or choose plain."],
  ["too many letters", { ...WITH, words: "x".repeat(27) }, "words", "Use up to 24 letters. You have 27."],
  [
    "a sign",
    { ...WITH, words: "Ida ♥" },
    "words",
    "We cannot write “♥”. Use letters, numbers and . , & ' - /.",
  ],
  [
    "a control character",
    { ...WITH, words: "Ida\u0001" },
    "words",
    "Remove any hidden or special characters.",
  ],
])("the product's page refuses %s at the field, with what was typed", async (_, fields, field, message) => {
  const answer = await send(ARK, fields);

  expect(answer.status).toBe(422);
  const body = (await answer.json()) as {
    personalisation: { error: unknown; typed: string };
    quantity: string;
  };
  expect(body).toMatchObject({ ok: false, quantity: "2" });
  expect(body.personalisation.error).toEqual({ field, message });
  expect(body.personalisation.typed).toBe("words" in fields ? fields.words.replace("\u0001", "") : "");
  expect(await cartLines()).toBeUndefined();
});

type Refused = Readonly<{
  title: string;
  sent?: Readonly<Record<string, string>>;
  /** Units of the ark, or as many other lines as a basket takes. */
  inBasket?: number | "full";
  onHand?: number;
  product?: Parameters<typeof changeProductOf>[1];
  says: Readonly<{ message: string; explanation: string | null }>;
}>;

const REFUSED: ReadonlyArray<Refused> = [
  {
    title: "more than may be bought at once",
    sent: { quantity: "99" },
    says: { message: "The maximum quantity is 3.", explanation: null },
  },
  {
    title: "more than may be bought beside what is in the basket",
    inBasket: 2,
    says: { message: "The maximum quantity is 3.", explanation: "You already have 2 in your basket." },
  },
  {
    title: "more than is left",
    onHand: 1,
    says: {
      message: "Insufficient stock.",
      explanation: "You asked for 2 of Noah's Ark, but only 1 is left.",
    },
  },
  {
    title: "what is sold out",
    onHand: 0,
    says: { message: "Insufficient stock.", explanation: "Noah's Ark is sold out." },
  },
  {
    title: "another line in a full basket",
    inBasket: "full",
    says: { message: "Your basket is full. Remove an item to add another.", explanation: null },
  },
  {
    title: "what is no longer sold",
    product: { is_visible: 0 },
    says: { message: "You cannot buy that product at the moment.", explanation: null },
  },
  {
    title: "what costs more than a basket may",
    product: { price_minor: 5_000_000, sale_price_minor: null },
    says: {
      message: "This order is too large to place online. Split it into smaller orders, or call us.",
      explanation: null,
    },
  },
  {
    title: "a variant that does not exist",
    sent: { variantId: "999999" },
    says: { message: "We no longer sell that option.", explanation: null },
  },
  {
    title: "no quantity",
    sent: { quantity: "0" },
    says: { message: "Choose a whole number from 1.", explanation: null },
  },
];

async function basketWith(inBasket: number | "full") {
  if (inBasket === 0) return cartWith({});
  if (inBasket !== "full") return cartWith({ 5031: inBasket });
  return cartWith(Object.fromEntries((await cheapVariants(CART_LINES_MAX)).map((id) => [id, 1])));
}

test.each(REFUSED)(
  "without scripts the product's page refuses $title, with what was typed",
  async ({ sent = {}, inBasket = 0, onHand = 3, product = { is_visible: 1 }, says }) => {
    const browser = await new Browser().takeCart((await basketWith(inBasket)).id);
    await setStock(5031, onHand);
    await changeProductOf(5031, product);
    const before = await cartLines();

    const answer = await browser.post(action, ARK, { ...WITH, words: "Ida", ...sent });

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({
      ok: false,
      personalisation: { choice: "words", typed: "Ida", error: null },
      refusal: says,
      quantity: { ...WITH, ...sent }.quantity,
    });
    expect(await cartLines()).toEqual(before);
  },
);

test("a basket that is gone is a new one, with the words", async () => {
  const browser = await new Browser().takeCart(newId("cart"));

  const answer = await browser.post(action, ARK, { ...WITH, words: "Ida" });

  expect(answer.status).toBe(303);
  expect(await cartLines()).toMatchObject([{ personalisation: { text: "Ida" }, quantity: 2 }]);
});

test("the words are shown as they will be written, and nothing is added", async () => {
  const answer = await send(ARK, { ...WITH, intent: "show-words", words: "  Zoe\u0308  &  Tom " });

  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    ok: true,
    personalisation: { choice: "words", typed: "Zoë & Tom", preview: "Zoë & Tom", error: null },
  });
  expect(await cartLines()).toBeUndefined();
});

test("engraved and plain, it goes into the basket by the page's form, and the words are in no address", async () => {
  const answer = await send(ARK, { ...WITH, quantity: "1", words: "Ida" });

  expect([answer.status, answer.headers.get("Location")?.includes("Ida")]).toEqual([303, false]);
  expect(await cartLines()).toMatchObject([{ personalisation: { text: "Ida" }, quantity: 1 }]);
});

test("an undone removal keeps the words, and a script gets the same refusal", async () => {
  const back = await send("/cart", { intent: "undo", variantId: "5031", quantity: "1", words: "Ida" });
  expect(back.status).toBe(303);
  expect(await cartLines()).toMatchObject([{ personalisation: { text: "Ida" } }]);

  const refused = await send("/cart", { ...FORM, panel: "1" });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    code: "personalisation-needed",
    message: "Choose engraving, or plain without words",
  });
});

const wordsAt = (orderId: OrderId, position = 0) => `/orders/${orderId}/words/${position}`;

async function buyerOfArk(order = paidArks("Wilfred")) {
  const { id: orderId } = await order;
  const buyer = await guestOf(orderId);
  return { orderId, buyer, params: { orderId, position: "0" } };
}

test("the buyer changes the words on a page of their own, and the order says so", async () => {
  const { orderId, buyer, params } = await buyerOfArk();
  const at = wordsAt(orderId);
  expect(await (await buyer.get(wordsPage, at, params)).json()).toMatchObject({
    text: "Wilfred",
    texts: { hint: expect.stringContaining("Up to 24 letters") },
  });

  const shown = await buyer.post(wordsAction, at, { intent: "show-words", words: " Ida  2026" }, params);
  expect(await shown.json()).toEqual({ error: null, typed: "Ida 2026", preview: "Ida 2026" });
  const strange = await buyer.post(wordsAction, at, { intent: "change-words", words: "Ida ♥" }, params);
  expect(strange.status).toBe(422);
  expect(await strange.json()).toMatchObject({ error: expect.stringContaining("“♥”"), typed: "Ida ♥" });
  const done = await buyer.post(wordsAction, at, { intent: "change-words", words: "Ida" }, params);
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/orders/${orderId}?done=words`]);
  const page = await buyer.get(orderPage, `/orders/${orderId}?done=words`, { orderId });
  expect(await page.json()).toMatchObject({ done: "words", wordsStates: ["open"] });

  await stepOnWork(orderId, { step: "start-work", shown: null, by: "owner", now: new Date() });
  expect(await (await buyer.get(wordsPage, at, params)).json()).toMatchObject({
    madeForYou: "We are engraving it now, so it is yours to keep, unless it is faulty.",
    texts: null,
  });
  const late = await buyer.post(wordsAction, at, { intent: "change-words", words: "Tom" }, params);
  expect(late.status).toBe(409);
});

test("the page of words is nobody else's, and is there for items with words alone", async () => {
  const { orderId, buyer, params } = await buyerOfArk();
  const stranger = new Browser();

  expect((await stranger.get(wordsPage, wordsAt(orderId), params)).status).toBe(404);
  const sent = await stranger.post(
    wordsAction,
    wordsAt(orderId),
    { intent: "change-words", words: "x" },
    params,
  );
  expect(sent.status).toBe(404);
  for (const position of ["1", "x", "-1", ""])
    expect((await buyer.get(wordsPage, wordsAt(orderId), { orderId, position })).status).toBe(404);
});

test("the buyer of a gift for a list finds no page for the family's words", async () => {
  const { orderId, buyer, params } = await buyerOfArk(paidArkForList("Ida"));
  const page = await buyer.get(orderPage, `/orders/${orderId}`, { orderId });
  expect(await page.json()).toMatchObject({ wordsStates: ["list"] });

  expect((await buyer.get(wordsPage, wordsAt(orderId), params)).status).toBe(404);
  const change = { intent: "change-words", words: "Tom" };
  expect((await buyer.post(wordsAction, wordsAt(orderId), change, params)).status).toBe(404);
});
