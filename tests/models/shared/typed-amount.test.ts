import { describe, expect, test } from "vitest";

import { filterText, readIntent } from "#app/models/search/query-parser.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import { formatShortMoney, money } from "#app/models/shared/money.ts";
import { readAmount } from "#app/models/shared/typed-amount.ts";

const BRITISH = { currency: "GBP", locale: "en-GB" };

const IRISH = { currency: "EUR", locale: "en-IE" };
const JAPANESE = { currency: "JPY", locale: "en-JP" };
const KUWAITI = { currency: "KWD", locale: "en-KW" };
const GERMAN = { currency: "EUR", locale: "de-DE" };

test.each([
  ["25", BRITISH, 2_500],
  ["£12.50", BRITISH, 1_250],
  ["12.5", BRITISH, 1_250],
  ["", BRITISH, null],
  ["-5", BRITISH, null],
  ["1e9", BRITISH, null],
  ["12.345", BRITISH, null],
  ["99999999999999", BRITISH, null],
  ["NaN", BRITISH, null],
  ["' or 1=1 --", BRITISH, null],
  ["€12.50", IRISH, 1_250],
  ["12.50 euros", IRISH, 1_250],
  ["1,200", IRISH, 120_000],
  ["£12", IRISH, null],
  ["¥3,000", JAPANESE, 3_000],
  ["3000 yen", JAPANESE, 3_000],
  ["3000.50", JAPANESE, null],
  ["KWD 1.250", KUWAITI, 1_250],
  ["1.2505", KUWAITI, null],
  ["1.200,50", GERMAN, 120_050],
  ["1.200", GERMAN, 120_000],
  ["12.50", GERMAN, 1_250],
  ["47.50", { currency: "ZAR", locale: "en-ZA" }, 4_750],
  ["47,50", { currency: "ZAR", locale: "en-ZA" }, 4_750],
  ["1 234.50", { currency: "SEK", locale: "en-SE" }, 123_450],
  ["47.", { currency: "EUR", locale: "fr-FR" }, null],
  ["1.234", { currency: "EUR", locale: "fr-FR" }, null],
  ["1e3", IRISH, null],
  [" ", IRISH, null],
])("%j is read in the store's currency and locale", (text, format, minor) => {
  expect(readAmount(text, format)).toBe(minor);
});

test.each(["en-GB", "en-IN", "en-ZA", "en-SE", "en-FI", "fr-FR", "pl-PL", "de-DE", "de-CH", "pt-BR"])(
  "an amount of an export is read back as it was in %s",
  (locale) => {
    for (const currency of ["GBP", "JPY", "EUR", "KWD"])
      for (const minor of [0, 1, 50, 999, 1_000, 4_650, 123_456]) {
        // A point before three figures separates thousands in these locales, as people there write them.
        if (currency === "KWD" && ["de-DE", "pt-BR"].includes(locale)) continue;
        const text = decimalAmount({ minor, currency });
        expect([text, currency, readAmount(text, { currency, locale })]).toEqual([text, currency, minor]);
      }
  },
);

describe("a price in a search", () => {
  const textsOf = (query: string, format: typeof IRISH) =>
    readIntent(query, format).filters.map(({ filter }) =>
      filterText(filter, (minor) => formatShortMoney(money(minor, format.currency), format.locale)),
    );

  test.each(["AT", "BE", "DE", "FI", "FR", "GB", "IE", "NL"])(
    "the names of the euro are known in en-%s, the singular too",
    (country) => {
      for (const query of ["gift under 30 euros", "gift under 30 euro"]) {
        const texts = textsOf(query, { currency: "EUR", locale: `en-${country}` });
        expect(texts.map((text) => text.replace(/€\s/, "€"))).toEqual(["Up to €30"]);
      }
    },
  );

  test.each([
    ["gift under 30 euros", IRISH, ["Up to €30"]],
    ["gift under €30", IRISH, ["Up to €30"]],
    ["between 20 and 40 euro", IRISH, ["€20 to €40"]],
    ["gift under 30 euro", IRISH, ["Up to €30"]],
    ["gift under 30 pound", { currency: "GBP", locale: "en-GB" }, ["Up to £30"]],
    ["gift under 30 yen", JAPANESE, ["Up to ¥30"]],
    ["gift under 5 dinar", KUWAITI, ["Up to KWD\u00a05"]],
    ["gift ¥3000", JAPANESE, ["Up to ¥3,000"]],
    ["over ¥10,000", JAPANESE, ["From ¥10,000"]],
    ["train under 5 dinars", KUWAITI, ["Up to KWD\u00a05"]],
    ["pounds of fun", IRISH, []],
  ])("%j is read in the store's currency", (query, format, texts) => {
    expect(textsOf(query, format)).toEqual(texts);
  });
});
