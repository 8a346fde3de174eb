/** Whole pages by their content, as the built shop sends them. */
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { shopForTest, useShop } from "#tests/support/shops/use-shop.ts";

const PAGES = ["/", "/category", "/brands", "/search?q=train", "/blog", "/information", "/nowhere/at/all"];

const shop = useShop();

type Answer = Readonly<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>;

/** As the browser would, without undoing the encoding. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((settle, fail) => {
    const options = {
      port: shop.port,
      host: "127.0.0.1",
      path,
      method,
      headers: { Host: `localhost:${shop.port}`, ...headers },
    };
    const request = http.request(options, (response) => {
      const chunks: Array<Buffer> = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        settle({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on("error", fail);
    request.end();
  });
}

test.each(PAGES)("%s is the same page every time, byte for byte, in every encoding", async (path) => {
  const plain = await get(path);
  const again = await get(path);
  const gzip = await get(path, { "Accept-Encoding": "gzip" });
  const brotli = await get(path, { "Accept-Encoding": "gzip, deflate, br" });

  expect(plain.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(again.body.equals(plain.body)).toBe(true);
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(brotli.headers["content-length"]).toBe(String(brotli.body.length));
});

test.each(PAGES.filter((path) => !path.startsWith("/nowhere")))(
  "%s is a 304 for a browser that has it",
  async (path) => {
    const first = await get(path, { "Accept-Encoding": "br" });

    const again = await get(path, { "Accept-Encoding": "br", "If-None-Match": String(first.headers.etag) });

    expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
    expect((await get(path, { "If-None-Match": '"something-else"' })).status).toBe(200);
  },
);

test("a missing page stays 404 for a browser that has seen it", async () => {
  const { status, headers } = await get("/nowhere/at/all", { "If-None-Match": "*" });

  expect([status, headers.etag]).toEqual([404, undefined]);
});

test.each(PAGES)("%s has no script for a visitor with Save-Data", async (path) => {
  const normal = await get(path);
  const saving = await get(path, { "Save-Data": "on" });
  const html = saving.body.toString();

  expect(saving.status).toBe(normal.status);
  expect(html.replaceAll(/<script type="application\/ld\+json">/g, "")).not.toContain("<script");
  expect(html).not.toContain("modulepreload");
  expect(html).toContain("<h1");
  expect(saving.headers.vary).toContain("Save-Data");
  if (normal.headers.etag) expect(saving.headers.etag).not.toBe(normal.headers.etag);
});

test("HEAD answers like GET, without the body", async () => {
  const got = await get("/");
  const requested = await get("/", {}, "HEAD");

  expect([requested.status, requested.body.length]).toEqual([200, 0]);
  expect(requested.headers.etag).toBe(got.headers.etag);
});

test("only outside production a page has Server-Timing", async () => {
  const other = await shopForTest({ env: { NODE_ENV: "test" } });
  const reported = (await fetch(`${other.origin}/brands`)).headers.get("Server-Timing") ?? "";

  expect(reported.replaceAll(/[\d.]+/g, "0")).toBe(
    "guard;dur=0, loaders;dur=0, render;dur=0, compress;dur=0",
  );
  expect((await get("/brands")).headers["server-timing"]).toBeUndefined();
});

test("bots get the same page as people", async () => {
  const person = await get("/", {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/128.0.0.0 Safari/537.36",
  });
  const bot = await get("/", { "User-Agent": "Googlebot/2.1" });

  expect(bot.body.equals(person.body)).toBe(true);
});

test("health reports the page cache's hit rate", async () => {
  const { body } = await get("/health");
  const state = JSON.parse(body.toString()) as { pageCache: { entries: number; hitRate: number } };

  expect(state.pageCache.entries).toBeGreaterThan(0);
  // How high it is depends on the files that had the same shop before.
  expect(state.pageCache.hitRate).toBeGreaterThan(0);
  expect(state.pageCache.hitRate).toBeLessThanOrEqual(1);
});

test("no name of a setting or secret is in the browser's files", () => {
  const folder = join(import.meta.dirname, "../../build/client");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:js|css|html|json|map)$/.test(name),
  );

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  for (const name of files) {
    expect(readFileSync(join(folder, name), "utf8"), name).not.toMatch(
      /SESSION_SECRETS|PAYMENT_WEBHOOK_SECRETS|DATABASE_URL|SMTP_URL|TRUSTED_PROXY|better-sqlite3|process\.env\.[A-MO-Z]/,
    );
  }
});
