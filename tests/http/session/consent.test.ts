import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readConfig } from "#app/config.server.ts";
import { pagePolicy } from "#app/http/server/csp.server.ts";
import { agreedIn, endedCookies, openedHosts } from "#app/http/session/consent-policy.server.ts";
import { consentCookie, currentConsent } from "#app/http/session/consent.server.ts";
import { FULL_CONSENT, NO_CONSENT } from "#app/models/analytics/consent.ts";
import { action, loader } from "#app/routes/privacy/consent.ts";

const ORIGIN = "http://localhost:3000";
const request = (headers: Record<string, string> = {}) => new Request(`${ORIGIN}/`, { headers });
const pair = (setCookie: string | null) => setCookie?.split(";", 1)[0] ?? "";

async function choose(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields);
  const requested = new Request(`${ORIGIN}/privacy/consent`, { method: "POST", body, headers });
  try {
    return await action({ request: requested, params: {}, context: {} });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

async function remembered(answer: Response) {
  return currentConsent(request({ Cookie: pair(answer.headers.get("Set-Cookie")) }));
}

test.each([
  [{ choice: "accept" }, FULL_CONSENT],
  [{ choice: "refuse", analytics: "on", marketing: "on" }, NO_CONSENT],
  [
    { choice: "chosen", analytics: "on" },
    { analytics: true, marketing: false },
  ],
  [{ choice: "chosen" }, NO_CONSENT],
])("the form %j is stored as %j", async (fields, consent) => {
  const answer = await choose({ ...fields, from: "/c/wooden-toys?page=2" });

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/c/wooden-toys?page=2"]);
  expect(await remembered(answer)).toEqual(consent);
});

test("the cookie is first-party, HttpOnly, and lasts 180 days", async () => {
  const cookie = await consentCookie(NO_CONSENT, new Date());

  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", `Max-Age=${180 * 86_400}`])
    expect(cookie).toContain(part);
  expect(cookie).not.toContain("Domain");
});

test("rejecting marketing deletes a known guest's marker, and accepting it leaves the marker", async () => {
  const marked = { Cookie: "omnisend-guest=x; cart-id=y" };
  const ended = (answer: Response) =>
    /omnisend-guest=; Path=\/; Max-Age=0/.test(answer.headers.get("Set-Cookie") ?? "");

  expect(ended(await choose({ choice: "refuse" }, marked))).toBe(true);
  expect(ended(await choose({ choice: "accept" }, marked))).toBe(false);
  expect(ended(await choose({ choice: "refuse" }))).toBe(false);
});

test("a script gets a response without a page", async () => {
  const answer = await choose({ choice: "accept", script: "1" });

  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(await remembered(answer)).toEqual(FULL_CONSENT);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", ""])(
  "%j cannot redirect out of the shop",
  async (from) => {
    expect((await choose({ choice: "accept", from })).headers.get("Location")).toBe("/");
  },
);

test("a form without an answer changes nothing", async () => {
  const answer = await choose({ choice: "maybe" });

  expect([answer.headers.get("Location"), answer.headers.get("Set-Cookie")]).toEqual([
    "/privacy/cookies",
    null,
  ]);
  expect(loader).toThrow();
});

test("Global Privacy Control counts as a rejection, whatever was chosen before", async () => {
  const cookie = pair(await consentCookie(FULL_CONSENT, new Date()));

  expect(await currentConsent(request({ Cookie: cookie }))).toEqual(FULL_CONSENT);
  expect(await currentConsent(request({ Cookie: cookie, "Sec-GPC": "1" }))).toEqual(NO_CONSENT);
  expect(await currentConsent(request({ "Sec-GPC": "1" }))).toEqual(NO_CONSENT);
});

test.each<[string, Record<string, string>]>([
  ["no cookie", {}],
  [
    "a cookie from outside the shop",
    { Cookie: `consent=${encodeURIComponent(btoa('"v1.a1.m1.2026-11-21"'))}` },
  ],
  ["Do Not Track (requirement analytics-2)", { DNT: "1" }],
])("%s is no answer", async (_, headers) => {
  expect(await currentConsent(request(headers))).toBeNull();
});

const SERVICES = {
  tagManager: "https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3",
  launcher: { script: "https://omnisnippet1.com/inshop/launcher-v2.js", brandId: "brand1234" },
  analytics: null,
};

test("a page's policy allows only the hosts of accepted services", () => {
  const policy = pagePolicy([], openedHosts(SERVICES, "/c/wooden-toys"));

  const agreed = "https://www.googletagmanager.com https://omnisnippet1.com";
  const google = "https://*.google-analytics.com https://*.analytics.google.com";
  for (const rule of [
    `script-src 'self' ${agreed};`,
    `connect-src 'self' ${agreed} ${google};`,
    `img-src 'self' data: ${agreed} ${google};`,
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/unsafe|strict-dynamic/);
  expect(pagePolicy([], openedHosts({ ...SERVICES, tagManager: null }, "/"))).not.toContain("google");
});

test.each([
  ["nothing was agreed to", null, "/"],
  ["the page failed", undefined, "/"],
  ["it is the checkout", SERVICES, "/checkout"],
  ["it is an account", SERVICES, "/account/orders"],
])("a page's policy allows no extra host where %s", (_, agreed, path) => {
  expect(pagePolicy([], openedHosts(agreed, path))).toBe(pagePolicy([]));
});

test("the page's data contains the consent that it was drawn with", () => {
  expect(agreedIn({ root: { agreed: SERVICES } })).toEqual(SERVICES);
  expect(agreedIn({ root: { agreed: null } })).toBeNull();
  expect(agreedIn({})).toBeUndefined();
});

test("withdrawing consent deletes the services' cookies on the shop's domain, and not the shop's own", () => {
  const cookies = endedCookies(
    request({ Cookie: "_ga=GA1.1; cart-id=x; omnisendSessionID=y; _ga=again; consent=z" }),
  );

  expect(cookies).toEqual(["_ga=; Path=/; Max-Age=0", "omnisendSessionID=; Path=/; Max-Age=0"]);
});

test.each([
  [{ GTM_ID: "UA-123" }, /^GTM_ID: /],
  [{ OMNISEND_BRAND_ID: "a b" }, /^OMNISEND_BRAND_ID: /],
  [{ GTM_ORIGIN: "https://tags.example/path" }, /^GTM_ORIGIN: /],
  [{ OMNISEND_LAUNCHER_ORIGIN: "http://tags.example" }, /^OMNISEND_LAUNCHER_ORIGIN: /],
  [{ TAG_HOSTS: "https://a.example, *" }, /^TAG_HOSTS: "\*"/],
])("a mistake in %j is reported by name", (source, line) => {
  expect(() =>
    readConfig({ ...source, SESSION_SECRETS: "s".repeat(40), PAYMENT_WEBHOOK_SECRETS: "s".repeat(40) }),
  ).toThrow(line);
});

/** Every name of a cookie in the code, by its constant: `const CART_ID_COOKIE = "cart-id"`. */
function cookieNames(): ReadonlyArray<string> {
  const namesIn = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = ""]) => name);
  const names = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => readFileSync(join("app", file), "utf8"))
    .flatMap((code) => {
      const made = namesIn(code, /(?<!function )\b(?:shop|create)Cookie\(\s*([^,)\s]+)/g);
      // What makes all the others is given their names.
      expect(made.filter((name) => !/^(?:[A-Z_]*COOKIE|name|sent)$/.test(name))).toEqual([]);
      return namesIn(code, /^(?:export )?const [A-Z_]*COOKIE = "([\w-]+)";/gm);
    });
  return [...new Set(names)];
}

test("the list of cookies contains every cookie of the shop, and no others", () => {
  const page = readFileSync("content/information/cookies.md", "utf8");
  const listed = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name ?? "");

  expect(cookieNames().length).toBeGreaterThan(6);
  expect([...listed].sort()).toEqual([...cookieNames()].sort());
});
