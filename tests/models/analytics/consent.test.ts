import { expect, test } from "vitest";

import {
  agreedServices,
  consentText,
  FULL_CONSENT,
  isLeftBehind,
  isQuietPage,
  needsNewDocument,
  NO_CONSENT,
  readConsent,
} from "#app/models/analytics/consent.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { ADDRESSES } from "#app/models/platform/addresses.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const day = (text: string) => new Date(`${text}T12:00:00Z`);

const SERVICES = {
  tagManager: "https://tags.example/gtm.js?id=GTM-AB12CD3",
  launcher: { script: "https://launcher.example/launcher-v2.js", brandId: "brand1234" },
  analytics: { provider: "posthog", key: "phc_testtesttest", isProduction: true } as const,
};

test.each([
  [FULL_CONSENT, "v1.a1.m1.2026-11-21"],
  [NO_CONSENT, "v1.a0.m0.2026-11-21"],
  [{ analytics: true, marketing: false }, "v1.a1.m0.2026-11-21"],
])("the cookie stores what was chosen, and when: %j", (consent, text) => {
  expect(consentText(consent, NOW)).toBe(text);
  expect(readConsent(text, NOW)).toEqual(consent);
});

test("a choice lasts 180 days, then the shop shows the question again", () => {
  const text = consentText(NO_CONSENT, NOW);

  expect(readConsent(text, day("2027-05-19"))).toEqual(NO_CONSENT);
  expect(readConsent(text, day("2027-05-21"))).toBeNull();
});

test.each([
  ["nothing", null],
  ["an answer to another question", "v2.a1.m1.2026-11-21"],
  ["a day that has not come", "v1.a1.m1.2026-11-23"],
  ["a day that does not exist", "v1.a1.m1.2026-99-99"],
  ["something else", "yes"],
  ["more parts than expected", "v1.a1.m1.2026-11-21.x"],
])("%s does not count as an answer", (_, text) => {
  expect(readConsent(text, NOW)).toBeNull();
});

test.each([
  "/favourites/list_AAAAAAAAAAAAAAAAAAAAAA",
  "/checkout",
  "/checkout/thank-you/order_1",
  "/test-payment/x",
  "/login",
  "/register",
  "/register/check-your-e-mail",
  "/forgot-password",
  "/goodbye",
  "/set-password",
  "/account",
  "/account/orders/order_1",
  "/orders/order_1",
  "/cart-recovery/cart_1",
  "/products/101/review",
])("only the shop's own scripts run on %s", (path) => {
  expect(isQuietPage(path)).toBe(true);
});

test.each([
  "/",
  "/cart",
  "/c/wooden-toys",
  "/p/wooden-toys/rainbow",
  "/loginx",
  "/products/101",
  "/privacy/cookies",
])("accepted services may run on %s", (path) => {
  expect(isQuietPage(path)).toBe(false);
});

/** Of somebody who looks at the shop; the desk has other pages, without these services. */
const ORDINARY = ["cart", "favourites", "desk"];

test("only the shop's own scripts run on every page about one person, but the basket and favourites", () => {
  const personal = Object.values(ADDRESSES)
    .flat()
    .map(([pattern]) => `/${pattern.replaceAll(/:\w+\??/g, "101").replace("*", "x")}`)
    .filter((path) => addressAt(path).isPersonal && !ORDINARY.includes(path.split("/")[1] ?? ""));

  expect(personal.length).toBeGreaterThan(60);
  expect(personal.filter((path) => !isQuietPage(path))).toEqual([]);
});

test("without consent, or without consent of its kind, a service is not named to the browser", () => {
  expect(agreedServices(SERVICES, null)).toBeNull();
  expect(agreedServices(SERVICES, NO_CONSENT)).toBeNull();
  expect(agreedServices(SERVICES, { analytics: true, marketing: false })).toEqual({
    ...SERVICES,
    launcher: null,
  });
  expect(agreedServices(SERVICES, FULL_CONSENT)).toEqual(SERVICES);
  expect(agreedServices({ tagManager: null, launcher: null, analytics: null }, FULL_CONSENT)).toBeNull();
});

test("a page whose scripts no longer match the consent must be reloaded", () => {
  expect(needsNewDocument(null, null)).toBe(false);
  expect(needsNewDocument(SERVICES, { ...SERVICES })).toBe(false);
  expect(needsNewDocument(null, SERVICES)).toBe(true);
  expect(needsNewDocument(SERVICES, null)).toBe(true);
  expect(needsNewDocument(SERVICES, { ...SERVICES, launcher: null })).toBe(true);
  // The shop's own library may come without a new document, but cannot be taken out of one.
  const { analytics } = SERVICES;
  const alone = { tagManager: null, launcher: null, analytics };
  expect(needsNewDocument(null, alone)).toBe(false);
  expect(needsNewDocument(alone, null)).toBe(true);
});

test.each([
  "_ga",
  "_ga_AB12CD",
  "_gcl_au",
  "omnisendSessionID",
  "soundestID",
  "mp_abc_mixpanel",
  "ph_x_posthog",
])("%s is deleted when consent ends", (name) => {
  expect(isLeftBehind(name)).toBe(true);
});

// The guest marker is the server's own: it goes at login, with a no to marketing, and when the shopper leaves the letters.
test.each([
  "omnisend-guest",
  "cart-id",
  "shop-session",
  "consent",
  "favourites",
  "compare",
  "helpful-votes",
  "page",
  "gallery",
])("%s remains", (name) => {
  expect(isLeftBehind(name)).toBe(false);
});
