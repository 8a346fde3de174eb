import { afterEach, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bodyMaxBytes } from "#app/http/server/request-checks.server.ts";
import { noteData, noteDocument } from "#app/http/request/page-view-events.server.ts";
import { visitorCookie } from "#app/http/session/analytics-visitor.server.ts";
import { consentCookie } from "#app/http/session/consent.server.ts";
import { writeEvents } from "#app/models/analytics/event-batch.server.ts";
import { type Consent, FULL_CONSENT, NO_CONSENT } from "#app/models/analytics/consent.ts";
import { vitalsReport } from "#app/models/analytics/web-vitals.server.ts";
import { action as ingest, loader as whoAmI } from "#app/routes/analytics/ingest.ts";
import { action as cartAction, loader as cartLoader } from "#app/routes/cart/cart.tsx";
import { loader as categoryLoader } from "#app/routes/catalogue/category.tsx";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { loader as searchLoader } from "#app/routes/catalogue/search.tsx";
import { loader as checkoutLoader } from "#app/routes/checkout/checkout.tsx";
import { action as consentAction } from "#app/routes/privacy/consent.ts";
import { newDelivery } from "#app/services/analytics/analytics-delivery.server.ts";
import { embeddedAnalytics } from "#app/services/analytics/analytics-embedded.server.ts";
import { mixpanelAnalytics } from "#app/services/analytics/analytics-mixpanel.server.ts";
import { connectAnalytics } from "#app/services/analytics/analytics.server.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

useTestDatabase();

const SHOP = "http://localhost:3000";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
const TOYS = "/c/wooden-toys";
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const SUNSET = 5001;
const PATIENCE_MS = 200;

let collector: Collector;

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(async () => {
  await writeEvents();
  connectAnalytics(null);
  await collector.stop();
});

type Headers_ = Readonly<Record<string, string>>;

const pair = (setCookie: string | null) => (setCookie ?? "").split(";", 1)[0] ?? "";

/** The cookies of a browser whose shopper chose so; with a number where they allow statistics. */
async function cookiesOf(consent: Consent): Promise<string> {
  const chosen = pair(await consentCookie(consent, new Date()));
  const request = new Request(SHOP, { headers: { "User-Agent": BROWSER, Cookie: chosen } });
  const number = pair(await visitorCookie(request, consent));
  // A page of theirs has been counted before.
  const answered = new Headers();
  const again = new Request(SHOP, { headers: { "User-Agent": BROWSER, Cookie: `${chosen}; ${number}` } });
  await noteDocument(again, { status: 200, headers: answered, data: null });
  await writeEvents();
  await db().deleteFrom("analytics_events").execute();
  return [chosen, pair(answered.get("Set-Cookie"))].filter(Boolean).join("; ");
}

function ask(path: string, headers: Headers_ = {}, init: RequestInit = {}): Request {
  const host = new URL(SHOP).host;
  return new Request(SHOP + path, { ...init, headers: { "User-Agent": BROWSER, Host: host, ...headers } });
}

type Loader = typeof productLoader;

/** Opens a page as a document, as the server does, and answers with the headers of the answer. */
async function open(loader: unknown, request: Request): Promise<Headers> {
  const answer = await answering(loader as Loader)({ request, params: {}, context: {} });
  const headers = new Headers();
  await noteDocument(request, { status: 200, headers, data: await answer.json() });
  return headers;
}

/** Goes to a page by scripts. */
async function navigate(request: Request): Promise<Headers> {
  const response = new Response(JSON.stringify({}), { headers: { "Content-Type": "application/json" } });
  await noteData(request, response);
  return response.headers;
}

async function noted() {
  await writeEvents();
  const rows = await db().selectFrom("analytics_events").selectAll().orderBy("occurred_at").execute();
  return rows.map(({ name, properties }) => ({
    name,
    ...(JSON.parse(properties) as Record<string, unknown>),
  }));
}

const names = async () => (await noted()).map(({ name }) => name).sort();

