/** The front server of the built shop under stock remix-serve: hosts, addresses, methods, bodies, origins, headers. */
import { connect } from "node:net";

import { expect, test } from "vitest";

import { type RawAnswer, rawRequest } from "#tests/support/people/raw-http.ts";
import { LONGEST_LET_IN, REFUSED_ADDRESSES } from "#tests/support/people/slow-sender.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const BODY = "a=1";
const FORM = ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${BODY.length}`];

const shop = useShop();
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(shop.origin + path, { headers, method, redirect: "manual" });
}

/** A request that begins with `start` ("GET /cart"), byte by byte. */
function send(
  start: string,
  lines: ReadonlyArray<string> = [],
  body = "",
  host = `localhost:${shop.port}`,
): Promise<RawAnswer> {
  const all = [`${start} HTTP/1.1`, `Host: ${host}`, ...lines];
  return rawRequest(shop.port, `${all.join("\r\n")}\r\n\r\n${body}`);
}

const askAs = (host: string, path: string) => send(`GET ${path}`, [], "", host);

test("only the shop's own host names are served", async () => {
  for (const host of [
    "evil.com",
    "localhost:99999",
    "[",
    "a b",
    "evil/x",
    `a@localhost:${shop.port}`,
    "%",
    "",
    "localhost",
    `localhost:${shop.port}.evil.com`,
  ]) {
    expect([400, 421], `Host: ${host}`).toContain((await askAs(host, "/")).status);
  }
  expect((await askAs(`LocalHost:${shop.port}`, "/robots.txt")).status).toBe(200);
  expect((await askAs(`127.0.0.1:${shop.port}`, "/robots.txt")).status).toBe(200);
});

test("two Host headers, none, or a whole address instead of a path are refused", async () => {
  expect((await send("GET /", ["Host: evil.com"])).status).toBe(400);
  expect((await rawRequest(shop.port, "GET / HTTP/1.1\r\n\r\n")).status).toBe(400);
  expect((await send("GET http://evil.com/")).status).toBe(400);
});

test("health answers on every host name", async () => {
  const { status, body } = await askAs("10.0.0.7", "/health");

  expect(status).toBe(200);
  expect(body).toContain('"status":"ok","database":"ok"');
});

test("load figures are shown to this machine only", async () => {
  const detailed = (await (await get("/health")).json()) as object;
  expect(Object.keys(detailed)).toEqual(expect.arrayContaining(["admission", "responseCache", "pageCache"]));

  // As through a proxy, told of or not; as a visitor who makes up the front server's own word; under other spellings.
  const claim = { "X-Shop-From-This-Machine": "true" };
  for (const [path, headers] of [
    ["/health", { "X-Forwarded-For": "203.0.113.9" }],
    ["/health", { "X-Forwarded-For": "127.0.0.1" }],
    ["/health", { Forwarded: "for=203.0.113.9", ...claim }],
    ["/health/", claim],
    ["/HEALTH", claim],
  ] as const) {
    const answer = await get(path, headers);
    expect([answer.status, await answer.json()], path).toEqual([200, { status: "ok" }]);
  }
});

test("overlong Accept headers are ignored", async () => {
  const spaces = `a${" ".repeat(12_000)}b`;
  const [page, image] = await Promise.all([
    get("/brands", { "Accept-Encoding": `br, ${spaces}` }),
    get("/image/products/rainbow-stacker-1.jpg?w=320", { Accept: `image/avif, ${spaces}` }),
  ]);

  expect([page.status, page.headers.get("content-encoding")]).toEqual([200, null]);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test("forwarded headers change nothing when no proxy is trusted", async () => {
  const claims = {
    "X-Forwarded-Host": "evil.com:8443",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "1.2.3.4",
    Forwarded: "host=evil.com",
  };
  const [plain, claimed] = await Promise.all([get("/c"), get("/c", claims)]);

  expect(await claimed.text()).toBe(await plain.text());
  expect(claimed.headers.get("etag")).toBe(plain.headers.get("etag"));
});

test.each(REFUSED_ADDRESSES)("%s is refused before any route is looked for", async (_, path) => {
  expect([400, 414]).toContain((await send(`GET ${path}`)).status);
});

test("the longest and deepest accepted addresses answer 404", async () => {
  for (const path of LONGEST_LET_IN) expect((await get(path)).status).toBe(404);
});

test.each([
  "/%E0%A4%A",
  "/%00",
  "/a%00b",
  "/%2e%2e/package.json",
  "/..%2fpackage.json",
  "/..%5cpackage.json",
  "/..;/package.json",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/%c0%ae%c0%ae/package.json",
  "/a\\b",
  "/search?q=%00",
  "/image/..%2f..%2fpackage.json?w=320",
  "/assets/%2e%2e/%2e%2e/server/index.js",
  "/.env",
  "/.git/config",
  "/build/server/index.js",
  "/package.json",
  "/data/secrets.json",
  "/assets/.vite/manifest.json",
  "/.vite/manifest.json",
])("%s serves no file of the shop's code or data", async (path) => {
  const { status, body } = await send(`GET ${path}`);

  expect([400, 404]).toContain(status);
  expect(body).not.toMatch(/"dependencies"|hollybough",|SESSION_SECRETS|\[core\]/);
});

test.each(["TRACE", "OPTIONS", "PROPFIND", "LINK", "CONNECT"])("%s is not allowed", async (method) => {
  const target = method === "CONNECT" ? `localhost:${shop.port}` : "/";
  const { status, head } = await send(`${method} ${target}`);

  expect(status).toBe(405);
  expect(head).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE\r?$/im);
});

test("a 250 MB body is refused before it is sent", async () => {
  const lines = ["Content-Length: 250000000", "Sec-Fetch-Site: same-origin"];

  expect((await send("POST /cart", lines, "a".repeat(100_000))).status).toBe(413);
});

test("a client that continues to send after the refusal is disconnected", async () => {
  const sent = await new Promise<number>((settle) => {
    let bytes = 0;
    const socket = connect({ port: shop.port, host: "127.0.0.1" }, () => {
      socket.write(
        `POST /cart HTTP/1.1\r\nHost: localhost:${shop.port}\r\nContent-Length: 250000000\r\n\r\n`,
      );
      pump();
    });
    const pump = () => {
      while (socket.writable && bytes < 250_000_000) {
        bytes += 65_536;
        if (!socket.write(Buffer.alloc(65_536, "a"))) break;
      }
    };
    socket.on("drain", pump);
    socket.on("error", () => undefined);
    socket.on("close", () => settle(bytes));
    socket.resume();
  });

  expect(sent).toBeLessThan(50_000_000);
});

test.each([
  ["65 KB", ["Content-Length: 65537"], 413],
  ["chunked", ["Transfer-Encoding: chunked"], 411],
  ["length and chunked at once", ["Content-Length: 3", "Transfer-Encoding: chunked"], 400],
  ["two lengths", ["Content-Length: 3", "Content-Length: 4"], 400],
  ["a negative length", ["Content-Length: -1"], 400],
  ["obscured chunked", ["Transfer-Encoding: xchunked"], 400],
])("a body with %s is refused", async (_, lines, expected) => {
  const { status } = await send("POST /cart", ["Sec-Fetch-Site: same-origin", ...lines], BODY);

  expect([expected, 400]).toContain(status);
});

test.each([
  ["too large", `Cookie: a=${"x".repeat(17_000)}`, 431],
  ["folded, with a zero byte", "X-A: b\r\n folded: c\r\nX\x00: 1", 400],
])("headers that are %s are refused", async (_, line, status) => {
  expect((await send("GET /", [line])).status).toBe(status);
});

test("what is no request is refused", async () => {
  expect((await rawRequest(shop.port, "nonsense\r\n\r\n")).status).toBe(400);
});

const FORGED: ReadonlyArray<Record<string, string>> = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.com" },
  { "Sec-Fetch-Site": "same-site", Origin: "http://localhost:1" },
  { Origin: "https://evil.com" },
  { Origin: "null" },
  { Origin: "https://%" },
  { Referer: "https://evil.com/" },
  {},
];

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

test.each([
  "/cart",
  "/cart?_data=routes%2Fcart%2Fcart",
  "/?index&_data=routes%2Fstorefront%2Fhome",
  "/checkout",
  "/api/anything",
  "/nowhere",
])("posts that another site forged for %s change nothing", async (path) => {
  for (const forged of FORGED)
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await send(`${method} ${path}`, [...FORM, ...linesOf(forged)], BODY);
      expect(answer.status, `${method} ${JSON.stringify(forged)}`).toBe(403);
      // The one that says nothing may be confirmed; its cookie tells one browser from another, and does nothing else.
      expect(answer.head).not.toMatch(/^set-cookie: (?!form-proof=)/im);
    }
});

test.each([
  ["the shop's origin", () => ({ Origin: shop.origin })],
  ["no origin, from the same site", () => ({ "Sec-Fetch-Site": "same-origin", Origin: "null" })],
  ["nothing but the same site", () => ({ "Sec-Fetch-Site": "same-origin" })],
])("posts of the shop's own pages are accepted: %s", async (_, headers) => {
  const post = async (path: string) =>
    (await send(`POST ${path}`, [...FORM, ...linesOf(headers())], BODY)).status;

  expect(await post("/api/anything")).toBe(404);
  expect(await post("/nowhere")).not.toBe(403);
});

test("every kind of response has the security headers", async () => {
  const asset = /\/assets\/[\w.-]+\.js/.exec(await (await get("/")).text())?.[0] ?? "";
  expect(asset).not.toBe("");
  const answers = await Promise.all([
    get("/"),
    get("/nowhere"),
    get("/?_data=root"),
    get("/cart"),
    get("/api/nothing"),
    get("/robots.txt"),
    get("/health"),
    get("/product"),
    get(asset),
    get("/favicon.svg"),
    get("/assets/nothing.js"),
    get("/image/nothing.jpg?w=320"),
    get("/image/nothing.jpg"),
    get("/", {}, "HEAD"),
    get("/%E0%A4%A"),
    get("/", {}, "OPTIONS"),
    get("/cart", {}, "POST"),
    get("/", { Range: "bytes=0-1" }),
  ]);

  for (const { url, headers } of answers) {
    expect(Object.fromEntries(headers), url).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^(?!.*(?:unsafe|, )).*default-src 'none'/),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cache-control": expect.stringMatching(/\S/),
      "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    for (const name of ["strict-transport-security", "x-powered-by", "server"])
      expect(headers.get(name), url).toBeNull();
  }
});

test("hashed files are cached for ever, others for a day, personal pages never", async () => {
  const asset = /\/assets\/[\w.-]+\.js/.exec(await (await get("/")).text())?.[0] ?? "";

  expect((await get(asset)).headers.get("cache-control")).toContain("immutable");
  expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=86400");
  for (const path of [
    "/cart",
    "/checkout",
    "/checkout/thank-you",
    "/api/nothing",
    "/cart?_data=routes%2Fcart%2Fcart",
  ]) {
    expect((await get(path)).headers.get("cache-control"), path).toContain("no-store");
  }
});

test("no request left a stack trace in the log", () => {
  const log = shop.logs();

  expect(log).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
  expect(log).not.toContain("unhandled");
});
