/** What a page says of a currency comes from the settings: no style and no component names one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { textsOfProject } from "#tests/support/checks/references.ts";

const IN_STYLES = /content:[^;]*[£€$¥]/;
const IN_TEXTS = /[£€¥]|\b(?:in|of) (?:pounds|euros|dollars|yen)\b/i;
/** Shown in no shop: samples of the components. */
const SAMPLES = "app/components/styleguide/";

function currencyIn(file: string, text: string): ReadonlyArray<string> {
  const pattern = file.endsWith(".css") ? IN_STYLES : IN_TEXTS;
  const lines = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .split("\n");
  return lines.flatMap((line, at) =>
    pattern.test(line.replace(/(?<!:)\/\/.*$/, "")) ? [`${file}:${at + 1}`] : [],
  );
}

test("no style sheet and no component names a currency", () => {
  const styles = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({ file: join("app", name), text: readFileSync(join("app", name), "utf8") }));
  const components = textsOfProject().filter(({ file }) =>
    /^app\/(?:components|hooks)\/.*\.tsx?$/.test(file),
  );
  const read = [...styles, ...components].filter(({ file }) => !file.startsWith(SAMPLES));
  expect(read.length).toBeGreaterThan(300);

  expect(read.flatMap(({ file, text }) => currencyIn(file, text))).toEqual([]);
});

test.each([
  ["a.module.css", '.money::before { content: "£"; }', 1],
  ["a.tsx", "<label>Price in pounds</label>", 1],
  ["a.tsx", '/** "£54.00". */ const a = 1; // £1', 0],
])("in %s, %j is reported as it should be", (file, text, count) => {
  expect(currencyIn(file, text)).toHaveLength(count);
});
