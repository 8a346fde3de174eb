import { expect, test } from "vitest";

import { commitSession, readSession, SESSION_MAX_BYTES } from "#app/http/session.server.ts";
import { newId } from "#app/models/new-id.server.ts";

function requestWith(cookie: string | null): Request {
  return new Request(
    "http://localhost:3000/",
    cookie ? { headers: { Cookie: cookie.split(";", 1)[0] ?? "" } } : {},
  );
}

test("a session that nobody changed sets no cookie", async () => {
  const session = await readSession(requestWith(null));

  session.recentlyViewed();
  session.orderIds();
  session.takeFlash();

  expect(await commitSession(session)).toBeNull();
});

test("the session remembers what was viewed, ordered and said", async () => {
  const orderId = newId("order");
  const session = await readSession(requestWith(null));
  session.rememberViewed(1001);
  session.rememberViewed(1002);
  session.rememberViewed(1001);
  session.addOrder(orderId);
  session.setFlash({ tone: "success", text: "Removed. Undo?" });

  const next = await readSession(requestWith(await commitSession(session)));

  expect(next.recentlyViewed()).toEqual([1001, 1002]);
  expect(next.lastOrderId()).toBe(orderId);
  expect(next.ownsOrder(orderId)).toBe(true);
  expect(next.ownsOrder(newId("order"))).toBe(false);
  expect(next.takeFlash()).toEqual({ tone: "success", text: "Removed. Undo?" });
});

test("a note is shown once", async () => {
  const session = await readSession(requestWith(null));
  session.setFlash({ tone: "info", text: "Once" });
  const second = await readSession(requestWith(await commitSession(session)));
  second.takeFlash();

  const third = await readSession(requestWith(await commitSession(second)));

  expect(third.takeFlash()).toBeNull();
});

test("twelve products are remembered, the oldest is forgotten", async () => {
  const session = await readSession(requestWith(null));

  for (let id = 1; id <= 20; id += 1) session.rememberViewed(id);

  expect(session.recentlyViewed()).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
});

test("the fullest session stays below a thousand bytes and keeps the latest order", async () => {
  const latest = newId("order");
  const session = await readSession(requestWith(null));
  for (let id = 0; id < 30; id += 1) session.rememberViewed(Number.MAX_SAFE_INTEGER - id);
  for (let count = 0; count < 30; count += 1) session.addOrder(newId("order"));
  session.addOrder(latest);
  session.setFlash({ tone: "info", text: "ü".repeat(400) });

  const cookie = await commitSession(session);

  expect(Buffer.byteLength(cookie ?? "")).toBeLessThanOrEqual(SESSION_MAX_BYTES);
  expect((await readSession(requestWith(cookie))).lastOrderId()).toBe(latest);
});

test("an ordinary full session is whole: twelve products, eight orders, a note", async () => {
  const session = await readSession(requestWith(null));
  for (let id = 0; id < 12; id += 1) session.rememberViewed(1_000 + id);
  for (let count = 0; count < 8; count += 1) session.addOrder(newId("order"));
  session.setFlash({ tone: "success", text: "The rocking horse was removed from your basket" });

  const next = await readSession(requestWith(await commitSession(session)));

  expect(next.recentlyViewed()).toHaveLength(12);
  expect(next.orderIds()).toHaveLength(8);
});

test.each(["shop-session=nonsense", "shop-session=%E0%A4%A", "shop-session=e30%3D.forged", "shop-session="])(
  "%s is a new session, never an error",
  async (cookie) => {
    const session = await readSession(requestWith(cookie));

    expect(session.recentlyViewed()).toEqual([]);
    expect(session.orderIds()).toEqual([]);
  },
);