test("the pages up to the checkout report views, choices, searches and adds", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  await open(categoryLoader, ask(TOYS, { Cookie }));
  await open(productLoader, ask(STACKER, { Cookie, Referer: `${SHOP}${TOYS}?page=2` }));
  await open(searchLoader, ask("/search?q=rainbow", { Cookie }));
  const request = ask("/cart", { Cookie }, { method: "POST", body: adding(2) });
  const added = await cartAction({ request, params: {}, context: {} });
  const withCart = `${Cookie}; ${pair(added.headers.get("Set-Cookie"))}`;
  await open(cartLoader, ask("/cart", { Cookie: withCart }));
  await open(checkoutLoader, ask("/checkout", { Cookie: withCart }));

  const events = await noted();

  const seen = (name: string) => events.filter((event) => event.name === name);
  expect(seen("page_view").map((event) => "page_path" in event && event["page_path"])).toEqual(
    expect.arrayContaining([TOYS, STACKER, "/search", "/cart", "/checkout"]),
  );
  expect(seen("page_view")).toHaveLength(5);
  expect(seen("view_item_list")).toHaveLength(2);
  expect(seen("select_item")).toMatchObject([{ item_list_name: TOYS, items: [{ item_id: "101" }] }]);
  expect(seen("view_item")).toMatchObject([{ currency: "GBP", items: [{ item_name: "Rainbow Stacker" }] }]);
  expect(seen("search")).toMatchObject([{ search_term: "rainbow" }]);
  const items = [{ item_id: "101", item_variant: "Sunset", quantity: 2 }];
  for (const name of ["add_to_cart", "view_cart", "begin_checkout"])
    expect(seen(name)).toMatchObject([{ items: items }]);
});

function adding(quantity: number): URLSearchParams {
  return new URLSearchParams({ intent: "add", variantId: String(SUNSET), quantity: String(quantity) });
}

test.each([
  ["no answer was given", null, {}],
  ["the shopper refused", NO_CONSENT, {}],
  ["only marketing is allowed", { analytics: false, marketing: true }, {}],
  ["the browser signals no", FULL_CONSENT, { "Sec-GPC": "1" }],
  ["the visitor is a bot", FULL_CONSENT, { "User-Agent": "Googlebot/2.1" }],
  ["the page is fetched ahead", FULL_CONSENT, { "Sec-Purpose": "prefetch" }],
] as const)("nothing is stored where %s", async (_, consent, headers) => {
  const Cookie = consent ? await cookiesOf(consent) : "";

  await open(productLoader, ask(STACKER, { Cookie, ...headers }));
  await navigate(ask(`${STACKER}?_data=routes%2Fcatalogue%2Fproduct`, { Cookie, ...headers }));

  expect(await noted()).toEqual([]);
});

test("a page that was fetched ahead counts once, when a request comes from it", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  const ahead = { Cookie, "Sec-Purpose": "prefetch;prerender", Referer: `${SHOP}${TOYS}` };
  const headers = await open(productLoader, ask(STACKER, ahead));
  await open(productLoader, ask(STACKER, ahead));
  expect([headers.get("Set-Cookie"), await noted()]).toEqual([null, []]);

  await open(categoryLoader, ask(TOYS, { Cookie, Referer: SHOP + STACKER }));
  await open(categoryLoader, ask(TOYS, { Cookie, Referer: SHOP + STACKER }));

  const events = await noted();
  expect(events.filter(({ name }) => name === "view_item")).toHaveLength(1);
  expect(events.filter((event) => "page_path" in event && event["page_path"] === STACKER)).toHaveLength(1);
});

test("a page that was fetched ahead and then requested counts once", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  await open(productLoader, ask(STACKER, { Cookie, "Sec-Purpose": "prefetch", Referer: `${SHOP}${TOYS}` }));
  await open(productLoader, ask(STACKER, { Cookie, Referer: `${SHOP}${TOYS}` }));
  await open(categoryLoader, ask(TOYS, { Cookie, Referer: SHOP + STACKER }));

  expect((await names()).filter((name) => name === "view_item")).toHaveLength(1);
});

