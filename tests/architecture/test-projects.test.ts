import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { REPLACES_MODULES, WITH_ENGINE, WITH_OWN_MODULES } from "#tests/support/checks/test-projects.ts";

const UNIT_FOLDERS = ["tests/models", "tests/components", "tests/hooks"];

test("every test that replaces modules is in the project with isolated modules", () => {
  const files = UNIT_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ).filter((file) => /\.test\.tsx?$/.test(file) && !file.includes(".db.test."));
  const replacing = files.filter((file) => REPLACES_MODULES.test(readFileSync(file, "utf8")));

  expect(files.length).toBeGreaterThan(50);
  expect(replacing.sort()).toEqual([...WITH_OWN_MODULES].sort());
});

test("every test with a database is in a folder whose tests run on both engines", () => {
  const folders = WITH_ENGINE.map((pattern) => pattern.slice(0, pattern.indexOf("**")));
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => join("tests", file))
    .filter((file) => /\.db\.test\.tsx?$/.test(file));

  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([]);
});
