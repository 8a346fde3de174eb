import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { type LoadShedder, newLoadShedder } from "#app/http/server/load-shedding.server.ts";
import { startWhenFree } from "#app/http/server/open-requests.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { deskDeviceCookie } from "#app/http/session/desk-session.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { listen } from "#tests/support/shops/listening.ts";

const SETTINGS = { waitMaxMs: 50, lagMaxMs: 100, requestsMax: 3 };

/** A shedder that reads `gauge`, which a test may move. */
function shedderAt(gauge: Readonly<{ lagMs?: number; waitMs?: number }>, isOn = true): LoadShedder {
  const gauges = { lagMs: () => gauge.lagMs ?? 0, waitMs: () => gauge.waitMs ?? 0 };
  return newLoadShedder({ ...SETTINGS, isOn }, gauges);
}

/** Closes what a test has opened. */
const closing: Array<() => Promise<void>> = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

type Answer = Readonly<{ status: number; headers: Headers; body: string }>;

/** A server behind `admission` that answers "in", and only when `open` says so. */
async function serverBehind(admission: LoadShedder, opened: Promise<void> = Promise.resolve()) {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const pathname = (request.url ?? "").split("?", 1)[0] ?? "";
    const isForMany = request.headers["x-for-many"] !== undefined;
    const address = String(request.headers["x-network"] ?? "127.0.0.1");
    if (!(await admission.isLetIn(request, response, { pathname, isForMany, address }))) return;
    await buffer(request).catch(() => undefined);
    await opened;
    response.end("in");
  };
  const { url, close } = await listen((request, response) =>
    startWhenFree(request, response, () => void serve(request, response)),
  );
  closing.push(close);
  return async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, init);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
}

async function cartCookie(): Promise<string> {
  return (await cartIdCookie(newId("cart"))).split(";")[0] ?? "";
}

test.each([
  [0, true],
  [49, true],
  [50, false],
  [100, false],
])("at a lag of %i ms of 100, room for pages that are fetched ahead is %s", (lagMs, hasRoom) => {
  expect(shedderAt({ lagMs }).hasRoomAhead()).toBe(hasRoom);
  expect(shedderAt({ lagMs }, false).hasRoomAhead()).toBe(true);
});

test("everyone is let in while there is room", async () => {
  const admission = shedderAt({ lagMs: 99, waitMs: 49 });
  const ask = await serverBehind(admission);

  expect(await Promise.all(["/", "/c/wooden-toys"].map(async (path) => (await ask(path)).body))).toEqual([
    "in",
    "in",
  ]);
  expect(admission.state()).toMatchObject({ turnedAway: 0 });
});

test("a request for a cacheable page is let in beyond the limits of browsing visitors, up to a limit of its own", async () => {
  const status = async (lagMs: number) => {
    const ask = await serverBehind(shedderAt({ lagMs }));
    return (await ask("/c/wooden-toys", { headers: { "x-for-many": "1" } })).status;
  };

  expect([await status(299), await status(300)]).toEqual([200, 503]);
});

test("somebody who has logged in at the desk before gets in there when buyers do not, and nowhere else", async () => {
  const cookie =
    (await deskDeviceCookie(new Request("http://localhost"), newId("staff"))).split(";")[0] ?? "";
  const status = async (path: string, lagMs: number, sent = cookie) => {
    const ask = await serverBehind(shedderAt({ lagMs }));
    return (await ask(path, { headers: { cookie: sent } })).status;
  };

  expect([await status("/desk/orders", 100), await status("/desk/orders", 799)]).toEqual([200, 200]);
  expect(await status("/desk/orders", 800)).toBe(503);
  expect(await status("/checkout", 600)).toBe(503);
  expect(await status("/c/wooden-toys", 100)).toBe(503);
  expect(await status("/desk/orders", 100, cookie.slice(0, -3))).toBe(503);
});

test("while the event loop lags, browsing visitors get a static page that retries by itself", async () => {
  const ask = await serverBehind(shedderAt({ lagMs: 100 }));

  const page = await ask("/c/wooden-toys?page=2");

  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.body).toContain('<meta http-equiv="refresh" content="10">');
  expect(page.body).toContain("<style>");
  // It loads nothing.
  expect(page.body).not.toMatch(/<script|<link|<img|src=/);
  expect(await ask("/c/wooden-toys?page=2")).toMatchObject({ status: 503, body: page.body });

  const form = await ask("/newsletter", { method: "POST", body: "email=x" });
  expect([form.status, form.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(form.body).toContain("nothing has been changed");
  expect(form.body).not.toContain("refresh");

  const program = await ask("/api/products");
  expect([program.status, JSON.parse(program.body)]).toMatchObject([503, { data: { code: "busy" } }]);
});

test("visitors at checkout or with a basket are let in long after the others, and health is always answered", async () => {
  const gauge = { lagMs: 100 };
  const ask = await serverBehind(shedderAt(gauge));
  const cookie = await cartCookie();
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(path, { headers })).status;
  const buying = ["/cart", "/checkout", "/checkout/thank-you/x", "/orders/x", "/test-payment/x"];
  const programs = ["/api/payments/webhook", "/api/carts/create"];
  const requested = () => Promise.all([...buying, ...programs, "/assets/a.js"].map((path) => statusOf(path)));

  expect(await requested()).toEqual([...buying, ...programs, ""].map(() => 200));
  expect(await statusOf("/c/wooden-toys", { cookie })).toBe(200);
  expect(await statusOf("/c/wooden-toys", { cookie: "cart-id=made-up" })).toBe(503);
  expect(await statusOf("/c/wooden-toys", { cookie: cookie.slice(0, -2) })).toBe(503);
  expect(await statusOf("/cartoons")).toBe(503);

  gauge.lagMs = 200;
  expect(await statusOf("/cart")).toBe(503);
  expect(await statusOf("/cart", { cookie })).toBe(200);
  gauge.lagMs = 300;
  expect(await statusOf("/assets/a.js")).toBe(503);
  expect(await statusOf("/checkout")).toBe(200);
  gauge.lagMs = 600;
  expect(new Set(await requested())).toEqual(new Set([503]));
  expect(await statusOf("/c/wooden-toys", { cookie })).toBe(503);
  expect(await statusOf("/health")).toBe(200);
});

