/** A reader sees at a glance what a folder holds. */
import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

const FILES_MAX = 45;
const ROOTS = ["app", "content", "deploy", "docs", "scripts", "tests"];
/** Image files, which nobody reads in a list. */
const EXEMPT = ["content/imagery/products"];

function foldersIn(folder: string): ReadonlyArray<string> {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inside.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

test("no folder holds more than 45 files directly", () => {
  const counts = ROOTS.flatMap(foldersIn)
    .filter((folder) => !EXEMPT.includes(folder))
    .map((folder) => {
      const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
      return { folder, files: files.length };
    });

  expect(counts.filter(({ files }) => files > FILES_MAX)).toEqual([]);
});
