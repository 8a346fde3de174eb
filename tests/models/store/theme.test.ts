import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import {
  contrast,
  type Theme,
  themeCss,
  themeProblems,
  themeTokens,
  USUAL_THEME,
} from "#app/models/store/theme.ts";

const theme = (own: Partial<Theme>): Theme => ({ ...USUAL_THEME, ...own });
const NAVY = "#1f3c6b";

test("the usual tokens are those of the stylesheet, and need no style of their own", () => {
  const sheet = readFileSync("app/styles/tokens.css", "utf8");
  const inSheet = Object.keys(themeTokens(USUAL_THEME)).map((name) => [
    name,
    new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheet)?.[1],
  ]);

  expect(Object.fromEntries(inSheet)).toEqual(themeTokens(USUAL_THEME));
  expect(themeCss(USUAL_THEME)).toBeNull();
  expect(themeProblems(USUAL_THEME)).toEqual([]);
  expect(sheet).toContain("--terracotta-tint: #efd2c3;");
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#ff0000", "#ffffff", 4],
  ["#1f4b3c", "#f6f3ee", 8.91],
])("the contrast of %s and %s is %s to 1, either way round", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test("only what follows from the changed colour is redefined", () => {
  expect(themeCss(theme({ action: NAVY }))).toBe(
    ":root{--holly:#1f3c6b;--holly-deep:#172d50;--holly-tint:#e3e3e2}",
  );
  expect(Object.keys(themeTokens(theme({ sale: "#8a1c5a" })))).toContain("berry-tint");
  expect(themeCss(theme({ sale: "#8a1c5a" }))).not.toMatch(/holly|paper|ink|oat/);
  const page = themeCss(theme({ page: "#ffffff" })) ?? "";
  expect(page.match(/--[a-z0-9-]+/g)?.sort()).toEqual(
    ["berry-tint", "edge", "holly-tint", "ink-2", "ink-3", "line", "milk", "oat", "on-holly", "paper"].map(
      (name) => `--${name}`,
    ),
  );
});

test("mixed colours can be read wherever the four can", () => {
  const grey = (value: number) => `#${value.toString(16).padStart(2, "0").repeat(3)}`;
  let accepted = 0;
  for (let page = 120; page <= 255; page += 15) {
    for (let text = 0; text <= 120; text += 10) {
      for (const action of ["#000000", NAVY, "#7a5c00", grey(text), "#ffffff"]) {
        const tried = theme({ page: grey(page), text: grey(text), action });
        if (themeProblems(tried).length > 0) continue;
        accepted += 1;
        const tokens = themeTokens(tried);
        const ratio = (one: string, other: string) => contrast(tokens[one] ?? "", tokens[other] ?? "");
        const texts = [
          ratio("ink-2", "oat"),
          ratio("ink-3", "oat"),
          ratio("holly", "holly-tint"),
          ratio("berry", "berry-tint"),
          ratio("on-holly", "holly"),
        ];
        expect([tried, Math.min(...texts) >= 4.5, ratio("edge", "oat") >= 3]).toEqual([tried, true, true]);
      }
    }
  }
  expect(accepted).toBeGreaterThan(50);
});

test("what cannot be read is named with both colours, their contrast and what is needed", () => {
  const first = (own: Partial<Theme>) => themeProblems(theme(own))[0];

  expect(first({ text: "#777777" })).toEqual({
    message: "The text colour on the page has a contrast of 4.0 (#777777 on #f6f3ee) and needs 4.5",
    parts: ["text", "page"],
  });
  expect(first({ action: "#ffcc00" })?.message).toMatch(
    /^The action colour on the page .* \(#ffcc00 on #f6f3ee\)/,
  );
  expect(first({ sale: "#ff8080" })?.parts).toEqual(["sale", "page"]);
  expect(first({ page: "#777777" })?.parts).toEqual(["text", "page"]);
  // A page that is dark under light text: the pale panels would not follow.
  expect(
    themeProblems({ action: "#9fd8c0", sale: "#ffb0a0", page: "#101214", text: "#f2f2f2" }).map(
      ({ parts }) => parts,
    ),
  ).toContainEqual(["text"]);
  // 4.4999 is not said to be 4.5.
  expect(
    themeProblems(theme({ text: "#6d6d6d", page: "#efefef" })).find(({ parts }) => parts.length === 2)
      ?.message,
  ).toContain("a contrast of 4.4 ");
});
