import { expect, test } from "vitest";

import { foundPart } from "#app/components/desk/shop/found-text.tsx";

function found(text: string, sought: string): string {
  const { start, end } = foundPart(text, sought);
  return Array.from(text).slice(start, end).join("");
}

test.each([
  ["Łucja Nowák", "nowak", "Nowák"],
  ["Hannah Okafor", "OKA", "Oka"],
  ["Hannah Okafor", "jo okafor", "Okafor"],
  ["Stroud GL5 1QN", "gl51qn", "GL5 1QN"],
  ["Stroud GL5 1QN", "gl5", "GL5"],
  ["10048212", "212", "212"],
  ["🎈 Balloon", "ball", "Ball"],
  ["Hannah Okafor", "nwoak", ""],
  ["Hannah", "", ""],
  ["", "a", ""],
])("in “%s” the search for “%s” has found “%s”", (text, sought, part) => {
  expect(found(text, sought)).toBe(part);
});
