/** Units that other payment pages hold are not sold yet: the basket says until when. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { lineProblemText } from "#app/models/cart/cart.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { untilText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { action } from "#app/routes/checkout/checkout.tsx";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { cartWith, commandFor, parcelVariant, TYPED } from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function textAt(at: string): Promise<string> {
  return untilText(at, new Date(), await findStore());
}

async function problemOf(id: CartId): Promise<string | null> {
  const line = (await findCart(id))?.lines[0];
  return line ? lineProblemText(line) : null;
}

/** An order of the cart whose payment page is open until then. */
async function waiting(cartId: CartId, until: string): Promise<OrderId> {
  const done = await checkOut(await commandFor(cartId), new Date());
  if (!done.ok) throw new Error(done.code);
  const { orderId } = done.value;
  await db().updateTable("orders").set({ expires_at: until }).where("id", "=", orderId).execute();
  return orderId;
}

test("a line says until when other payment pages hold enough of its units, and that it is sold out once they are paid", async () => {
  const variantId = await parcelVariant(3);
  const [two, one, few, all] = [
    await cartWith({ [variantId]: 2 }),
    await cartWith({ [variantId]: 1 }),
    await cartWith({ [variantId]: 1 }),
    await cartWith({ [variantId]: 3 }),
  ];
  const [soon, late] = [inMinutes(20), inMinutes(30)];
  const first = await waiting(two.id, soon);
  const second = await waiting(one.id, late);

  const held = (time: string) =>
    `Insufficient stock: in another checkout until ${time}. Try again then, or remove it to continue.`;
  expect(await problemOf(few.id)).toBe(held(await textAt(soon)));
  expect(await problemOf(all.id)).toBe(held(await textAt(late)));
  expect(await problemOf(two.id), "its own order").toBeNull();

  await db().updateTable("orders").set({ status: "paid" }).where("id", "=", first).execute();
  expect(await problemOf(few.id)).toBe(held(await textAt(late)));
  const soldOut = "Insufficient stock: this is sold out. Remove it to continue.";
  expect(await problemOf(all.id)).toBe(soldOut);
  await db()
    .updateTable("orders")
    .set({ expires_at: inMinutes(-1) })
    .where("id", "=", second)
    .execute();
  expect(await problemOf(few.id)).toBe(soldOut);
});

test("the checkout refuses with the same words above the form and at the item", async () => {
  const variantId = await parcelVariant(1);
  const [first, other] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  const browser = new Browser().takeCookie(await cartIdCookie(other.id));
  const seen = await checkoutView(browser);
  const until = inMinutes(20);
  await waiting(first.id, until);

  const answer = await browser.post(action, "/checkout", { ...TYPED, ...hiddenFields(seen), intent: "pay" });

  const { problem, view } = (await answer.json()) as {
    problem: { code: string; detail: string };
    view: object;
  };
  expect([answer.status, problem.code]).toEqual([409, "insufficient-stock"]);
  expect(problem.detail).toContain(`: in another checkout until ${await textAt(until)}. Try again then`);
  expect(JSON.stringify(view)).toContain(`in another checkout until ${await textAt(until)}`);
  expect(JSON.stringify(view)).not.toContain("this is sold out");
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
