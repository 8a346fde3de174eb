/** What the front server lets in: addresses, and files at few of them, from pages of the shop alone. */
import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { csrfRejection, needsProof } from "#app/http/server/csrf.server.ts";
import { bodyMaxBytes, malformation } from "#app/http/server/request-checks.server.ts";

const OWN = ["https://shop.example"];
const MULTIPART = "multipart/form-data; boundary=x";
const REVIEW = "/products/101/review";
const ELSEWHERE = [
  ...["/", "/cart", "/login", "/products/101", `${REVIEW}/sent`, `${REVIEW}s`],
  ...["/desk/reviews", "/api/carts/create", "/contact", "/desk/products", "/desk/products/101/preview"],
];

test("only the forms of a review and of a product at the desk may be longer than others, and only with files", () => {
  const small = bodyMaxBytes("/cart");

  expect(bodyMaxBytes(REVIEW, MULTIPART)).toBe(40_000_000);
  expect(bodyMaxBytes("/desk/products/101", MULTIPART)).toBe(40_000_000);
  expect(bodyMaxBytes("/desk/files", MULTIPART)).toBe(6_000_000);
  expect(bodyMaxBytes("/desk/files")).toBe(small);
  expect(bodyMaxBytes("/desk/files/imports/1", MULTIPART)).toBe(small);
  expect(bodyMaxBytes(REVIEW, "application/x-www-form-urlencoded")).toBe(small);
  expect(bodyMaxBytes(REVIEW)).toBe(small);
  for (const path of ELSEWHERE) expect(bodyMaxBytes(path, MULTIPART), path).toBe(small);
});

function statusOf(path: string, headers: Record<string, string>): number | undefined {
  const sent = { host: "localhost:3000", "content-type": MULTIPART, ...headers };
  const rawHeaders = Object.entries(sent).flat();
  const request = { method: "POST", url: path, headers: sent, rawHeaders } as unknown as IncomingMessage;
  return malformation(request, path)?.status;
}

test.each([
  ["//c/prams?page=2", "/c/prams?page=2"],
  ["/c1//", "/c1/"],
  ["///evil.example//x", "/evil.example/x"],
  ["//c/../prams", null],
  ["//\\evil.example", null],
  ["/image//etc/passwd", null],
])("%s leads to %s", (url, location) => {
  const headers = { host: "localhost:3000" };
  const request = { method: "GET", url, headers, rawHeaders: Object.entries(headers).flat() };
  const found = malformation(request as unknown as IncomingMessage, url);

  expect([found?.status, found?.headers?.["Location"] ?? null]).toEqual([location ? 301 : 400, location]);
});

test("a body beyond its limit or without a length is refused before it is read", () => {
  expect(statusOf(REVIEW, { "content-length": "40000000" })).toBeUndefined();
  expect(statusOf(REVIEW, { "content-length": "40000001" })).toBe(413);
  expect(statusOf(REVIEW, { "transfer-encoding": "chunked" })).toBe(411);
  for (const path of ELSEWHERE) expect(statusOf(path, { "content-length": "70000" }), path).toBe(413);
});

test.each([REVIEW, ...ELSEWHERE])("files for %s are refused unless a page of the shop sends them", (url) => {
  const from = (headers: Record<string, string>) => ({
    method: "POST",
    url,
    headers: { "content-type": MULTIPART, ...headers },
  });
  const isCall = url.startsWith("/api/");

  // Programs send neither header to the API, which takes JSON alone.
  expect(csrfRejection(from({}), OWN)?.status).toBe(isCall ? undefined : 403);
  expect(needsProof(from({}), OWN)).toBe(false);
  for (const origin of ["https://evil.example", "null"])
    expect(csrfRejection(from({ origin }), OWN)?.status).toBe(403);
  expect(csrfRejection(from({ "sec-fetch-site": "cross-site" }), OWN)?.status).toBe(403);
  expect(csrfRejection(from({ origin: "https://shop.example" }), OWN)).toBeNull();
});
