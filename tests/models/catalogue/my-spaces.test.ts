import { expect, test } from "vitest";

import {
  type MySpaces,
  NO_SPACES,
  readSpaces,
  spacesText,
  withSpace,
} from "#app/models/catalogue/my-spaces.ts";
import fc from "#tests/support/fast-check.ts";

const length = fc.integer({ min: 10, max: 10_000 });
const spaces: fc.Arbitrary<MySpaces> = fc.record({
  boot: fc.option(
    fc.record({ place: fc.constant("boot" as const), width: length, depth: length, height: length }),
  ),
  doorway: fc.option(
    fc.record({
      place: fc.constant("doorway" as const),
      width: length,
      depth: fc.constant(null),
      height: length,
    }),
  ),
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(spaces, (one) => {
      expect(readSpaces(spacesText(one))).toEqual(one);
    }),
  );
});

test("any other text holds no spaces, or whole ones", () => {
  expect(readSpaces("b1.2-d3.4.5x")).toEqual(NO_SPACES);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const read = readSpaces(text);
      expect(readSpaces(spacesText(read))).toEqual(read);
    }),
  );
});

test("a boot takes the place of the boot before, and a wall is not remembered", () => {
  const boot = { place: "boot", width: 980, depth: 700, height: 450 } as const;
  const wall = { place: "wall", width: 980, depth: null, height: null } as const;
  expect(spacesText(withSpace(readSpaces("b1.2.3-d7.8"), boot))).toBe("b980.700.450-d7.8");
  expect(withSpace(NO_SPACES, wall)).toEqual(NO_SPACES);
});
