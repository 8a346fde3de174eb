import { createCookieSessionStorage } from "@remix-run/node";
import { expect, test } from "vitest";

import { cookieSecrets } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession, SESSION_MAX_BYTES } from "#app/http/session/session.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { requestWith } from "#tests/support/people/browser-cookies.ts";

const newSession = () => readSession(requestWith(null));
type Session = Awaited<ReturnType<typeof newSession>>;
/** The session as the next request finds it. */
const next = async (session: Session) => readSession(requestWith(await commitSession(session)));

test("an unchanged session sets no cookie", async () => {
  const session = await newSession();

  session.orderIds();
  session.takeFlash();

  expect(await commitSession(session)).toBeNull();
});

test("the session stores orders and messages, each of which is shown once", async () => {
  const orderId = newId("order");
  const session = await newSession();
  session.addOrder(orderId);
  session.setFlash({ tone: "success", text: "Removed. Undo?" });

  const second = await next(session);

  expect(second.lastOrderId()).toBe(orderId);
  expect(second.ownsOrder(orderId)).toBe(true);
  expect(second.ownsOrder(newId("order"))).toBe(false);
  expect(second.takeFlash()).toEqual({ tone: "success", text: "Removed. Undo?" });
  expect((await next(second)).takeFlash()).toBeNull();
});

test("the fullest session stays below a thousand bytes and includes the latest order", async () => {
  const latest = newId("order");
  const session = await newSession();
  for (let count = 0; count < 30; count += 1) session.addOrder(newId("order"));
  session.addOrder(latest);
  session.setFlash({ tone: "info", text: "ü".repeat(400) });

  const cookie = await commitSession(session);

  expect(Buffer.byteLength(cookie ?? "")).toBeLessThanOrEqual(SESSION_MAX_BYTES);
  expect((await readSession(requestWith(cookie))).lastOrderId()).toBe(latest);
});

test("an ordinary full session is whole: eight orders and a message", async () => {
  const session = await newSession();
  for (let count = 0; count < 8; count += 1) session.addOrder(newId("order"));
  session.setFlash({ tone: "success", text: "The rocking horse was removed from your basket" });

  expect((await next(session)).orderIds()).toHaveLength(8);
});

test.each(["shop-session=nonsense", "shop-session=%E0%A4%A", "shop-session=e30%3D.forged", "shop-session="])(
  "%s is a new session, without an error",
  async (cookie) => {
    expect((await readSession(requestWith(cookie))).orderIds()).toEqual([]);
  },
);

test("a session with the older cookie names stays logged in, and logs out of both", async () => {
  const customerId = newId("customer");
  const storage = createCookieSessionStorage({
    cookie: { name: "shop-session", secrets: cookieSecrets("shop-session"), path: "/" },
  });
  const old = await storage.getSession();
  old.set("customerToken", "token");
  old.set("customerId", customerId);
  const [cookie = ""] = (await storage.commitSession(old)).split(";");

  const session = await readSession(requestWith(cookie));

  expect([session.customerToken(), session.customerId()]).toEqual(["token", customerId]);
  session.logOut();
  expect([session.customerToken(), session.customerId(), session.isChanged]).toEqual([null, null, true]);
});

test("the token and the id of a customer are stored as customer-token and customer-id (requirement customer-2)", async () => {
  const session = await newSession();
  session.logIn({ customerId: newId("customer"), token: "token" });

  const [pair = ""] = ((await commitSession(session)) ?? "").split(";");
  const [payload = ""] = decodeURIComponent(pair.slice("shop-session=".length)).split(".");
  expect(Object.keys(JSON.parse(atob(payload)) as object).sort()).toEqual(["customer-id", "customer-token"]);
});
