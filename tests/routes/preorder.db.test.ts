import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { setRelease } from "#app/models/catalogue/inventory/stock.server.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { followReleases } from "#app/models/order/preorder.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { loader as cartPage } from "#app/routes/cart/cart.tsx";
import { loader as productPage } from "#app/routes/catalogue/product.tsx";
import { action as pay, loader as checkoutPage } from "#app/routes/checkout/checkout.tsx";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { action as answer, loader as preorderPage } from "#app/routes/orders/preorder.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { NOW } from "#tests/support/now.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { cartWith, TYPED } from "#tests/support/people/checkout.ts";
import { statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();

const TRAVEL_SYSTEM = "/p/prams/travel-systems/travel-system";
const DAY = String.raw`We send it by \w+ \d+ \w+(?: \d{4})?\. Cancel for a full refund until we send it; after it arrives you have 14 days\.`;

/** The sentence about the day and the rights, wherever it stands in the answer. */
async function sentenceIn(page: Response, before: string): Promise<string | undefined> {
  expect(page.status).toBe(200);
  return new RegExp(`${before} (${DAY})`).exec(await page.text())?.[1];
}

test("a pre-order says the same from its page to the page of its order, which can be cancelled", async () => {
  const { id, sku } = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "variants.sku"])
    .where("products.slug", "=", "travel-system")
    .where("on_hand", ">", 0)
    .executeTakeFirstOrThrow();
  const claim = "We charge your card when it leaves us, not before.";
  await db().updateTable("products").set({ preorder_message: claim }).execute();
  const buyer = await new Browser().takeCart((await cartWith({ [id]: 1 })).id);
  expect(await (await buyer.get(productPage, `${TRAVEL_SYSTEM}?variant=${id}`)).text()).not.toContain(claim);
  const today = "You pay £829(?: each)? today\\.";
  const sentence = await sentenceIn(await buyer.get(productPage, `${TRAVEL_SYSTEM}?variant=${id}`), today);
  expect(sentence).toBeDefined();
  const page = await (await buyer.get(productPage, `${TRAVEL_SYSTEM}?variant=${id}`)).json();
  expect(page).toMatchObject({ product: { preorder: { button: "Pre-order, £829 each today" } } });
  expect(await sentenceIn(await buyer.get(cartPage, "/cart"), today)).toBe(sentence);
  expect(await sentenceIn(await buyer.get(checkoutPage, "/checkout"), today)).toBe(sentence);

  const fields = { ...hiddenFields(await checkoutView(buyer)), ...TYPED, intent: "pay" };
  const payment = (await buyer.post(pay, "/checkout", fields)).headers.get("Location") ?? "";
  const paymentId = payment.split("/").at(-1) ?? "";
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  const row = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();
  const orderId = isOrderId(row.id) ? row.id : null;
  if (orderId) await settle(orderId, NOW);
  const order = orderId && (await findOrder(orderId));
  if (!order) throw new Error("no order");
  const hasPaid = "You have paid £829\\.";
  const at = { orderId };
  expect(await sentenceIn(await buyer.get(thankYou, `/checkout/thank-you/${orderId}`, at), hasPaid)).toBe(
    sentence,
  );
  expect(await sentenceIn(await buyer.get(orderPage, `/orders/${orderId}`, at), hasPaid)).toBe(sentence);
  const { text } = orderConfirmationEmail({ order, store: demoStore, origin: "https://shop.example" });
  expect(text.replaceAll(/\s+/g, " ")).toContain(sentence);

  await setRelease(sku, "2099-01-05", demoStore);
  await followReleases(new Date());
  const place = `/orders/${orderId}/preorder/0`;
  const moved = await buyer.get(preorderPage, place, { ...at, position: "0" });
  expect(await moved.json()).toMatchObject({
    before: expect.stringContaining("We send it by"),
    canCancel: true,
    refund: { minor: 82_900 },
  });
  const shown = (await (await buyer.get(preorderPage, place, { ...at, position: "0" })).json()) as {
    sendBy: string;
  };
  const { sendBy } = shown;
  await setRelease(sku, "2099-02-05", demoStore);
  await followReleases(new Date());
  const late = await buyer.post(answer, place, { intent: "wait", sendBy }, { ...at, position: "0" });
  expect(late.status, "the page showed another day").toBe(409);
  await setRelease(sku, "2099-01-05", demoStore);
  await followReleases(new Date());
  const waits = await buyer.post(answer, place, { intent: "wait", sendBy }, { ...at, position: "0" });
  expect(waits.headers.get("Location")).toBe(`/orders/${orderId}?done=waiting`);
  const ended = await buyer.post(answer, place, { intent: "cancel" }, { ...at, position: "0" });
  expect(ended.headers.get("Location")).toBe(`/orders/${orderId}?done=preorder`);
  expect(await statusOf(orderId)).toBe("cancelled");
  const again = await buyer.post(answer, place, { intent: "cancel" }, { ...at, position: "0" });
  expect(again.headers.get("Location"), "pressed twice").toBe(`/orders/${orderId}?done=preorder`);
  const over = await buyer.get(preorderPage, place, { ...at, position: "0" });
  expect(over.headers.get("Location"), "nothing is left to cancel").toBe(`/orders/${orderId}`);
});
