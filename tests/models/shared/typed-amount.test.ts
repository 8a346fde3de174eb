import { describe, expect, test } from "vitest";

import { filterText, readIntent } from "#app/models/search/query-parser.ts";
import { formatShortMoney, money } from "#app/models/shared/money.ts";
import { readAmount } from "#app/models/shared/typed-amount.ts";

const IRISH = { currency: "EUR", locale: "en-IE" };
const JAPANESE = { currency: "JPY", locale: "en-JP" };
const KUWAITI = { currency: "KWD", locale: "en-KW" };
const GERMAN = { currency: "EUR", locale: "de-DE" };

test.each([
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
  ["1e3", IRISH, null],
  [" ", IRISH, null],
])("%j is read in the store's currency and locale", (text, format, minor) => {
  expect(readAmount(text, format)).toBe(minor);
});

describe("a price in a search", () => {
  const textsOf = (query: string, format: typeof IRISH) =>
    readIntent(query, format).filters.map(({ filter }) =>
      filterText(filter, (minor) => formatShortMoney(money(minor, format.currency), format.locale)),
    );

  test.each([
    ["gift under 30 euros", IRISH, ["Up to €30"]],
    ["gift under €30", IRISH, ["Up to €30"]],
    ["between 20 and 40 euro", IRISH, ["€20 to €40"]],
    ["gift ¥3000", JAPANESE, ["Up to ¥3,000"]],
    ["over ¥10,000", JAPANESE, ["From ¥10,000"]],
    ["train under 5 dinars", KUWAITI, ["Up to KWD\u00a05"]],
    ["pounds of fun", IRISH, []],
  ])("%j is read in the store's currency", (query, format, texts) => {
    expect(textsOf(query, format)).toEqual(texts);
  });
});
