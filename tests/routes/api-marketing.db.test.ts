/** The six calls about marketing records, as a page of the shop makes them. Each answer is held to the document. */
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { signedPurpose } from "#app/models/cart/recovery-link.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import type { MarketingCart } from "#app/models/marketing/cart.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { connectMarketing } from "#app/services/marketing/marketing.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { throughApiRoutes } from "#tests/support/people/api-routes.ts";
import { type Answered, ApiClient, refusalOf } from "#tests/support/people/api.ts";
import { browserCookies } from "#tests/support/people/browser-cookies.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { startBench, notifyService, TestClock, useBench } from "#tests/support/vendors/marketing.ts";

useTestDatabase();

const GONE = `cart_${"0".repeat(22)}`;
const GUEST = "guest@example.com";
/** What somebody might claim. None of it may count. */
const CLAIM = { cartID: GONE, email: "victim@example.com", cartSum: 1, products: [] };

let client: ApiClient;
let addresses = 0;

beforeAll(async () => {
  client = await ApiClient.open(await throughApiRoutes(() => `198.51.100.${(addresses += 1)}`));
});

let cartId: CartId;

beforeEach(async () => {
  cartId = (await cartWith({ [await parcelVariant(9)]: 2 })).id;
});

afterEach(() => connectMarketing(null));

type Call = Readonly<{ cookie: string; body?: object }>;

function call(method: string, path: string, { cookie, body }: Call): Promise<Answered> {
  return client.call(method, `/api/omnisend/${path}`, { headers: { cookie }, ...(body ? { body } : {}) });
}

async function guestCookie(): Promise<string> {
  const marker = await markGuest({ email: GUEST, cartId: null, source: "test" }, NOW);
  return browserCookies({ cartId, marker });
}

async function customerCookie(): Promise<string> {
  const { customer, token } = await makeCustomer({ email: "grace@example.com" });
  await mergeGuestCart(customer.id, cartId, NOW);
  return browserCookies({ cartId, customer: { customerId: customer.id, token } });
}

function recordIn({ json }: Answered): MarketingCart {
  return (json as { data: MarketingCart }).data;
}

async function jobsFor(kind: string): Promise<number> {
  return (await db().selectFrom("jobs").select("id").where("kind", "=", kind).execute()).length;
}

test("a guest with consent keeps a record, whatever they send, and no response contains their address", async () => {
  const cookie = await guestCookie();
  const created = await call("POST", "carts/create", { cookie, body: CLAIM });
  const lines = (await findCart(cartId))?.lines ?? [];

  expect(created.status).toBe(201);
  expect(recordIn(created)).toMatchObject({
    cartID: cartId,
    email: null,
    cartSum: 2 * (lines[0]?.price.now.minor ?? 0),
    products: [{ cartProductID: lines[0]?.id, quantity: 2, variantID: String(lines[0]?.variantId) }],
  });
  expect(JSON.stringify(created.json)).not.toContain(GUEST);
  const sig = new URL(recordIn(created).cartRecoveryUrl).searchParams.get("sig");
  expect(signedPurpose(cartId, sig)).toBe("checkout");
  expect(await jobsFor("marketing-cart")).toBe(1);
  expect(recordIn(await call("GET", `carts/${cartId}`, { cookie }))).toEqual(recordIn(created));
});

test("a customer sees their own address in the record", async () => {
  const cookie = await customerCookie();

  expect(recordIn(await call("GET", `carts/${cartId}`, { cookie })).email).toBe("grace@example.com");
});

test("a guest without consent has no record, and nothing is queued", async () => {
  const cookie = await browserCookies({ cartId });

  const created = await call("POST", "carts/create", { cookie, body: CLAIM });

  expect(refusalOf(created).slice(0, 2)).toEqual([404, "marketing-record-none"]);
  expect(await jobsFor("marketing-cart")).toBe(0);
});

