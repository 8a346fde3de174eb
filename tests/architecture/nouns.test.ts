import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import ts from "typescript";
import { expect, test } from "vitest";

import { NOUNS } from "#eslint.config";
import { findCycle, type Graph } from "#tests/support/checks/import-graph.ts";

const MODELS = "app/models";

/** Which nouns each noun imports, read from the files themselves. */
function importedNouns(): Graph {
  const graph = new Map<string, Set<string>>();
  for (const entry of readdirSync(MODELS, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const noun = nounOf(entry.parentPath);
    const imported = graph.get(noun) ?? new Set<string>();
    graph.set(noun, imported);
    const file = join(entry.parentPath, entry.name);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      const target = fileName.startsWith("#app/models/") ? fileName.slice("#app/".length) : null;
      if (target === null) continue;
      expect(existsSync(join("app", target)), `${file} imports ${fileName}`).toBe(true);
      const other = nounOf(dirname(join("app", target)));
      if (other !== noun) imported.add(other);
    }
  }
  return graph;
}

/** "catalogue" of "app/models/catalogue/inventory". */
function nounOf(folder: string): string {
  return relative(MODELS, folder).split("/")[0] ?? "";
}

test("the graph between nouns has no cycle", () => {
  expect(findCycle(importedNouns())).toBeNull();
  expect(
    findCycle(new Map(Object.entries(NOUNS).map(([noun, others]) => [noun, new Set(others)]))),
  ).toBeNull();
});

test("the README has every noun, with its everyday names", () => {
  const rows = readFileSync("README.md", "utf8").matchAll(/^\| `([\w-]+)` +\| [^|]{10,}\|$/gm);

  expect([...rows].map(([, noun]) => noun)).toEqual(readdirSync(MODELS).sort());
});

test("a planted cycle is found", () => {
  const graph = new Map([
    ["cart", new Set(["catalogue"])],
    ["catalogue", new Set(["store"])],
    ["store", new Set(["cart"])],
  ]);

  expect(findCycle(graph)).toEqual(["cart", "catalogue", "store", "cart"]);
});

test("every noun's row in the import law names exactly what it imports", () => {
  const used = [...importedNouns()].map(([noun, others]) => [noun, [...others].sort()]);
  const allowed = Object.entries(NOUNS).map(([noun, others]) => [noun, [...others].sort()]);

  expect(Object.fromEntries(used)).toEqual(Object.fromEntries(allowed));
});
