import { expect, test } from "vitest";

import {
  chosenText,
  countCharacters,
  personalisationRules,
  personalisedPrice,
  parseWords,
} from "#app/models/catalogue/personalisation.ts";
import { money } from "#app/models/shared/money.ts";

const RULES = { lengthMax: 24, marks: ".,&'-/" };

test.each([
  ["Wilfred 2026", "Wilfred 2026"],
  ["  Ida   &  Tom ", "Ida & Tom"],
  ["Zoe\u0308 O\u2019Brien", "Zo\u00eb O'Brien"],
  ["12\u20133/4, Ltd.", "12-3/4, Ltd."],
  ["Łukasz Ðorđe ñ", "Łukasz Ðorđe ñ"],
])("the words %j are written as %j", (typed, written) => {
  expect(parseWords(typed, RULES)).toEqual({ ok: true, value: written });
});

test("an accented character has a length of 1 in every encoding, and empty words are refused", () => {
  expect(countCharacters("e\u0301\u00e9")).toBe(2);
  const typed = "e\u0301".repeat(24);
  expect(parseWords(typed, RULES).ok).toBe(true);
  const refused = { ok: false, code: "personalisation-too-long", detail: { maximum: 24, length: 25 } };
  expect(parseWords(`${typed}e\u0301`, RULES)).toMatchObject(refused);
  expect(parseWords("   ", RULES)).toMatchObject({ ok: false, code: "personalisation-empty" });
});

test.each([
  ["a heart", "Ida ♥", "“♥”"],
  ["an emoji of several code points", "👨‍👩‍👧", "“👨”"],
  ["markup", "<b>Ida</b>", "“<”"],
  ["a control character", "I\u0007da", "a hidden character"],
  ["a tab", "I\tda", "a hidden character"],
  ["an override of the direction", "Ida\u202eadI", "a hidden character"],
  ["an isolate of the direction", "\u2066Ida\u2069", "a hidden character"],
  ["a space without width", "I\u200bda", "a hidden character"],
  ["an accent on nothing", "\u0301Ida", "a hidden character"],
  ["a character under a heap of accents", `I${"\u0300\u0301\u0302\u0303".repeat(3)}da`, "“Ĩ”"],
])("%s is refused by name", (_, typed, character) => {
  const read = parseWords(typed, RULES);
  expect(read).toMatchObject({ ok: false, code: "personalisation-character" });
  if (!read.ok && character === "a hidden character") expect(read.detail["character"]).toBe(character);
  if (!read.ok) expect(read.detail["marks"]).toBe(". , & ' - /");
});

test("the price of a unit is the variant's and the work's", () => {
  const price = { now: money(5800, "GBP"), was: money(6400, "GBP"), percentOff: 9 };
  expect(personalisedPrice(price, money(400, "GBP"))).toEqual({
    now: money(6200, "GBP"),
    was: money(6800, "GBP"),
    percentOff: 9,
  });
  expect(personalisedPrice(price, money(0, "GBP"))).toBe(price);
});

test("another currency has a price of its own", () => {
  const stored = {
    ...{ name: "Engraving", note: "", length_max: 24, marks: "", price: 400, prices: { EUR: 500 } },
    ...{ working_days: 2, is_returnable: false, returns_source: "A law" },
  };
  expect(personalisationRules(stored, { currency: "GBP", priceList: null })?.price).toEqual(
    money(400, "GBP"),
  );
  expect(personalisationRules(stored, { currency: "EUR", priceList: "EUR" })?.price).toEqual(
    money(500, "EUR"),
  );
});

test("what was chosen names the variant and the words", () => {
  const words = { name: "Engraving", text: "Ida" };
  expect(chosenText("Sage", words)).toBe("Sage, Engraving: “Ida”");
  expect(chosenText(null, words)).toBe("Engraving: “Ida”");
  expect(chosenText("Sage", null)).toBe("Sage");
  expect(chosenText(null, null)).toBeNull();
});
