/** Pages that a browser fetches ahead: what they may be, and that they change and count nothing (decision 0030). */
import { expect, test } from "vitest";

import { withinOneMinute } from "#tests/support/people/cached-pages.ts";
import { inGroupsOf } from "#tests/support/people/in-groups.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { shopForTest, useShop } from "#tests/support/shops/use-shop.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const AHEAD = { "sec-purpose": "prefetch;prerender", "sec-fetch-dest": "document" };
const MUTED = 5000;

const shop = useShop();

const ahead = (headers: Readonly<Record<string, string>> = {}) =>
  new Shopper(shop.origin, { ...AHEAD, ...headers });

test("every page names the rules, and the rules name public pages by section", async () => {
  const page = await new Shopper(shop.origin).get("/c/prams");
  const rules = await new Shopper(shop.origin).get("/speculation-rules.json");

  expect(page.headers["speculation-rules"]).toBe('"/speculation-rules.json"');
  expect(rules.headers["content-type"]).toBe("application/speculationrules+json");
  const { prerender, prefetch } = JSON.parse(rules.body) as Record<
    string,
    ReadonlyArray<{ eagerness: string }>
  >;
  expect([prerender?.[0]?.eagerness, prefetch?.[0]?.eagerness]).toEqual(["moderate", "conservative"]);
  expect(rules.body).not.toMatch(/cart|checkout|login|account|orders|favourites|newsletter|stock-alerts/);
});

test("a visitor who saves data is named no rules, and nothing is fetched ahead for them", async () => {
  const saving = new Shopper(shop.origin, { "save-data": "on" });

  expect((await saving.get("/c/prams")).headers["speculation-rules"]).toBeUndefined();
  expect((await ahead({ "save-data": "on" }).get("/c/prams")).status).toBe(503);
});

test.each([
  "/",
  "/c/prams",
  "/brands",
  RAINBOW,
  "/blog",
  "/information/delivery-and-return",
  "/search?q=train",
  "/compare",
])("%s is fetched ahead, without a cookie, as everybody else gets it", async (path) => {
  const get = (shopper: Shopper) => () => shopper.get(path);
  const [first, again, seen] = await withinOneMinute(() => [
    get(ahead()),
    get(ahead()),
    get(new Shopper(shop.origin)),
  ]);

  expect([first.status, again.status]).toEqual([200, 200]);
  expect([first.headers["set-cookie"], again.headers["set-cookie"]]).toEqual([undefined, undefined]);
  expect([first.body, again.body]).toEqual([seen.body, seen.body]);
});

test.each([
  "/cart",
  "/checkout",
  "/login",
  "/register",
  "/account",
  "/orders",
  "/orders/order_1",
  "/favourites",
  "/cart-recovery/cart_1",
  "/newsletter/confirm?token=x",
  "/stock-alerts/leave?token=x",
  "/set-password?token=x",
  "/information/contact-us",
  "/products/101/review",
  "/test-payment/x",
  "/api/products",
])("%s is never fetched ahead", async (path) => {
  const answer = await ahead().get(path);

  expect([answer.status, answer.headers["cache-control"], answer.headers["set-cookie"]]).toEqual([
    503,
    "private, no-store",
    undefined,
  ]);
});

test("a page whose response would set a cookie is not given ahead", async () => {
  // The cookie of a service that no longer runs is ended by the next page.
  const shopper = ahead().takeCookie("_ga", "GA1.1.1");

  const answer = await shopper.get("/c/prams");

  expect([answer.status, answer.headers["set-cookie"]]).toEqual([503, undefined]);
  const seen = await new Shopper(shop.origin).takeCookie("_ga", "GA1.1.1").get("/c/prams");
  expect([seen.status, String(seen.headers["set-cookie"])]).toEqual([200, expect.stringContaining("_ga=;")]);
});

test("a product that was fetched ahead is recently viewed once its page is left, and not before", async () => {
  const notSeen = new Shopper(shop.origin);
  expect((await ahead().get(RAINBOW)).status).toBe(200);
  expect((await notSeen.get("/")).body).not.toContain(`href="${RAINBOW}`.concat('"><img'));
  expect(notSeen.cookie("viewed")).toBeNull();

  const left = new Shopper(shop.origin, { referer: shop.origin + RAINBOW });
  const dog = await left.get(DOG);

  expect(dog.body).toMatch(/id="viewed"[\s\S]*Rainbow Stacker/);
  const later = new Shopper(shop.origin).takeCookie("viewed", left.cookie("viewed") ?? "");
  expect((await later.get("/c/prams")).status).toBe(200);
  expect((await later.get("/p/wooden-toys/pull-alongs/pull-along-dog?image=2")).body).toMatch(
    /id="viewed"[\s\S]*Rainbow Stacker/,
  );
});

test("a response to a change has the browser drop what it fetched ahead, and a response to a read does not", async () => {
  const shopper = new Shopper(shop.origin);
  const added = await addToBasket(shopper, MUTED);
  const saved = await shopper.post("/favourites", { save: `101-${MUTED}` });
  const loggedOut = await shopper.post("/logout", {});
  const read = await shopper.get("/c/prams");

  const forgotten = '"prefetchCache", "prerenderCache"';
  expect([added, saved].map(({ headers }) => headers["clear-site-data"])).toEqual([forgotten, forgotten]);
  expect(loggedOut.headers["clear-site-data"]).toBe(`"storage", ${forgotten}`);
  expect(read.headers["clear-site-data"]).toBeUndefined();
});

test("pages fetched ahead use up a limit of their own, and leave the visitor's", async () => {
  const small = await shopForTest({ env: { RATE_LIMIT_SCALE: "0.05" } });
  const statuses = async (count: number, headers = {}) => {
    const visitor = new Shopper(small.origin, headers);
    const answers = await inGroupsOf(4, count, () => visitor.get("/c/prams"));
    return answers.map(({ status }) => status).sort();
  };

  expect(await statuses(14, AHEAD)).toEqual([...Array.from({ length: 12 }, () => 200), 503, 503]);
  expect(await statuses(7)).toEqual([...Array.from({ length: 6 }, () => 200), 429]);
});
