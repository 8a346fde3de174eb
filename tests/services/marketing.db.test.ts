import type { ServerResponse } from "node:http";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { MarketingCart } from "#app/models/marketing/cart.ts";
import type { MarketingOrder } from "#app/models/marketing/order.ts";
import type { MarketingPort } from "#app/services/marketing/marketing-port.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { storedOf, type MarketingBench, startBench } from "#tests/support/vendors/marketing.ts";

useTestDatabase({ catalogue: "none" });

const AT = "2026-11-21T09:30:00.000Z";
const LINE = {
  cartProductID: "line_1",
  productID: "101",
  variantID: "5001",
  title: "Rainbow Stacker, Muted",
  imageUrl: "https://shop.example/image/a.jpg",
  productUrl: "https://shop.example/p/a",
  quantity: 2,
  price: 5450,
};
const CART: MarketingCart = {
  cartID: "cart_1",
  currency: "GBP",
  email: "grace@example.com",
  cartRecoveryUrl: "https://shop.example/cart-recovery/cart_1?sig=x",
  cartSum: 10_899,
  products: [LINE, { ...LINE, cartProductID: "line_2", variantID: "5002", price: 1 }],
};
const ORDER: MarketingOrder = {
  orderID: "order_1",
  orderNumber: 12345678,
  cartID: "cart_1",
  email: "grace@example.com",
  currency: "GBP",
  orderSum: 10_899,
  subTotalSum: 10_900,
  discountSum: 1,
  taxSum: 1_816,
  shippingSum: 0,
  discountCode: "PENNY",
  createdAt: AT,
  canceledDate: null,
  paymentStatus: "paid",
  fulfillmentStatus: "unfulfilled",
  products: [LINE],
};
const FIRST = { contactId: null, isKnown: false, version: 1, at: AT };
const LATER = { ...FIRST, isKnown: true, version: 2 };
const REMOVING = { cartId: "cart_1", email: CART.email, contactId: null, version: 3, at: AT };
const ORDERED = { contactId: null, before: null, at: AT };

function refuseWith(status: number) {
  return (response: ServerResponse) => void response.writeHead(status).end('{"error":"no"}');
}