test("a visitor who would wait too long is turned away, on fast and slow machines", async () => {
  const gauge = { waitMs: 50 };
  const ask = await serverBehind(shedderAt(gauge));

  expect([(await ask("/")).status, (await ask("/cart")).status]).toEqual([503, 200]);
  gauge.waitMs = 300;
  expect((await ask("/cart")).status).toBe(503);
  gauge.waitMs = 49;
  expect((await ask("/")).status).toBe(200);
});

test("the concurrency limit holds, and a finished request makes room", async () => {
  let open: () => void = () => undefined;
  const admission = shedderAt({});
  const ask = await serverBehind(admission, new Promise((resolve) => (open = resolve)));
  const inside = Array.from({ length: 3 }, () => ask("/"));
  await expect.poll(() => admission.state().underWay).toBe(3);

  expect((await ask("/")).status).toBe(503);
  const buyers = Array.from({ length: 15 }, () => ask("/checkout"));
  await expect.poll(() => admission.state().underWay).toBe(18);
  expect((await ask("/checkout")).status).toBe(503);
  open();
  const all = await Promise.all([...inside, ...buyers]);

  expect(all.map(({ body }) => body)).toEqual(all.map(() => "in"));
  await expect.poll(() => admission.state()).toMatchObject({ underWay: 0, turnedAway: 2 });
  expect((await ask("/")).status).toBe(200);
});

test("with load shedding off nobody is turned away", async () => {
  const ask = await serverBehind(shedderAt({ lagMs: 10_000 }, false));

  expect((await ask("/")).status).toBe(200);
});

function newSlowBody(): ReadableStream {
  return new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) });
}

/** `path` is asked for from each of `networks` so often, and nothing of it ends before the test. */
async function occupy(
  [admission, ask]: readonly [LoadShedder, Awaited<ReturnType<typeof serverBehind>>],
  { path, networks, each, body }: Readonly<{ path: string; networks: number; each: number; body?: "slow" }>,
) {
  const before = admission.state().underWay;
  for (let at = 0; at < networks * each; at += 1) {
    const headers = { "x-network": `2001:db8:0:${at % networks}::/64` };
    const slow = { method: "POST", duplex: "half" as const, body: newSlowBody() };
    void ask(path, { headers, ...(body && slow) }).catch(() => undefined);
  }
  await expect.poll(() => admission.state().underWay).toBe(before + networks * each);
}

const CROWD = { ...SETTINGS, isOn: true, requestsMax: 80 };
const QUIET = { lagMs: () => 0, waitMs: () => 0 };

test("whoever sends bodies slowly takes no place of those who only look, and none of the buyers'", async () => {
  const admission = newLoadShedder(CROWD, QUIET);
  const ask = await serverBehind(admission);
  await occupy([admission, ask], { path: "/newsletter", networks: 40, each: 2, body: "slow" });
  const send = async (path: string) => (await ask(path, { method: "POST", body: "a=b" })).status;

  expect(await Promise.all(["/", "/c/prams"].map(async (path) => (await ask(path)).status))).toEqual([
    200, 200,
  ]);
  expect([await send("/newsletter"), await send("/cart"), await send("/checkout")]).toEqual([503, 200, 200]);
});

test("one network takes as many places as its share, whatever it asks for and however often", async () => {
  const admission = newLoadShedder(CROWD, QUIET);
  const inside = [admission, await serverBehind(admission, new Promise(() => undefined))] as const;
  await occupy(inside, { path: "/", networks: 39, each: 4 });
  await occupy(inside, { path: "/c/prams", networks: 39, each: 2 });
  await occupy(inside, { path: "/checkout", networks: 39, each: 2, body: "slow" });
  await occupy(inside, { path: "/", networks: 40, each: 1 });
});

test("a body that has come is served in a place like any other, and leaves it", async () => {
  let open: () => void = () => undefined;
  const admission = newLoadShedder({ ...CROWD, requestsMax: 1 }, QUIET);
  const ask = await serverBehind(admission, new Promise((resolve) => (open = resolve)));
  const sent = ask("/newsletter", { method: "POST", body: "a=b" });
  await expect.poll(() => admission.hasRoomAhead()).toBe(false);

  expect((await ask("/")).status).toBe(503);
  open();
  expect((await sent).status).toBe(200);
  await expect.poll(() => [admission.hasRoomAhead(), admission.state().underWay]).toEqual([true, 0]);
});
