/** Every header that the server's code looks at is one that the fast lane knows of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { KEYED_HEADERS, REFUSED_HEADERS } from "#app/http/lane-key.server.ts";

/** Code that pages for everybody are made by. Programs and files are answered elsewhere. */
const FOLDERS = ["app/http", "app/routes", "app/entry.server.tsx", "app/root.tsx", "app/models"];
const ELSEWHERE = /app\/http\/(?:api|json)|app\/routes\/(?:api|files|analytics)\//;

/** Why these make no difference to a page, or are looked at in front of the lane. */
const HARMLESS: Readonly<Record<string, string>> = {
  "if-none-match": "the lane compares it as pages do",
  "x-forwarded-for": "whose share of the rate limit it is: in front of the lane",
  "x-request-id": "the guard's own",
  "x-shop-client-ip": "the guard's own, for limits of forms",
  "x-shop-arrived": "the guard's own, outside production",
  "x-shop-passed": "the guard's own, outside production",
  "sec-fetch-site": "of forms, which the lane does not take",
  origin: "of forms",
  referer: "for counting those who allowed it, which takes a cookie",
  accept: "decides about pictures alone",
  "retry-after": "of answers",
  "cache-control": "of answers",
};

const READ = /headers\s*(?:\.(?:get|has)\(\s*"([^"]+)"|\[\s*"([^"]+)"\s*\]|\.([a-z]\w*)\b(?!\())/g;
/** Methods of Headers, and names of files. */
const OWN_NAMES = ["set", "append", "delete", "get", "has", "forEach", "entries", "keys", "map", "server"];

test("the fast lane knows every header that is looked at", () => {
  const known: ReadonlyArray<string> = [...KEYED_HEADERS, ...REFUSED_HEADERS, ...Object.keys(HARMLESS)];
  const read = FOLDERS.flatMap(filesOf)
    .filter((file) => !ELSEWHERE.test(file))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(READ)].map(([, got, indexed, named]) => ({
        file,
        name: (got ?? indexed ?? named ?? "").toLowerCase(),
      })),
    )
    .filter(({ name }) => !OWN_NAMES.includes(name));

  expect(read.map(({ name }) => name)).toEqual(expect.arrayContaining(["cookie", "save-data", "sec-gpc"]));
  expect(read.filter(({ name }) => !known.includes(name))).toEqual([]);
});

function filesOf(path: string): ReadonlyArray<string> {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name));
}
