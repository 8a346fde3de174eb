import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, test, vi } from "vitest";

import {
  encodedBody,
  findPage,
  PAGE_CACHE_MAX_BYTES,
  pageCacheState,
  pageKey,
  type PageKeyParts,
  storePage,
} from "#app/http/cache/render-cache.server.ts";
import { newPage, pageResponse } from "#app/http/response/html.server.ts";

const PARTS: PageKeyParts = {
  buildId: "b1",
  address: "/c/toys?page=2",
  status: 200,
  data: '{"a":1}',
  savesData: false,
};
const HTML = `<!DOCTYPE html><html><body>${"<p>Rocking horse £12</p>".repeat(200)}<script>let a = 1</script></body></html>`;

function get(headers: Record<string, string> = {}, path = "/"): Request {
  return new Request(`http://localhost:3000${path}`, { headers });
}

function answer(request: Request, status = 200): Response {
  return pageResponse({ request, status, headers: new Headers(), page: newPage("key1", HTML) });
}

test.each<[string, Partial<PageKeyParts>]>([
  ["another build", { buildId: "b2" }],
  ["another address", { address: "/c/toys?page=3" }],
  ["another status", { status: 404 }],
  ["other data", { data: '{"a":2}' }],
  ["no scripts", { savesData: true }],
  ["a border between parts moved", { buildId: 'b1","/c', address: "/toys?page=2" }],
])("%s gives another page, and equal data the same", (_, difference) => {
  expect(pageKey({ ...PARTS })).toBe(pageKey(PARTS));
  expect(pageKey({ ...PARTS, ...difference })).not.toBe(pageKey(PARTS));
});

test("the cache never exceeds its byte limit, and evicts the oldest page", () => {
  const big = "x".repeat(4_000_000);
  for (let index = 0; index < 40; index += 1) storePage(newPage(`big${index}`, `${index}${big}`));

  expect(pageCacheState().bytes).toBeLessThanOrEqual(PAGE_CACHE_MAX_BYTES);
  expect(findPage("big0")).toBeNull();
  expect(findPage("big39")).not.toBeNull();
});

test("the size of a page includes every encoding that was sent", () => {
  const page = newPage("counted", HTML);
  storePage(page);
  const drawn = pageCacheState().bytes - Buffer.byteLength(HTML);

  const br = encodedBody(page, "br");
  expect(pageCacheState().bytes).toBe(drawn + br.byteLength);

  const gzip = encodedBody(page, "gzip");
  expect(pageCacheState().bytes).toBe(drawn + br.byteLength + gzip.byteLength);
});

const DECODED = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

test.each([
  ["br", "gzip"],
  ["gzip", "br"],
  ["gzip", "identity"],
] as const)(
  "a page that was sent as %s can be sent as %s, with the same bytes, encoded once",
  (first, second) => {
    const page = newPage(`sent ${first} ${second}`, HTML);

    for (const encoding of [first, second]) {
      const body = encodedBody(page, encoding);
      expect(DECODED[encoding](Buffer.from(body)).toString()).toBe(HTML);
      expect(encodedBody(page, encoding)).toBe(body);
    }
  },
);

test("a frequently requested page is compressed further under an ETag of its own, and copies with the older ETag stay valid", async () => {
  // Any long text.
  storePage(newPage("often", readFileSync("README.md", "utf8")));
  const found = () => findPage("often") ?? newPage("gone", "");
  const request = get({ "Accept-Encoding": "br" });
  const answerNow = () => pageResponse({ request, status: 200, headers: new Headers(), page: found() });
  const before = answerNow();
  const html = brotliDecompressSync(encodedBody(found(), "br"));
  const room = pageCacheState().bytes;

  await vi.waitUntil(() => found().isSmall, { timeout: 60_000 });
  const after = answerNow();

  const sizes = [before, after].map(({ headers }) => Number(headers.get("Content-Length")));
  expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  expect(pageCacheState().bytes).toBe(room - (sizes[0] ?? 0) + (sizes[1] ?? 0));
  expect(brotliDecompressSync(Buffer.from(await after.arrayBuffer())).equals(html)).toBe(true);
  expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
  const known = get({ "If-None-Match": before.headers.get("ETag") ?? "" });
  const { status } = pageResponse({ request: known, status: 200, headers: new Headers(), page: found() });
  expect(status).toBe(304);
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=0", null],
  ["", null],
])("a browser that accepts %j gets %s", (accepted, encoding) => {
  const response = answer(get(accepted ? { "Accept-Encoding": accepted } : {}));

  expect(response.headers.get("Content-Encoding")).toBe(encoding);
  expect(response.headers.get("Vary")).toContain("Accept-Encoding");
});

test("a browser with a current copy gets 304 with the page's cache policy and no body", async () => {
  const first = answer(get({ "Accept-Encoding": "br" }));
  const tag = first.headers.get("ETag") ?? "";

  const again = answer(get({ "Accept-Encoding": "br", "If-None-Match": tag }));
  const weakly = answer(get({ "Accept-Encoding": "gzip", "If-None-Match": `"other", W/${tag}` }));

  expect(tag).toMatch(/^"[\w-]+"$/);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Content-Security-Policy")).toBe(first.headers.get("Content-Security-Policy"));
  expect(weakly.status).toBe(304);
  expect(answer(get({ "If-None-Match": '"key10-br"' })).status).toBe(200);
});

test("errors, form responses and personal pages are not cached and have no ETag", () => {
  const post = new Request("http://localhost:3000/", { method: "POST", body: "a=1" });
  const personal = [answer(get({}, "/cart")), answer(get({}, "/checkout"))];
  for (const response of [answer(get(), 500), answer(post), ...personal]) {
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("ETag")).toBeNull();
  }
  expect(answer(get()).headers.get("Cache-Control")).toBe("private, no-cache");
});