test("with scripts a page counts when it is navigated to, not when its data is revalidated", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  const data = (path: string, route: string) => `${path}?_data=${encodeURIComponent(route)}`;

  await navigate(ask(data(TOYS, "category-1"), { Cookie, Referer: `${SHOP}/` }));
  await navigate(ask(data(TOYS, "category-1"), { Cookie, Referer: `${SHOP}${TOYS}` }));
  await navigate(ask(data(TOYS, "root"), { Cookie, Referer: `${SHOP}/` }));
  await navigate(ask(data(TOYS, "routes/storefront/layout"), { Cookie, Referer: `${SHOP}/` }));

  expect(await names()).toEqual(["page_view"]);
});

test("consent creates a visitor number and counts the current page once, and withdrawing it deletes both", async () => {
  connectAnalytics(embeddedAnalytics);
  const agreed = await choose("accept", "");
  const cookies = agreed.map(pair).join("; ");
  expect(agreed.find((line) => line.startsWith("visitor="))).toMatch(/Max-Age=31536000; Path=\/; HttpOnly/);

  const from = { Cookie: cookies, Referer: SHOP + TOYS };
  const headers = await navigate(ask(`${TOYS}?_data=routes%2Fcatalogue%2Fcategory`, from));
  const known = `${pair(cookies)}; ${pair(headers.get("Set-Cookie"))}`;
  await navigate(ask(`${TOYS}?_data=routes%2Fcatalogue%2Fcategory`, { ...from, Cookie: known }));
  expect(await names()).toEqual(["page_view"]);

  const refused = await choose("refuse", known);
  expect(refused.find((line) => line.startsWith("visitor="))).toContain("Max-Age=0");
  expect(await noted()).toEqual([]);
});

async function choose(choice: string, Cookie: string): Promise<ReadonlyArray<string>> {
  const body = new URLSearchParams({ choice, script: "1", from: TOYS });
  const request = ask("/privacy/consent", { Cookie }, { method: "POST", body });
  const answer = await consentAction({ request, params: {}, context: {} });
  return (answer.headers.get("Set-Cookie") ?? "").split(/, (?=[\w-]+=)/);
}

test("a browser that starts to send Global Privacy Control loses its number on the next page", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);

  const headers = await open(categoryLoader, ask(TOYS, { Cookie, "Sec-GPC": "1" }));

  expect(headers.get("Set-Cookie")).toMatch(/^visitor=.*Max-Age=0/);
});

function forwarding(): void {
  const settings = { provider: "mixpanel", key: "0".repeat(32), host: collector.url } as const;
  connectAnalytics(mixpanelAnalytics(settings, newDelivery(collector.url, { timeoutMs: PATIENCE_MS })));
}

const FORM = "application/x-www-form-urlencoded";
const DATA = new URLSearchParams({
  data: JSON.stringify([{ event: "link_click", properties: {} }]),
}).toString();

async function say(path: string, headers: Headers_, body = DATA): Promise<Response> {
  const request = ask(`/ingest${path}`, { "Content-Type": FORM, ...headers }, { method: "POST", body });
  return ingest({ request, params: {}, context: {} });
}

test("a library's events are forwarded without cookies, visitor addresses or unknown properties", async () => {
  forwarding();
  const Cookie = await cookiesOf(FULL_CONSENT);

  const answer = await say("/track/?verbose=1&ip=1&token=x&_=5", {
    Cookie,
    "X-Forwarded-For": "203.0.113.9",
  });

  expect(answer.status).toBe(200);
  expect(collector.calls).toMatchObject([
    { address: "POST /track/?verbose=1&ip=0", cookie: null, contentType: FORM, events: ["link_click"] },
  ]);
});

test.each([
  ["an address that no library needs", "/decide/", {}, 404],
  ["a path that climbs", "/track/../engage", {}, 404],
  ["words in another wrapping", "/track/", { "Content-Type": "multipart/form-data" }, 415],
] as const)("%s is not forwarded", async (_, path, headers, status) => {
  forwarding();
  const Cookie = await cookiesOf(FULL_CONSENT);

  expect((await say(path, { Cookie, ...headers })).status).toBe(status);
  expect(collector.calls).toEqual([]);
});

