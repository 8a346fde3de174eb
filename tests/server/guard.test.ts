/** The front server of the built shop under stock remix-serve, and slow sockets all the while. Row D-16 of the storm measures it. */
import http from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { rawRequest } from "#tests/support/people/raw-http.ts";
import {
  holdOpen,
  LONGEST_LET_IN,
  REFUSED_ADDRESSES,
  SLOW_HEAD,
  slowBody,
} from "#tests/support/people/slow-sender.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const SLOW_SOCKETS = 30;
const BODY = "a=1";

let shop: RunningShop;
let slowSenders: Promise<unknown>;

beforeAll(async () => {
  shop = await startShop();
  const host = `localhost:${shop.port}`;
  slowSenders = Promise.all([
    holdOpen({ port: shop.port, count: SLOW_SOCKETS, ...SLOW_HEAD }),
    holdOpen({ port: shop.port, count: SLOW_SOCKETS, ...slowBody(host) }),
  ]);
});

afterAll(() => shop.stop());

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(shop.origin + path, { headers, method, redirect: "manual" });
}

function head(target: string, host: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
}

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
    const { status } = await rawRequest(shop.port, head("/", host));
    expect([400, 421], `Host: ${host}`).toContain(status);
  }
  expect((await rawRequest(shop.port, head("/robots.txt", `LocalHost:${shop.port}`))).status).toBe(200);
  expect((await rawRequest(shop.port, head("/robots.txt", `127.0.0.1:${shop.port}`))).status).toBe(200);
});

test("two Host headers, none, or a whole address instead of a path are refused", async () => {
  const own = `localhost:${shop.port}`;

  expect(
    (await rawRequest(shop.port, `GET / HTTP/1.1\r\nHost: ${own}\r\nHost: evil.com\r\n\r\n`)).status,
  ).toBe(400);
  expect((await rawRequest(shop.port, "GET / HTTP/1.1\r\n\r\n")).status).toBe(400);
  expect((await rawRequest(shop.port, head("http://evil.com/", own))).status).toBe(400);
});

test("health answers on every host name", async () => {
  const { status, body } = await rawRequest(shop.port, head("/health", "10.0.0.7"));

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
  const { status } = await rawRequest(shop.port, head(path, `localhost:${shop.port}`));

  expect([400, 414]).toContain(status);
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
  const { status, body } = await rawRequest(shop.port, head(path, `localhost:${shop.port}`));

  expect([400, 404]).toContain(status);
  expect(body).not.toMatch(/"dependencies"|hollybough",|SESSION_SECRETS|\[core\]/);
});

test.each(["TRACE", "OPTIONS", "PROPFIND", "LINK", "CONNECT"])("%s is not allowed", async (method) => {
  const target = method === "CONNECT" ? `localhost:${shop.port}` : "/";
  const { status, head: answered } = await rawRequest(
    shop.port,
    `${method} ${target} HTTP/1.1\r\nHost: localhost:${shop.port}\r\n\r\n`,
  );

  expect(status).toBe(405);
  expect(answered).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE\r?$/im);
});

test("a 250 MB body is refused before it is sent, and uses no memory", async () => {
  const before = await residentBytes();
  const status = await new Promise<number>((settle, fail) => {
    const headers = {
      "Content-Length": 250_000_000,
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
    };
    const request = http.request({
      port: shop.port,
      host: "127.0.0.1",
      path: "/cart",
      method: "POST",
      headers: { ...headers, Host: `localhost:${shop.port}` },
    });
    request.on("response", (response) => {
      settle(response.statusCode ?? 0);
      request.destroy();
    });
    request.on("error", fail);
    request.write(Buffer.alloc(100_000, "a"));
  });

  expect(status).toBe(413);
  expect((await residentBytes()) - before).toBeLessThan(20_000_000);
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
  ["65 KB", `Content-Length: 65537\r\n`, 413],
  ["chunked", "Transfer-Encoding: chunked\r\n", 411],
  ["length and chunked at once", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400],
  ["two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n", 400],
  ["a negative length", "Content-Length: -1\r\n", 400],
  ["obscured chunked", "Transfer-Encoding: xchunked\r\n", 400],
])("a body with %s is refused", async (_, lines, expected) => {
  const start = `POST /cart HTTP/1.1\r\nHost: localhost:${shop.port}\r\nSec-Fetch-Site: same-origin\r\n`;
  const { status } = await rawRequest(shop.port, `${start}${lines}\r\n${BODY}`);

  expect([expected, 400]).toContain(status);
});

