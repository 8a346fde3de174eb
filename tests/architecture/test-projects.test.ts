import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { textsOfProject } from "#tests/support/checks/references.ts";
import { asksForRows, filesOf, missingFiles, type Project } from "#tests/support/checks/test-projects.ts";

const PROJECTS = [
  ...(["unit", "own-modules", "plain", "sqlite", "postgres"] as const),
  ...(["statements", "server", "e2e"] as const),
] satisfies ReadonlyArray<Project>;

test("the lists of quick and of long files name files that exist", () => {
  expect(missingFiles()).toEqual([]);
});

test("only test files ask which part runs", () => {
  const asking = textsOfProject().filter(({ file, text }) => file.startsWith("tests/") && asksForRows(text));

  expect(asking.length).toBeGreaterThan(5);
  expect(asking.map(({ file }) => file).filter((file) => !/\.test\.tsx?$/.test(file))).toEqual([]);
});

test("a race that only a PostgreSQL server shows is run in the quick part", () => {
  const onServerAlone = (file: string) => /\.runIf\([^)]*postgres/i.test(readFileSync(file, "utf8"));
  const files = filesOf("sqlite", "quick").filter(onServerAlone);

  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !filesOf("postgres", "quick").includes(file))).toEqual([]);
});

test.each(PROJECTS)("every file of the project %s is in the quick part or in the rest", (project) => {
  const all = filesOf(project, null);
  const inAPart = new Set([...filesOf(project, "quick"), ...filesOf(project, "rest")]);

  expect(all.length).toBeGreaterThan(0);
  expect([...inAPart].sort()).toEqual([...all].sort());
});