test("another visitor's cart counts as unknown, in every call", async () => {
  await customerCookie();
  const stranger = await browserCookies({ cartId });
  const other = await browserCookies({ cartId: (await cartWith({ [await parcelVariant(9, 1)]: 1 })).id });
  const calls = [
    ["GET", "", undefined],
    ["PATCH", "/update", CLAIM],
    ["DELETE", "/delete", undefined],
    ["PATCH", "/products/101", CLAIM],
  ] as const;
  const before = await jobsFor("marketing-cart");
  for (const cookie of [stranger, other, ""])
    for (const [method, path, body] of calls) {
      const foreign = await call(method, `carts/${cartId}${path}`, { cookie, ...(body ? { body } : {}) });
      const none = await call(method, `carts/${GONE}${path}`, { cookie, ...(body ? { body } : {}) });

      expect([method, path, refusalOf(foreign).slice(0, 2)]).toEqual([method, path, [404, "cart-not-found"]]);
      expect(foreign.json).toEqual(none.json);
    }
  expect(await jobsFor("marketing-cart")).toBe(before);
});

test("a token in a header is ignored: the browser's session identifies the caller", async () => {
  await customerCookie();
  const { token } = await makeCustomer({ email: "other@example.com" });

  const answered = await client.call("GET", `/api/omnisend/carts/${cartId}`, { token });

  expect(answered.status).toBe(404);
});

test("a line is named by its own id or its product's, and an unknown one is refused", async () => {
  const cookie = await guestCookie();
  const created = recordIn(await call("POST", "carts/create", { cookie, body: {} }));
  const [line] = created.products;
  for (const id of [line?.cartProductID, line?.productID])
    expect(
      await call("PATCH", `carts/${cartId}/products/${id ?? ""}`, { cookie, body: CLAIM }),
    ).toMatchObject({
      status: 200,
      json: { data: line },
    });

  const missing = await call("PATCH", `carts/${cartId}/products/line_none`, { cookie, body: CLAIM });
  expect(refusalOf(missing).slice(0, 2)).toEqual([404, "line-not-found"]);
});

test("a deleted record is deleted at the service, until the cart changes", async () => {
  const clock = new TestClock(NOW);
  const bench = await startBench("omnisend-v3");
  useBench(bench, clock);
  const cookie = await guestCookie();
  const notify = async () => {
    clock.pass(60_000);
    await notifyService(clock);
    return (await bench.stored()).size;
  };
  await call("POST", "carts/create", { cookie, body: {} });
  expect(await notify()).toBe(1);

  expect((await call("DELETE", `carts/${cartId}/delete`, { cookie })).status).toBe(200);
  expect((await call("GET", `carts/${cartId}`, { cookie })).status).toBe(404);
  expect((await call("DELETE", `carts/${cartId}/delete`, { cookie })).status).toBe(404);
  expect(await notify()).toBe(0);

  await addToCart(cartId, [{ variantId: await parcelVariant(9, 1), quantity: 1 }], clock.now());
  expect((await call("PATCH", `carts/${cartId}/update`, { cookie, body: CLAIM })).status).toBe(200);
  expect(await notify()).toBe(1);
  await bench.stop();
});

test("the session's paid order closes its cart, and unpaid or other orders are not sent", async () => {
  const cookie = await guestCookie();
  await call("POST", "carts/create", { cookie, body: {} });
  const unpaid = await placedOrder({ [await parcelVariant(9, 2)]: 1 });
  const command = await commandFor(cartId);
  const { checkOut } = await import("#app/models/checkout/checkout.server.ts");
  const done = await checkOut(command, NOW);
  if (!done.ok) throw new Error(done.code);
  await decideTestPayment(done.value.url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(done.value.orderId, NOW);
  expect(await jobsFor("marketing-order")).toBe(1);

  const own = await browserCookies({ orderId: done.value.orderId });
  const reported = await call("POST", "orders/create", { cookie: own, body: { orderID: unpaid.orderId } });
  expect(reported).toMatchObject({
    status: 201,
    json: {
      data: {
        orderID: done.value.orderId,
        cartID: cartId,
        orderSum: command.agreedTotal,
        paymentStatus: "paid",
        email: null,
      },
    },
  });
  const others = await browserCookies({ orderId: unpaid.orderId });
  expect((await call("POST", "orders/create", { cookie: others, body: CLAIM })).status).toBe(404);
});

test("the calls answer at once while the service is down", async () => {
  const bench = await startBench("omnisend-v3");
  bench.fake?.misbehave(() => undefined);
  useBench(bench, new TestClock(NOW));
  const cookie = await guestCookie();

  expect((await call("POST", "carts/create", { cookie, body: CLAIM })).status).toBe(201);
  expect(bench.fake?.requests).toEqual([]);
  await bench.stop();
});
