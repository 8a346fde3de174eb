/** What leaving Remix 2 would take does not grow without decision 0001 being amended. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const RECORD = readFileSync("docs/decisions/0001-the-shop-stays-on-remix-2.md", "utf8");

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ file: join("app", name), text: readFileSync(join("app", name), "utf8") }));

const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).length;
const callsOf = (pattern: RegExp) =>
  sources.reduce((count, { text }) => count + [...text.matchAll(pattern)].length, 0);

/** The number in the row of the record that begins with `what`. */
function recorded(what: string): number {
  const row = RECORD.split("\n").find((line) => line.startsWith(`| ${what} `)) ?? "";
  return Number(/\| (\d+) (?:files|calls) /.exec(row)?.[1]);
}

test.each([
  ["imports of `@remix-run/node`", filesWith(/from "@remix-run\/node"/)],
  ["imports of `@remix-run/react`", filesWith(/from "@remix-run\/react"/)],
  ["calls of `json()`", callsOf(/(?<![\w.])json\(/g)],
  ["`_data` in requests of scripts", filesWith(/"_data"/)],
  ["`X-Remix-*` headers", filesWith(/X-Remix-/i)],
  ["`clientLoader` and `clientAction`", filesWith(/\bclient(?:Loader|Action)\b/)],
  ["files of `app/http/remix/`", sources.filter(({ file }) => file.startsWith("app/http/remix/")).length],
])("%s: no more than decision 0001 says", (what, count) => {
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(recorded(what));
});
