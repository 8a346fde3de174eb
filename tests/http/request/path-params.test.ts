import { expect, test } from "vitest";

import { lastPathSegment, pathSegments, plusToSpace } from "#app/http/request/path-params.ts";

test.each([
  ["wooden+train", "wooden train"],
  ["wooden%20train", "wooden train"],
  ["a%2Bb", "a+b"],
  ["a+%2B+b", "a + b"],
  ["caf%C3%A9", "café"],
  ["50%", "50%"],
  ["a%2Fb", "a/b"],
])("%s is decoded as %s", (raw, text) => {
  expect(plusToSpace(raw)).toBe(text);
});

test("segments are read from the raw address, where a plus and %2B still differ", () => {
  const request = new Request("http://localhost:3000/search/one+two%2Bthree?page=2");

  expect(pathSegments(request)).toEqual(["search", "one two+three"]);
  expect(lastPathSegment(request)).toBe("one two+three");
});