describe.each(["embedded", "omnisend-v3", "omnisend"] as const)("%s", (name) => {
  let bench: MarketingBench;
  let port: MarketingPort;
  let paces = 0;

  beforeAll(async () => {
    bench = await startBench(name);
  });
  beforeEach(() => {
    paces = 0;
    port = bench.connect(async () => void (paces += 1));
    for (const map of bench.fake ? [bench.fake.carts, bench.fake.orders, bench.fake.contacts] : [])
      map.clear();
    bench.fake?.requests.splice(0);
    bench.fake?.complaints.splice(0);
  });
  afterEach(() => {
    bench.fake?.misbehave(null);
  });
  afterAll(async () => {
    await bench.stop();
  });

  async function expectStored(cart: MarketingCart | null): Promise<void> {
    expect([...(await bench.stored()).values()]).toEqual(cart ? [storedOf(cart, "")] : []);
    const read = await port.findCart("cart_1");
    if (port.keepsCarts) expect(read).toEqual(cart);
    else expect(read).toBeNull();
  }

  test("stores a cart completely, also after a line was removed", async () => {
    await port.saveCart(CART, FIRST);
    await expectStored(CART);

    const changed = { ...CART, cartSum: 10_900, products: [LINE] };
    await port.saveCart(changed, LATER);
    await expectStored(changed);
    expect(bench.fake?.complaints ?? []).toEqual([]);
  });

  test("accepts a cart again when its first response was lost, and one that it has deleted", async () => {
    await port.saveCart(CART, FIRST);
    await port.saveCart(CART, FIRST);
    await port.removeCart(REMOVING);
    await port.saveCart(CART, { ...LATER, version: 4 });

    await expectStored(CART);
  });

  test("deletes a cart, also twice", async () => {
    await port.saveCart(CART, FIRST);
    await port.removeCart(REMOVING);
    await port.removeCart(REMOVING);

    await expectStored(null);
  });

  test("an order closes the record of its cart, and reports its status", async () => {
    await port.saveCart(CART, FIRST);
    await port.saveOrder(ORDER, ORDERED);
    await expectStored(null);

    const cancelled = { ...ORDER, paymentStatus: "refunded" as const, canceledDate: AT };
    await port.saveOrder(cancelled, { ...ORDERED, before: ORDER });
    await port.saveOrder(cancelled, { ...ORDERED, before: ORDER });

    if (!bench.fake) return;
    const reported = bench.fake.orders.get("order_1")?.reported ?? [];
    if (name === "omnisend-v3") expect(reported).toEqual(["refunded", "unfulfilled"]);
    else
      expect([...new Set(reported)]).toEqual([
        "placed order",
        "paid for order",
        "order canceled",
        "order refunded",
      ]);
    expect(bench.fake.orders.get("order_1")?.orderSum).toBe(10_899);
    expect(bench.fake.complaints.filter((words) => !words.includes("is taken"))).toEqual([]);
  });

  test("knows of a contact only what it consented to", async () => {
    const contact = { email: "grace@example.com", source: "account", at: AT };
    const id = await port.saveContact({ ...contact, state: "nonSubscribed" });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(await port.findContact(id!)).toEqual({ email: "grace@example.com", state: "nonSubscribed" });

    await port.saveContact({ ...contact, state: "subscribed" });
    expect(await port.findContact(id!)).toMatchObject({ state: "subscribed" });

    await port.saveContact({ ...contact, state: "unsubscribed" });
    expect((await port.findContact(id!))?.state ?? "unsubscribed").toBe("unsubscribed");
    expect(await port.findContact("0".repeat(24))).toBeNull();
  });

  test("a guest known only to the service is sent by the service's own id", async () => {
    if (name === "embedded") return;
    await port.saveCart({ ...CART, email: null }, { ...FIRST, contactId: "0123456789abcdef01234567" });

    expect([...(await bench.stored()).values()]).toEqual([
      storedOf({ ...CART, email: null }, "0123456789abcdef01234567"),
    ]);
  });

  test("requests are limited by rate", async () => {
    await port.saveCart(CART, FIRST);
    await port.saveContact({ email: "a@example.com", state: "nonSubscribed", source: "x", at: AT });

    expect(paces).toBe(bench.fake?.requests.length ?? 0);
  });

  const statuses = [302, 400, 401, 403, 404, 408, 410, 422, 429, 500, 503];
  const LIES: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
    ...statuses.map((status) => [`status ${status}`, refuseWith(status)] as const),
    ["HTML", (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Hello</h1>")],
    ["garbage", (response) => response.writeHead(200).end("\u0000{{{")],
    ["a list", (response) => response.writeHead(200).end("[]")],
    ["too much", (response) => response.writeHead(200).end(JSON.stringify({ a: "x".repeat(2_000_000) }))],
    ["a connection that is cut", (response) => response.destroy()],
  ];

  /** The service with a guard of its own: failures of other tests must not keep it from being asked. */
  async function failing(
    how: (response: ServerResponse) => void,
    ask: (port: MarketingPort) => Promise<void>,
  ) {
    const fresh = await startBench(name);
    fresh.fake?.misbehave(how);
    await ask(fresh.connect(async () => undefined));
    await fresh.stop();
    return fresh.fake?.requests.length;
  }

  test.each(LIES)("%s is an error with a message, never a success", async (_, how) => {
    if (!bench.fake) return;
    await failing(how, async (service) => {
      const error = await service.saveCart(CART, FIRST).catch((reason: unknown) => reason);

      expect(error).toMatchObject({ name: "OutgoingError" });
      expect(String(error)).not.toContain("a-key-of-the-store");
    });
  });

  test("after five failures a service is not called for a while", async () => {
    if (!bench.fake) return;
    const requests = await failing(refuseWith(503), async (service) => {
      for (let tries = 1; tries <= 9; tries += 1)
        await expect(service.removeCart(REMOVING)).rejects.toThrow();
    });

    expect(requests).toBe(5);
  });
});
