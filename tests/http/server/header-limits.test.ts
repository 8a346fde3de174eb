/** Every header that is taken apart is bounded before that. */
import type { IncomingHttpHeaders } from "node:http";

import { expect, test } from "vitest";

import { bestEncoding, takes } from "#app/http/server/content-negotiation.server.ts";
import { dropLongHeaders, HEADER_MAX_CHARACTERS } from "#app/http/server/header-limits.server.ts";
import { headersReadIn } from "#tests/support/checks/read-headers.ts";

const FOLDERS = [
  "app/http",
  "app/routes",
  "app/models",
  "app/services",
  "app/entry.server.tsx",
  "app/root.tsx",
];

/** Why these need no bound of their own beside Node's for the whole head. */
const UNBOUNDED: Readonly<Record<string, string>> = {
  cookie: "without it a shopper would lose basket and login; it is cut at each ; and = once",
  "x-forwarded-for": "read from its end, and no further than FORWARDED_MAX",
  forwarded: "only whether it is there",
  authorization: "only whether it is there",
  expect: "only whether it is there",
  "transfer-encoding": "only whether it is there",
  host: "compared as a whole",
  origin: "compared as a whole",
  "sec-fetch-dest": "compared as a whole",
  "sec-fetch-site": "compared as a whole",
  "sec-gpc": "compared as a whole",
  "save-data": "compared as a whole",
  "idempotency-key": "matched with a pattern of a bounded length",
  "content-length": "digits, or Node refuses the request",
  "x-auth-token": "matched with a pattern of one length",
  "x-request-id": "the front server's own",
  "x-link-secret": "the front server's own, matched with a pattern of a bounded length",
  "x-shop-client-ip": "the front server's own",
  "x-shop-from-this-machine": "the front server's own",
  "x-shop-arrived": "the front server's own",
  "x-shop-passed": "the front server's own",
};
/** Answers, the shop's own and those of others, which app/services/outgoing bounds. */
const OF_ANSWERS = ["retry-after", "content-encoding", "idempotent-replayed", "location", "set-cookie"];

test("every header that the code reads has a limit, or a reason why it needs none", () => {
  const known = [...Object.keys(HEADER_MAX_CHARACTERS), ...Object.keys(UNBOUNDED), ...OF_ANSWERS];
  const read = headersReadIn(FOLDERS);

  const names = read.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["accept", "accept-encoding", "referer", "user-agent"]));
  expect(read.filter(({ name }) => !known.includes(name))).toEqual([]);
});

test.each(Object.entries(HEADER_MAX_CHARACTERS))(
  "%s is ignored when it exceeds its limit",
  (name, maximum) => {
    const headers: IncomingHttpHeaders = { [name]: "x".repeat(maximum), cookie: "c".repeat(15_000) };
    dropLongHeaders(headers);
    expect(Object.keys(headers)).toEqual([name, "cookie"]);

    headers[name] = "x".repeat(maximum + 1);
    dropLongHeaders(headers);
    expect(Object.keys(headers)).toEqual(["cookie"]);
  },
);

test.each([
  ["br;q=0", "identity"],
  ["br ; q=0.000 , gzip", "gzip"],
  ["gzip\t;\tq=1, br\t;q=0.5", "br"],
  [" BR ", "br"],
  ["brotli, gzipped", "identity"],
  ["gzip;q=0;q=1", "identity"],
])("of Accept-Encoding %j the best is %s", (header, expected) => {
  expect(bestEncoding(header)).toBe(expected);
});

test("a list with spaces around its parameters is read as one without", () => {
  expect(takes("text/html, image/avif \t ; q=0.8", "image/avif")).toBe(true);
  expect(takes("text/html, image/avif \t ; q=0", "image/avif")).toBe(false);
});
