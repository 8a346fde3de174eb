import { expect, test } from "vitest";

import { atLeast, atMost, digits, spreadText, table, verdict, withinTimes } from "#scripts/bench/figure.ts";

const express = (value: number) => ({ name: "Express", value });

test("a bar is met by a value equal to it, and missed by NaN", () => {
  expect(atMost(1, 1, "ms")).toEqual({ text: "≤ 1 ms", isMet: true });
  expect(atLeast(1.7, 1.7, "×")).toEqual({ text: "≥ 1.7 ×", isMet: true });
  expect(withinTimes(0.6, 3, express(0.2))).toEqual({ text: "≤ 3 × Express (3.00 ×)", isMet: true });
  const missed = [
    ...[atMost(1.001, 1, "ms"), atLeast(1.69, 1.7, "×"), withinTimes(0.7, 3, express(0.2))],
    ...[atMost(Number.NaN, 1, "ms"), atLeast(Number.NaN, 1, "ms"), withinTimes(1, 3, express(Number.NaN))],
  ];
  expect(missed.map(({ isMet }) => isMet)).toEqual(missed.map(() => false));
});

test("bars are described in words", () => {
  expect(verdict([atMost(1, 2, "ms"), atMost(3, 2, "ms")])).toBe("met: ≤ 2 ms; **missed**: ≤ 2 ms");
  expect(verdict([])).toBe("");
});

test.each([
  [0.5234, "0.523"],
  [0.05234, "0.052"],
  [1.5, "1.50"],
  [12.34, "12.3"],
  [123.4, "123"],
  [9.9999, "10.0"],
  [12_345, "12345"],
  [0, "0"],
  [0.0004, "< 0.001"],
  [Number.NaN, "–"],
])("%d is written %s", (value, text) => {
  expect(digits(value)).toBe(text);
});

test("a table is Markdown, with the bars last", () => {
  const spread = spreadText({ median: 0.5, min: 0.4, max: 0.61 });
  const rows = [
    { name: "a|b", cells: [spread], bars: [atMost(0.5, 1, "ms")] },
    { name: "c", cells: ["–"], bars: [] },
  ];

  expect(table(["what", "CPU"], rows).split("\n")).toEqual([
    "| what | CPU | bar |",
    "| --- | --- | --- |",
    "| a\\|b | 0.500 (0.400–0.610) | met: ≤ 1 ms |",
    "| c | – |  |",
  ]);
});
