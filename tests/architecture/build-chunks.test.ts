/** What the build puts together by path is there: a folder that was renamed would otherwise leave its chunk silently. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { expect, test } from "vitest";

/** Parts of paths in the regular expressions of `text`: "checkout", "auth-offer". */
function pathParts(text: string): ReadonlyArray<string> {
  const patterns = text
    .split("\n")
    .filter((line) => /components|models/.test(line) && !/^import|from "/.test(line));
  return patterns.flatMap((line) => {
    const [, path = line] = /\/\\\/app\\\/(.*)\/[a-z]*[\],;]/.exec(line) ?? [];
    return path
      .replaceAll(/\[[^\]]*\]|tsx|[.]css|\bcss\b/g, " ")
      .split(/[^a-z-]+/)
      .filter((part) => /^[a-z][a-z-]+[a-z]$/.test(part));
  });
}

const KNOWN = readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) => basename(file));

test("every folder and file that the build names in its chunks is in app/", () => {
  const parts = pathParts(readFileSync("vite.config.ts", "utf8"));
  expect(parts).toContain("customer");
  expect(parts.length).toBeGreaterThan(30);
  // Some are parts of names, such as "tray" of "compare-tray".
  expect(parts.filter((part) => !KNOWN.some((name) => name.includes(part)))).toEqual([]);
});

test("a folder that is gone is found", () => {
  expect(pathParts(String.raw`  ["account", /\/app\/components\/(?:account|auth)\/.*[.]css$/],`)).toEqual([
    "components",
    "account",
    "auth",
  ]);
});
