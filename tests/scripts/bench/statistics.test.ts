import { describe, expect, test } from "vitest";

import { percentile, slope, spreadOf } from "#scripts/bench/statistics.ts";

describe("a spread", () => {
  test("has the median and both ends", () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
  });

  test("of an even number of values has the mean of the two in the middle", () => {
    expect(spreadOf([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10 });
  });

  test("of no values throws", () => {
    expect(() => spreadOf([])).toThrow("No value");
  });
});

describe("a percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    { share: 0.5, value: 50 },
    { share: 0.95, value: 95 },
    { share: 0.99, value: 99 },
    { share: 1, value: 100 },
    { share: 0, value: 1 },
  ])("$share of the values from 1 to 100 are at most $value", ({ share, value }) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  test("of one value is that value, and of none NaN", () => {
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe("a slope", () => {
  test("is the growth of y with each step of x", () => {
    expect(
      slope([
        [1, 10],
        [2, 12.5],
        [4, 17.5],
      ]),
    ).toBeCloseTo(2.5);
  });

  test("is not affected by noise", () => {
    const noisy = Array.from({ length: 40 }, (_, index) => [index, 3 * index + (index % 2)] as const);

    expect(slope(noisy)).toBeCloseTo(3, 1);
  });

  test("is NaN without a change of x", () => {
    expect(slope([[1, 5]])).toBeNaN();
  });
});
