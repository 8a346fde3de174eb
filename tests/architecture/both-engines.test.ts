/** What differs between SQLite and PostgreSQL is tested on both. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import ts from "typescript";
import { expect, test } from "vitest";

/** SQL written by hand, what one engine is asked otherwise than the other, and what depends on its errors or locks. */
const DEPENDS_ON_ENGINE =
  /\bsql(?:<[^`]*>)?`|\bsql\.(?:raw|lit|ref|table|join)\(|\bisSqlite\(|\bonConflict\(|\bisConflict\(|\bbreaksUnique\(|\bforUpdate\(/;

/** Files that a test of another folder exercises, or that one engine alone uses. */
const EXERCISED_BY: Readonly<Record<string, string>> = {
  "app/db/checkpoint.server.ts": "tests/db/checkpoint.test.ts",
  "app/db/data-version.server.ts": "tests/db/data-version.test.ts",
  "app/db/demo-clock.server.ts": "tests/models/content/contact.db.test.ts",
  "app/db/migrations/20261129-0100-schema.ts": "tests/db/migrations.db.test.ts",
  "app/db/migrations/20261129-1330-search-marks.ts": "tests/services/search-index.db.test.ts",
  "app/db/migrations/20261129-1712-search-marks-lock.ts": "tests/services/search-marks.db.test.ts",
  "app/db/migrations/20261130-0030-search-words-of-builds-before.ts":
    "tests/services/search-index.db.test.ts",
  "app/models/cart/repeated-call.server.ts": "tests/routes/api.db.test.ts",
  "app/models/order/place-order.server.ts": "tests/models/checkout/checkout.db.test.ts",
};

function sourcesIn(...folders: ReadonlyArray<string>): ReadonlyArray<string> {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

const dependsOnEngine = (file: string) => DEPENDS_ON_ENGINE.test(readFileSync(file, "utf8"));

const IMPORTS = new Map<string, ReadonlyArray<string>>();

/** The project's own files that `file` imports. */
function importsOf(file: string): ReadonlyArray<string> {
  const known = IMPORTS.get(file);
  if (known) return known;
  const imports = ts
    .preProcessFile(readFileSync(file, "utf8"))
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith("#") ? fileName.slice(1) : join(dirname(file), fileName),
    )
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));
  IMPORTS.set(file, imports);
  return imports;
}

/** "app/models/cart" of "app/models/cart/queries.server.ts": files of one folder are tested through each other. */
const roomOf = (file: string) =>
  file
    .split("/")
    .slice(0, file.startsWith("app/db/") ? 2 : 3)
    .join("/");

/** What the test `file` exercises: its imports, those of its helpers, and what these import of their own folder. */
function exercisedBy(file: string, known = new Set<string>()): ReadonlySet<string> {
  for (const imported of importsOf(file)) {
    const isNear = file.startsWith("tests/") || roomOf(file) === roomOf(imported);
    if (!isNear || known.has(imported)) continue;
    known.add(imported);
    exercisedBy(imported, known);
  }
  return known;
}

test("no route, page or request handler depends on the engine", () => {
  const files = sourcesIn("app/routes", "app/http", "app/components", "app/background");

  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(dependsOnEngine)).toEqual([]);
});

test("every file that depends on the engine is exercised by a test that runs on both", () => {
  const tests = sourcesIn("tests/db", "tests/models", "tests/services").filter((file) =>
    file.includes(".db.test."),
  );
  const exercised = new Set(tests.flatMap((file) => [...exercisedBy(file)]));
  const depending = sourcesIn("app/db", "app/models", "app/services").filter(dependsOnEngine);
  const others = depending.filter((file) => !exercised.has(file));

  expect(depending.length).toBeGreaterThan(40);
  expect(others.sort()).toEqual(Object.keys(EXERCISED_BY).sort());
  for (const file of Object.values(EXERCISED_BY)) expect(existsSync(file), file).toBe(true);
});
