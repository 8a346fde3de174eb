/** Units that other payment pages hold are not sold yet: the basket says until when. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { lineProblemText } from "#app/models/cart/cart.ts";
import { setQuantity } from "#app/models/cart/update-line.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { heldText } from "#app/models/store/other-checkouts.server.ts";
import { action } from "#app/routes/checkout/checkout.tsx";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { cartWith, commandFor, parcelVariant, setStock, TYPED } from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { ARK, reportEvent } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** In winter, when the shop's clock shows UTC. */
const START = new Date("2026-11-20T14:00:10.000Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const inMinutes = (minutes: number) => new Date(START.getTime() + minutes * 60_000).toISOString();

const soldOut = "Insufficient stock: this is sold out. Remove it to continue.";
const checkedOut = (rest: string) =>
  `Insufficient stock: in another checkout${rest}, or remove it to continue.`;
const until = (time: string) => checkedOut(` until ${time}. Try again then`);
const late = checkedOut(". Try again in a few minutes");

async function problemsOf(id: CartId): Promise<ReadonlyArray<string | null>> {
  return (await findCart(id))?.lines.map((line) => lineProblemText(line)) ?? [];
}

/** An order of the cart whose payment page is open until then. */
async function waiting(cartId: CartId, end: string): Promise<Readonly<{ id: OrderId; paymentId: string }>> {
  const done = await checkOut(await commandFor(cartId), new Date());
  if (!done.ok) throw new Error(done.code);
  const { orderId: id, url } = done.value;
  await db().updateTable("orders").set({ expires_at: end }).where("id", "=", id).execute();
  return { id, paymentId: url.split("/").at(-1) ?? "" };
}

/** Two engravings of one variant, one of each. */
async function engravedCart(): Promise<CartId> {
  const items = ["Ida", "Tom"].map((personalisation) => ({ variantId: ARK, quantity: 1, personalisation }));
  const added = await addToCart(null, items, START);
  if (!added.ok) throw new Error(added.code);
  return added.value.cart.id;
}

test("a line says until when other payment pages hold enough of its units, and that it is sold out once they are paid", async () => {
  const variantId = await parcelVariant(3);
  const [two, one, few, all] = [
    await cartWith({ [variantId]: 2 }),
    await cartWith({ [variantId]: 1 }),
    await cartWith({ [variantId]: 1 }),
    await cartWith({ [variantId]: 3 }),
  ];
  const first = await waiting(two.id, inMinutes(20));
  await waiting(one.id, inMinutes(30));

  expect(await problemsOf(few.id)).toEqual([until("14:22")]);
  expect(await problemsOf(all.id)).toEqual([until("14:32")]);
  expect(await problemsOf(two.id), "its own order").toEqual([null]);

  await db().updateTable("orders").set({ status: "paid" }).where("id", "=", first.id).execute();
  expect(await problemsOf(few.id)).toEqual([until("14:32")]);
  expect(await problemsOf(all.id)).toEqual([soldOut]);
});

test.each([
  ["just before its end", 20, until("14:22")],
  ["before the clock came", 21, until("14:22")],
  ["when the clock should have come", 22, late],
  ["hours later", 300, late],
])("units are in another checkout until the order of it has ended: %s", async (_, minutes, text) => {
  const variantId = await parcelVariant(1);
  const [first, other] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  const { id } = await waiting(first.id, inMinutes(20));
  vi.setSystemTime(inMinutes(minutes));

  expect(await problemsOf(other.id)).toEqual([text]);

  await db().updateTable("orders").set({ status: "payment-review" }).where("id", "=", id).execute();
  expect(await problemsOf(other.id)).toEqual([soldOut]);
});

test("what a bank is deciding on is sold out, not in another checkout for days", async () => {
  const variantId = await parcelVariant(1);
  const [first, other] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  const { id, paymentId } = await waiting(first.id, inMinutes(20));
  expect(await problemsOf(other.id)).toEqual([until("14:22")]);
  await reportEvent(paymentId, "processing", { minor: 0 });

  const order = await db().selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect([order.status, order.expires_at > inMinutes(9 * 24 * 60)]).toEqual(["awaiting-payment", true]);
  expect(await problemsOf(other.id)).toEqual([soldOut]);
});

test.each([
  [1, [until("14:22"), soldOut]],
  [2, [until("14:22"), until("14:22")]],
])("of two engravings, only as many are promised as units come back: %i held", async (held, texts) => {
  const [cartId, holder] = [await engravedCart(), await cartWith({ [ARK]: held })];
  await setStock(ARK, held);
  await waiting(holder.id, inMinutes(20));

  expect(await problemsOf(cartId)).toEqual(texts);
});

test("an earlier line that takes the free unit counts for the one that is short", async () => {
  await setStock(ARK, 3);
  const [cartId, holder] = [await engravedCart(), await cartWith({ [ARK]: 1 })];
  await setStock(ARK, 2);
  await waiting(holder.id, inMinutes(20));

  expect(await problemsOf(cartId)).toEqual([null, until("14:22")]);
});

test("the checkout refuses with the same words above the form and at the item", async () => {
  const variantId = await parcelVariant(1);
  const [first, other] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  const browser = new Browser().takeCookie(await cartIdCookie(other.id));
  const seen = await checkoutView(browser);
  await waiting(first.id, inMinutes(20));

  const answer = await browser.post(action, "/checkout", { ...TYPED, ...hiddenFields(seen), intent: "pay" });

  const { problem, view } = (await answer.json()) as {
    problem: { code: string; detail: string };
    view: object;
  };
  expect([answer.status, problem.code]).toEqual([409, "insufficient-stock"]);
  expect(problem.detail).toMatch(/: in another checkout until 14:22\. Try again then$/);
  expect(JSON.stringify(view)).toContain("in another checkout until 14:22");
  expect(JSON.stringify(view)).not.toContain("this is sold out");
});

test("the checkout promises above the form only what suffices for each line of the item", async () => {
  await setStock(ARK, 2);
  const [cartId, holder] = [await engravedCart(), await cartWith({ [ARK]: 1 })];
  const browser = new Browser().takeCookie(await cartIdCookie(cartId));
  const seen = await checkoutView(browser);
  await setStock(ARK, 1);
  await waiting(holder.id, inMinutes(20));

  const answer = await browser.post(action, "/checkout", { ...TYPED, ...hiddenFields(seen), intent: "pay" });

  const { problem } = (await answer.json()) as { problem: { detail: string } };
  expect(problem.detail).toMatch(/: sold out$/);
});

test("cart-5: a change of quantity and an addition say only what is left", async () => {
  const variantId = await parcelVariant(2);
  const [cart, holder] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  await waiting(holder.id, inMinutes(20));

  const changed = await setQuantity(cart.id, { lineId: cart.lines[0]!.id, quantity: 2 }, START);
  const added = await addToCart(cart.id, [{ variantId, quantity: 1 }], START);

  for (const refusal of [changed, added]) {
    expect(refusal).toMatchObject({ code: "insufficient-stock", detail: { available: 1 } });
    expect(JSON.stringify(refusal)).not.toContain("another checkout");
  }
});

test.each([
  ["2026-11-20T14:29:00.000Z", "14:30"],
  ["2026-11-20T14:29:00.001Z", "14:31"],
  ["2026-11-20T14:29:59.999Z", "14:31"],
  ["2026-11-20T23:58:30.000Z", "21 November 2026 at 00:00"],
])("units held until %s are free when the clock has come: %s", (end, time) => {
  const place = { locale: "en-GB", timeZone: "Europe/London" };
  expect(heldText(end, START, place)).toBe(`in another checkout until ${time}. Try again then`);
});

test("only a line that cannot be ordered costs a query", async () => {
  const [bought, held] = [await parcelVariant(5), await parcelVariant(1, 1)];
  const [free, short] = [await cartWith({ [bought]: 1 }), await cartWith({ [held]: 1 })];
  await waiting((await cartWith({ [held]: 1 })).id, inMinutes(20));

  const count = async ({ id }: Readonly<{ id: CartId }>) => {
    const texts = await listQueries(() => findCart(id));
    return texts.filter((text) => text.includes("expires_at")).length;
  };
  expect([await count(free), await count(short)]).toEqual([0, 1]);
});