test("without current consent nothing is forwarded, and no number is passed on", async () => {
  forwarding();
  const Cookie = await cookiesOf(NO_CONSENT);
  const params = { "*": "visitor" };

  expect((await say("/track/", { Cookie })).status).toBe(403);
  expect(await whoAmI({ request: ask("/ingest/visitor", { Cookie }), params, context: {} })).toMatchObject({
    status: 404,
  });
  expect(collector.calls).toEqual([]);
});

test("a library gets the service's Retry-After, or a default without a response", async () => {
  forwarding();
  const Cookie = await cookiesOf(FULL_CONSENT);
  collector.reply({ status: 429, headers: { "Retry-After": "90" } }, "nothing");

  const busy = await say("/track/", { Cookie });
  const silent = await say("/track/", { Cookie });

  expect([busy.status, busy.headers.get("Retry-After")]).toEqual([429, "90"]);
  expect([silent.status, silent.headers.get("Retry-After")]).toEqual([503, "30"]);
});

test("too many events are refused, and without a service nothing is forwarded", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  connectAnalytics(embeddedAnalytics);
  expect((await say("/track/", { Cookie })).status).toBe(404);

  forwarding();
  expect((await say("/track/", { Cookie }, "x".repeat(262_145))).status).toBe(413);
  expect(collector.calls).toEqual([]);
  // A full batch of the library's own, at its real size for each event.
  expect(bodyMaxBytes("/ingest/track/")).toBeGreaterThan(101 * 1_520);
  const batch = JSON.stringify({ batch: [], padding: "x".repeat(101 * 1_520) });
  expect((await say("/track/", { Cookie }, batch)).status).not.toBe(413);
});

const VITALS = { path: "/p/x", arrival: "ordinary", values: { LCP: 800, INP: 40, CLS: 0.01, TTFB: 90 } };

function report(body: unknown, headers: Headers_) {
  const init = { method: "POST", body: JSON.stringify(body) };
  const request = ask("/ingest/vitals", { "Content-Type": "application/json", ...headers }, init);
  return ingest({ request, params: {}, context: {} });
}

test("figures of a visit are stored by kind of page, and the report has their 75th percentile", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  for (const LCP of [100, 200, 300, 400])
    expect((await report({ ...VITALS, values: { ...VITALS.values, LCP } }, { Cookie })).status).toBe(204);
  await writeEvents();

  expect(await noted()).toHaveLength(4);
  expect(await vitalsReport(28, new Date())).toEqual([
    { pageKind: "product", count: 4, values: { LCP: 300, INP: 40, CLS: 0.01, TTFB: 90 } },
  ]);
  expect(await vitalsReport(28, new Date(Date.now() + 29 * 86_400_000))).toEqual([]);
});

test.each([
  ["without consent", VITALS, NO_CONSENT, 403],
  ["of no page", { ...VITALS, path: "https://elsewhere.example/" }, FULL_CONSENT, 400],
  ["that are no numbers", { ...VITALS, values: { LCP: "fast" } }, FULL_CONSENT, 400],
  ["of an unknown arrival", { ...VITALS, arrival: "teleported" }, FULL_CONSENT, 400],
])("figures %s are not stored", async (_, body, consent, status) => {
  const Cookie = await cookiesOf(consent);

  expect((await report(body, { Cookie })).status).toBe(status);

  expect(await noted()).toEqual([]);
});

test("figures of a page that was fetched ahead count it, because it has been seen", async () => {
  const Cookie = await cookiesOf(FULL_CONSENT);
  await open(productLoader, ask(STACKER, { Cookie, "Sec-Purpose": "prefetch", Referer: `${SHOP}${TOYS}` }));
  expect(await noted()).toEqual([]);

  await report({ ...VITALS, path: STACKER, arrival: "prefetched" }, { Cookie, Referer: SHOP + STACKER });

  expect((await names()).filter((name) => name === "view_item")).toHaveLength(1);
});
