/** Every header that the server's code looks at is one that the fast lane knows of. */
import { expect, test } from "vitest";

import { KEYED_HEADERS, REFUSED_HEADERS } from "#app/http/cache/response-cache-key.server.ts";
import { headersReadIn } from "#tests/support/checks/read-headers.ts";

/** Code that pages for everybody are made by. Programs and files are answered elsewhere. */
const FOLDERS = ["app/http", "app/routes", "app/entry.server.tsx", "app/root.tsx", "app/models"];
const ELSEWHERE = /app\/http\/api\/|app\/routes\/(?:api|files|analytics)\//;

/** Why these make no difference to a page, or are looked at in front of the lane. */
const HARMLESS: Readonly<Record<string, string>> = {
  "if-none-match": "the lane compares it as pages do",
  forwarded: "whether /health is asked through a proxy: in front of the lane",
  "x-forwarded-for": "whose share of the rate limit it is: in front of the lane",
  "x-request-id": "the front server's own",
  "x-shop-from-this-machine": "the front server's own, for /health",
  "x-link-secret": "the front server's own, for the secret of a link that was posted",
  "x-shop-client-ip": "the front server's own, for limits of forms",
  "x-shop-arrived": "the front server's own, outside production",
  "x-shop-passed": "the front server's own, outside production",
  "sec-fetch-dest": "of browsers whose session has ended, which the lane leaves to the loaders",
  "sec-fetch-site": "of forms, which the lane does not take",
  origin: "of forms",
  referer:
    "for counting those who allowed it, which takes a cookie, and for a product that was fetched ahead: " +
    "its cookie is the request's own, which the cache never keeps (tests/server/visitor-cache.test.ts)",
  accept: "decides about pictures alone",
  "sec-purpose": "of pages that are fetched ahead: they set no cookie and count nothing, and show the same",
  purpose: "the same, as older browsers say it",
  "retry-after": "of answers",
  "set-cookie": "of answers",
  "cache-control": "of answers",
};

test("the response cache declares every request header that the code reads", () => {
  const known: ReadonlyArray<string> = [...KEYED_HEADERS, ...REFUSED_HEADERS, ...Object.keys(HARMLESS)];
  const read = headersReadIn(FOLDERS).filter(({ file }) => !ELSEWHERE.test(file));

  expect(read.map(({ name }) => name)).toEqual(expect.arrayContaining(["cookie", "save-data", "sec-gpc"]));
  expect(read.filter(({ name }) => !known.includes(name))).toEqual([]);
});
