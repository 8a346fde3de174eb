/** What an address means is in app/models/platform/addresses.ts: no pattern beside it says it again. */
import { expect, test } from "vitest";

import { CART_CALLS } from "#app/http/api/cart-calls.ts";
import { CUSTOMER_CALLS } from "#app/http/api/customer-calls.ts";
import { MARKETING_CALLS } from "#app/http/api/marketing-calls.ts";
import { PRODUCT_CALLS } from "#app/http/api/product-calls.ts";
import { ADDRESSES } from "#app/models/platform/addresses.ts";

import { textsOfProject } from "#tests/support/checks/references.ts";

/** A pattern or a comparison that begins with a word of an address: `/^\/cart/`, `startsWith("/cart")`, `=== "/cart"`. */
const WRITTEN =
  /\/\^\\\/[+]?(?:\((?:\?:)?)*(?:\$\|)?(?:\(\?:)?\[?[a-z]\w*\b|\^\/\(\?:|(?:startsWith|includes)\("\/[a-z]|===? "\/[a-z]/g;

/** How many each of these files has, and why. */
const EXCEPTIONS: Readonly<Record<string, readonly [count: number, because: string]>> = {
  "app/models/analytics/consent.ts": [1, "is sent to browsers, for which the table is too long"],
  "app/http/request/require-staff.server.ts": [
    2,
    "looks at the characters of an address that somebody typed",
  ],
  "app/http/request/shown-product.server.ts": [2, "static files, and a glance before the Referer is parsed"],
  "app/http/server/load-shedding.server.ts": [1, "static files"],
  "app/http/server/request-checks.server.ts": [2, "static files, and what may have doubled slashes"],
  "app/http/server/request-rejection.server.ts": [1, "static files"],
  "app/http/server/security-headers.server.ts": [3, "static files"],
  "app/http/cache/surrogate-keys.ts": [1, "looks for products in the data of a page"],
  "app/models/catalogue/redirects/redirect.server.ts": [1, "shortens the address of a product"],
  "app/routes/analytics/ingest.ts": [2, "the part below its own address, as the service's library names it"],
  "app/models/seo/pages-of-shop.server.ts": [3, "shortens addresses of products, and names their other ones"],
};

const sources = textsOfProject().filter(({ file }) => /^app\/(?:http|models|routes)\/.*\.tsx?$/.test(file));
const writtenIn = (text: string) => text.match(WRITTEN) ?? [];

test("no pattern and no comparison says again what the table of addresses says", () => {
  const found = sources.map(({ file, text }) => [file, writtenIn(text)] as const);

  expect(sources.length).toBeGreaterThan(400);
  const counted = Object.fromEntries(
    found.flatMap(([file, { length }]) => (length > 0 ? [[file, length] as const] : [])),
  );
  expect(counted).toEqual(
    Object.fromEntries(Object.entries(EXCEPTIONS).map(([file, [count]]) => [file, count])),
  );
});

test.each([
  ["const A = /^\\/cart(?:\\/|$)/;", 1],
  ["const A = /^\\/(?:c|category)\\/(.+)$/;", 1],
  ["const A = /^\\/(?:$|(?:c|p)(?:\\/|$))/;", 1],
  ["const A = new RegExp(`^/(?:${[].join()})`);", 1],
  ['path.startsWith("/api/") || path === "/cart"', 2],
  ['const home = "/"; /^\\/(?!\\/)/.test(path); path.startsWith("/")', 0],
])("%s is found %d times", (text, count) => {
  expect(writtenIn(text)).toHaveLength(count);
});

test("every parameter that a route reads is one of its address", () => {
  const byFile = new Map<string, string>();
  for (const [pattern, file] of Object.values(ADDRESSES).flat())
    byFile.set(`app/routes/${file}`, `${byFile.get(`app/routes/${file}`) ?? ""}/${pattern}`);
  const read = sources.flatMap(({ file, text }) => {
    const named = [...text.matchAll(/\bparams\["(\w+)"\]|\{([\w\s,:]+)\} = params\b/g)];
    const names = named.flatMap(([, one, several = ""]) => one ?? several.match(/\w+/g) ?? []);
    return byFile.has(file) ? names.map((name) => [file, name] as const) : [];
  });

  expect(read.length).toBeGreaterThan(30);
  expect(read.filter(([file, name]) => !new RegExp(`:${name}\\b`).test(byFile.get(file) ?? ""))).toEqual([]);
});

test("every call of the API has an address, and every address of the API has a call", () => {
  const calls = [CART_CALLS, CUSTOMER_CALLS, MARKETING_CALLS, PRODUCT_CALLS].flatMap((part) =>
    Object.values(part).map(({ path }) => path),
  );
  const addresses = ADDRESSES.none
    .filter(([path, file]) => file === "api/call.ts" && path !== "api/*")
    .map(([path]) => `/${path.replace(/:(\w+)/g, "{$1}")}`);

  expect(addresses.toSorted()).toEqual([...new Set(calls)].toSorted());
});