test("headers too large, folded or with a bare line feed are refused", async () => {
  const start = `GET / HTTP/1.1\r\nHost: localhost:${shop.port}\r\n`;

  expect((await rawRequest(shop.port, `${start}Cookie: a=${"x".repeat(17_000)}\r\n\r\n`)).status).toBe(431);
  expect((await rawRequest(shop.port, `${start}X-A: b\r\n folded: c\r\nX\x00: 1\r\n\r\n`)).status).toBe(400);
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

test.each([
  "/cart",
  "/cart?_data=routes%2Fcart%2Fcart",
  "/?index&_data=routes%2Fstorefront%2Fhome",
  "/checkout",
  "/api/anything",
  "/nowhere",
])("posts that another site forged for %s change nothing", async (path) => {
  for (const forged of FORGED) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await rawFetch(path, method, forged);
      expect(response.status, `${method} ${JSON.stringify(forged)}`).toBe(403);
      // The one that says nothing may be confirmed; its cookie tells one browser from another, and does nothing else.
      const cookies = (response.headers["set-cookie"] ?? []).filter(
        (text) => !text.startsWith("form-proof="),
      );
      expect(cookies).toEqual([]);
    }
  }
});

test("posts of the shop's own pages are accepted, also with a null origin", async () => {
  const own: ReadonlyArray<Record<string, string>> = [
    { Origin: shop.origin },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    { "Sec-Fetch-Site": "same-origin" },
  ];
  for (const headers of own) {
    const { status } = await rawFetch("/api/anything", "POST", headers);
    expect(status).toBe(404);
    expect((await rawFetch("/nowhere", "POST", headers)).status).not.toBe(403);
  }
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
    expect(headers.get("x-content-type-options"), url).toBe("nosniff");
    expect(headers.get("content-security-policy"), url).toContain("default-src 'none'");
    expect(headers.get("content-security-policy"), url).not.toContain("unsafe");
    expect(headers.get("content-security-policy"), url).not.toContain(", ");
    expect(headers.get("referrer-policy"), url).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-frame-options"), url).toBe("DENY");
    expect(headers.get("cross-origin-opener-policy"), url).toBe("same-origin");
    expect(headers.get("permissions-policy"), url).toContain("camera=()");
    expect(headers.get("cache-control"), url).toBeTruthy();
    expect(headers.get("x-request-id"), url).toMatch(/^[0-9a-f]{32}$/);
    expect(headers.get("strict-transport-security"), url).toBeNull();
    expect(headers.get("x-powered-by"), url).toBeNull();
    expect(headers.get("server"), url).toBeNull();
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

test("slow senders are cut off, and the shop serves others until then", async () => {
  let isCut = false;
  const cut = slowSenders.then(() => (isCut = true));
  let answered = 0;
  while (!isCut) {
    expect((await get("/robots.txt")).status).toBe(200);
    answered += 1;
    await Promise.race([cut, pause(250)]);
  }

  expect(answered).toBeGreaterThan(1);
});

test("no request left a stack trace in the log", () => {
  expect(shop.logs()).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
  expect(shop.logs()).not.toContain("unhandled");
});

function rawFetch(
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: http.IncomingHttpHeaders }> {
  return new Promise((settle, fail) => {
    const all = {
      Host: `localhost:${shop.port}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(BODY.length),
      ...headers,
    };
    const request = http.request(
      { port: shop.port, host: "127.0.0.1", path, method, headers: all },
      (response) => {
        response.resume();
        response.on("end", () => settle({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    );
    request.on("error", fail);
    request.end(BODY);
  });
}

async function residentBytes(): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const status = await readFile(`/proc/${shop.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
