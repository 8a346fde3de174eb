import { expect, test } from "vitest";

import { readFileSync } from "node:fs";

import { hasChoice, mainChoice, readChoice } from "#app/models/store/choice.ts";
import { storeFrom } from "#app/models/store/from-settings.ts";
import { readStoreSettings, storeSettingsSchema } from "#app/models/store/settings.ts";

const settings = JSON.parse(readFileSync("content/catalogue/store.json", "utf8")) as {
  settings: Record<string, unknown>;
};
const withLocales = (...others: ReadonlyArray<string>) =>
  storeSettingsSchema("GBP").safeParse({
    ...settings,
    settings: { ...settings.settings, other_locales: others },
  });
const offer = { currency: "GBP", currencies: ["GBP"], locale: "en-GB", locales: ["en-GB", "en-IE"] } as const;

test("only what the store offers can be chosen", () => {
  expect(readChoice({ currency: "GBP", locale: "en-IE" }, offer)).toEqual({
    currency: "GBP",
    locale: "en-IE",
  });
  for (const value of [
    { currency: "EUR", locale: "fr" },
    { currency: 1, locale: ["en-IE"] },
    null,
    "en-IE",
    [],
    { locale: "EN-IE" },
    { __proto__: { locale: 3 } },
  ])
    expect(readChoice(value, offer)).toEqual(mainChoice(offer));
});

test("an unavailable choice is replaced by the earlier one", () => {
  const before = { currency: "GBP", locale: "en-IE" } as const;

  expect(readChoice({ locale: "fr" }, offer, before)).toEqual(before);
  expect(readChoice({ locale: "en-GB" }, offer, before)).toEqual(mainChoice(offer));
});

test("a store that offers one of each has nothing to choose, and the demo offers euros", () => {
  const alone = storeFrom(
    readStoreSettings({ ...settings, settings: { ...settings.settings, currencies: [] } }),
  );
  const demo = storeFrom(readStoreSettings(settings));

  expect([alone.locales, alone.currencies, hasChoice(alone)]).toEqual([["en-GB"], ["GBP"], false]);
  expect([demo.locales, demo.currencies, hasChoice(demo)]).toEqual([["en-GB"], ["GBP", "EUR"], true]);
});

test("other locales of the settings come after the store's own, and must be language tags", () => {
  const parsed = withLocales("en-IE", "en-GB");

  const store = storeFrom(readStoreSettings(parsed.data));
  expect([store.locales, hasChoice(store)]).toEqual([["en-GB", "en-IE"], true]);
  for (const wrong of ["e", "en_IE", "", "en-ie", "x".repeat(99)])
    expect(withLocales(wrong).success, wrong).toBe(false);
});
