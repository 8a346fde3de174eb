import { expect, test } from "vitest";

import { matchedParts } from "#app/models/desk/matched-parts.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";

/** The text with what matches in brackets. */
function marked(text: string, query: string): string {
  return matchedParts(text, readDeskQuery(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");
}

test.each([
  ["Łucja Nowák", "nowak", "Łucja [Nowák]"],
  ["Hannah Okafor", "han oka", "[Han]nah [Oka]for"],
  ["Stroud GL5 4TR", "gl54", "Stroud [GL5 4]TR"],
  ["Stroud GL5 4TR", "GL5", "Stroud [GL5] 4TR"],
  ["guest_1@example.com", "guest_1@", "[guest_1@]example.com"],
  ["Johanna", "hanna", "Johanna"],
  ["100482", "482", "100[482]"],
  ["100482", "1004", "[1004]82"],
  ["Oak blocks", "", "Oak blocks"],
])("in %j the search for %j marks %j", (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});
