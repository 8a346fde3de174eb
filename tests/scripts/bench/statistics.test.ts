import { expect, test } from "vitest";

import { percentile, slope, spreadOf } from "#scripts/bench/statistics.ts";

test("a spread has the median, or the mean of the two in the middle, and both ends", () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
  expect(spreadOf([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10 });
  expect(() => spreadOf([])).toThrow("No value");
});

test.each([
  [0.5, 50],
  [0.95, 95],
  [0.99, 99],
  [1, 100],
  [0, 1],
])("the share %d of the values from 1 to 100 are at most %d", (share, value) => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  expect(percentile(hundred, share)).toBe(value);
});

test("a percentile of one value is that value, and of none NaN", () => {
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test("a slope is the growth of y with each step of x, whatever the noise, and NaN without a step", () => {
  const noisy = Array.from({ length: 40 }, (_, index) => [index, 3 * index + (index % 2)] as const);
  const steps = [1, 2, 4].map((x) => [x, 7.5 + 2.5 * x] as const);

  expect(slope(steps)).toBeCloseTo(2.5);
  expect(slope(noisy)).toBeCloseTo(3, 1);
  expect(slope([[1, 5]])).toBeNaN();
});
